"""What is known of a document with the choices made so far: the lines above the text.

The worker has computed a payload; a look at it costs a few milliseconds, and is taken after each
choice, not with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.core.work.comments import comment_on_word
from webapp.core.work.loading import Work
from webapp.insight.risk import wording
from webapp.insight.risk.figures import figures_of
from webapp.insight.risk.measures import NAMED, Attack, live_attacks, nearness, surest
from webapp.insight.risk.queries import current_report, is_being_computed
from webapp.insight.risk.wording import Line
from webapp.platform.config import Config
from webapp.platform.models import DocumentRisk, Flag, Project

if TYPE_CHECKING:
    from privacy.live import ChosenSpan, ClearWord, LiveRisk
    from privacy.payload import RiskPayload

MOST_REMEMBERED = 32
"""How many payloads a process keeps: about one for everybody at work."""
_NO_REPORT: Mapping[str, Any] = {"attacks": (), "gives_away": ()}


@dataclass(frozen=True, slots=True)
class GivenAway:
    """A word that leads to the person, and what can be done about it."""

    word: str
    places: Sequence[tuple[int, int]]
    """Where it stands in clear, in code points, half-open."""
    chosen_for: Mapping[str, str]
    """The spans whose replacements have it, by their words, where it stands nowhere in clear."""
    can_be_hidden: bool
    is_flagged: bool

    @property
    def at(self) -> str:
        """The places as pages write them: "3-8 21-26"."""
        return " ".join(f"{start}-{end}" for start, end in self.places)


@dataclass(frozen=True, slots=True)
class Seen:
    """The lines, the words that still give the person away, whether there will be more soon."""

    lines: Sequence[Line]
    words: Sequence[GivenAway] = ()
    is_open: bool = False
    is_awaited: bool = False
    is_found: bool | None = None
    """Whether an attack takes somebody for the person; None where nothing was attacked."""

    @property
    def in_place_of_words(self) -> str:
        """What is said where nothing can be named that leads to the person."""
        if self.words or self.is_found is None:
            return ""
        return wording.UNEXPLAINED if self.is_found else wording.NO_WORD

    @property
    def what_to_do(self) -> str:
        """What pressing a word does, "" where nothing can be done."""
        if not self.is_open:
            return ""
        if all(each.chosen_for for each in self.words):
            return "Choose more general texts for these"
        hides = any(each.can_be_hidden for each in self.words)
        return "Hide it too" if hides else "Flag it for the reviewer"


@dataclass(frozen=True, slots=True)
class Look:
    """What the figures of a document are with some choices, as numbers."""

    fitting: int
    people: int
    """How many are counted; `known` there are, more than that where they are a sample."""
    known: int
    live: LiveRisk
    kept: float | None

    @property
    def is_sample(self) -> bool:
        """Whether a sample of the people was counted."""
        return self.people < self.known


def seen_of(session: Session, config: Config, project: Project, work: Work) -> Seen:
    """Say what is known of a document with the choices that are stored."""
    report = current_report(session, work.assignment) or _NO_REPORT
    rests_on = [word for word, _ in report["gives_away"]]
    looked = look_at(session, config, work, rests_on)
    is_open = work.assignment.state.is_open and not project.archived_at
    if looked is None:
        is_awaited = is_being_computed(session, project)
        return Seen(
            (wording.UNCOUNTED if is_awaited else wording.NOT_COMPUTED,), (), is_open, is_awaited
        )
    flagged = _flagged(session, work)
    words = [_given_away(each, work, flagged) for each in looked.live.gives_away]
    checked = surest(report["attacks"])
    attack = checked or surest(live_attacks(looked.live.attack))
    line = _attack_line(attack, work, words, is_live=checked is None)
    is_found = nearness(attack) >= NAMED if attack else None
    return Seen(tuple(_lines(looked, work, line)), words, is_open, is_found=is_found)


def _attack_line(
    attack: Attack | None, work: Work, words: Sequence[GivenAway], *, is_live: bool
) -> Line:
    """Say what all attacks found in the text, where it was checked, else what its words tell."""
    if attack is None:
        return wording.NOT_ATTACKED
    is_final = work.assignment.state.is_final
    later = wording.WITH_NEXT_CHECK if is_final else wording.AT_SUBMISSION
    found = (attack["rank"], attack["people"], attack["confidence"])
    return wording.attack_line(
        *found, mend=_mend(work, words), is_live=is_live, later=later if is_live else ""
    )


def _mend(work: Work, words: Sequence[GivenAway]) -> str:
    """Say what helps where the person is found: words in clear can be hidden, others can't."""
    if any(each.places for each in words):
        return wording.HIDE
    return wording.GENERALIZE if work.chooses else wording.HIDE_MORE


