"""The semantic types of names, by the kinds of things that the ontology has under them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from annotation.types import SemanticType
from names.usual import is_given_name, is_surname
from ontology.entries import Kind, Sense
from ontology.naming import NamePart, match_kinds

if TYPE_CHECKING:
    from ontology.layers import Ontology

_KINDS = {
    SemanticType.LOC: "SETTLEMENT COUNTRY REGION",
    SemanticType.ORG: "BRAND SCHOOL TEAM ORGANIZATION",
    SemanticType.DEM: "PEOPLE LANGUAGE OCCUPATION DISEASE ROLE",
}
TYPE_OF = {Kind[name]: type_ for type_, names in _KINDS.items() for name in names.split()}
_WELL_KNOWN = 5.0
"""log10 of the inhabitants: smaller places have the names of people, and people theirs."""


def type_of_name(name: str, ontology: Ontology | None) -> SemanticType:
    """Return the type of the most usual sense of a name; MISC where nothing is known."""
    senses = ontology.lookup(name) if ontology else []
    return next((TYPE_OF[sense.kind] for sense in senses if _has_type(sense)), SemanticType.MISC)


def _has_type(sense: Sense) -> bool:
    return sense.kind in TYPE_OF and is_well_known(sense)


def is_well_known(sense: Sense) -> bool:
    """Return whether a sense is no small place."""
    return sense.kind is not Kind.SETTLEMENT or sense.weight >= _WELL_KNOWN


def is_full_name(name: str, ontology: Ontology) -> bool:
    """Return whether a usual given name goes before a surname, and the two name nothing else."""
    given, _, rest = name.partition(" ")
    family = rest.rpartition(" ")[2]
    if not (is_given_name(given) and family.istitle()):
        return False
    may_be_name = is_surname(family) or not ontology.lexicon.is_common(family)
    return may_be_name and not is_known_otherwise(name, family, ontology)


def is_known_otherwise(name: str, last: str, ontology: Ontology, *, by_kind: bool = True) -> bool:
    """Return whether a name, or its last word, is known for something that is nobody.

    "Santa Barbara" is a town, "Austin Texas" ends with a place, and "Albert Hall" says what it is,
    which counts `by_kind`.
    """
    if any(sense.kind is not Kind.LIVING for sense in ontology.lookup(name)):
        return True
    is_place = any(sense.kind is Kind.SUBDIVISION for sense in ontology.lookup(last)[:1])
    is_kind = by_kind and any(part is NamePart.HEAD for _, part in match_kinds(name))
    return is_place or is_kind or type_of_name(last, ontology) is not SemanticType.MISC
