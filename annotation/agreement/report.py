"""The report on agreement: metrics, pairs, disputes, and notes where a metric is undefined."""

from collections.abc import Mapping
from dataclasses import dataclass

from annotation.records import Json
from annotation.types import SemanticType


@dataclass(frozen=True, slots=True)
class Metrics:
    """The metrics over one set of mentions; `notes` say in words why a metric is None."""

    items: int
    light_kappa: float | None = None
    fleiss_kappa: float | None = None
    nominal_alpha: float | None = None
    ordinal_alpha: float | None = None
    raw_agreement: float | None = None
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """Return the metrics as a JSON object."""
        return {
            "items": self.items,
            "light_kappa": self.light_kappa,
            "fleiss_kappa": self.fleiss_kappa,
            "krippendorff_alpha": {"nominal": self.nominal_alpha, "ordinal": self.ordinal_alpha},
            "raw_agreement": self.raw_agreement,
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class Pair:
    """Cohen's κ of two annotators over the mentions both rated."""

    a: str
    b: str
    kappa: float | None
    items: int

    def to_json(self) -> dict[str, Json]:
        """Return the pair as a JSON object."""
        return {"a": self.a, "b": self.b, "kappa": self.kappa, "items": self.items}


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement over one reading of the choices: their levels, or their texts."""

    annotators: tuple[str, ...]
    overall: Metrics
    pairs: tuple[Pair, ...]
    by_type: Mapping[SemanticType, Metrics]

    def kappa_matrix(self) -> list[list[float | None]]:
        """Return the pairs' κ as a symmetric square in the order of `annotators`.

        None where a pair has no κ, and on the diagonal.
        """
        kappas = {frozenset((pair.a, pair.b)): pair.kappa for pair in self.pairs}
        return [
            [kappas.get(frozenset((row, column))) for column in self.annotators]
            for row in self.annotators
        ]

    def to_json(self) -> dict[str, Json]:
        """Return the agreement as a JSON object."""
        return {
            **self.overall.to_json(),
            "pairs": [pair.to_json() for pair in self.pairs],
            "by_type": {kind.value: metrics.to_json() for kind, metrics in self.by_type.items()},
        }


@dataclass(frozen=True, slots=True)
class Dispute:
    """A mention on which annotators differ; `disagreement` is the share of their pairs that do."""

    doc_id: str
    mention_id: str
    entity_type: SemanticType
    votes: Mapping[str, tuple[str, ...]]
    """Chosen text → annotators, the most chosen first."""
    disagreement: float

    def to_json(self) -> dict[str, Json]:
        """Return the dispute as a JSON object."""
        return {
            "doc_id": self.doc_id,
            "mention_id": self.mention_id,
            "entity_type": self.entity_type.value,
            "votes": {text: list(names) for text, names in self.votes.items()},
            "disagreement": self.disagreement,
        }


@dataclass(frozen=True, slots=True)
class AgreementReport:
    """Agreement over levels and over texts, and the most disputed mentions."""

    annotators: tuple[str, ...]
    levels: Agreement
    texts: Agreement
    disputed: tuple[Dispute, ...]

    def to_json(self) -> dict[str, Json]:
        """Return a JSON object with the levels' metrics on top and the texts' under "text"."""
        return {
            "annotators": list(self.annotators),
            **self.levels.to_json(),
            "disputed": [dispute.to_json() for dispute in self.disputed],
            "text": self.texts.to_json(),
        }
