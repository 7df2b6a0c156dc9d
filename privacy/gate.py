"""What keeps a document from being released, and who answers for it.

A document is judged as its text would go out: what the scan still reads in it, what the attacks
found in just this text, how many people it could be about. Some of that stops a release, some
needs a yes, the rest is said. Whoever accepts a finding accepts it in this text alone: what is
accepted is named by a digest, and a finding in another text is another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Self

from annotation.formatting import counted
from annotation.outgoing import Finding
from annotation.types import LabelledEnum
from annotation.writing import Anonymized
from names.words import stems_of, words_of
from privacy.attacks import FAIRLY_SURE, SURE


class FindingKind(LabelledEnum):
    """What is found in a document that would go out."""

    LEAK = "leak", "Leak", "Something that is hidden can still be read."
    FOUND = "found", "Found", "An attack finds the person."
    UNMASKED = "unmasked", "Nothing hidden", "No span of the text is hidden."
    UNDECIDED = "undecided", "Not finished", "Spans have no choice yet."
    UNCHECKED = "unchecked", "Not attacked yet", "The attacks saw another text or background."
    ALONE = "alone", "Alone", "It fits one person of this project."
    NOT_ATTACKED = "not_attacked", "Not attacked", "The project has no background."

    @property
    def can_be_accepted(self) -> bool:
        """Whether somebody may answer for it."""
        return self in _ACCEPTABLE


_ACCEPTABLE = frozenset({FindingKind.LEAK, FindingKind.FOUND, FindingKind.UNMASKED})


class Consequence(LabelledEnum):
    """What comes of a finding."""

    STOPS = "stops", "Stops the release", "Mend it, or accept it with a reason."
    NEEDS_YES = "needs_yes", "Needs a yes", "Somebody has to say that it may go out."
    INFORMS = "informs", "For your information", "It stops nothing."


@dataclass(frozen=True, slots=True)
class AttackResult:
    """What one attack found in a text: how likely which place of the person, among how many."""

    by: str
    people: int
    rank: int | None
    """The place of the person; None where they are not in the background, or not known."""
    confidence: float
    is_person: bool | None
    """Whether who the attack names is the person; None where nobody knows."""

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Read one from the report of a check."""
        return cls(
            value["by"],
            value["people"],
            value["rank"],
            value["confidence"],
            value["first_is_person"],
        )

    @property
    def accuses(self) -> bool:
        """Whether the attack names somebody who is not known to be another."""
        return self.is_person is not False


@dataclass(frozen=True, slots=True)
class Check:
    """What attacks and counts said of one text, with the background that they had, if any."""

    text_digest: str
    background_at: datetime | None
    fitting: int | None
    """How many people of the project have all that the text says.

    None where nobody counted, and where the project has nobody else to be mixed up with.
    """
    attacks: tuple[AttackResult, ...]
    kept: float | None
    """The share of the meaning that is kept."""
    gives_away: tuple[str, ...]
    """The words that lead to the person, the one that leads there most first."""
    guessed: int
    """How many originals are read back from what is chosen for them."""

    @classmethod
    def from_report(
        cls, report: Mapping[str, Any], *, text_digest: str, background_at: datetime | None
    ) -> Self:
        """Read the stored report of a check."""
        k = report["k"]
        return cls(
            text_digest,
            background_at,
            k["project"] if k["people"] > 1 else None,
            tuple(map(AttackResult.from_json, report["attacks"])),
            report["kept"],
            tuple(word for word, _ in report["gives_away"]),
            sum(each["guessed"] for each in report["mentions"]),
        )

    def is_current(self, text_digest: str, background_at: datetime | None) -> bool:
        """Whether it speaks of this text, attacked with this background."""
        return self.text_digest == text_digest and self.background_at == background_at

    @property
    def surest(self) -> AttackResult | None:
        """The surest of the attacks that name somebody who may be the person."""
        accusing = [each for each in self.attacks if each.accuses]
        return max(accusing, key=lambda each: each.confidence, default=None)