def _lines(looked: Look, work: Work, attack: Line) -> Iterator[Line]:
    if work.chooses:
        yield wording.people_line(
            looked.fitting,
            looked.people,
            is_sample=looked.is_sample,
            has_open=bool(work.missing()),
        )
    yield attack
    if work.chooses:
        yield wording.kept_line(looked.kept, has_choices=work.done > 0)


def _given_away(found: ClearWord, work: Work, flagged: set[str]) -> GivenAway:
    return GivenAway(
        found.word,
        found.places,
        {} if found.places else _chosen_for(found, work),
        can_be_hidden=work.marks and bool(found.places),
        is_flagged=comment_on_word(found.word) in flagged,
    )


def _chosen_for(found: ClearWord, work: Work) -> Mapping[str, str]:
    """Return the spans in whose chosen texts a word stands: of those that read alike the first."""
    spans: dict[str, str] = {}
    for key in found.mentions:
        spans.setdefault(work.mentions[int(key)].span_text, key)
    return spans


def _flagged(session: Session, work: Work) -> set[str]:
    """Return what the annotator's open comments say."""
    of_work = (Flag.assignment_id == work.assignment.id, Flag.resolved_at.is_(None))
    return set(session.scalars(select(Flag.comment).where(*of_work)))


def look_at(
    session: Session, config: Config, work: Work, rests_on: Sequence[str] = ()
) -> Look | None:
    """Compute the figures of a document with the choices of one annotator; None without payload.

    `rests_on` are words on which an attack rests that finds the person, as `privacy.live` has them.
    """
    stored = session.get(DocumentRisk, work.assignment.document_id)
    if stored is None:
        return None
    payload = _opened(_Stored(stored.document_id, stored.made_at, stored.payload))
    return look_with(config, payload, work, rests_on)


def look_with(
    config: Config, payload: RiskPayload, work: Work, rests_on: Sequence[str] = ()
) -> Look:
    """Compute the figures of a document from its payload."""
    from privacy.anonymity import count_fitting  # noqa: PLC0415 - with the first figure
    from privacy.live import look  # noqa: PLC0415 - likewise: NumPy, which the rest lacks

    chosen = {str(each.id): each.outgoing for each in work if each.is_masked and each.outgoing}
    k = payload.k
    return Look(
        count_fitting(k, chosen),
        k["people"],
        k["known"],
        look(payload, list(spans_of(work)), rests_on=rests_on),
        _kept(config, payload.span_weights, work) if work.chooses else None,
    )


def spans_of(work: Work) -> Iterator[ChosenSpan]:
    """Yield what is chosen in which place of some work."""
    from privacy.live import ChosenSpan  # noqa: PLC0415 - likewise

    for each in work:
        if each.is_masked:
            text = each.outgoing if work.chooses else None
            yield ChosenSpan(each.start, each.end, str(each.id), text)


def _kept(config: Config, weights: Mapping[str, float], work: Work) -> float | None:
    """Return the share of the meaning that the choices keep; of open spans nobody knows yet."""
    from privacy.meaning import kept_in_document  # noqa: PLC0415 - likewise

    known = figures_of(config, work)
    chosen = ((each, known.get(each.id, {}).get(each.outgoing or "")) for each in work)
    return kept_in_document((one.kept, weights.get(str(each.id))) for each, one in chosen if one)


@dataclass(frozen=True, slots=True)
class _Stored:
    """A payload as it is stored, told by when it was made."""

    document_id: int
    made_at: datetime
    content: bytes = field(compare=False)


@lru_cache(maxsize=MOST_REMEMBERED)
def _opened(stored: _Stored) -> RiskPayload:
    """Unpack a payload; what was unpacked after one choice is asked for again with the next."""
    from privacy.payload import RiskPayload  # noqa: PLC0415 - likewise

    return RiskPayload.from_bytes(stored.content)
