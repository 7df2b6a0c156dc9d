"""How often annotators chose what was suggested, where they saw it and where they did not."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from math import sqrt
from typing import TypeVar

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from annotation.types import SemanticType
from webapp.platform.models import (
    Assignment,
    Choice,
    ChoiceOrigin,
    ChoiceSuggestion,
    Mention,
    ModelVersion,
    Project,
)
from webapp.platform.models.states import FINAL_STATES

Z = 1.959964
"""Of the normal distribution, for 95 %."""
FEWEST = 30
"""With fewer choices on either side a comparison says nothing."""

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class AcceptanceCounts:
    """Of so many suggestions so many were chosen."""

    accepted: int = 0
    suggested: int = 0

    def __add__(self, other: AcceptanceCounts) -> AcceptanceCounts:
        return AcceptanceCounts(self.accepted + other.accepted, self.suggested + other.suggested)

    @property
    def share(self) -> float | None:
        """The share that was accepted, None without suggestions."""
        return self.accepted / self.suggested if self.suggested else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % score interval of the share (Wilson, 1927); all there is without suggestions."""
        n = self.suggested
        if not n:
            return 0.0, 1.0
        share = self.accepted / n
        middle = (share + Z**2 / (2 * n)) / (1 + Z**2 / n)
        reach = Z / (1 + Z**2 / n) * sqrt(share * (1 - share) / n + Z**2 / (4 * n**2))
        return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(frozen=True, slots=True)
class Rates:
    """Suggestions that were shown, and those of documents that are shown without any."""

    shown: AcceptanceCounts = AcceptanceCounts()
    blind: AcceptanceCounts = AcceptanceCounts()

    def __add__(self, other: Rates) -> Rates:
        return Rates(self.shown + other.shown, self.blind + other.blind)

    @property
    def is_comparable(self) -> bool:
        """Whether both sides have enough choices."""
        return min(self.shown.suggested, self.blind.suggested) >= FEWEST

    @property
    def difference(self) -> tuple[float, float, float]:
        """Shown less blind, with the ends of its 95 % interval (Newcombe, 1998, method 10)."""
        shown, blind = self.shown.share or 0.0, self.blind.share or 0.0
        shown_low, shown_high = self.shown.interval
        blind_low, blind_high = self.blind.interval
        difference = shown - blind
        below = sqrt((shown - shown_low) ** 2 + (blind_high - blind) ** 2)
        above = sqrt((shown_high - shown) ** 2 + (blind - blind_low) ** 2)
        return difference, difference - below, difference + above


@dataclass(frozen=True, slots=True)
class AcceptanceRates:
    """The rates in all, by semantic type in the order of the types, by version newest first."""

    overall: Rates
    by_type: tuple[tuple[SemanticType, Rates], ...]
    by_version: tuple[tuple[ModelVersion, Rates], ...]


def acceptance_rates(session: Session, project: Project) -> AcceptanceRates:
    """Count the suggestions that were accepted in submitted and reviewed work.

    A choice that follows another mention's was not made by itself and does not count.
    """
    is_accepted = case((Choice.text == ChoiceSuggestion.text, 1), else_=0)
    key = (Mention.entity_type, ChoiceSuggestion.version_id, ChoiceSuggestion.was_shown)
    rows = session.execute(
        select(*key, func.sum(is_accepted), func.count())
        .join(Choice, Choice.id == ChoiceSuggestion.choice_id)
        .join(Assignment, Assignment.id == Choice.assignment_id)
        .join(Mention, Mention.id == Choice.mention_id)
        .where(
            Assignment.project_id == project.id,
            Assignment.state.in_(FINAL_STATES),
            Choice.origin != ChoiceOrigin.FOLLOWED,
        )
        .group_by(*key)
    )
    found = [(kind, version, _rates(was_shown, *n)) for kind, version, was_shown, *n in rows]
    by_type = _summed((kind, rates) for kind, _, rates in found)
    by_version = _summed((version, rates) for _, version, rates in found)
    versions = session.scalars(
        select(ModelVersion)
        .where(ModelVersion.id.in_(by_version))
        .order_by(ModelVersion.created_at.desc(), ModelVersion.id.desc())
    )
    return AcceptanceRates(
        overall=sum((rates for _, _, rates in found), Rates()),
        by_type=tuple((kind, by_type[kind]) for kind in SemanticType if kind in by_type),
        by_version=tuple((version, by_version[version.id]) for version in versions),
    )


def _rates(was_shown: bool, accepted: int, suggested: int) -> Rates:  # noqa: FBT001 - a column of the row
    counts = AcceptanceCounts(accepted, suggested)
    return Rates(shown=counts) if was_shown else Rates(blind=counts)


def _summed(rows: Iterable[tuple[Key, Rates]]) -> dict[Key, Rates]:
    sums: dict[Key, Rates] = {}
    for key, rates in rows:
        sums[key] = sums.get(key, Rates()) + rates
    return sums
