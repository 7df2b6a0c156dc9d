"""Checking what would go out of a document: whom it fits, what attacks find, what it keeps.

The report of a check is JSON, and holds no original:

    {"k": {"project": 3, "people": 70}, "kept": 0.61, "gives_away": [["barrister", 4.2]],
     "in_choices": [], "hiding_helps": true, "attacks": [{"by": "words", "people": 553, "rank": 1,
     "confidence": 0.93, "first_is_person": true, "rests_on": ["barrister"]}], "mentions": [{"id":
     "m1", "chosen": "city", "t": 22, "guess": 0.1, "kept": 0.4, "guessed": true, "read_in":
     "life-of-a-barrister"}]}

`gives_away` are the words that lead to the person, each with how much of the lead goes with it;
where none does by itself, those on which an attack rests that finds them. `in_choices` are those of
them that stand nowhere but in chosen texts, which nobody can hide.
`read_in` names the text of the background in which the original of a mention was read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.records import MASK, Document, Mention
from annotation.rendering import chosen_text, rendered_mentions
from annotation.writing import Anonymized
from names.words import words_of
from palimpsest.outgoing import Outgoing
from privacy.anonymity import count_fitting
from privacy.attacks import Attacked, Target
from privacy.attacks.reading import ReadingAttack, hidden_spans, is_guessed
from privacy.figures import CandidateFigures, Figures, known_of
from privacy.gate import digest_of_text
from privacy.giving_away import without_words
from privacy.live import ChosenSpan, ClearWord, look
from privacy.meaning import kept_in_document
from privacy.payload import RiskPayload

LIKELY_GUESSED = 0.5
"""From this probability on an original counts as one that would be guessed."""

Report = dict[str, Any]
Findings = Mapping[Target, Sequence[Attacked]]
"""What each attack says of some targets."""


@dataclass(frozen=True, slots=True)
class OutgoingText:
    """The text of a document as it would go out, with what is chosen for which mention."""

    anonymized: Anonymized
    chosen: Mapping[str, tuple[Mention, str]]
    """By the ids that the payload has for the mentions."""
    decided: Document
    """The document with its choices, for attacks that read into its spans."""

    @classmethod
    def of(cls, decided: Document, counted: Document, anonymized: Anonymized) -> OutgoingText:
        """Tell what is chosen in a document that lacks no choice.

        `counted` is the same document with the mentions that the payload knows.
        """
        known = list(counted.iter_mentions())
        chosen = {
            _known_as(mention, known): (mention, chosen_text(mention) or MASK)
            for mention in rendered_mentions(decided)
        }
        return cls(anonymized, chosen, decided)

    @property
    def text(self) -> str:
        """What attackers read."""
        return self.anonymized.text

    @property
    def spans(self) -> Sequence[ChosenSpan]:
        """What is chosen in which place."""
        return [
            ChosenSpan(mention.start, mention.end, key, text)
            for key, (mention, text) in self.chosen.items()
        ]

    @property
    def digest(self) -> str:
        """By which a check is known to be about this text."""
        return digest_of_text(self.text)


def outgoing_text(record: Document, counted: Document, outgoing: Outgoing) -> OutgoingText | None:
    """Put the choices of a record in their places; None where one is lacking."""
    decided = outgoing.decided(record)
    anonymized = outgoing.anonymize(decided, may_be_unmasked=True)
    return None if anonymized.undecided else OutgoingText.of(decided, counted, anonymized)


def _known_as(mention: Mention, known: Sequence[Mention]) -> str:
    """Return the id that the payload has for a mention: of the one there that shares most text."""
    best = max(known, key=lambda each: _shared(mention, each), default=None)
    if best is None or _shared(mention, best) <= 0:
        return mention.mention_id
    return best.mention_id


def _shared(one: Mention, other: Mention) -> float:
    """Return which share of two mentions' text both have."""
    shared = min(one.end, other.end) - max(one.start, other.start)
    return shared / (max(one.end, other.end) - min(one.start, other.start))


def targets_of(
    outgoing: OutgoingText, payload: RiskPayload, person: str | None
) -> tuple[Target, Target]:
    """Return what attacks have to say something of: the text, and the same with words hidden.

    These are the words that give away who it is about; where none does, both are the same.
    """
    words = _leading_words(outgoing, payload)
    stems = {word.stem for each in words for word in words_of(each.word)}
    return Target(outgoing.text, person), Target(without_words(outgoing.text, stems), person)


