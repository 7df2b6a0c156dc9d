"""Reading the report on agreement from the JSON value that it is stored as."""

from __future__ import annotations

from typing import Any

from annotation.agreement import (
    Agreement,
    AgreementReport,
    Cell,
    Disagreements,
    Dispute,
    Kind,
    Metrics,
    Pair,
    Place,
)
from annotation.types import SemanticType

WITH_MODEL = "with_model"
"""The key, beside those of the report, of another one that takes the model in; None without one."""


MARKS = "marks"
"""The key, likewise, of the agreement on masks; None where nobody can be compared."""


def marks_from_json(value: dict[str, Any]) -> dict[str, Any] | None:
    """Return the metrics of agreement on masks, as `LayerReport.to_json` wrote them, if any.

    Reports that were computed before there were such have none.
    """
    marks: dict[str, Any] | None = value.get(MARKS)
    return marks if marks and marks["documents"] else None


def disagreements_from_json(marks: dict[str, Any]) -> Disagreements:
    """Undo `Disagreements.to_json` in the metrics of agreement on masks.

    Reports that were computed before places were stored have none, and count two kinds alone.
    """
    value = marks["disagreements"]
    counts: dict[Cell, int] = {
        (Kind.ENTITY_TYPES, *pair.split("–")): count
        for pair, count in value["entity_types"].items()
    }
    for kind, pairs in value["identifier_types"].items():
        for pair, count in pairs.items():
            counts[(Kind.IDENTIFIER_TYPES, kind, *pair.split("–"))] = count
    for kind, count in value.get("hidden_by_some", {}).items():
        counts[(Kind.HIDDEN_BY_SOME, kind)] = count
    if value.get("links"):
        counts[(Kind.LINKS,)] = value["links"]
    places = {
        tuple(cell.split(".")): tuple(map(_place, stored))
        for cell, stored in value.get("places", {}).items()
    }
    return Disagreements(counts, places)


def _place(value: dict[str, Any]) -> Place:
    return Place(
        doc_id=value["doc_id"],
        borders=tuple(value["borders"]),
        labels={name: tuple(words) for name, words in value["said"].items()},
        earlier=tuple(value["earlier"]) if "earlier" in value else None,
    )


def report_with_model_from_json(value: dict[str, Any]) -> AgreementReport | None:
    """Read the report that takes the model in, if there is one."""
    other = value.get(WITH_MODEL)
    return report_from_json(other) if other else None


def report_from_json(value: dict[str, Any]) -> AgreementReport:
    """Undo `AgreementReport.to_json`."""
    annotators = tuple(value["annotators"])
    return AgreementReport(
        annotators=annotators,
        levels=_agreement(annotators, value),
        texts=_agreement(annotators, value["text"]),
        disputed=tuple(_dispute(dispute) for dispute in value["disputed"]),
    )


def _agreement(annotators: tuple[str, ...], value: dict[str, Any]) -> Agreement:
    by_type = value["by_type"]
    return Agreement(
        annotators=annotators,
        overall=_figures(value),
        pairs=tuple(Pair(**pair) for pair in value["pairs"]),
        by_type={kind: _figures(by_type[kind]) for kind in SemanticType if kind in by_type},
    )


def _figures(value: dict[str, Any]) -> Metrics:
    return Metrics(
        items=value["items"],
        light_kappa=value["light_kappa"],
        fleiss_kappa=value["fleiss_kappa"],
        nominal_alpha=value["krippendorff_alpha"]["nominal"],
        ordinal_alpha=value["krippendorff_alpha"]["ordinal"],
        raw_agreement=value["raw_agreement"],
        notes=tuple(value["notes"]),
    )


def _dispute(value: dict[str, Any]) -> Dispute:
    return Dispute(
        doc_id=value["doc_id"],
        mention_id=value["mention_id"],
        entity_type=SemanticType[value["entity_type"]],
        votes={text: tuple(names) for text, names in value["votes"].items()},
        disagreement=value["disagreement"],
    )
