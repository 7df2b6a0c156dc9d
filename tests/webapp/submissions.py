"""Submitted work, for tests of what reads it."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import select

from annotation.types import SemanticType
from tests.factories import Factory, Span
from webapp.core.jobs.runner import run_here, run_job
from webapp.core.jobs.tasks import CONCURRENCY_GROUPS
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Document,
    Job,
    JobKind,
    JobState,
    Mention,
    Project,
    User,
    utc_now,
)

TOWN: list[Span] = [("Oslo", SemanticType.LOC, "e1", ["city in Norway", "city", "***"])]


def submitted(
    make: Factory,
    document: Document,
    annotator: User,
    *texts: str,
    state: AssignmentState = AssignmentState.SUBMITTED,
) -> Assignment:
    """Let somebody have chosen these texts for the mentions of a document."""
    assignment = make.assignment(document, annotator)
    mentions = db.session.scalars(
        select(Mention).where(Mention.document_id == document.id).order_by(Mention.position)
    )
    for mention, text in zip(mentions.all(), texts, strict=True):
        make.choice(assignment, mention, text)
    assignment.state, assignment.submitted_at = state, utc_now()
    db.session.commit()
    return assignment


def town(make: Factory, project: Project) -> Document:
    """Add a document with one mention."""
    return make.document(project, text="Oslo", spans=TOWN)


def towns(
    make: Factory,
    project: Project,
    *rows: tuple[str, ...],
    state: AssignmentState = AssignmentState.SUBMITTED,
) -> list[list[Assignment]]:
    """Give every row of texts a document of one mention, and every column an annotator."""
    annotators = [make.user(name) for name in ("Ada", "Ben", "Cleo")[: len(rows[0])]]
    documents = [town(make, project) for _ in rows]
    return [
        [
            submitted(make, document, person, text, state=state)
            for person, text in zip(annotators, row, strict=True)
        ]
        for document, row in zip(documents, rows, strict=True)
    ]


def take_in(project: Project, path: Path) -> None:
    """Import a file with the work it brings."""
    job = Job(
        project_id=project.id,
        kind=JobKind.IMPORT,
        arguments={"path": str(path), "file": path.name, "format": None},
        created_at=utc_now(),
    )
    run_here(db.session(), job)
    assert job.state is JobState.DONE, job.message


def work_off_the_queue(*kinds: JobKind) -> None:
    """Run the jobs that wait, as the worker does: those of some kinds, or all but those of models.

    These take seconds, and most of what asks for them is about something else.
    """
    chosen = kinds or set(JobKind).difference(CONCURRENCY_GROUPS)
    waiting = select(Job.id).where(Job.state == JobState.QUEUED, Job.kind.in_(chosen))
    for job_id in db.session.scalars(waiting.order_by(Job.id)).all():
        run_job(job_id)
    db.session.expire_all()


def compute_agreement(make: Factory, project: Project) -> None:
    """Have the worker compute a project's figures."""
    make.job(project, kind=JobKind.AGREEMENT)
    work_off_the_queue()


def compute_statistics(make: Factory, project: Project) -> None:
    """Have the worker count what there is in a project, and draw it."""
    make.job(project, kind=JobKind.STATISTICS)
    work_off_the_queue(JobKind.STATISTICS)


def compute_reports(make: Factory, project: Project) -> None:
    """Have the worker compute all that pages of a project show."""
    compute_agreement(make, project)
    compute_statistics(make, project)
