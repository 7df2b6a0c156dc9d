"""Addresses: a house number beside the capitalised name of a street."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.recognizers.dates import MONTHS
from masking.spans import CERTAIN, RecognizedSpan

if TYPE_CHECKING:
    from spacy.tokens import Doc

_NAME = r"[^\W\d_a-z](?:[\w'’-]|\.(?=\w)){0,40}"
_BEFORE_NAME = rf"(?:{_NAME}|[^\W\d_a-z]\w?\.)[ ]"
"""A word before another of the same name; "St." and "N." are short enough to end no sentence."""
_NUMBER = r"\d{1,5}(?:[-/]\d{1,4})?[A-Za-z]?"
_UNIT = r"(?:flat|apt\.?|apartment|unit|suite|leil\.?|lgh|whg\.?)"
_NUMBER_FIRST = re.compile(
    rf"""(?: (?i:{_UNIT}) [ ] {_NUMBER} ,?[ ] )?
         (?<![\w.,/:-]) {_NUMBER} [ ] (?!(?i:{MONTHS})\b) (?:{_BEFORE_NAME}){{0,4}} {_NAME}
         (?: ,?[ ] (?i:{_UNIT}|\#) [ ]? \w{{1,5}} )?
         (?= \.?,? [ \r]*$ | \.?,[ ] | [.?!]\s )""",
    re.VERBOSE | re.MULTILINE,
)
_STREETS = (
    "gata gate gt gatan gade vei veien veg vegen väg vägen vej allé alle plass plads plats torg"
    " straße strasse str weg platz allee ring damm ufer straat laan plein gracht katu tie kuja"
    " utca út tér ulica ul aleja náměstí cesta caddesi sokak"
).split()
"""How words for streets end where the number stands behind the name."""
_NAME_FIRST = re.compile(
    rf"""(?<![\w-]) (?:{_BEFORE_NAME}){{0,3}} \b[\w'’.-]{{0,40}}(?i:{"|".join(_STREETS)})
         \.? [ ] {_NUMBER} (?: [ ][A-Z]\b )?
         (?: ,?[ ] (?i:{_UNIT}) [ ]? \w{{1,5}} )? (?!\w)""",
    re.VERBOSE,
)
REASON = "street address, by its form"


class Addresses:
    """Finds "12 Mill Road" before a comma or a line's end, "Storgata 12" anywhere."""

    name = "addresses"

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield street addresses with their house numbers."""
        for pattern in (_NAME_FIRST, _NUMBER_FIRST):
            for match in pattern.finditer(doc.text):
                yield RecognizedSpan(*match.span(), SemanticType.LOC, CERTAIN, REASON)
