"""Addresses: a house number beside the capitalised name of a street, and lines above a postcode."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.doc_text import text_of
from masking.recognizers.date_forms import MONTHS
from masking.spans import CERTAIN, LIKELY, RecognizedSpan
from ontology.rules.numbers import FEW_NUMBER_WORDS

if TYPE_CHECKING:
    from spacy.tokens import Doc

_NAME = r"[^\W\d_a-z](?:[\w'’-]|\.(?=\w)){0,40}"
_BEFORE_NAME = rf"(?:{_NAME}|[^\W\d_a-z]\w?\.)[ ]"
"""A word before another of the same name; "St." and "N." are short enough to end no sentence."""
_NUMBER = r"\d{1,5}(?:[-/]\d{1,4})?[A-Za-z]?"
_UNIT = r"(?:flat|apt\.?|apartment|unit|suite|lot|plot|leil\.?|lgh|whg\.?)"
_NUMBER_SAID = r"(?:(?i:number|no\.?)[ ])?"
_NUMBER_FIRST = re.compile(
    rf"""(?: (?i:{_UNIT}) [ ] {_NUMBER} ,?[ ] )? {_NUMBER_SAID}
         (?<![\w.,/:-]) {_NUMBER} [ ] (?!(?i:{MONTHS})\b) (?:{_BEFORE_NAME}){{0,4}} {_NAME}
         (?<!\d[ ][A-Z]) (?<!\d[ ][A-Z]{{2}})
         (?: ,?[ ] (?i:{_UNIT}|\#) [ ]? \w{{1,5}} )?
         (?= \.?,? [ \r]*$ | \.?,[ ] | [.?!]\s )""",
    re.VERBOSE | re.MULTILINE,
)
_STREETS = (
    "gata gate gt gatan gade vei veien veg vegen väg vägen vej allé alle plass plads plats"
    " torg straße strasse str gasse weg platz allee ring damm ufer straat laan plein gracht"
    " katu tie kuja utca út tér ulica ul aleja náměstí cesta caddesi sokak"
).split()
"""How words for streets end where the number stands behind the name."""
_NAME_FIRST = re.compile(
    rf"""(?<![\w-]) (?:{_BEFORE_NAME}){{0,3}} \b[\w'’.-]{{0,40}}(?i:{"|".join(_STREETS)})
         \.? [ ] {_NUMBER} (?: [ ][A-Z]\b )?
         (?: ,?[ ] (?i:{_UNIT}) [ ]? \w{{1,5}} )? (?!\w)""",
    re.VERBOSE,
)
_ENGLISH_STREETS = (
    "street st road rd avenue ave av lane ln drive dr close crescent cres terrace ter place pl row"
    " gardens gdns rise court ct way hill grove square sq mews parade boulevard blvd highway hwy"
    " parkway pkwy circle cir trail walk view"
).split()
"""How names of streets end in English, so that nothing need end behind them."""
_IN_SENTENCE = re.compile(
    rf"""(?: (?i:{_UNIT}) [ ] {_NUMBER} ,?[ ] )? {_NUMBER_SAID}
         (?: (?<![\w.,/:-]) {_NUMBER} | (?i:{FEW_NUMBER_WORDS}) )
         [ ] (?:{_BEFORE_NAME}){{1,3}} (?i:{"|".join(_ENGLISH_STREETS)})
         (?!\w)""",
    re.VERBOSE,
)
_HOUSES = "|".join((*_ENGLISH_STREETS, "park", "house", "cottages?", "buildings?", "villas?"))
_UNIT_ALONE = re.compile(
    rf"""(?<!\w) (?: (?i:{_UNIT}) [ ] (?:{_NUMBER}|[A-Z]) (?:-[A-Z\d]{{1,3}})?
           (?: ,[ ] (?:{_BEFORE_NAME}){{0,3}} {_NAME} )?
         | (?i:number|no\.?) [ ] {_NUMBER} ,[ ] (?:{_BEFORE_NAME}){{1,3}} (?i:{_HOUSES})
         | (?i: (?:r\.?r\.?[ ]\d{{1,3}},?[ ])? (?:p\.?[ ]?o\.?[ ])? box) [ ] \d{{1,6}} )
         (?= \.?,? [ \r]*$ | ,[ ] | [.?!)]\s )""",
    re.VERBOSE | re.MULTILINE,
)
"""A part of a house, a plot or a box, where an address or a sentence ends or goes on."""
_NO_NAMES = (
    r"(?:(?:mile|minute|min|hour|day|week|month|year|lane|way|car|metre|meter|feet|foot|people|new|old"
    r"|more|other|main|busy|long)s?|our|the|my|your|his|her|their)"
)
_SMALL = re.compile(
    rf"""(?: (?:{_UNIT}) [ ] {_NUMBER} ,?[ ] )?
         (?<![\w.,/:-]) (?!(?:19|20)\d\d\b) {_NUMBER} [ ] (?!{_NO_NAMES}\b)
         [a-z]{{3,20}} [ ] (?:[a-z]{{3,20}} [ ])?
         (?:street|st|road|rd|avenue|ave|ln|crescent|cres|terrace|gardens|blvd) (?!\w)""",
    re.VERBOSE,
)
"""Who types without capitals types streets so, too; what measures a road is no name of it."""
_POSTAL_LINE = re.compile(
    r"^.{0,60}(?<!\w)(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]{2} \d{5}(?:-\d{4})?)[ \r]*$",
    re.MULTILINE,
)
"""A line that ends with a postcode, British or American."""
_LINES_ABOVE = re.compile(r"(?:^[ \t]*[^\W_a-z][^\n:@;?!]{1,45}\n){1,5}\Z", re.MULTILINE)
_LINE = re.compile(r"[^\W_][^\n]*[^\s,.]")
_REACH = 300
"""Characters before a line with a postcode in which the lines of its address are."""
REASON = "street address, by its form"
LINE = "line of an address"


class Addresses:
    """Finds "12 Mill Road" before a comma or a line's end, "Storgata 12" anywhere."""

    name = "addresses"

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield street addresses with their house numbers, and lines that end in a postcode."""
        text = text_of(doc)
        for pattern in (_NAME_FIRST, _NUMBER_FIRST, _IN_SENTENCE, _UNIT_ALONE, _SMALL):
            for match in pattern.finditer(text):
                if _has_case(match[0]):
                    yield RecognizedSpan(*match.span(), SemanticType.LOC, CERTAIN, REASON)


class AddressLines:
    """Finds the lines above one that ends with a postcode: names of houses, too."""

    name = "lines of addresses"

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield each line as a place; other recognizers find persons and organizations in them."""
        for postal in _POSTAL_LINE.finditer(text_of(doc)):
            from_here = max(0, postal.start() - _REACH)
            for block in _LINES_ABOVE.finditer(text_of(doc)[from_here : postal.start()]):
                for line in _LINE.finditer(block[0]):
                    start, end = (from_here + block.start() + place for place in line.span())
                    yield RecognizedSpan(start, end, SemanticType.LOC, LIKELY, LINE)


def _has_case(address: str) -> bool:
    """Whether letters have capitals in its script: where none has any, none names a street."""
    return address.lower() != address.upper()
