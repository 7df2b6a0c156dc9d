"""Counts of what annotators did: what they chose and marked, how far they agree, how fast they are.

Counted over records, document by document, so that a project of any size is read once; what records
don't hold, times and states of work, comes beside them.
"""

from annotation.statistics.agreeing import PairCounts, SpanAgreement, TextAgreement, week_of
from annotation.statistics.choices import ChoiceCounts, LevelCounts, TermDisputes
from annotation.statistics.marks import EditCounts, MarkCounts
from annotation.statistics.pace import (
    FARTHEST,
    FEWEST_DAYS,
    IDLE_AFTER,
    PACE_OVER,
    Pace,
    Work,
    active_times,
    pace_of,
    quartiles,
)

__all__ = [
    "FARTHEST",
    "FEWEST_DAYS",
    "IDLE_AFTER",
    "PACE_OVER",
    "ChoiceCounts",
    "EditCounts",
    "LevelCounts",
    "MarkCounts",
    "Pace",
    "PairCounts",
    "SpanAgreement",
    "TermDisputes",
    "TextAgreement",
    "Work",
    "active_times",
    "pace_of",
    "quartiles",
    "week_of",
]
