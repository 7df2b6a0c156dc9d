"""Noun phrases that say what a person is or has: "retired bus driver", "kidney transplant"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.spans import RecognizedSpan, spanning
from ontology.taxonomy import TAXONOMY

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_PARTS = frozenset({"NOUN", "PROPN", "ADJ"})
_ROOTS = ("person", "medical condition", "procedure", "qualification", "vehicle", "belief")
"""Kinds of what people are, have, undergo and drive."""


class Descriptions:
    """Finds rows of nouns and adjectives whose last word names a kind of person or condition."""

    name = "descriptions"

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield each phrase with a word in small letters; without one it is a name."""
        first = 0
        while first < len(doc):
            last = first
            while last < len(doc) and _goes_on(doc[last]):
                last += 1
            phrase = doc[first:last]
            if any(token.is_lower for token in phrase) and (root := _root(phrase.text)):
                yield spanning(phrase, SemanticType.DEM, f"words for a {root}")
            first = max(last, first + 1)


def _goes_on(token: Token) -> bool:
    """Whether a word is part of a noun phrase, or joins two words of one."""
    if token.text == "-" and 0 < token.i < len(token.doc) - 1:
        return _goes_on(token.nbor(-1)) and token.nbor().pos_ in _PARTS
    return token.pos_ in _PARTS and token.is_alpha


def _root(phrase: str) -> str:
    """Return what the last word names a kind of, of what describes people; "" of anything else."""
    kinds = [match.kind for match in TAXONOMY.of_noun(phrase, "words")]
    return next((root for kind in kinds for root in _ROOTS if root in TAXONOMY.roots(kind)), "")
