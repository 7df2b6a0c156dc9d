"""How far annotators agree on what they marked, each in a layer of their own (TAB, section 5).

An *item* is a span that at least one annotator of the document marked, or a character of its text.
Spans are one item if they have the same borders (exact) or the same start (partial). Who did not
mark an item said nothing about it, which counts in two ways, as the published figures do:

- Average observed agreement and Fleiss' κ take "not marked" as one more category.
- Krippendorff's α leaves it out, and with it items that only one annotator marked.
- For the confidential status of *spans* all three leave it out: the paper's 0.97 of observed
  agreement is above the 0.75 of entity types over the same spans, which only so can be.

All documents are put together, each with its own annotators. Observed agreement is averaged over
items: the share of the pairs of annotators that agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import pstdev

from annotation.adjudication import without_gold
from annotation.agreement.coefficients import fleiss_kappa, nominal_alpha, raw_agreement
from annotation.agreement.coreference import CoreferenceCounts
from annotation.agreement.disagreements import DisagreementCounts
from annotation.agreement.layer_report import (
    Attribute,
    EditRates,
    LayerMetrics,
    LayerReport,
    Unit,
)
from annotation.records import Document, Layer, Mention
from annotation.types import EditType

Marks = tuple[Mention | None, ...]
"""What each annotator of a document marked at one item."""
Votes = frozenset[tuple[str | None, int]]
"""The labels of an item, and how many gave each; None for "not marked"."""

_READ: Mapping[Attribute, Callable[[Mention], str | None]] = {
    Attribute.ENTITY_TYPE: lambda mention: mention.entity_type,
    Attribute.IDENTIFIER_TYPE: lambda mention: mention.identifier_type,
    Attribute.CONFIDENTIAL_STATUS: lambda mention: mention.confidential_status,
}
_BORDERS: Mapping[Unit, Callable[[Mention], Hashable]] = {
    Unit.EXACT: lambda mention: (mention.start, mention.end),
    Unit.PARTIAL: lambda mention: mention.start,
}


def measure_layers(documents: Iterable[Document]) -> LayerReport:
    """Measure the agreement of the layers of documents, one document in memory at a time.

    Documents with one layer count in the rates of corrections alone, gold layers nowhere. A mention
    without confidential status says nothing about it.
    """
    votes: dict[tuple[Attribute, Unit], Counter[Votes]] = {}
    compared, annotators = 0, set[str]()
    coreference = CoreferenceCounts()
    disagreements = DisagreementCounts()
    edits: dict[str, Counter[EditType]] = {}
    for document in map(without_gold, documents):
        for layer in document.layers:
            _count_edits(layer, edits.setdefault(layer.name, Counter()))
        if len(document.layers) > 1:
            compared += 1
            annotators.update(layer.name for layer in document.layers)
            _count_votes(document, votes)
            coreference.count(document)
            disagreements.count(document)
    return LayerReport(
        annotators=tuple(sorted(annotators)),
        documents=compared,
        metrics={
            attribute: {
                unit: _metrics(votes.get((attribute, unit), Counter()), attribute, unit)
                for unit in Unit
            }
            for attribute in Attribute
        },
        coreference=coreference.metrics(),
        disagreements=disagreements.result(),
        edits=_edit_rates(edits),
    )


def _count_votes(document: Document, votes: dict[tuple[Attribute, Unit], Counter[Votes]]) -> None:
    for unit in Unit:
        for marks, times in _items(document, unit):
            for attribute in Attribute:
                labels = Counter(_labels(marks, attribute))
                is_about_something = unit is Unit.CHARACTER or set(labels) != {None}
                if labels.total() > 1 and is_about_something:
                    pattern = frozenset(labels.items())
                    votes.setdefault((attribute, unit), Counter())[pattern] += times


def _labels(marks: Marks, attribute: Attribute) -> Iterator[str | None]:
    """Yield the labels that annotators gave an item; who marked it without status gave none."""
    for mention in marks:
        value = None if mention is None else _READ[attribute](mention)
        if mention is None or value is not None:
            yield value


def _items(document: Document, unit: Unit) -> Iterator[tuple[Marks, int]]:
    """Yield what the annotators marked at each item, and how many items in a row are the same."""
    if unit is Unit.CHARACTER:
        yield from _stretches(document)
        return
    borders = _BORDERS[unit]
    marked = [_first_by(layer.mentions, borders) for layer in document.layers]
    for border in dict.fromkeys(border for layer in marked for border in layer):
        yield tuple(layer.get(border) for layer in marked), 1


def _first_by(
    mentions: Sequence[Mention], borders: Callable[[Mention], Hashable]
) -> dict[Hashable, Mention]:
    """Index mentions; of several at one place the longest counts, then the first in the record."""
    found: dict[Hashable, Mention] = {}
    for mention in sorted(mentions, key=lambda mention: -mention.end):
        found.setdefault(borders(mention), mention)
    return found


def _stretches(document: Document) -> Iterator[tuple[Marks, int]]:
    """Yield the stretches of the text within which nobody's marks change, with their lengths."""
    covering = [_covering(layer.mentions, len(document.text)) for layer in document.layers]
    borders = {0, len(document.text)}
    borders.update(border for each in document.iter_mentions() for border in (each.start, each.end))
    for start, end in pairwise(sorted(borders)):
        yield tuple(layer[start] for layer in covering), end - start


def _covering(mentions: Sequence[Mention], length: int) -> list[Mention | None]:
    """Return the mention at each character; of several, the one that starts first, the longest."""
    found: list[Mention | None] = [None] * length
    order = sorted(mentions, key=lambda mention: (-mention.start, mention.end))
    for mention in order:
        found[mention.start : mention.end] = [mention] * (mention.end - mention.start)
    return found


def _metrics(votes: Counter[Votes], attribute: Attribute, unit: Unit) -> LayerMetrics:
    given = [(Counter(dict(pattern)), times) for pattern, times in votes.items()]
    if not any(value for counts, _ in given for value in counts):
        return LayerMetrics()
    marked = [
        (present, times)
        for counts, times in given
        if (present := counts - Counter({None: counts[None]})).total() > 1
    ]
    is_of_spans = attribute is Attribute.CONFIDENTIAL_STATUS and unit is not Unit.CHARACTER
    items, times = _unzipped(marked if is_of_spans else given)
    return LayerMetrics(
        items=sum(times),
        observed_agreement=raw_agreement(items, times),
        fleiss_kappa=fleiss_kappa(items, times),
        krippendorff_alpha=nominal_alpha(*_unzipped(marked)),
    )


def _unzipped(
    pairs: Sequence[tuple[Counter[str | None], int]],
) -> tuple[list[Counter[str | None]], list[int]]:
    return [counts for counts, _ in pairs], [times for _, times in pairs]


def _count_edits(layer: Layer, edits: Counter[EditType]) -> None:
    edits.update(mention.edit_type for mention in layer.mentions if mention.edit_type is not None)


def _edit_rates(by_annotator: Mapping[str, Counter[EditType]]) -> EditRates:
    each = [edits for edits in by_annotator.values() if edits]
    total = sum((edits.total() for edits in each), start=0)
    return EditRates(
        mentions=total,
        rates={kind: sum(edits[kind] for edits in each) / total for kind in EditType if total},
        deviations={
            kind: pstdev(edits[kind] / edits.total() for edits in each)
            for kind in EditType
            if total
        },
    )
