"""What the ontology knows a name for, as a semantic type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from annotation.types import SemanticType
from ontology.entries import Kind

if TYPE_CHECKING:
    from ontology.layers import Ontology

_KINDS = {
    SemanticType.LOC: "SETTLEMENT SUBDIVISION COUNTRY REGION PLACE LANDFORM",
    SemanticType.ORG: "BRAND SCHOOL TEAM ORGANIZATION",
    SemanticType.DEM: "PEOPLE LANGUAGE OCCUPATION DISEASE ROLE",
}
TYPE_OF = {Kind[name]: type_ for type_, names in _KINDS.items() for name in names.split()}


def type_of_name(name: str, ontology: Ontology | None) -> SemanticType:
    """Return the type of the likeliest thing of a name; MISC where nothing is known."""
    senses = ontology.lookup(name) if ontology else []
    return next(
        (TYPE_OF[sense.kind] for sense in senses if sense.kind in TYPE_OF), SemanticType.MISC
    )
