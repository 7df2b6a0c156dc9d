"""Tables of what was chosen: levels as in the thesis, candidates, kept suggestions, disputes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from statistics import median
from typing import TypeVar

from annotation.statistics import ChoiceCounts, LevelCounts
from annotation.types import IdentifierType, LabelledEnum, SemanticType
from webapp.insight.statistics.tables import TOTAL, Cell, Chart, Column, Group, Table, Unit
from webapp.versions.acceptance import AcceptanceRates, Rates

HIGHEST_LEVEL = 13
"""The longest list of WikiReplace; choices of higher levels share the last column."""
BUCKETS = (("1", 1, 1), ("2", 2, 2), ("3–4", 3, 4), ("5–9", 5, 9), ("10+", 10, 10**9))
"""Numbers of candidates that are counted together: head, least, most."""
Kind = TypeVar("Kind", bound=LabelledEnum)
TERMS, SPANS = "disputed-terms", "disputed-spans"
"""The tables that show words of texts, and what others chose: not to everybody."""


def choice_tables(counts: ChoiceCounts) -> Iterator[Table]:
    """Yield the tables of a project in which replacements are chosen."""
    if not counts.by_type:
        return
    yield _levels(counts)
    yield _masked(counts)
    yield _each_level(
        "levels-by-semantic-type", "semantic type", _in_order(SemanticType, counts.by_type)
    )
    yield _each_level(
        "levels-by-identifier-type",
        "identifier type",
        _in_order(IdentifierType, counts.by_identifier),
    )
    yield _candidates(counts)


def _in_order(kinds: type[Kind], counts: Mapping[Kind, LevelCounts]) -> dict[str, LevelCounts]:
    return {kind.label: counts[kind] for kind in kinds if kind in counts}


def _rows_of(counts: ChoiceCounts) -> dict[str, LevelCounts]:
    return {**_in_order(SemanticType, counts.by_type), TOTAL: counts.total}


def _levels(counts: ChoiceCounts) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            label,
            each.choices,
            [each.levels[1], each.offered],
            [each.levels[2], each.offered],
            [each.above_2, each.offered],
            each.written,
            each.left,
        )
        for label, each in _rows_of(counts).items()
    ]
    parts = ("Level 1", "Level 2", "Level > 2")
    return Table(
        key="levels",
        group=Group.CHOICES,
        title="Levels of generalization",
        help="How general the chosen texts are: level 1 is the most specific of the list, and "
        "*** counts at its place. Shares are of the texts that were offered.",
        columns=(
            Column("Semantic type", Unit.TEXT),
            Column("Choices"),
            *(Column(part, Unit.PART) for part in parts),
            Column("Own words"),
            Column("Left as it is"),
        ),
        rows=tuple(rows),
        chart=Chart.STACKED,
        drawn=parts,
    )


def _masked(counts: ChoiceCounts) -> Table:
    rows = _rows_of(counts).items()
    return Table(
        key="masked",
        group=Group.CHOICES,
        title="Share of ***",
        help="How often nothing better than *** was chosen.",
        columns=(Column("Semantic type", Unit.TEXT), Column("***", Unit.PART)),
        rows=tuple((label, [each.masked, each.choices]) for label, each in rows),
        chart=Chart.BARS,
        drawn=("***",),
    )


def _each_level(key: str, by: str, rows: Mapping[str, LevelCounts]) -> Table:
    there = max((max(each.levels, default=1) for each in rows.values()), default=1)
    highest = min(there, HIGHEST_LEVEL)
    heads = [str(level) for level in range(1, highest)]
    heads.append(f"{highest}+" if there > highest else str(highest))
    return Table(
        key=key,
        group=Group.CHOICES,
        title=f"Levels by {by}",
        help="Choices of each level; shares are of the row.",
        columns=(
            Column(by.capitalize(), Unit.TEXT),
            *(Column(head, Unit.PART) for head in heads),
        ),
        rows=tuple(
            (
                label,
                *([each.levels[level], each.offered] for level in range(1, highest)),
                [sum(n for level, n in each.levels.items() if level >= highest), each.offered],
            )
            for label, each in rows.items()
        ),
        chart=Chart.GRID,
        drawn=tuple(heads),
    )


def _candidates(counts: ChoiceCounts) -> Table:
    by_type = {
        kind.label: counts.candidates[kind] for kind in SemanticType if kind in counts.by_type
    }
    total: Counter[int] = sum(by_type.values(), Counter())
    heads = tuple(head for head, _, _ in BUCKETS)
    return Table(
        key="candidates",
        group=Group.CHOICES,
        title="Candidates for a span",
        help="How many texts there are to choose from, *** among them.",
        columns=(
            Column("Semantic type", Unit.TEXT),
            Column("Spans"),
            Column("Median", Unit.NUMBER),
            *(Column(head, Unit.PART) for head in heads),
        ),
        rows=tuple(
            (label, spans.total(), median(spans.elements()), *_buckets(spans))
            for label, spans in {**by_type, TOTAL: total}.items()
        ),
        chart=Chart.STACKED,
        drawn=heads,
    )


def _buckets(spans: Counter[int]) -> Iterator[list[int]]:
    for _, least, most in BUCKETS:
        yield [sum(n for size, n in spans.items() if least <= size <= most), spans.total()]


def disputes(counts: ChoiceCounts) -> Iterator[Table]:
    """Yield the terms and the spans on which annotators differ most, where they do."""
    if counts.disputed:
        yield _disputed_terms(counts)
        yield _disputed_spans(counts)


def _disputed_terms(counts: ChoiceCounts) -> Table:
    return Table(
        key=TERMS,
        group=Group.DISPUTED,
        title="Terms",
        help="Those with most disagreement over all their mentions: the share of the pairs of "
        "annotators of a mention that chose different texts.",
        columns=(
            Column("Term", Unit.TEXT),
            Column("Semantic type", Unit.TEXT),
            Column("Mentions"),
            Column("Disagreement", Unit.SHARE),
        ),
        rows=tuple(
            (term, kind.label, each.mentions, each.disagreement / each.mentions)
            for term, kind, each in counts.disputed_terms()
        ),
    )


def _disputed_spans(counts: ChoiceCounts) -> Table:
    return Table(
        key=SPANS,
        group=Group.DISPUTED,
        title="Spans",
        help="Single mentions, and how many chose what.",
        columns=(
            Column("Document", Unit.DOCUMENT),
            Column("Span", Unit.TEXT),
            Column("Semantic type", Unit.TEXT),
            Column("Chosen", Unit.TEXT),
            Column("Disagreement", Unit.SHARE),
        ),
        rows=tuple(
            (
                span.doc_id,
                span.span_text,
                span.entity_type.label,
                ", ".join(f"{text} ({number})" for text, number in span.votes.items()),
                span.disagreement,
            )
            for span in counts.disputed
        ),
    )


def kept_suggestions(rates: AcceptanceRates) -> Iterator[Table]:
    """Yield how often suggested replacements were chosen, where there were such."""
    rows = [(kind.label, each) for kind, each in rates.by_type]
    if not rows:
        return
    yield Table(
        key="kept-suggestions",
        group=Group.CHOICES,
        title="Suggestions that were kept",
        help="How often annotators chose what the model suggested, where they saw it and where "
        "they did not.",
        columns=(
            Column("Semantic type", Unit.TEXT),
            Column("Kept, of those shown", Unit.PART),
            Column("The same, of those not shown", Unit.PART),
        ),
        rows=tuple((label, *_kept(each)) for label, each in [*rows, (TOTAL, rates.overall)]),
        chart=Chart.BARS,
        drawn=("Kept, of those shown",),
    )


def _kept(rates: Rates) -> Iterator[list[int]]:
    for counts in (rates.shown, rates.blind):
        yield [counts.accepted, counts.suggested]
