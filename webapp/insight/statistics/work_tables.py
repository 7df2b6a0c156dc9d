"""Tables of progress and of the time that work takes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from annotation.statistics import (
    FEWEST_DAYS,
    IDLE_AFTER,
    PACE_OVER,
    Pace,
    Work,
    pace_of,
    quartiles,
    week_of,
)
from webapp.insight.statistics.computing import Task, Times
from webapp.insight.statistics.tables import TOTAL, Cell, Chart, Column, Group, Table, Unit
from webapp.platform.models import AssignmentState

WEEKS = PACE_OVER.days // 7
ANNOTATOR = Column("Annotator", Unit.TEXT)
OF_A_PERSON = ("progress", "active-time")
"""The tables that annotators may see of themselves."""


def progress_of(tasks: Mapping[int, Task], work: Mapping[str, Work], at: datetime) -> Table:
    """Return how far everybody is, how fast, and when they will be done."""
    begun = Counter(
        task.annotator for task in tasks.values() if task.state is AssignmentState.IN_PROGRESS
    )
    rows = [_progress(name, each, begun[name], pace_of(each, at)) for name, each in work.items()]
    if len(rows) > 1:
        rows.append(_progress(TOTAL, work_of_all(work), begun.total(), pace_of_all(work, at)))
    return Table(
        key="progress",
        group=Group.WORK,
        title="Progress",
        help=f"The pace is that of the last {WEEKS} weeks, {FEWEST_DAYS} days after the first "
        "submission at the earliest, and the forecast takes it to go on. What a file brought is "
        "submitted, but has no pace.",
        columns=(
            ANNOTATOR,
            Column("Submitted", Unit.PART),
            Column("In progress"),
            Column(f"Last {WEEKS} weeks"),
            Column("A week", Unit.NUMBER),
            Column("Done by", Unit.DATE),
        ),
        rows=tuple(rows),
        chart=Chart.BARS,
        drawn=("Submitted",),
    )


def _progress(name: str, work: Work, begun: int, pace: Pace) -> tuple[Cell, ...]:
    finish = pace.finish.isoformat() if pace.finish else None
    done = [work.done, work.documents]
    return (name, done, begun, pace.lately, pace.per_week, finish)


def work_of_all(work: Mapping[str, Work]) -> Work:
    """Return the work of all annotators together."""
    return Work(
        documents=sum(each.documents for each in work.values()),
        done=sum(each.done for each in work.values()),
        submitted_at=[at for each in work.values() for at in each.submitted_at],
    )


def pace_of_all(work: Mapping[str, Work], at: datetime) -> Pace:
    """Return the pace of all annotators together: they are done when the last of them is."""
    paces = [pace_of(each, at) for each in work.values()]
    finishes = [pace.finish for each, pace in zip(work.values(), paces, strict=True) if each.open]
    known = [day for day in finishes if day]
    rates = [pace.per_week for pace in paces if pace.per_week is not None]
    return Pace(
        lately=sum(pace.lately for pace in paces),
        per_week=sum(rates) if len(rates) == len(paces) else None,
        finish=max(known, default=None) if len(known) == len(finishes) else None,
    )


def submissions_by_week(tasks: Mapping[int, Task]) -> Iterator[Table]:
    """Yield how many documents were submitted in each week, and up to its end."""
    weeks = Counter(
        week_of(task.submitted_at.date())
        for task in tasks.values()
        if task.submitted_at and task.state.is_final
    )
    if not weeks:
        return
    rows: list[tuple[Cell, ...]] = []
    done = 0
    for week in sorted(weeks):
        done += weeks[week]
        rows.append((week.isoformat(), weeks[week], done))
    yield Table(
        key="weeks",
        group=Group.WORK,
        title="Submitted week by week",
        help="A document counts for each of its annotators; a week begins on Monday.",
        columns=(Column("Week", Unit.DATE), Column("Submitted"), Column("In all")),
        rows=tuple(rows),
        chart=Chart.LINES,
        drawn=("In all",),
    )


def active_time(tasks: Mapping[int, Task], times: Times) -> Iterator[Table]:
    """Yield how long documents and spans take, in the work that was submitted."""
    taken: defaultdict[str, list[tuple[timedelta, int]]] = defaultdict(list)
    hours: defaultdict[str, timedelta] = defaultdict(timedelta)
    for assignment_id, active in times.active.items():
        if task := tasks.get(assignment_id):
            hours[task.annotator] += active
            if task.state.is_final:
                taken[task.annotator].append((active, task.spans))
    if not hours:
        return
    everything = [each for name in sorted(taken) for each in taken[name]]
    rows = [_active(name, hours[name], taken[name]) for name in sorted(hours)]
    if len(rows) > 1:
        rows.append(_active(TOTAL, sum(hours.values(), timedelta()), everything))
    minutes = IDLE_AFTER // timedelta(minutes=1)
    yield Table(
        key="active-time",
        group=Group.WORK,
        title="Active time",
        help=f"From step to step; {minutes} minutes without any are a break and don't count, nor "
        "does the time before the first step after one. Minutes and seconds are medians.",
        columns=(
            ANNOTATOR,
            Column("Hours", Unit.NUMBER),
            Column("Documents"),
            Column("Minutes a document", Unit.NUMBER),
            Column("Lower quartile", Unit.NUMBER),
            Column("Upper quartile", Unit.NUMBER),
            Column("Seconds a span", Unit.NUMBER),
        ),
        rows=tuple(rows),
        chart=Chart.BARS,
        drawn=("Minutes a document",),
    )


def _active(name: str, hours: timedelta, taken: list[tuple[timedelta, int]]) -> tuple[Cell, ...]:
    minutes = quartiles([active / timedelta(minutes=1) for active, _ in taken])
    low, middle, high = minutes or (None, None, None)
    seconds = quartiles([active.total_seconds() / spans for active, spans in taken if spans])
    return (
        name,
        hours / timedelta(hours=1),
        len(taken),
        middle,
        low,
        high,
        seconds[1] if seconds else None,
    )