@dataclass(frozen=True, slots=True)
class GateFinding:
    """Something that was found, what comes of it, and the digest by which it is accepted."""

    kind: FindingKind
    consequence: Consequence
    digest: str
    leak: Finding | None = None
    attack: AttackResult | None = None
    spans: int = 0
    """How many spans lack a choice."""

    def __str__(self) -> str:
        if self.leak:
            return str(self.leak)
        if self.attack:
            return (
                f"The attack by {self.attack.by} names one of {self.attack.people:,} people and is "
                f"{100 * self.attack.confidence:.0f} % sure"
            )
        if self.spans:
            return f"{counted(self.spans, 'span')} without a choice"
        return self.kind.help.removesuffix(".")


@dataclass(frozen=True, slots=True)
class Acceptance:
    """That somebody answers for a finding."""

    kind: FindingKind
    digest: str
    reason: str
    person: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Gated:
    """The findings of a document, and who answers for which of them."""

    findings: tuple[GateFinding, ...]
    accepted: Mapping[str, Acceptance]
    """By the digest of the finding; only of findings that are there."""

    @property
    def open(self) -> tuple[GateFinding, ...]:
        """What keeps the document from being released."""
        return tuple(
            each
            for each in self.findings
            if each.consequence is not Consequence.INFORMS and each.digest not in self.accepted
        )


def digest_of_text(text: str) -> str:
    """Return the SHA-256 of a text that would go out, by which checks and acceptances know it."""
    return sha256(text.encode()).hexdigest()


def judge(
    anonymized: Anonymized,
    *,
    text_digest: str,
    check: Check | None,
    background_at: datetime | None,
    acceptances: Sequence[Acceptance] = (),
) -> Gated:
    """Judge a document as it would go out.

    `check` is the last one that was made, whatever its text; `background_at` says which background
    the project has, None for none: then nothing is attacked, which is said.
    """
    findings = list(_of_text(anonymized, text_digest))
    if not anonymized.undecided:  # else there is no text yet that could be attacked
        findings += _of_check(check, text_digest, background_at)
    there = {(each.kind, each.digest) for each in findings}
    accepted = {each.digest: each for each in acceptances if (each.kind, each.digest) in there}
    return Gated(tuple(findings), accepted)


def _of_text(anonymized: Anonymized, text_digest: str) -> Iterator[GateFinding]:
    stops = Consequence.STOPS
    if anonymized.undecided:
        kind = FindingKind.UNDECIDED
        digest = _digest(kind, text_digest)
        yield GateFinding(kind, stops, digest, spans=anonymized.undecided)
    if anonymized.is_unmasked:
        kind = FindingKind.UNMASKED
        yield GateFinding(kind, stops, _digest(kind, text_digest))
    for leak in anonymized.leaks:
        kind = FindingKind.LEAK
        readable = " ".join(stems_of(words_of(leak.readable)))
        yield GateFinding(kind, stops, _digest(kind, text_digest, readable), leak)


def _of_check(
    check: Check | None, text_digest: str, background_at: datetime | None
) -> Iterator[GateFinding]:
    if check is not None and check.text_digest == text_digest and check.fitting == 1:
        kind = FindingKind.ALONE
        yield GateFinding(kind, Consequence.INFORMS, _digest(kind, text_digest))
    if background_at is None:
        kind = FindingKind.NOT_ATTACKED
        yield GateFinding(kind, Consequence.INFORMS, _digest(kind, text_digest))
    elif check is None or not check.is_current(text_digest, background_at):
        kind = FindingKind.UNCHECKED
        yield GateFinding(kind, Consequence.STOPS, _digest(kind, text_digest))
    else:
        yield from _of_attacks(check)


def _of_attacks(check: Check) -> Iterator[GateFinding]:
    surest, kind = check.surest, FindingKind.FOUND
    if surest is None or surest.confidence < FAIRLY_SURE:
        return
    stops = surest.confidence >= SURE
    consequence = Consequence.STOPS if stops else Consequence.NEEDS_YES
    digest = _digest(kind, check.text_digest, str(check.background_at))
    yield GateFinding(kind, consequence, digest, attack=surest)


def _digest(*parts: str) -> str:
    return sha256("\0".join(parts).encode()).hexdigest()
