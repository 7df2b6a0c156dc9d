"""Phrases of a text that may stand for what was hidden: names, dates, numbers, what people are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from annotation.records import MASK
from annotation.types import SemanticType
from names.folding import fold
from names.words import stems_of, words_of
from ontology.entries import Kind
from ontology.layers import Ontology
from ontology.phrases import core, head, singular
from ontology.rules.dates.calendar import YearRange, year_range_of
from ontology.rules.dates.tokens import tokenize
from ontology.taxonomy import FLOORS

_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
)
_DATE = re.compile(
    rf"\b(?:(?:\d{{1,2}} )?{_MONTH} \d{{4}}|{_MONTH} \d{{1,2}}, \d{{4}}|1\d{{3}}|20\d\d)\b"
)
_YEAR_DIGITS = 4
_NAME = re.compile(
    r"[^\W\d_a-z][\w'’.-]*(?:\s(?:(?:of|the|de|la|von|van|der|den|del|al|and|for)\s){0,2}"
    r"[^\W\d_a-z][\w'’-]*){0,6}"
)
_NUMBER = re.compile(r"\b\d[\d,.]*\d\b|\b\d\b")
_QUANTITY = re.compile(rf"(?:[€$£]\s?)?(?:{_NUMBER.pattern})(?:\s?%|\s[a-z]+)?")
_LOWER = re.compile(r"\b[a-z]+(?:[ -][a-z]+)?\b")
_PLACES = frozenset({Kind.SETTLEMENT, Kind.SUBDIVISION, Kind.COUNTRY, Kind.REGION, Kind.LANDFORM})
_DESCRIBING = frozenset({Kind.OCCUPATION, Kind.ROLE, Kind.PEOPLE, Kind.LANGUAGE, Kind.DISEASE})
_LINKED = frozenset({SemanticType.LOC, SemanticType.ORG, SemanticType.DEM, SemanticType.MISC})
_LONGEST_NAME = 4
"""Names of people have so many words at most."""
_AROUND = 60
"""Characters on either side of a phrase that say what it is about."""
_CERTAIN, _LIKELY, _POSSIBLE, _UNLIKELY = 1.0, 0.5, 0.1, 0.02
"""How well a phrase fits of which the index says so, whose noun says so, of which nobody knows, and
of which the index says otherwise: no index knows everything."""
_REMEMBERED = 1 << 16


@dataclass(frozen=True, slots=True)
class Phrase:
    """A piece of a text of one semantic type, with the stems of the words around it."""

    text: str
    type: SemanticType
    around: frozenset[str]
    start: int


class Phrases:
    """Finds phrases in texts and says which replacements they fit, by an ontology."""

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self._senses = lru_cache(_REMEMBERED)(self._look_up)
        self._is_common = lru_cache(_REMEMBERED)(ontology.lexicon.is_common)
        self._fits = lru_cache(_REMEMBERED)(self._fits_text)

    def find(self, text: str) -> Iterator[Phrase]:
        """Yield the phrases of a text, each as often as it comes and once for each of its types."""
        for found in _DATE.finditer(text):
            yield _phrase(text, found.span(), SemanticType.DATETIME)
            year = (found.end() - _YEAR_DIGITS, found.end())
            if year != found.span():
                yield _phrase(text, year, SemanticType.DATETIME)
        for found in _QUANTITY.finditer(text):
            yield _phrase(text, found.span(), SemanticType.QUANTITY)
        for found in _NAME.finditer(text):
            start = found.start() + self._length_of_common(found[0])
            for semantic_type in self._types_of_name(text[start : found.end()]):
                yield _phrase(text, (start, found.end()), semantic_type)
        for found in _LOWER.finditer(text):
            yield from self._descriptions(text, found)

    def fit_of(self, phrase: Phrase, replacement: str) -> float:
        """Return how well a phrase may be the original of a replacement of its type, 0…1."""
        if replacement == MASK or replacement == FLOORS.get(phrase.type):
            return 1.0
        return self._fits(phrase.text, phrase.type, replacement)

    def _fits_text(self, phrase: str, semantic_type: SemanticType, replacement: str) -> float:
        if semantic_type is SemanticType.PERSON:
            return 1.0
        if semantic_type is SemanticType.DATETIME:
            return _CERTAIN if _lies_in(phrase, replacement) else 0.0
        if semantic_type is SemanticType.QUANTITY:
            is_alike = fold(_NUMBER.sub("X", phrase)) == fold(replacement)
            return _CERTAIN if is_alike else _UNLIKELY
        above, noun = self._senses(phrase)[1], fold(singular(head(core(replacement))))
        if fold(replacement) in above:
            return _CERTAIN
        if above and self._ontology.count_below(replacement):
            return _UNLIKELY
        is_alike = noun in above or noun == fold(singular(head(phrase)))
        return _LIKELY if is_alike else _POSSIBLE

    def _look_up(self, phrase: str) -> tuple[frozenset[Kind], frozenset[str]]:
        """Return the kinds of a phrase and all that stands above it, folded."""
        senses = self._ontology.lookup(phrase)
        if not senses and phrase.endswith("s"):
            senses = self._ontology.lookup(singular(phrase))
        if phrase.islower():
            senses = [sense for sense in senses if not sense.has_capital]
        above = frozenset(fold(text) for sense in senses for text in sense.generalizations)
        return frozenset(sense.kind for sense in senses), above

    def _length_of_common(self, name: str) -> int:
        """Return how long the common words are that a name begins with, as a sentence does."""
        length = 0
        for word in name.split(" "):
            if not self._is_common(word):
                break
            length += len(word) + 1
        return min(length, len(name))

    def _types_of_name(self, name: str) -> Iterator[SemanticType]:
        if not name:
            return
        kinds = self._senses(name)[0]
        if kinds & _PLACES:
            yield SemanticType.LOC
        if kinds & _DESCRIBING:
            yield SemanticType.DEM
        if not kinds & (_PLACES | _DESCRIBING):
            yield SemanticType.ORG
            yield SemanticType.MISC
            if name.count(" ") < _LONGEST_NAME:
                yield SemanticType.PERSON

    def _descriptions(self, text: str, found: re.Match[str]) -> Iterator[Phrase]:
        """Yield the words, one or two of them, that say what somebody is."""
        starts = [each.start() for each in re.finditer(r"\b[a-z]", found[0])]
        ends = [each.end() for each in re.finditer(r"[a-z]\b", found[0])]
        for first, start in enumerate(starts):
            for end in ends[first:]:
                if self._senses(found[0][start:end])[0] & _DESCRIBING:
                    span = (found.start() + start, found.start() + end)
                    yield _phrase(text, span, SemanticType.DEM)


def stems_around(text: str, start: int, end: int) -> frozenset[str]:
    """Return the stems of the words on both sides of a stretch of text."""
    before, after = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
    return frozenset(stems_of(words_of(before)) + stems_of(words_of(after)))


def _phrase(text: str, span: tuple[int, int], semantic_type: SemanticType) -> Phrase:
    start, end = span
    return Phrase(text[start:end], semantic_type, stems_around(text, start, end), start)


@lru_cache(_REMEMBERED)
def _years(text: str) -> YearRange | None:
    return year_range_of(tokenize(text))


def _lies_in(phrase: str, replacement: str) -> bool:
    inner, outer = _years(phrase), _years(replacement)
    if inner is None:
        return False
    return outer is None or (outer.first <= inner.first and inner.last <= outer.last)
