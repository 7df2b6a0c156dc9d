"""Words with a capital by their place: headings, cells, answers, the first word of a sentence.

"Status: Stable", "| Low |", "Lives with her sister", "The Treasurer": the capital is due to the
layout, so that it makes no name of a common word. People may be called by any noun ("Gift"): where
a name may stand, in a field for people or beside a part of a name, nouns are left to the judge.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.name_types import is_well_known
from masking.reasons import AGAIN, CAPITALIZED, ENTITY
from names.usual import is_usual_name
from ontology.entries import Kind

if TYPE_CHECKING:
    from masking.spans import RecognizedSpan
    from ontology.layers import Ontology

_NAMING = frozenset({SemanticType.PERSON, SemanticType.ORG, SemanticType.LOC, SemanticType.MISC})
"""Types of names; what is said of people is said in common words."""
_REACH = 80
"""Characters on either side that are looked at."""
_BEGINS = re.compile(
    r"(?:^|[\n\t|;=>\"'“‘]|[ ]{2}|(?<=\w),(?=[^\s,])|:[ ]?|^[ ]*(?:[-*•–]|\d{1,3}[.)])[ ])[ ]*\Z",
    re.MULTILINE,
)
"""The beginning of a line, a cell or a value, bullets aside."""
_ENDS = re.compile(r"[ ]*(?:\Z|[\n\t|;<\"'”’]|[ ]{2}|,(?=[^\s,])|:(?=\s|\Z)|[.!](?=\s|\Z))")
"""The end of a line, a cell, a value or a sentence of one phrase."""
_LABEL = re.compile(r"([^\W\d_]+)[\"']?[ ]?[:=][ ]?[\"'\[]{0,2}\Z")
_FOR_NAMES = frozenset("to from cc bcc first last given family middle maiden".split())
"""Words of labels for names, beside roles and "name"."""
_CELL = re.compile(
    r"(?:^|(?<=[\t|;,\"'=&\[])|(?<=  ))[ ]?([^\W\d_][^\W\d_]+)(?=[ ]?(?:$|[\t|;,\"'&\]]|  ))",
    re.MULTILINE,
)
"""A cell or a value of one word."""
_THE = re.compile(r"the\s+", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_ROLES = frozenset({Kind.ROLE, Kind.OCCUPATION})
_USUAL = 2
"""Senses of a word that are looked at."""


class Headings:
    """The common words of one text that have capitals by their place alone."""

    def __init__(self, text: str, ontology: Ontology) -> None:
        self._text = text
        self._ontology = ontology

    def holds(self, span: RecognizedSpan) -> bool:
        """Return whether a span is made of common words, and its place gives them capitals."""
        reason = span.reason.removeprefix(AGAIN)
        is_by_capital = reason == CAPITALIZED or reason.startswith(ENTITY)
        if span.entity_type not in _NAMING or not is_by_capital:
            return False
        phrase = self._text[span.start : span.end]
        words = _WORD.findall(_THE.sub("", phrase))
        is_title = all(word[0].isupper() for word in words) and not any(map(str.isdigit, phrase))
        if not words or not is_title or not self._are_common(phrase, words, span):
            return False
        if span.entity_type is SemanticType.PERSON and _THE.match(phrase):
            return True
        return self._is_placed(span, words)

    def _is_placed(self, span: RecognizedSpan, words: list[str]) -> bool:
        """Whether common words have their capitals by the place of a span."""
        before = self._text[max(0, span.start - _REACH) : span.start]
        after = self._text[span.end : span.end + _REACH]
        if _BEGINS.search(before) is None:
            return False
        if not any(map(self._is_noun, words)):
            return True
        if len(words) > 1 and span.entity_type is not SemanticType.PERSON:
            return False  # "Coast Building Society" is made of nouns, as a heading is
        return _ENDS.match(after) is not None and not self._may_be_named(before, after)

    def _are_common(self, phrase: str, words: list[str], span: RecognizedSpan) -> bool:
        is_place = span.entity_type is SemanticType.LOC
        is_known = any(self._is_known(each, is_place=is_place) for each in (phrase, *words))
        is_common = self._ontology.lexicon.is_common
        return not is_known and all(is_common(word) and not is_usual_name(word) for word in words)

    def _is_known(self, phrase: str, *, is_place: bool) -> bool:
        """Whether a phrase with its capitals is first of all a name of something.

        Small places count only for what was taken for a place.
        """
        senses = (each for each in self._ontology.lookup(phrase) if is_place or is_well_known(each))
        usual = next(senses, None)
        return usual is not None and usual.has_capital

    def _is_noun(self, word: str) -> bool:
        return any(not sense.has_capital for sense in self._ontology.lookup(word))

    def _may_be_named(self, before: str, after: str) -> bool:
        """Whether a field is for people, or a part of a name is in another cell of the line."""
        label = _LABEL.search(before)
        if label and self._is_for_people(label[1]):
            return True
        beside = (before.rpartition("\n")[2], after.partition("\n")[0])
        return any(self._is_part_of_name(word) for text in beside for word in _CELL.findall(text))

    def _is_part_of_name(self, word: str) -> bool:
        is_common = self._ontology.lexicon.is_common(word)
        return word[0].isupper() and (is_usual_name(word) or not is_common)

    def _is_for_people(self, label: str) -> bool:
        """Whether a label says what somebody is, or asks for a name."""
        senses = [each for each in self._ontology.lookup(label) if not each.has_capital]
        is_role = any(sense.kind in _ROLES for sense in senses[:_USUAL])
        return is_role or label.casefold() in _FOR_NAMES or label.casefold().endswith("name")
