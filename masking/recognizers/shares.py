"""Shares of a whole: "62 %", "two thirds", "one in five", "half of"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.doc_text import text_of
from masking.spans import ASIDE, RecognizedSpan
from ontology.rules.numbers import FEW_NUMBER_WORDS, is_ordinal

if TYPE_CHECKING:
    from spacy.tokens import Doc

REASON = "share of a whole"
_NUMBER = rf"(?:\d{{1,9}}(?:[.,]\d{{1,9}})?|{FEW_NUMBER_WORDS})"
_SHARE = re.compile(
    rf"""(?<![\w.,]) (?:
        {_NUMBER} (?: [ ]?% | [ ]per[ ]?cent\b | [ ]percentage[ ]points?\b )
      | {_NUMBER} [ ](?:in|out[ ]of)[ ] (?:every[ ])? {_NUMBER} (?![\w.,]\w)
      | (?: {_NUMBER}[ -] )? (?: hal(?:f|ves) | quarters? | (?P<part>[a-z]{{5,12}}?)s? ) [ ]of\b
      | {_NUMBER}[ -] (?: quarters | (?P<parts>[a-z]{{5,12}})s ) \b
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_OF = re.compile(r"[ ]of$", re.IGNORECASE)
_SIGN = re.compile(r"(?:%|\bper[ ]?cent)$", re.IGNORECASE)


def is_share(words: str) -> bool:
    """Return whether an amount ends with the sign or the word for hundredths."""
    return _SIGN.search(words) is not None


class Shares:
    """Finds shares in figures and in words."""

    name = "shares"

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield each share with its sign or its noun, without "of"."""
        for match in _SHARE.finditer(text_of(doc)):
            parts = match["part"] or match["parts"]
            if parts is None or is_ordinal(parts.lower()):
                end = match.end() - len("".join(_OF.findall(match[0])))
                yield RecognizedSpan(match.start(), end, SemanticType.QUANTITY, ASIDE, REASON)
