"""The counts stored with an assignment are those of its document, whatever has written it."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from tests.factories import Factory
from tests.webapp.intake.imports.importing import biography, bring, written
from webapp.core.work.loading import load_work
from webapp.platform.extensions import db
from webapp.platform.models import (
    NEEDS_CHOICE,
    Assignment,
    Choice,
    Document,
    Mention,
    Role,
    utc_now,
)
from webapp.projects.assignment.operations import apply_plan, plan
from webapp.projects.deletion.operations import undo_import
from webapp.workbench import choosing, undoing

CHOSEN = {"Ada": {"PERSON 1": ["Kim", "Lou"]}, "Oslo": {"city": ["Lou"]}}


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def project(make):
    return make.project(make.user("Ann"))


def stored():
    db.session.rollback()
    columns = (Assignment.project_id, Assignment.position, Assignment.spans, Assignment.chosen)
    return db.session.execute(select(Assignment.id, *columns).order_by(Assignment.id)).all()


def counted():
    spans = select(func.count()).where(Mention.document_id == Document.id, NEEDS_CHOICE)
    choices = (
        select(func.count())
        .select_from(Choice)
        .join(Mention, Mention.id == Choice.mention_id)
        .where(Choice.assignment_id == Assignment.id, NEEDS_CHOICE)
    )
    return db.session.execute(
        select(
            Assignment.id,
            Document.project_id,
            Document.position,
            spans.correlate(Document).scalar_subquery(),
            choices.correlate(Assignment).scalar_subquery(),
        )
        .join(Document, Document.id == Assignment.document_id)
        .order_by(Assignment.id)
    ).all()


def test_after_imports_a_plan_and_an_undone_import(make, project, tmp_path):
    bring(project, written(tmp_path, biography("a"), biography("b", chosen=CHOSEN)))
    job = bring(project, written(tmp_path, biography("c", chosen=CHOSEN), name="more.json"))
    people = list(project.members)
    planned = plan(db.session(), project, people, everybody=1)
    apply_plan(db.session(), project, planned, actor=None, at=utc_now())
    db.session.commit()
    assert stored() == counted()
    assert {row.position for row in stored()} == {0, 1, 2}
    assert {(row.spans, row.chosen) for row in stored()} == {(2, 0), (2, 1), (2, 2)}
    admin = make.user(role=Role.ADMIN)
    undo_import(db.session(), project, job, actor=admin, at=utc_now())
    db.session.commit()
    assert stored() == counted()
    assert None in {row.project_id for row in stored()}


def test_after_choices_that_were_undone_and_spans_that_came_or_went(make, project):
    document = make.document(project)
    assignment = make.assignment(document, project.members[0])
    person, at = assignment.annotator, utc_now()
    for texts in ({0: "PERSON 1", 1: "city"}, {1: "***"}):
        work = load_work(db.session(), assignment)
        ids = list(work.mentions)
        sent = {ids[index]: text for index, text in texts.items()}
        choosing.choose(db.session(), work, sent, version=assignment.version, person=person, at=at)
        db.session.commit()
    assert stored() == counted()
    for _ in range(2):
        work = load_work(db.session(), assignment)
        undoing.undo(db.session(), work, version=assignment.version, person=person, at=at)
        db.session.commit()
        assert stored() == counted()
    assert stored()[0].chosen == 0
    last = document.layers[0].mentions[-1]
    db.session.delete(last)
    db.session.commit()
    assert stored() == counted()
    assert stored()[0].spans == 5
