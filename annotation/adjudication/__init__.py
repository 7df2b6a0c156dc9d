"""Settling what several annotators marked and chose in one document: rows, strategies, gold.

INCEpTION calls this curation (its user's guide, "Curation").
"""

from annotation.adjudication.gold import (
    GOLD,
    GOLD_LAYOUT,
    Settled,
    is_gold,
    layers_of,
    with_gold,
    without_gold,
)
from annotation.adjudication.rows import Difference, Part, Reading, Row, digest_of, rows_of
from annotation.adjudication.strategies import Rule, Strategy

__all__ = [
    "GOLD",
    "GOLD_LAYOUT",
    "Difference",
    "Part",
    "Reading",
    "Row",
    "Rule",
    "Settled",
    "Strategy",
    "digest_of",
    "is_gold",
    "layers_of",
    "rows_of",
    "with_gold",
    "without_gold",
]
