"""A project to take things away from, and the ways in which somebody begins."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tests.factories import Factory
from tests.webapp.curation.review.reviewing import has_read
from tests.webapp.workbench.test_workbench_concurrency import choose
from webapp.core.jobs.runner import run_job
from webapp.core.work.loading import load_work
from webapp.curation.review.operations import send_back
from webapp.platform.extensions import db
from webapp.platform.models import (
    AssignmentState,
    Document,
    Project,
    Role,
    utc_now,
)
from webapp.projects.deletion.losses import loss_of
from webapp.projects.deletion.operations import (
    delete_document,
    delete_project,
    undo_import,
)
from webapp.workbench import operations as annotating
from webapp.workbench import undoing

CHOSEN = {"Ada": {"PERSON 1": ["Kim", "Lou"]}, "Oslo": {"city": ["Lou"], "***": ["Kim"]}}


def documents():
    return db.session.scalars(select(Document).order_by(Document.position)).all()


def tidy(job):
    """Let the worker do what is left of a job."""
    db.session.commit()
    assert run_job(job.id)
    db.session.expire_all()


def undo(project, job, admin):
    undo_import(db.session(), project, job, actor=admin, at=utc_now())


def delete(project, admin, session=None):
    session = session or db.session()
    counts = loss_of(session, Document.project_id == project.id).counts
    by = {"actor": admin, "at": utc_now(), "announced": counts}
    return delete_project(session, project, typed=project.name, **by)


def delete_one(document, admin, *, typed="", session=None):
    session = session or db.session()
    counts = loss_of(session, Document.id == document.id).counts
    by = {"actor": admin, "at": utc_now(), "announced": counts}
    project = session.get_one(Project, document.project_id)
    delete_document(session, project, document, typed=typed, **by)


def begin_by_a_choice(assignment):
    work = load_work(db.session(), assignment)
    choose(db.session(), work, "city", assignment.annotator)


def begin_by_skipping_after_a_choice(assignment):
    begin_by_a_choice(assignment)
    annotating.skip(db.session(), assignment, person=assignment.annotator, at=utc_now())


def begin_by_a_choice_that_is_undone(assignment):
    begin_by_a_choice(assignment)
    db.session.commit()
    work = load_work(db.session(), assignment)
    by = {"person": assignment.annotator, "at": utc_now()}
    undoing.undo(db.session(), work, version=assignment.version, **by)


def comment(assignment, words="?"):
    annotating.flag(db.session(), assignment, words, person=assignment.annotator, at=utc_now())


def begin_by_submitting(assignment):
    assignment.move_to(AssignmentState.SUBMITTED, at=utc_now())
    assignment.submitted_at = utc_now()


BEGINNINGS = [
    begin_by_a_choice,
    begin_by_skipping_after_a_choice,
    begin_by_a_choice_that_is_undone,
    begin_by_submitting,
]
by_any_beginning = pytest.mark.parametrize("begin", BEGINNINGS, ids=lambda begin: begin.__name__)


def put_off(assignment):
    annotating.skip(db.session(), assignment, person=assignment.annotator, at=utc_now())


def say_that_something_needs_hiding(assignment):
    comment(assignment)
    put_off(assignment)


def get_it_back(assignment):
    """Send a text without spans to hide back, which its annotator had submitted."""
    begin_by_submitting(assignment)
    db.session.commit()
    reviewer = Factory(db.session).user(role=Role.REVIEWER)
    by = {"version": assignment.version, "person": reviewer, "at": utc_now()}
    has_read(db.session(), assignment, reviewer)
    send_back(db.session(), assignment, "Her name needs hiding.", **by)


WITHOUT_WORK = {put_off: 0, comment: 1, say_that_something_needs_hiding: 1, get_it_back: 1}
"""What leaves nothing that could be lost but so many comments."""
without_work = pytest.mark.parametrize(
    ("step", "comments"), WITHOUT_WORK.items(), ids=lambda value: getattr(value, "__name__", "")
)
