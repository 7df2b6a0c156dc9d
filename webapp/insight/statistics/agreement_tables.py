"""Tables of how far annotators agree, week by week and pair by pair."""

from __future__ import annotations

from collections.abc import Iterator

from annotation.statistics import SpanAgreement, TextAgreement
from webapp.insight.statistics.tables import Chart, Column, Group, Table, Unit


def agreement_on_texts(counts: TextAgreement) -> Iterator[Table]:
    """Yield how far annotators chose the same, by week and by pair, where there are two."""
    if counts.by_pair:
        yield _texts_by_week(counts)
        yield _texts_by_pair(counts)


def _texts_by_week(counts: TextAgreement) -> Table:
    return Table(
        key="agreement-by-week",
        group=Group.AGREEMENT,
        title="Agreement on replacements, week by week",
        help="How often two annotators of a mention chose the same, by the week in which the last "
        "of them submitted.",
        columns=(
            Column("Week", Unit.DATE),
            Column("Documents"),
            Column("Mentions"),
            Column("Same level", Unit.SHARE),
            Column("Same text", Unit.SHARE),
        ),
        rows=tuple(
            (
                week.isoformat(),
                each.documents,
                each.mentions,
                each.same_level / each.mentions,
                each.same_text / each.mentions,
            )
            for week, each in sorted(counts.by_week.items())
            if each.mentions
        ),
        chart=Chart.LINES,
        drawn=("Same level", "Same text"),
    )


def _texts_by_pair(counts: TextAgreement) -> Table:
    return Table(
        key="agreement-by-pair",
        group=Group.AGREEMENT,
        title="Agreement on replacements, pair by pair",
        help="Of the mentions that both chose for. Cohen's κ is over levels, without what chance "
        "alone would bring.",
        columns=(
            Column("One", Unit.TEXT),
            Column("The other", Unit.TEXT),
            Column("Same level", Unit.PART),
            Column("Same text", Unit.PART),
            Column("Cohen's κ", Unit.NUMBER),
        ),
        rows=tuple(
            (
                *pair,
                [each.same_level, each.mentions],
                [each.same_text, each.mentions],
                each.kappa,
            )
            for pair, each in sorted(counts.by_pair.items())
        ),
        chart=Chart.PAIRS,
        drawn=("Same text",),
    )


def agreement_on_spans(counts: SpanAgreement) -> Iterator[Table]:
    """Yield how far annotators hide the same, by week and by pair, where there are two."""
    if not counts.by_pair:
        return
    help_text = (
        "Of the spans that the one and those that the other hides, counted together, how many have "
        "a twin with the same borders: the F1 of one against the other."
    )
    columns = (Column("Documents"), Column("Spans"), Column("Same borders", Unit.SHARE))
    yield Table(
        key="span-agreement-by-week",
        group=Group.AGREEMENT,
        title="Agreement on hidden spans, week by week",
        help=f"{help_text} A document counts for each pair.",
        columns=(Column("Week", Unit.DATE), *columns),
        rows=tuple(
            (week.isoformat(), each.documents, each.spans, each.f1)
            for week, each in sorted(counts.by_week.items())
        ),
        chart=Chart.LINES,
        drawn=("Same borders",),
    )
    yield Table(
        key="span-agreement-by-pair",
        group=Group.AGREEMENT,
        title="Agreement on hidden spans, pair by pair",
        help=help_text,
        columns=(Column("One", Unit.TEXT), Column("The other", Unit.TEXT), *columns),
        rows=tuple(
            (*pair, each.documents, each.spans, each.f1)
            for pair, each in sorted(counts.by_pair.items())
        ),
        chart=Chart.PAIRS,
        drawn=("Same borders",),
    )
