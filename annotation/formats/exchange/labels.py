"""What the labels of other tools mean here.

Other projects name their types as they like. One table of names says what is what; a label that it
does not have is MISC. How every label was taken that is not a semantic type itself is noted, so
that nobody has to guess it.
"""

from __future__ import annotations

import re
from collections import Counter

from annotation.errors import shown
from annotation.formats.marked_text import usual_identifier_type
from annotation.formats.source import Source
from annotation.types import IdentifierType, SemanticType

SEPARATOR = "/"
"""Between a semantic type and an identifier type, where one label says both."""

_MOST_LISTED = 20
_LONGEST_SHOWN = 30
_BETWEEN_WORDS = re.compile(r"[\W_]+")

_NAMES = {
    SemanticType.PERSON: """
        person per pers persname pername prs people human individual name firstname givenname
        lastname surname familyname fullname middlename nickname patient doctor staff
    """,
    SemanticType.CODE: """
        code id idnum idnumber identifier number phone phonenumber telephone mobile fax email
        emailaddress mail url website web link ip ipaddress mac username userid login account
        accountnumber bankaccount iban bic swift creditcard creditcardnumber ssn socialsecurity
        passport passportnumber driverlicense license licence licenseplate plate vehicle device
        bioid medicalrecord mrn healthplan casenumber registration taxid vat
    """,
    SemanticType.LOC: """
        loc location place gpe gpeloc gpeorg fac facility city town country state county region
        province district street streetaddress address zip zipcode postcode postalcode
        locationother geogname placename building landmark geo
    """,
    SemanticType.ORG: """
        org organization organisation orgname company corporation institution institute hospital
        school university employer agency party
    """,
    SemanticType.DEM: """
        dem demographic demographics norp nationality natrelpol religion ethnicity ethnic race
        language gender sex profession occupation job jobtitle title role education politics
        maritalstatus
    """,
    SemanticType.DATETIME: """
        datetime date time dateofbirth dob birthdate birthday year month day age duration period
        timex timestamp interval
    """,
    SemanticType.QUANTITY: """
        quantity quant amount money currency price salary percent percentage cardinal ordinal
        numeric numericvalue measure measurement weight height
    """,
    SemanticType.MISC: """
        misc miscellaneous other event evt workofart product prod law drv work
    """,
}
_TYPE_OF = {name: type_ for type_, names in _NAMES.items() for name in names.split()}
"""By their letters alone: case, blanks and signs differ from project to project."""


def type_of(label: str) -> SemanticType | None:
    """Return the type that a label names, None for one that is not known."""
    return _TYPE_OF.get(_BETWEEN_WORDS.sub("", label).casefold())


class Labels:
    """Takes the labels of a file as types, and remembers how, to say it in the end."""

    def __init__(self) -> None:
        self._taken: dict[str, SemanticType] = {}
        self._unknown: Counter[str] = Counter()

    def types_of(self, label: str) -> tuple[SemanticType, IdentifierType]:
        """Return what a label means; a type and an identifier type may stand in one."""
        name, separator, last = label.rpartition(SEPARATOR)
        if separator and last.upper() in list(IdentifierType):
            return self._type_of(name), IdentifierType(last.upper())
        entity_type = self._type_of(label)
        return entity_type, usual_identifier_type(entity_type)

    def _type_of(self, label: str) -> SemanticType:
        found = type_of(label)
        if found is None:
            self._unknown[label] += 1
        elif found != label:
            self._taken[label] = found
        return found or SemanticType.MISC

    def note(self, source: Source) -> None:
        """Say of the file how its labels were taken."""
        if self._taken:
            taken = [f"{_quoted(label)} as {type_}" for label, type_ in self._taken.items()]
            source.note(f"labels were taken as types: {_listed(taken)}")
        if self._unknown:
            unknown = [f"{_quoted(label)} ({count:,})" for label, count in self._unknown.items()]
            source.note(f"labels that are not known were taken as MISC: {_listed(unknown)}")


def _quoted(label: str) -> str:
    return shown(label, _LONGEST_SHOWN)[1:-1]


def _listed(items: list[str]) -> str:
    more = len(items) - _MOST_LISTED
    return ", ".join(items[:_MOST_LISTED]) + (f", and {more:,} more" if more > 0 else "")
