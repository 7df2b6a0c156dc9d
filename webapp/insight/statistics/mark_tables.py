"""Tables of what was marked: changes to the spans that were suggested, what annotators hide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from annotation.statistics import EditCounts, MarkCounts
from annotation.types import EditType, IdentifierType, SemanticType
from webapp.insight.statistics.tables import Cell, Chart, Column, Group, Table, Unit
from webapp.masks.acceptance import AcceptanceCounts

EDITS = tuple(Column(kind.label, Unit.PART) for kind in EditType)
IDENTIFIERS = tuple(Column(kind.label, Unit.PART) for kind in IdentifierType)


def edit_tables(counts: EditCounts) -> Iterator[Table]:
    """Yield the changes by annotator, by type, and by both."""
    if not counts.by_annotator_and_type:
        return
    help_text = (
        "Suggested spans that were right, those that were changed, and spans that were added."
    )
    yield Table(
        key="edits-by-annotator",
        group=Group.MARKS,
        title="Changes by annotator",
        help=f"{help_text} Annotators are those of the spans.",
        columns=(Column("Annotator", Unit.TEXT), *EDITS),
        rows=tuple((name, *_parts(each)) for name, each in counts.by_annotator.items()),
        chart=Chart.STACKED,
        drawn=tuple(column.head for column in EDITS),
    )
    yield Table(
        key="edits-by-type",
        group=Group.MARKS,
        title="Changes by semantic type",
        help=help_text,
        columns=(Column("Semantic type", Unit.TEXT), *EDITS),
        rows=tuple((kind.label, *_parts(each)) for kind, each in counts.by_type.items()),
        chart=Chart.STACKED,
        drawn=tuple(column.head for column in EDITS),
    )
    order = list(SemanticType)
    of_each = sorted(counts.by_annotator_and_type, key=lambda key: (key[0], order.index(key[1])))
    yield Table(
        key="edits-by-annotator-and-type",
        group=Group.MARKS,
        title="Changes by annotator and type",
        help="The same for each type of each annotator.",
        columns=(Column("Annotator", Unit.TEXT), Column("Semantic type", Unit.TEXT), *EDITS),
        rows=tuple(
            (name, kind.label, *_parts(counts.by_annotator_and_type[name, kind]))
            for name, kind in of_each
        ),
    )


def _parts(counts: Counter[EditType]) -> Iterator[list[int]]:
    for kind in EditType:
        yield [counts[kind], counts.total()]


def hidden_spans(counts: MarkCounts) -> Iterator[Table]:
    """Yield how much each annotator hides, where annotators mark."""
    if not counts.documents:
        return
    rows: list[tuple[Cell, ...]] = []
    for name in sorted(counts.documents):
        spans, documents = counts.spans[name], counts.documents[name]
        hidden = spans.total() - spans[IdentifierType.NO_MASK]
        parts = ([spans[kind], spans.total()] for kind in IdentifierType)
        rows.append((name, documents, hidden / documents, *parts))
    yield Table(
        key="hidden-spans",
        group=Group.MARKS,
        title="Spans by identifier type",
        help="What annotators marked in the documents that they submitted.",
        columns=(
            Column("Annotator", Unit.TEXT),
            Column("Documents"),
            Column("Hidden spans a document", Unit.NUMBER),
            *IDENTIFIERS,
        ),
        rows=tuple(rows),
        chart=Chart.STACKED,
        drawn=tuple(column.head for column in IDENTIFIERS),
    )


def kept_masks(seen: AcceptanceCounts, unseen: AcceptanceCounts) -> Iterator[Table]:
    """Yield what became of suggested spans, where there were such."""
    outcomes = [("Suggestions seen", seen), ("Marked without them", unseen)]
    rows: list[tuple[Cell, ...]] = [
        (label, *([n, each.suggested] for n in (each.accepted, each.corrected, each.rejected)))
        for label, each in outcomes
        if each.suggested
    ]
    if not rows:
        return
    parts = ("Kept", "Other borders or type", "Not hidden")
    yield Table(
        key="kept-masks",
        group=Group.MARKS,
        title="Suggested spans that were kept",
        help="What became of suggested spans, and what those hid who did not see them.",
        columns=(Column("Work", Unit.TEXT), *(Column(part, Unit.PART) for part in parts)),
        rows=tuple(rows),
        chart=Chart.STACKED,
        drawn=parts,
    )
