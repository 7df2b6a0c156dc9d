"""Settling many rows at once by a rule, as the merge strategies of INCEpTION do."""

from __future__ import annotations

from dataclasses import dataclass

from annotation.adjudication.rows import Difference, Reading, Row
from annotation.types import LabelledEnum


class Rule(LabelledEnum):
    """Which reading of a row is taken."""

    UNANIMOUS = "unanimous", "Where all agree", "Where annotators differ, nothing is settled."
    MAJORITY = (
        "majority",
        "What most have",
        "Where one reading has more annotators than any other, and enough of them.",
    )
    ANNOTATOR = "annotator", "What one annotator has", "Whatever the others have."


MOST_VOTES = 1_000
ALL_PERCENT = 100


@dataclass(frozen=True, slots=True)
class Strategy:
    """A rule with its numbers: a majority needs that many votes and that share of all, percent.

    Raises ValueError for numbers that no majority can have.
    """

    rule: Rule = Rule.UNANIMOUS
    votes: int = 2
    share: int = 50
    annotator: str | None = None

    def __post_init__(self) -> None:
        if not (1 <= self.votes <= MOST_VOTES and 0 <= self.share <= ALL_PERCENT):
            raise ValueError(
                f"A majority has 1 to {MOST_VOTES:,} votes and a share of 0 to {ALL_PERCENT} %."
            )

    def reading_of(self, row: Row) -> Reading | None:
        """Return the reading that settles a row, None where the strategy settles nothing."""
        reading = self._reading(row)
        return reading if reading is not None and row.is_complete(reading) else None

    def _reading(self, row: Row) -> Reading | None:
        if self.rule is Rule.ANNOTATOR:
            return row.of(self.annotator or "")
        if self.rule is Rule.UNANIMOUS:
            return next(iter(row.readings)) if row.difference is Difference.NONE else None
        most = row.majority
        if most is None:
            return None
        votes = len(row.readings[most])
        is_enough = votes >= self.votes and ALL_PERCENT * votes >= self.share * row.annotators
        return most if is_enough else None
