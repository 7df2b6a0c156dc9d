"""What is known of a document that would go out, as JSON and in words.

Places are code points of its original text, half-open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.outgoing import Finding
from annotation.records import Mention
from privacy.gate import GateFinding
from webapp.cli.output import table
from webapp.insight.risk.measures import surest
from webapp.insight.risk.wording import attack_of, fits_of

Json = dict[str, Any]

_OF_MENTIONS = ("id", "chosen", "t", "guess", "kept", "guessed")


@dataclass(frozen=True, slots=True)
class Assessed:
    """A document, the report of its check, what can still be read of what it hides."""

    doc_id: str
    report: Json
    leaks: Sequence[Finding]
    spans: Mapping[str, Mention]
    """By the ids of the report; it lacks those that it knows from another layer."""
    stops: Sequence[GateFinding] = ()
    """What keeps it from being released."""

    @property
    def attack(self) -> Mapping[str, Any] | None:
        """The attack that comes nearest to the person; None where nothing was attacked."""
        return surest(self.report["attacks"])

    def to_json(self, *, with_originals: bool) -> Json:
        """Return all figures; no original, unless they are asked for."""
        report, attack = self.report, self.attack
        mentions = [
            self._mention(each, with_originals=with_originals) for each in report["mentions"]
        ]
        keys = ("people", "rank", "confidence", "by")
        return {
            "doc_id": self.doc_id,
            "k": report["k"],
            "attack": attack and {key: attack[key] for key in keys},
            "gives_away": report["gives_away"],
            "mentions": mentions,
            "kept": report["kept"],
            "leaks": [_leak(each, with_originals=with_originals) for each in self.leaks],
        }

    def _mention(self, of_report: Json, *, with_originals: bool) -> Json:
        span = self.spans.get(of_report["id"])
        value = {key: of_report[key] for key in _OF_MENTIONS}
        value["place"] = span and _borders(span)
        return value | ({"original": span and span.span_text} if with_originals else {})


def _borders(span: Mention) -> list[int]:
    return [span.start, span.end]


def _leak(leak: Finding, *, with_originals: bool) -> Json:
    value: Json = {
        "mention": leak.mention.mention_id,
        "place": _borders(leak.mention),
        "in": leak.place,
        "at": leak.places,
    }
    if leak.owner:
        value["chosen_for"] = leak.owner.mention_id
    return value | ({"readable": leak.readable} if with_originals else {})


def in_words(assessed: Sequence[Assessed], *, with_originals: bool) -> str:
    """Lay the figures of documents out as a table, with what still gives each away below it."""
    columns = ["document", "fits", "attack", "kept", "leaks"]
    rows = [
        [
            each.doc_id,
            fits_of(each.report["k"]["project"], each.report["k"]["people"]),
            attack_of(each.attack),
            _share(each.report["kept"]),
            len(each.leaks),
        ]
        for each in assessed
    ]
    lines = [table(columns, rows), ""]
    for each in assessed:
        lines += _notes(each, with_originals=with_originals)
    return "\n".join(lines).rstrip()


def _notes(assessed: Assessed, *, with_originals: bool) -> list[str]:
    words = ", ".join(word for word, _ in assessed.report["gives_away"])
    notes = [f"what still gives it away: {words}"] if words else []
    notes += [
        f"the attack by {each['by']} rests on {', '.join(each['rests_on'])}"
        for each in assessed.report["attacks"]
        if each["rests_on"]
    ]
    notes += [_leak_in_words(each, with_originals=with_originals) for each in assessed.leaks]
    notes += _guesses(assessed, with_originals=with_originals)
    notes += [_stop(each, with_originals=with_originals) for each in assessed.stops]
    return [f"{assessed.doc_id}: {note}." for note in notes]


def _leak_in_words(leak: Finding, *, with_originals: bool) -> str:
    if leak.owner:
        where = f"in the text chosen for {_named(leak.owner)}"
    elif leak.places:
        where = f"at {', '.join(f'{start}–{end}' for start, end in leak.places)}"
    else:
        where = f"in {leak.place}"
    what = f": {leak}" if with_originals else ""
    return f"what {_named(leak.mention)} hides can still be read {where}{what}"


def _guesses(assessed: Assessed, *, with_originals: bool) -> Iterator[str]:
    for each in assessed.report["mentions"]:
        if each["guessed"]:
            span = assessed.spans.get(each["id"])
            original = f", “{span.span_text}”," if span and with_originals else ""
            hidden = _named(span) if span else each["id"]
            yield f"what {hidden} hides{original} would be guessed from “{each['chosen']}”"


def _named(span: Mention) -> str:
    return f"{span.mention_id} ({span.start}–{span.end})"


def _stop(finding: GateFinding, *, with_originals: bool) -> str:
    what = str(finding) if with_originals or not finding.leak else finding.kind.help.rstrip(".")
    return f"{finding.consequence.label}: {what}"


def _share(kept: float | None) -> str:
    return "" if kept is None else f"{100 * kept:.0f} %"