def places_of(spans: Iterable[ChosenSpan]) -> set[tuple[int, int, str]]:
    """Return what stands in which place, by which equal choices are told."""
    return {(each.start, each.end, each.text or MASK) for each in spans}


def _leading_words(
    outgoing: OutgoingText, payload: RiskPayload, attacked: Sequence[Attacked] = ()
) -> Sequence[ClearWord]:
    """Return the words that lead to the person, else those on which attacks rest that find them."""
    finding = sorted(
        (each for each in attacked if is_found([each])), key=lambda each: each.confidence
    )
    rests_on = [word for each in reversed(finding) for word, _ in each.rests_on]
    return look(payload, outgoing.spans, rests_on=rests_on).gives_away


@dataclass(frozen=True, slots=True)
class Checker:
    """Checks the texts of one project."""

    figures: Figures | None
    """None without an ontology: then nothing is known of what choices fit and keep."""
    reading: ReadingAttack | None = None
    """What reads originals into spans, from a background."""

    def check(
        self, outgoing: OutgoingText, payload: RiskPayload, person: str | None, findings: Findings
    ) -> Report:
        """Count whom the choices of a text fit, beside what attacks say of its targets."""
        k = payload.k
        texts = {key: text for key, (_, text) in outgoing.chosen.items()}
        mentions = [self._mention(mention, text) for mention, text in outgoing.chosen.values()]
        self._read(outgoing, mentions)
        plain, hidden = targets_of(outgoing, payload, person)
        words = _leading_words(outgoing, payload, findings[plain])
        return {
            "k": {"project": count_fitting(k, texts), "people": k["people"]},
            "attacks": [_attack(each, person) for each in findings[plain]],
            "gives_away": [[each.word, each.weight] for each in words],
            "in_choices": [each.word for each in words if not each.places],
            "hiding_helps": bool(words) and not is_found(findings[hidden]),
            "mentions": mentions,
            "kept": kept_in_document(
                (mention["kept"], payload.span_weights.get(key))
                for key, mention in zip(outgoing.chosen, mentions, strict=True)
                if mention["kept"] is not None
            ),
        }

    def _mention(self, mention: Mention, chosen: str) -> Report:
        known = self._figures_of(mention, chosen)
        guess = known.guess if known else None
        return {
            "id": mention.mention_id,
            "chosen": chosen,
            "t": known.fits if known else None,
            "guess": guess,
            "kept": known.kept if known else None,
            "guessed": guess is not None and guess >= LIKELY_GUESSED,
            "read_in": None,
        }

    def _read(self, outgoing: OutgoingText, mentions: Sequence[Report]) -> None:
        """Note of whose text in the background the original of a mention was read."""
        if self.reading is None:
            return
        chosen = {mention.mention_id: (mention, text) for mention, text in outgoing.chosen.values()}
        replacements = {key: text for key, (_, text) in chosen.items()}
        fills = self.reading.run(*hidden_spans(outgoing.decided, replacements))
        for report in mentions:
            mention, fill = chosen[report["id"]][0], fills.get(report["id"])
            if fill and is_guessed(fill, mention.span_text, mention.entity_type):
                report.update(guessed=True, read_in=fill.person)

    def _figures_of(self, mention: Mention, chosen: str) -> CandidateFigures | None:
        if self.figures is None:
            return None
        known = known_of(
            self.figures, mention.span_text, mention.entity_type, mention.replacement, also=chosen
        )
        return known[chosen]


def is_found(attacked: Sequence[Attacked]) -> bool:
    """Whether any attack still puts the person first, or names somebody where they are not known.

    Who is put first counts as found, however unsure the attack is: so pages say it.
    """
    return any(
        each.rank == 1 or (each.rank is None and each.first is not None) for each in attacked
    )


def _attack(attacked: Attacked, person: str | None) -> Report:
    is_known = attacked.rank is not None
    return {
        "by": attacked.attack,
        "people": attacked.people,
        "rank": attacked.rank,
        "confidence": round(attacked.confidence, 3),
        "first_is_person": attacked.rank == 1 if is_known and person else None,
        "rests_on": [word for word, _ in attacked.rests_on],
    }
