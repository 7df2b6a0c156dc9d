"""What is said about the agreement of layers: figures, disagreements, rates of corrections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from annotation.records import Json
from annotation.types import EditType, IdentifierType, SemanticType


class Attribute(StrEnum):
    """What annotators say about a span."""

    ENTITY_TYPE = "entity_type"
    IDENTIFIER_TYPE = "identifier_type"
    CONFIDENTIAL_STATUS = "confidential_status"


class Unit(StrEnum):
    """What is compared: spans with the same borders, with the same start, or single characters."""

    EXACT = "exact"
    PARTIAL = "partial"
    CHARACTER = "character"


@dataclass(frozen=True, slots=True)
class LayerFigures:
    """Agreement on one attribute over one kind of units; None where it is undefined."""

    items: int = 0
    observed_agreement: float | None = None
    fleiss_kappa: float | None = None
    krippendorff_alpha: float | None = None

    def to_json(self) -> dict[str, Json]:
        """Return the figures as a JSON object."""
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
        """Return the figures as a JSON object."""
        return {
            "kappa": self.kappa,
            "mention_pairs": self.mention_pairs,
            "annotator_pairs": self.annotator_pairs,
        }


@dataclass(frozen=True, slots=True)
class Disagreements:
    """How many spans annotators marked alike and judged differently, by what they said."""

    entity_types: Mapping[tuple[SemanticType, SemanticType], int]
    identifier_types: Mapping[SemanticType, Mapping[tuple[IdentifierType, IdentifierType], int]]
    """Of spans to which both gave one entity type."""

    def to_json(self) -> dict[str, Json]:
        """Return the counts as a JSON object; pairs are written "LOC–ORG"."""
        return {
            "entity_types": {f"{a}–{b}": count for (a, b), count in self.entity_types.items()},
            "identifier_types": {
                kind.value: {f"{a}–{b}": count for (a, b), count in counts.items()}
                for kind, counts in self.identifier_types.items()
            },
        }


@dataclass(frozen=True, slots=True)
class EditRates:
    """What annotators did to the pre-annotation."""

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
    figures: Mapping[Attribute, Mapping[Unit, LayerFigures]]
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
                for attribute, by_unit in self.figures.items()
            },
            "coreference": self.coreference.to_json(),
            "disagreements": self.disagreements.to_json(),
            "edits": self.edits.to_json(),
        }
