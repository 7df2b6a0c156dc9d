"""Projects that a model can be trained in, small enough for a test."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from sqlalchemy import select

from annotation.types import SemanticType
from learning import promotion
from selection.examples import ExampleDocument
from tests.factories import Factory, Span
from tests.webapp.submissions import submitted
from webapp.core.jobs.runner import run_job
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentSuggestions,
    Document,
    Job,
    JobKind,
    JobState,
    ModelVersion,
    Project,
    User,
    utc_now,
)
from webapp.versions import processes
from webapp.versions.operations import request_suggestions, request_training

FIRST, SECOND, MASK = "city in Norway", "city", "***"
TOWNS = ("Oslo", "Bergen", "Molde", "Narvik", "Tromsø", "Larvik", "Hamar", "Skien", "Halden")
FAKE_TRAINER = Path(__file__).with_name("fake_trainer.py")


def fake(monkeypatch: pytest.MonkeyPatch, mode: str = "finish") -> None:
    """Let a fake trainer run in the place of the real one, in one of its modes."""
    monkeypatch.setattr(processes, "PYTHON", (sys.executable, str(FAKE_TRAINER), mode))


def life(make: Factory, project: Project, number: int) -> Document:
    """Add a document with two mentions, unlike every other number's."""
    town, year = TOWNS[number % len(TOWNS)], str(1900 + number)
    spans: list[Span] = [
        (town, SemanticType.LOC, "e1", [FIRST, SECOND, MASK]),
        (year, SemanticType.DATETIME, "e2", ["20th century", MASK]),
    ]
    return make.document(project, text=f"She came to {town} in {year} and stayed.", spans=spans)


def lives(
    make: Factory,
    project: Project,
    annotator: User,
    count: int = 6,
    *,
    chosen: Callable[[Document], str] = lambda _document: SECOND,
) -> list[Document]:
    """Add documents that an annotator has submitted; `chosen` says what became of the town."""
    documents = [life(make, project, number) for number in range(count)]
    for document in documents:
        submitted(make, document, annotator, chosen(document), "20th century")
    return documents


def is_held_out(document: Document, documents: Sequence[Document]) -> bool:
    """Whether the first version tries itself on a document."""
    examples = [ExampleDocument(str(each.id), each.text, ()) for each in documents]
    known = {promotion.fingerprint(each) for each in examples}
    chosen = {each for each in known if int(each, 16) % promotion.ONE_IN == 0} or {min(known)}
    return promotion.fingerprint(ExampleDocument("", document.text, ())) in chosen


def asked_for_training(project: Project, **others: object) -> Job:
    """Queue a training."""
    job = request_training(db.session(), project, person=None, at=utc_now(), **others)
    db.session.commit()
    return job


def train(project: Project, **others: object) -> Job:
    """Queue a training and run it, as the worker does."""
    job = asked_for_training(project, **{"family": "baseline"} | others)
    run_job(job.id)
    return reread(job)


def suggest(project: Project) -> Job:
    """Run the scoring job that waits, or a new one."""
    job = request_suggestions(db.session(), project, person=None, at=utc_now())
    db.session.commit()
    run_job(job.id)
    return reread(job)


def reread(job: Job) -> Job:
    """Read a job as it is now."""
    db.session.rollback()
    db.session.expire_all()
    return db.session.get_one(Job, job.id)


def versions() -> list[ModelVersion]:
    """All versions, oldest first."""
    db.session.rollback()
    return list(db.session.scalars(select(ModelVersion).order_by(ModelVersion.id)))


def payloads(assignment: Assignment) -> list[AssignmentSuggestions]:
    """The payloads of an assignment, oldest version first."""
    db.session.rollback()
    found = select(AssignmentSuggestions).where(
        AssignmentSuggestions.assignment_id == assignment.id
    )
    return list(db.session.scalars(found.order_by(AssignmentSuggestions.version_id)))


def queued(kind: JobKind) -> list[Job]:
    """The jobs of a kind that wait."""
    db.session.rollback()
    waiting = select(Job).where(Job.kind == kind, Job.state == JobState.QUEUED)
    return list(db.session.scalars(waiting.order_by(Job.id)))
