"""Four digits as a year: only where what stands beside them gives a reason, and none against it.

Against it speaks what is counted ("1500 kroner", "1200 people") or numbered ("room 1912").
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.spans import RecognizedSpan
from ontology.rules.codes.patterns import ANY_CUE
from ontology.rules.dates.words import WORDS
from ontology.rules.quantities.masking import RANGE, mask
from ontology.rules.quantities.measures import MONEY, measure_before, measure_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_BARE = re.compile(r"(?:1\d|20)\d\d")
_SPOKEN_OF = range(1800, 2101)
"""Years that people write of most: others need a surer reason."""
_REACH = 40
"""Characters on either side that are looked at."""
_SURELY = re.compile(
    r"(?:\b(?:in|since|until|till|during|circa|ca?\.|years?|born|b\.|died|d\.|anno|ad|founded|dob"
    r"|early|mid|late|summer|winter|spring|autumn|fall|class\sof)[ -]|[*†©]\s?)$",
    re.IGNORECASE,
)
_PERHAPS = re.compile(
    r"(?:\b(?:from|to|by|of|before|after|around|about|between|as\sof|season)\s"
    r"|(?:1\d|20)\d\d(?:\s?[-–/,&]\s?|\s(?:to|and|or|until|till)\s))$",
    re.IGNORECASE,
)
_OPENS = re.compile(r"(?:^|[\n\r;|\t(\[{:]|\w,)\s?$")
"""What a cell, a bracket or the value of a field begins with, or what follows a place's name."""
_ENDS = re.compile(r"\s?(?:$|[\n\r;|\t)\]},.:])")
_ERA = re.compile(r"\s?(?:AD|BC|B\.C\.|CE|BCE)\b")
_UNIT = re.compile(r"X[- ]?((?![A-Z][a-z])[^\W\d_]+|[%°])(?:[ ][a-z]+)?")
_CURRENCY = re.compile(r"(?:[$€£¥₹]|\b(?:[A-Z]{3}|kr|rs)\.?)\s?$")
_LAST_NUMBER = re.compile(r"(?<![\w.,/:-])\d{1,3}(?:[./]\d{1,3})?$")
_NOUNS = frozenset({"NN", "NNS"})
_NAMES = frozenset({"NNP", "NNPS"})
_PLURALS = frozenset({"NNS", "NNPS"})
_DETERMINERS = frozenset({"DT", "PRP$", "POS"})
_BETWEEN = frozenset({"CD", "JJ", "JJR", "HYPH", "TO", "CC", "SYM", ":"})
"""Tags of what may stand between a number and the noun that it counts."""
_FURTHEST = 4
_OF_TIME = frozenset({"unit", "period", "month", "part", "weekday"})


def may_be_year(text: str) -> bool:
    """Return whether a text is four digits that may be a year."""
    return _BARE.fullmatch(text) is not None


def is_year(doc: Doc, text: str, start: int, end: int) -> bool:
    """Return whether four digits of a text are a year, by what stands beside them."""
    place = _Place.of(doc, text, start, end)
    if place.is_measured() or place.is_counted():
        return False
    if _SURELY.search(place.before) or _ERA.match(place.behind):
        return True
    return int(text[start:end]) in _SPOKEN_OF and not place.is_numbered() and place.is_told()


def without_doubtful_date(doc: Doc, text: str, span: RecognizedSpan) -> RecognizedSpan:
    """Return a date as an amount where nothing makes its digits a year, or they are measured."""
    words = text[span.start : span.end]
    if span.entity_type is not SemanticType.DATETIME:
        return span
    if may_be_year(words):
        is_date = is_year(doc, text, span.start, span.end)
    else:
        is_date = not _is_measurement(text[max(0, span.start - _REACH) : span.start] + words)
    return span if is_date else replace(span, entity_type=SemanticType.QUANTITY)


def _is_measurement(words: str) -> bool:
    """Whether words end in a bare number that a word before says to be measured: "HR 72"."""
    number = _LAST_NUMBER.search(words)
    return number is not None and measure_before(words[: number.start()]) not in {"", "age"}


@dataclass(frozen=True, slots=True)
class _Place:
    """Four digits with the text and the words on either side."""

    digits: str
    before: str
    behind: str
    word: Token | None
    word_before: Token | None
    words_behind: tuple[Token, ...]

    @classmethod
    def of(cls, doc: Doc, text: str, start: int, end: int) -> _Place:
        span = doc.char_span(start, end, alignment_mode="expand")
        first, last = (span.start, span.end) if span else (0, 0)
        return cls(
            text[start:end],
            text[max(0, start - _REACH) : start],
            text[end : end + _REACH],
            span[0] if span else None,
            doc[first - 1] if first else None,
            tuple(doc[last : last + _FURTHEST]),
        )

    def is_measured(self) -> bool:
        """Whether a unit stands behind them, or a currency on either side."""
        line = RANGE.sub("X", mask(self.digits + self.behind.partition("\n")[0]))
        unit = _UNIT.match(line)
        return bool(unit and measure_of(unit[0])) or (
            _CURRENCY.search(self.before) is not None
            and measure_of(f"{self.before[-4:].strip()} X") == MONEY
        )

    def is_counted(self) -> bool:
        """Whether the noun behind is a plural that nothing but the digits determines."""
        if self.word_before is not None and self.word_before.tag_ in _DETERMINERS:
            return False
        if _SURELY.search(self.before) and int(self.digits) in _SPOKEN_OF:
            return False
        nearest = (word for word in self.words_behind if word.tag_ not in _BETWEEN)
        return (noun := next(nearest, None)) is not None and noun.tag_ in _PLURALS

    def is_numbered(self) -> bool:
        """Whether a noun that no time has stands before, which the digits number."""
        if ANY_CUE.search(self.before):
            return True
        noun = self.word_before
        return (
            noun is not None
            and noun.tag_ in _NOUNS
            and WORDS.get(noun.lower_, ("", ""))[0] not in _OF_TIME
        )

    def is_told(self) -> bool:
        """Whether a preposition, brackets, a cell, a name or a noun beside them tells a year."""
        is_enclosed = _OPENS.search(self.before) and _ENDS.match(self.behind)
        if is_enclosed or self.behind[:1] == ")" or _PERHAPS.search(self.before):
            return True
        tag = self.word_before.tag_ if self.word_before else ""
        behind = self.words_behind[0].pos_ if self.words_behind else ""
        if tag in _DETERMINERS:
            return behind in {"NOUN", "PROPN", "ADJ"}
        if self.word is None or tag in _NAMES:
            return tag in _NAMES
        begins = bool(self.word.is_sent_start) and behind in {"VERB", "AUX", "PUNCT"}
        return begins or self.word.ent_type_ == "DATE"
