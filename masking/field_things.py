"""Values of fields that are things and firms, and no people: "Vehicle: Nissan Juke".

The key says so ("Supplier: Bayer"), or the value: software with its version, as in
"Client: Firefox/128", or a firm that nobody is called after ("Customer: Volkswagen"). What was
taken for a person there is masked as before, as what it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.agreeing import is_cued
from masking.identifying import is_asked_for
from masking.reasons import AGAIN, FIELD, FIELD_THING
from masking.recognizers.fields import keyed_values
from masking.spans import CERTAIN, RecognizedSpan
from names.titles import TITLES
from names.usual import is_given_name, is_surname, is_usual_name
from ontology.entries import Kind
from ontology.taxonomy import TAXONOMY

if TYPE_CHECKING:
    from ontology.layers import Ontology

_THINGS = frozenset("product vehicle".split())
"""Roots of the kinds of things that a key may name."""
_OTHER_THINGS = frozenset("browser device handset make os useragent".split())
"""Keys for things that are words for other things, too."""
_USER_AGENT = ["user", "agent"]
_FIRM = "business"
_FIRMS = frozenset("distributor employer firm manufacturer retailer supplier vendor".split())
"""Keys for firms that are words for people, too."""
_LONGEST = 80
"""Characters of a value."""
_VALUE = re.compile(rf"(?:(?!  |[ ][\w-]{{1,30}}[=:])[^\n;|,\t<({{\"“)}}&]){{1,{_LONGEST}}}")
_VERSION = re.compile(r"[\w.+-]+(?:[ ][A-Z][\w.+-]*){0,2}(?:/v?\d+[.\d]|[ ]v\d|[ ]\d+\.\d)")
"""A product with its version (RFC 9110, section 10.1.5); a number alone may be an age."""
_WORD = re.compile(r"[^\W\d_]+")
_POSSESSIVE = re.compile(r"['’]s?\b")
_FIRM_KINDS = frozenset({Kind.BRAND, Kind.ORGANIZATION})


@dataclass(frozen=True, slots=True)
class _Value:
    """The value of a field that is no person, by its key or by its own words."""

    start: int
    end: int
    type_: SemanticType


class FieldThings:
    """The things and firms in the fields of one text; without an ontology no firm is known."""

    def __init__(self, text: str, ontology: Ontology | None) -> None:
        self._text = text
        self._ontology = ontology
        values = (
            _Value(*match.span(), type_)
            for key, start in keyed_values(text)
            if (match := _VALUE.match(text, start))
            and (type_ := _type_of_key(key) or self._type_of_value(match[0]))
        )
        self._values = sorted(values, key=lambda value: value.start)

    def proven(self, spans: Iterable[RecognizedSpan]) -> Iterator[RecognizedSpan]:
        """Yield spans, and those of people that are things or firms as such, for certain."""
        for span in spans:
            found = self._typed(span)
            is_thing = found is not span
            yield replace(found, score=CERTAIN, reason=FIELD_THING) if is_thing else span

    def judged(self, spans: Iterable[RecognizedSpan]) -> Iterator[RecognizedSpan]:
        """Yield spans, and those judged to be people that are things or firms with that type."""
        return map(self._typed, spans)

    def _typed(self, span: RecognizedSpan) -> RecognizedSpan:
        """Return a span with the type of the thing or the firm that it is."""
        is_told = is_cued(span) and span.reason.removeprefix(AGAIN) != FIELD
        if span.entity_type is not SemanticType.PERSON or is_told or is_asked_for(span):
            return span
        value = self._value_around(span)
        is_thing = value is not None and not self._is_person(span)
        return replace(span, entity_type=value.type_) if value and is_thing else span

    def _value_around(self, span: RecognizedSpan) -> _Value | None:
        """Return the value that holds a span, the shortest of several."""
        place = bisect_right(self._values, span.start, key=lambda value: value.start)
        while place and self._values[place - 1].start > span.start - _LONGEST:
            place -= 1
            if span.end <= self._values[place].end:
                return self._values[place]
        return None

    def _is_person(self, span: RecognizedSpan) -> bool:
        """Whether a span is somebody's name, though its field is for a thing or a firm."""
        words = _WORD.findall(self._text[span.start : span.end])
        if not words or _POSSESSIVE.match(self._text, span.end) or words[0].casefold() in TITLES:
            return bool(words)
        if self._is_firm(" ".join(words)) or not is_given_name(words[0]):
            return False
        last = words[-1]
        return len(words) == 1 or is_surname(last) or not self._is_common(last)

    def _type_of_value(self, value: str) -> SemanticType | None:
        """Return the type of a value that is known to be no person, whatever its key."""
        words = _WORD.findall(value)
        if not words or not value[0].isupper() or any(map(is_usual_name, words)):
            return None
        if _VERSION.match(value):
            return SemanticType.MISC
        return SemanticType.ORG if self._is_firm(value.rstrip(" .'’")) else None

    def _is_firm(self, name: str) -> bool:
        """Whether the ontology knows a business under a name."""
        senses = self._ontology.lookup(name) if self._ontology else []
        return any(
            sense.kind in _FIRM_KINDS and sense.has_capital and _FIRM in sense.generalizations
            for sense in senses
        )

    def _is_common(self, word: str) -> bool:
        return self._ontology is not None and self._ontology.lexicon.is_common(word)


def _type_of_key(key: list[str]) -> SemanticType | None:
    """Return the type of the values of a field, by the words of its key; None for any other."""
    kinds = [match.kind for match in TAXONOMY.of_noun(" ".join(key), "words")]
    if key[-1] in _FIRMS or any(_FIRM in TAXONOMY.chain(kind) for kind in kinds):
        return SemanticType.ORG
    is_thing = any(_THINGS.intersection(TAXONOMY.roots(kind)) for kind in kinds)
    is_thing = is_thing or key[-1] in _OTHER_THINGS or key[-2:] == _USER_AGENT
    return SemanticType.MISC if is_thing else None
