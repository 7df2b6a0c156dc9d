"""The report on the agreement of layers: metrics, disagreements, rates of corrections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from annotation.records import Json
from annotation.types import EditType, IdentifierType, SemanticType


class Attribute(StrEnum):
    """An attribute that annotators give a span."""

    ENTITY_TYPE = "entity_type"
    IDENTIFIER_TYPE = "identifier_type"
    CONFIDENTIAL_STATUS = "confidential_status"


class Unit(StrEnum):
    """A unit of comparison: spans with the same borders, with the same start, or characters."""

    EXACT = "exact"
    PARTIAL = "partial"
    CHARACTER = "character"


@dataclass(frozen=True, slots=True)
class LayerMetrics:
    """Agreement on one attribute over one kind of units; None where it is undefined."""

    items: int = 0
    observed_agreement: float | None = None
    fleiss_kappa: float | None = None
    krippendorff_alpha: float | None = None

    def to_json(self) -> dict[str, Json]:
        """Return the metrics as a JSON object."""
        return {
            "items": self.items,
            "observed_agreement": self.observed_agreement,
            "fleiss_kappa": self.fleiss_kappa,
            "krippendorff_alpha": self.krippendorff_alpha,
        }


@dataclass(frozen=True, slots=True)
class Coreference:
    """Agreement on which mentions are of one entity."""

    kappa: float | None
    """Cohen's κ, the mean over the pairs of annotators that have one."""
    mention_pairs: int
    """Pairs of mentions that two annotators judged, summed over the pairs of annotators."""
    annotator_pairs: int

    def to_json(self) -> dict[str, Json]:
        """Return the metrics as a JSON object."""
        return {
            "kappa": self.kappa,
            "mention_pairs": self.mention_pairs,
            "annotator_pairs": self.annotator_pairs,
        }


class Kind(StrEnum):
    """A kind of disagreement."""

    ENTITY_TYPES = "entity_types"
    """Two types for one span."""
    IDENTIFIER_TYPES = "identifier_types"
    """Two identifier types for one span, to which both gave one entity type."""
    HIDDEN_BY_SOME = "hidden_by_some"
    """A span that is hidden whole by some, of which others hide nothing."""
    LINKS = "links"
    """Two spans that are one entity for some and two for others."""


Cell = tuple[str, ...]
"""A kind of disagreement and the labels in question, ("entity_types", "LOC", "ORG")."""


@dataclass(frozen=True, slots=True)
class Place:
    """A span on which annotators differ, and the labels that each of them gave."""

    doc_id: str
    borders: tuple[int, int]
    labels: Mapping[str, tuple[str, ...]]
    """By annotator: entity type and identifier type, nothing without such a span; of a link: LINKED
    or APART."""
    earlier: tuple[int, int] | None = None
    """Of a link, the borders of the span before."""

    def to_json(self) -> dict[str, Json]:
        """Return the place as a JSON object."""
        value: dict[str, Json] = {
            "doc_id": self.doc_id,
            "borders": list(self.borders),
            "said": {name: list(words) for name, words in self.labels.items()},
        }
        return value | ({"earlier": list(self.earlier)} if self.earlier else {})


@dataclass(frozen=True, slots=True)
class Disagreements:
    """How often annotators differ, by the labels they gave, and the first places of each cell."""

    counts: Mapping[Cell, int]
    places: Mapping[Cell, tuple[Place, ...]]

    @property
    def entity_types(self) -> dict[tuple[SemanticType, SemanticType], int]:
        """The pairs of entity types that annotators gave to the same span, with their counts."""
        return {
            (SemanticType(cell[1]), SemanticType(cell[2])): count
            for cell, count in self.counts.items()
            if cell[0] == Kind.ENTITY_TYPES
        }

    @property
    def identifier_types(
        self,
    ) -> dict[SemanticType, dict[tuple[IdentifierType, IdentifierType], int]]:
        """The pairs of identifier types of spans with one entity type, by that type."""
        found: dict[SemanticType, dict[tuple[IdentifierType, IdentifierType], int]] = {}
        for cell, count in self.counts.items():
            if cell[0] == Kind.IDENTIFIER_TYPES:
                pair = (IdentifierType(cell[2]), IdentifierType(cell[3]))
                found.setdefault(SemanticType(cell[1]), {})[pair] = count
        return {kind: found[kind] for kind in SemanticType if kind in found}

    @property
    def hidden_by_some(self) -> dict[SemanticType, int]:
        """The number of spans that only some hide, by entity type as the first of these gave it."""
        return {
            kind: self.counts[cell]
            for kind in SemanticType
            if (cell := (Kind.HIDDEN_BY_SOME, kind)) in self.counts
        }

    @property
    def links(self) -> int:
        """The number of differing links to the last mention before that is worded differently."""
        return self.counts.get((Kind.LINKS,), 0)

    def to_json(self) -> dict[str, Json]:
        """Return the counts as a JSON object; pairs are written "LOC–ORG"."""
        return {
            "entity_types": {f"{a}–{b}": count for (a, b), count in self.entity_types.items()},
            "identifier_types": {
                kind.value: {f"{a}–{b}": count for (a, b), count in counts.items()}
                for kind, counts in self.identifier_types.items()
            },
            "hidden_by_some": {kind.value: count for kind, count in self.hidden_by_some.items()},
            "links": self.links,
            "places": {
                ".".join(cell): [place.to_json() for place in places]
                for cell, places in self.places.items()
            },
        }


@dataclass(frozen=True, slots=True)
class EditRates:
    """The rates at which annotators kept, changed or added mentions of the pre-annotation."""

    mentions: int
    """Those of which it is known."""
    rates: Mapping[EditType, float]
    """Shares of all these mentions."""
    deviations: Mapping[EditType, float]
    """Standard deviation of the shares of single annotators."""

    def to_json(self) -> dict[str, Json]:
        """Return the rates as a JSON object."""
        return {
            "mentions": self.mentions,
            **{
                kind.value: {"rate": rate, "deviation": self.deviations[kind]}
                for kind, rate in self.rates.items()
            },
        }


@dataclass(frozen=True, slots=True)
class LayerReport:
    """Agreement between annotators who marked the same texts, each in a layer of their own."""

    annotators: tuple[str, ...]
    """Those who share a document with another."""
    documents: int
    """Those with two layers or more."""
    metrics: Mapping[Attribute, Mapping[Unit, LayerMetrics]]
    coreference: Coreference
    disagreements: Disagreements
    edits: EditRates

    def to_json(self) -> dict[str, Json]:
        """Return the report as a JSON object."""
        return {
            "annotators": list(self.annotators),
            "documents": self.documents,
            **{
                attribute.value: {unit.value: each.to_json() for unit, each in by_unit.items()}
                for attribute, by_unit in self.metrics.items()
            },
            "coreference": self.coreference.to_json(),
            "disagreements": self.disagreements.to_json(),
            "edits": self.edits.to_json(),
        }
