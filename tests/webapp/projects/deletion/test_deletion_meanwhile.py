"""Two connections: either the beginning is refused or the removal, whoever comes first."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from tests.webapp.projects.deletion.removable import documents
from webapp.core.work.loading import load_work
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    utc_now,
)
from webapp.projects.deletion.beginnings import BegunError, UnseenCommentsError
from webapp.projects.deletion.losses import GrownLossError, LossCounts
from webapp.projects.deletion.operations import (
    delete_document,
    delete_project,
    take_back,
    undo_import,
)
from webapp.workbench import choosing
from webapp.workbench import operations as annotating


@pytest.fixture(params=["import", "document", "project", "assignment"])
def remove(request, project, bring_in, admin, make, annotator):
    """Return a step that takes the only document away; it is not committed yet."""
    job = bring_in("first")
    assignment = make.assignment(documents()[0], annotator)
    rows = (project, admin, job, assignment)
    ids = [(type(row), row.id) for row in rows]
    db.session.rollback()

    def remove(session):
        project, admin, job, assignment = (session.get_one(*key) for key in ids)
        by = {"actor": admin, "at": utc_now()}
        match request.param:
            case "import":
                undo_import(session, project, job, **by)
            case "document":
                announced = LossCounts(documents=1)
                delete_document(session, project, assignment.document, announced=announced, **by)
            case "project":
                announced = LossCounts(documents=1)
                delete_project(session, project, typed=project.name, announced=announced, **by)
            case "assignment":
                take_back(session, project, assignment, **by)

    return remove


@pytest.fixture(params=["choice", "choice in what was opened before", "flag", "skip"])
def begin(request):
    """Return what reads the work, and returns a step that goes on from what was read."""
    verb, _, was_opened = request.param.partition(" ")

    def begin(session):
        assignment = session.scalars(select(Assignment)).one()
        if was_opened:
            session.execute(update(Assignment).values(state=AssignmentState.IN_PROGRESS))
            session.commit()
        work = load_work(session, assignment)
        person = assignment.annotator
        oslo = next(mention.id for mention in work if mention.span_text == "Oslo")
        at = utc_now()
        verbs = {
            "choice": lambda: choosing.choose(
                session, work, {oslo: "city"}, version=1, person=person, at=at
            ),
            "flag": lambda: annotating.flag(session, assignment, "?", person=person, at=at),
            "skip": lambda: annotating.skip(session, assignment, person=person, at=at),
        }
        return verbs[verb]

    return begin


@pytest.fixture
def sessions(make):  # noqa: ARG001 - the context must be there
    with Session(db.engine) as first, Session(db.engine) as second:
        yield first, second


@pytest.fixture
def beside():
    """Return what lets a step wait in another thread until it may go on."""
    with ThreadPoolExecutor(1) as threads:
        yield threads.submit


def written(session, go_on):
    go_on()
    session.flush()


def test_who_has_read_a_document_that_went_meanwhile_is_refused(sessions, remove, begin):
    annotators, admins = sessions
    go_on = begin(annotators)
    remove(admins)
    admins.commit()
    with pytest.raises(StaleDataError):
        written(annotators, go_on)


def test_who_begins_while_it_goes_waits_and_is_refused(sessions, remove, begin, beside):
    annotators, admins = sessions
    go_on = begin(annotators)
    remove(admins)
    begun = beside(written, annotators, go_on)
    admins.commit()
    with pytest.raises(StaleDataError):
        begun.result()


def test_who_removes_while_somebody_begins_waits_and_is_refused(
    request, sessions, remove, begin, beside
):
    annotators, admins = sessions
    written(annotators, begin(annotators))
    removed = beside(remove, admins)
    annotators.commit()
    if "skip" in request.node.name:  # who only put it off has not begun
        removed.result()
    else:
        with pytest.raises((UnseenCommentsError, BegunError, GrownLossError)):
            removed.result()
