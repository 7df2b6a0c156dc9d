"""How many originals a replacement fits: t of t-plausibility, for each text of a list.

What the index knows is counted (`Ontology.covered`); such a count is a lower bound, because no
index knows everything. Dates, ages and quantities are reckoned. A text that no index knows is taken
for what its noun names, which may be more than it fits: an estimate, from which no count follows.

Source: Anandan et al., t-Plausibility (2012).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from math import floor

from annotation.records import MASK
from annotation.types import SemanticType
from names.folding import fold
from ontology.entries import Covered
from ontology.layers import Ontology
from ontology.phrases import core, singular
from ontology.rules.dates.extents import ALL_DAYS, extent_of
from ontology.taxonomy import TAXONOMY
from privacy.facts import fits_everybody

NOUNS = {
    SemanticType.PERSON: "people",
    SemanticType.CODE: "codes",
    SemanticType.LOC: "places",
    SemanticType.ORG: "organizations",
    SemanticType.DEM: "descriptions",
    SemanticType.DATETIME: "dates",
    SemanticType.QUANTITY: "values",
    SemanticType.MISC: "things",
}
"""What is counted for each type."""

_TOPS = {
    SemanticType.LOC: "place",
    SemanticType.ORG: "organization",
    SemanticType.DEM: "person",
}
"""The text that is true of every span of a type; of MISC it is all entries."""

_SETTLEMENTS = ("city", "town", "village")
"""What is counted by country, continent and region."""

_EVERYBODY = 8_000_000_000
_CODES = 1_000_000_000
"""Numbers of nine digits."""

_NUMBERS = 1_000
"""Numbers that a text with X fits: as many as three digits write."""
_SCALES = 4
"""Ones, thousands, millions and billions: what a currency without a scale leaves open."""
_UNITS = 25
"""Units, currencies and nouns that a quantity may have, in round numbers."""
_QUANTITIES = _NUMBERS * _SCALES * _UNITS
_SCALE = re.compile(r"X (?:thousand|million|billion|trillion)\b")
_CURRENCY = re.compile(r"[^\w\s.,–-]X|X[^\w\s.,–-]")
_PERCENT = re.compile(r"X ?(?:%|percent)|percentage")
_OLDEST = 120

_PARTS = ((1.5, "dates"), (31.0, "months"), (366.0, "years"), (3_653.0, "decades"))
"""The days of the finest part that a date names, at most, and what is counted then."""

_ROUNDING = 0.05
"""What a part of mean length may lack of a whole one: months, of 30.4 days, in a year of 365."""

_REMEMBERED = 4096


@dataclass(frozen=True, slots=True)
class Fits:
    """How many originals a text fits.

    `count` is known, a lower bound that never falls along a list, and 0 where nothing is; `size` is
    the best estimate. `inhabitants` and `weight` are those of the places that it covers, 0 of
    anything else.
    """

    count: int
    size: float
    noun: str
    inhabitants: int = 0
    weight: float = 0.0


class Plausibility:
    """Counts what the texts of lists fit, by an ontology and by arithmetic."""

    def __init__(self, ontology: Ontology) -> None:
        self._read = lru_cache(_REMEMBERED)(self._read_text)
        self._unit = lru_cache(_REMEMBERED)(_unit_of)
        self._covered = ontology.covered
        self._entries = ontology.count_entries()

    def of_list(
        self, texts: Sequence[str], semantic_type: SemanticType, span_text: str = ""
    ) -> list[Fits | None]:
        """Return what each text of a list fits, the most specific first, `***` where it stands.

        None stands for a text of which nothing is known. Dates are counted in the finest part that
        the original names: "date in the 1980s" fits ten years where it stands for "1987".
        """
        part = self.part_of(span_text, semantic_type)
        noun = self.noun_of(span_text, semantic_type)
        whole = self.all_of(semantic_type)
        found = [
            whole if fits_everybody(text, semantic_type) else self._read(text, semantic_type)
            for text in texts
        ]
        known = list(accumulate((each or _NOTHING for each in found), _widest))
        sizes = _between(found, [each.count for each in known])
        return [
            None
            if size is None
            else replace(each, count=_in_parts(each.count, part), size=size / part, noun=noun)
            for each, size in zip(known, sizes, strict=True)
        ]

    def all_of(self, semantic_type: SemanticType) -> Fits:
        """Return what `***` fits: all that a span of a type may be.

        Places, organizations and what is said of people come from the index; besides, it is all
        people alive, codes of nine digits, the days of two centuries, and quantities of three
        digits in any scale and unit.
        """
        return self._read(MASK, semantic_type) or _NOTHING

    def part_of(self, span_text: str, semantic_type: SemanticType) -> float:
        """Return how many of the days that are counted an original itself may be; else 1."""
        return self._unit(span_text) if semantic_type is SemanticType.DATETIME else 1.0

    def noun_of(self, span_text: str, semantic_type: SemanticType) -> str:
        """Return what is counted for an original: "places", "years"."""
        noun = NOUNS[semantic_type]
        if semantic_type is not SemanticType.DATETIME:
            return noun
        part = self.part_of(span_text, semantic_type)
        return next((name for days, name in _PARTS if part <= days), noun)

    def _read_text(self, text: str, semantic_type: SemanticType) -> Fits | None:
        noun = NOUNS[semantic_type]
        if text == MASK:
            covered = self._covered(_TOPS.get(semantic_type, ""))
            size = _ALL.get(semantic_type, self._entries)
            return _counted(covered or Covered(round(size), 0, 0.0), noun)
        if semantic_type in (SemanticType.DATETIME, SemanticType.QUANTITY):
            values = _days(text) if semantic_type is SemanticType.DATETIME else _values(text)
            return Fits(floor(values), values, noun) if values else None
        for form in dict.fromkeys((text, singular(text))):
            if covered := self._covered(form):
                return _counted(covered, noun)
        return self._by_noun(text, noun)

    def _by_noun(self, text: str, noun: str) -> Fits | None:
        """Take a text for the kind that its noun names, or for what covers this kind."""
        for match in TAXONOMY.of_noun(core(text)):
            for kind in TAXONOMY.chain(match.kind):
                if covered := self._covered(kind):
                    is_kind = kind == match.kind and fold(singular(text)) == match.word
                    estimate = covered.count * self._share_of_place(text)
                    return _counted(covered, noun) if is_kind else Fits(0, estimate, noun)
        return None

    def _share_of_place(self, text: str) -> float:
        """Return the share of settlements that lie where a text says ("… in Norway"), else 1."""
        _, _, where = text.partition(" in ")
        there = [self._covered(f"{noun} in {where}") for noun in _SETTLEMENTS if where]
        everywhere = sum(each.count for noun in _SETTLEMENTS if (each := self._covered(noun)))
        found = sum(each.count for each in there if each)
        return found / everywhere if found else 1.0


_NOTHING = Fits(0, 0.0, "")
_ALL = {
    SemanticType.PERSON: _EVERYBODY,
    SemanticType.CODE: _CODES,
    SemanticType.DATETIME: ALL_DAYS,
    SemanticType.QUANTITY: _QUANTITIES,
}


def _counted(covered: Covered, noun: str) -> Fits:
    return Fits(covered.count, covered.count, noun, covered.inhabitants, covered.weight)


def _widest(first: Fits, second: Fits) -> Fits:
    """Return what a text fits at least that covers another one."""
    return Fits(
        max(first.count, second.count),
        max(first.size, second.size),
        second.noun,
        max(first.inhabitants, second.inhabitants),
        max(first.weight, second.weight),
    )


def _between(found: Sequence[Fits | None], known: Sequence[int]) -> list[float | None]:
    """Return the sizes along a list: counts as they are, estimates between the counts around."""
    ahead = accumulate(
        (each.count if each and each.count else float("inf") for each in reversed(found)), min
    )
    sizes: list[float | None] = []
    for each, count, limit in zip(found, known, reversed([*ahead]), strict=True):
        if each is None:
            sizes.append(None)
        elif each.count:
            sizes.append(float(max(each.size, count)))
        else:
            sizes.append(float(max(min(each.size, limit), count)))
    return sizes


def _in_parts(count: int, part: float) -> int:
    """Return how many parts fit into so many days, in whole ones."""
    return max(floor(count / part + _ROUNDING), min(count, 1))


def _unit_of(original: str) -> float:
    extent = extent_of(original)
    return extent.unit if extent else 1.0


def _days(text: str) -> float | None:
    extent = extent_of(text)
    return extent.days if extent else None


def _values(text: str) -> float:
    """Return how many values a quantity fits, by what it still says: number, scale, unit."""
    if _PERCENT.search(text):
        return 100.0
    if text == "age":
        return _OLDEST
    if _SCALE.search(text):
        return _NUMBERS
    if _CURRENCY.search(text):
        return _NUMBERS * _SCALES
    if "X" in text:
        return _NUMBERS
    return _NUMBERS * _SCALES * (_UNITS if fold(text) == "quantity" else 10)
