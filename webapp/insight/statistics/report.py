"""The report of a project: its tables, and what they come to in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from annotation.formatting import counted
from annotation.statistics import FARTHEST, FEWEST_DAYS, LevelCounts, Work, pace_of
from webapp.insight.statistics.agreement_tables import agreement_on_spans, agreement_on_texts
from webapp.insight.statistics.choice_tables import choice_tables, disputes, kept_suggestions
from webapp.insight.statistics.computing import (
    Counts,
    OnDocument,
    count_records,
    read_tasks,
    read_times,
    work_of_each,
)
from webapp.insight.statistics.mark_tables import edit_tables, hidden_spans, kept_masks
from webapp.insight.statistics.tables import Table
from webapp.insight.statistics.work_tables import (
    WEEKS,
    active_time,
    pace_of_all,
    progress_of,
    submissions_by_week,
    work_of_all,
)
from webapp.masks.acceptance import acceptance_of
from webapp.platform.formatting import percent
from webapp.platform.models import Project
from webapp.versions.acceptance import acceptance_rates

FARTHEST_YEARS = FARTHEST.days // 365


@dataclass(frozen=True, slots=True)
class Report:
    """The statistics of a project; without tables where nobody has documents."""

    summary: tuple[str, ...]
    tables: tuple[Table, ...]

    def to_json(self) -> dict[str, Any]:
        """Return what `from_json` reads."""
        return {"summary": list(self.summary), "tables": [each.to_json() for each in self.tables]}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Report:
        """Undo `to_json`."""
        return cls(tuple(value["summary"]), tuple(map(Table.from_json, value["tables"])))


def compute_report(
    session: Session, project: Project, *, at: datetime, on_document: OnDocument
) -> Report:
    """Count what a project's annotators did, up to a time; nothing is drawn yet."""
    tasks = read_tasks(session, project)
    if not tasks:
        return Report((), ())
    counts = count_records(session, project, tasks, on_document)
    times = read_times(session, project)
    work = work_of_each(tasks, times)
    tables = (
        progress_of(tasks, work, at),
        *submissions_by_week(tasks),
        *active_time(tasks, times),
        *_choices(session, project, counts),
        *_marks(session, project, counts),
        *agreement_on_texts(counts.texts),
        *agreement_on_spans(counts.spans),
        *disputes(counts.choices),
    )
    return Report((*forecast_of(work, at), *_masked(counts.choices.total)), tables)


def _choices(session: Session, project: Project, counts: Counts) -> Iterator[Table]:
    if project.kind.chooses:
        yield from choice_tables(counts.choices)
        yield from kept_suggestions(acceptance_rates(session, project))


def _marks(session: Session, project: Project, counts: Counts) -> Iterator[Table]:
    yield from edit_tables(counts.edits)
    if project.kind.marks:
        yield from hidden_spans(counts.marks)
        seen, unseen = (acceptance_of(session, project, is_blind=each) for each in (False, True))
        yield from kept_masks(seen.overall, unseen.overall)


def forecast_of(work: Mapping[str, Work], at: datetime) -> Iterator[str]:
    """Say how far the work is, and when it will be done."""
    total = work_of_all(work)
    yield (
        f"{total.done:,} of {counted(total.documents, 'document')} are submitted, counted for each "
        "annotator."
    )
    pace = pace_of_all(work, at)
    if pace.finish:
        yield f"At the pace of the last {WEEKS} weeks all will be by {pace.finish:%-d %B %Y}."
    elif pace.per_week is None and total.open:
        yield (
            f"There is no forecast yet: a pace is told from {FEWEST_DAYS} days after somebody's "
            "first submission on."
        )
    elif all(pace_of(each, at).lately for each in work.values() if each.open) and total.open:
        yield f"At the pace of the last {WEEKS} weeks it takes over {FARTHEST_YEARS} years."
    elif total.open:
        yield (
            "There is no forecast: not everybody who has open documents submitted some in the last "
            f"{WEEKS} weeks."
        )


def _masked(counts: LevelCounts) -> Iterator[str]:
    if counts.choices:
        share = percent(counts.masked / counts.choices)
        yield f"{share} of {counted(counts.choices, 'choice')} are ***."
