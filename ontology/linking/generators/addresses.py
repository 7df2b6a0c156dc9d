"""What a span is by its form alone: addresses, rooms, postal codes, web pages."""

from __future__ import annotations

import re

from ontology.naming import match_kinds
from ontology.taxonomy import TAXONOMY

_NUMBER_FIRST = re.compile(
    r"^(?:no\.?\s*|number\s+|nr\.?\s*|#)?\d+\s?[A-Za-z]?(?:[-–/]\d+\w?)?,?\s+(.+)$", re.I
)
_NUMBER_LAST = re.compile(r"^(.+?),?\s+(?:no\.?\s*|nr\.?\s*|#)?\d+\s?[A-Za-z]?$", re.I)
_ORDINAL_STREET = re.compile(
    r"^(?:\w+\s)?\d+(?:st|nd|rd|th)\s+(?:street|st\.?|avenue|ave\.?)", re.I
)
_HOUSE_NUMBER = re.compile(r"^(?:house\s+)?(?:number|no\.?|nr\.?|№|#)\s*\d+\s?[A-Za-z]?$", re.I)
_HIGHWAY = re.compile(
    r"^(?:the\s+)?(?:[ABEMN]\s?\d{1,4}(?:\(M\))?|I-\d+|US[- ]\d+|"
    r"(?:(?:u\.?s\.?|state|county|federal|national|provincial|interstate)\s+)?"
    r"(?:route|highway|road|interstate|freeway|autobahn|motorway)\s+[A-Z]?\d+\w*)$",
    re.I,
)
_ROOM = re.compile(
    r"^(?:room|cell|floor|suite|apartment|apt\.?|flat|courtroom|office|classroom|block|wing|"
    r"platform|gate|pavilion)\s+(?:no\.?\s*|number\s+)?[A-Z]?[-\d]+\s?[A-Za-z]?$",
    re.I,
)
_WARD = re.compile(
    r"^(?:ward|bed|bay|unit|theatre|operating room)\s+(?:no\.?\s*)?[A-Z]?[-\d]+\w?$", re.I
)
_POST_BOX = re.compile(r"^(?:p\.?\s?o\.?\s+)?(?:box|postboks|postfach|apartado)\s+\d+", re.I)
_POSTAL_CODE = re.compile(
    r"^(?:[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d|(?:[A-Z]{1,2}-)?\d{4,5}(?:-\d{4})?)$"
)
_COORDINATES = re.compile(r"\d\s*°")
_STREETS = frozenset(
    {"street", "avenue", "lane", "boulevard", "highway", "square", "road", "alley", "path"}
)

_WEB_PAGE = re.compile(r"(?:https?://|www\.)\S+|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov)\b\S*$")
_MAIL_ADDRESS = re.compile(r"^\S+@\S+\.\w+$")

_CHAINS = {
    _WEB_PAGE: ("web page", "website"),
    _MAIL_ADDRESS: ("e-mail address", "contact detail"),
    _COORDINATES: ("geographic coordinates",),
    _HIGHWAY: ("highway", "road"),
    _HOUSE_NUMBER: ("house number", "address"),
    _ROOM: ("part of a building",),
    _WARD: ("part of a hospital",),
    _POST_BOX: ("postal address", "address"),
    _POSTAL_CODE: ("postal code", "address"),
}

_STREET_ADDRESS = ("street address", "address")


def chain_of_address(text: str) -> tuple[str, ...]:
    """Return what an address, a numbered road or a room is; nothing where the text is no such."""
    for pattern, generalizations in _CHAINS.items():
        if pattern.search(text):
            return generalizations
    if _ORDINAL_STREET.match(text):
        return TAXONOMY.chain("street", "place")
    for pattern in (_NUMBER_FIRST, _NUMBER_LAST):
        found = pattern.match(text)
        if found and any(match.kind in _STREETS for match, _ in match_kinds(found.group(1))):
            return (*_STREET_ADDRESS, "place")
    return ()
