"""The agreement of layers as tables of a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from annotation.agreement import (
    Disagreements,
    EditRates,
    LayerMetrics,
    LayerReport,
)
from annotation.formatting import counted
from annotation.types import EditType, IdentifierType, SemanticType
from webapp.cli.output import table
from webapp.insight.agreement.formatting import ATTRIBUTES, UNITS

UNDEFINED = "undefined"


def layer_lines(report: LayerReport) -> Iterator[str]:
    """Yield the report line by line, its tables as blocks."""
    if not report.documents:
        yield "Marked spans: no document has layers of two annotators, so there is no agreement"
    if report.documents:
        shared = counted(report.documents, "document")
        yield f"Marked spans: {counted(len(report.annotators), 'annotator')}, {shared} in common"
        yield table(
            ("Agreement on", "of", "Items", "Observed", "Fleiss' κ", "Krippendorff's α"),
            [
                _row(ATTRIBUTES[attribute], UNITS[unit], metrics)
                for attribute, by_unit in report.metrics.items()
                for unit, metrics in by_unit.items()
            ],
        )
        links = report.coreference
        yield (
            f"Links between mentions: Cohen's κ {_coefficient(links.kappa)}, mean of "
            f"{counted(links.annotator_pairs, 'pair')} of annotators, over "
            f"{counted(links.mention_pairs, 'pair')} of mentions worded differently"
        )
        yield from _disagreements(report.disagreements)
    yield from _edits(report.edits)


def _row(attribute: str, unit: str, metrics: LayerMetrics) -> tuple[str | int, ...]:
    values = (metrics.observed_agreement, metrics.fleiss_kappa, metrics.krippendorff_alpha)
    return (attribute, unit, metrics.items, *map(_coefficient, values))


def _coefficient(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.4f}"


def _disagreements(found: Disagreements) -> Iterator[str]:
    if found.entity_types:
        yield "\nSpans with two entity types"
        kinds = [kind for kind in SemanticType if any(kind in pair for pair in found.entity_types)]
        yield table(
            ("", *kinds),
            [
                (a.value, *(_mirrored(found, a, b) if a is not b else "–" for b in kinds))
                for a in kinds
            ],
        )
    if found.identifier_types:
        yield "\nSpans with two identifier types, by entity type"
        pairs = list(combinations(IdentifierType, 2))
        yield table(
            ("", *(f"{a}–{b}" for a, b in pairs)),
            [
                (kind.value, *(counts.get(pair, 0) for pair in pairs))
                for kind, counts in found.identifier_types.items()
            ],
        )
    if found.hidden_by_some:
        yield "\nSpans that some hide and others leave"
        yield table(
            ("", "Spans"),
            [(kind.value, count) for kind, count in found.hidden_by_some.items()],
        )
    if found.links:
        yield f"\nLinked by some only: {counted(found.links, 'pair')} of spans worded differently"


def _mirrored(found: Disagreements, a: SemanticType, b: SemanticType) -> str:
    return str(found.entity_types.get((a, b), found.entity_types.get((b, a), 0)))


def _edits(edits: EditRates) -> Iterator[str]:
    if edits.mentions:
        rates = ", ".join(
            f"{kind.label.lower()} {edits.rates[kind]:.1%} (± {edits.deviations[kind]:.1%})"
            for kind in EditType
        )
        yield f"\nPre-annotation of {counted(edits.mentions, 'mention')}: {rates}"
