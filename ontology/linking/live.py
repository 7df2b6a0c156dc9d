"""The last step: a live Wikidata, where a setting names one. It never hears of persons."""

from __future__ import annotations

from annotation.types import SemanticType
from ontology.entries import Kind
from ontology.layers import Ontology
from ontology.linking.reading import Reading
from ontology.spans import Span

_PLACES = frozenset(
    {Kind.SETTLEMENT, Kind.SUBDIVISION, Kind.COUNTRY, Kind.REGION, Kind.PLACE, Kind.LANDFORM}
)
_ORGANIZATIONS = frozenset({Kind.ORGANIZATION, Kind.BRAND, Kind.SCHOOL, Kind.TEAM})
_TRAITS = frozenset(
    {
        Kind.PEOPLE,
        Kind.LANGUAGE,
        Kind.OCCUPATION,
        Kind.ROLE,
        Kind.DISEASE,
        Kind.COGNITION,
        Kind.ATTRIBUTE,
    }
)

KINDS = {
    SemanticType.LOC: _PLACES,
    SemanticType.ORG: _ORGANIZATIONS,
    SemanticType.DEM: _TRAITS,
    SemanticType.MISC: frozenset(Kind) - _PLACES - _ORGANIZATIONS - {Kind.CONCEPT},
}
"""What a span of each type may be; other types are never asked for."""


def read_live(span: Span, ontology: Ontology) -> Reading | None:
    """Take the first sense of a kind that the type allows."""
    if ontology.live is None or span.type not in KINDS:
        return None
    fitting = (sense for sense in ontology.live.lookup(span.text) if sense.kind in KINDS[span.type])
    sense = next(fitting, None)
    return Reading.of(sense) if sense else None
