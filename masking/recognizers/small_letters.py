"""Names in small letters: who types without capitals types names so, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.borders import with_titles
from masking.name_types import type_of_name
from masking.spans import RecognizedSpan, spanning
from names.usual import is_given_name, is_surname

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

    from ontology.layers import Ontology

_NEVER = frozenset({"VERB", "AUX", "ADV", "ADP", "INTJ", "PRON", "DET"})
_WORD = re.compile(r"(?=.*[^\Wbcdfghjklmnpqrstvwxz])[^\W\d_]{3,}")
"""Three letters and a vowel at least: abbreviations of notes ("hx", "dtr") have fewer."""


class SmallLetters:
    """Finds names and nouns that are no common words where no capitals are written."""

    name = "name in small letters"

    def __init__(self, ontology: Ontology | None = None) -> None:
        self._ontology = ontology

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield names in lines and sentences that begin with a small letter."""
        place = 0
        while place < len(doc):
            if self._is_name(doc[place]) and _begins_small(doc[place]):
                span = with_titles(self._row(doc, place))
                is_place = type_of_name(span.text, self._ontology) is SemanticType.LOC and not any(
                    is_given_name(token.text) for token in span
                )
                type_ = SemanticType.LOC if is_place else SemanticType.PERSON
                yield spanning(span, type_, self.name)
                place = span.end
            else:
                place += 1

    def _is_name(self, token: Token) -> bool:
        """Whether a word is a name by its tag, or a noun rare beside words that are not.

        A given name is one though it be tagged as a verb, if it is no common word.
        """
        if token.pos_ == "PROPN":
            return self._is_rare(token)
        if is_given_name(token.text) and token.is_lower and _is_surname_behind(token):
            return not token.is_stop
        is_noun = self._is_rare(token) and (token.pos_ == "NOUN" or is_given_name(token.text))
        return is_noun and any(map(self._is_common, token.sent))

    def _is_rare(self, token: Token) -> bool:
        """Whether a word is in small letters and none that texts have in common."""
        is_word = token.is_lower and not token.is_stop and _WORD.fullmatch(token.text) is not None
        return is_word and not self._is_common(token)

    def _is_common(self, token: Token) -> bool:
        return self._ontology is not None and self._ontology.lexicon.is_common(token.text)

    def _row(self, doc: Doc, place: int) -> Span:
        """Return a name with what belongs to it on both sides: rare words, names and initials."""
        first, last = place, place + 1
        while first > 0 and doc[first - 1].whitespace_ == " " and self._goes_on(doc[first - 1]):
            first -= 1
        while last < len(doc) and doc[last - 1].whitespace_ == " " and self._goes_on(doc[last]):
            last += 1
        if last == first + 1 and is_given_name(doc[first].text) and _is_surname_behind(doc[first]):
            last += 1
        return doc[first:last]

    def _goes_on(self, token: Token) -> bool:
        is_initial = len(token) == 1 and token.is_alpha and not token.is_stop
        is_named = token.pos_ == "PROPN" and token.is_alpha and not token.is_stop
        is_rare = self._is_rare(token)
        may_be = token.is_lower and (token.pos_ not in _NEVER or is_given_name(token.text))
        return may_be and (is_initial or is_named or is_rare)


def _begins_small(token: Token) -> bool:
    """Whether the sentence of a word, or its line, begins with a small letter."""
    first = None
    for other in reversed(token.doc[token.sent.start : token.i + 1]):
        if other.is_alpha:
            first = other
        elif first is not None and first.is_lower and "\n" in other.text:
            return True
    return first is not None and bool(first.is_lower)


def _is_surname_behind(given: Token) -> bool:
    """Whether a word behind a given name is a usual surname, though it be a common word."""
    behind = given.doc[given.i + 1 : given.i + 2]
    is_near = given.whitespace_ == " " and len(behind) == 1
    return is_near and is_surname(behind.text) and behind.text.islower() and not behind[0].is_stop
