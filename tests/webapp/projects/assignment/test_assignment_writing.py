"""Writing a plan down: in few statements, and never the same twice; on both databases."""

from __future__ import annotations

import pytest
from sqlalchemy import insert, select

from tests.factories import Factory
from tests.webapp.statements import recorded_statements
from webapp.platform.errors import ConflictError
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, AssignmentState, Document, utc_now
from webapp.projects.assignment.operations import apply_plan, plan


@pytest.mark.usefixtures("any_app")
def test_a_large_plan_takes_few_statements() -> None:
    make = Factory(db.session)
    people = [make.user() for _ in range(3)]
    project = make.project(*people)
    rows = [
        {"project_id": project.id, "position": n, "doc_id": f"{n}", "text": "?", "layout": {}}
        for n in range(2_000)
    ]
    db.session.execute(insert(Document), rows)
    db.session.commit()
    planned = plan(db.session(), project, people, everybody=100)
    db.session.rollback()
    with recorded_statements() as statements:
        apply_plan(db.session(), project, planned, actor=None, at=utc_now())
        db.session.commit()
    assert len(statements) < 50
    found = db.session.execute(select(Assignment.document_id, Assignment.annotator_id))
    assert {tuple(row) for row in found} == set(planned.additions)
    assert set(db.session.execute(select(Assignment.state, Assignment.version)).all()) == {
        (AssignmentState.ASSIGNED, 1)
    }


@pytest.mark.usefixtures("any_app")
def test_two_plans_at_once_never_assign_twice() -> None:
    make = Factory(db.session)
    ada = make.user()
    project = make.project(ada)
    make.document(project, spans=[])
    planned = plan(db.session(), project, [ada], everybody=0)
    apply_plan(db.session(), project, planned, actor=None, at=utc_now())
    db.session.commit()
    with pytest.raises(ConflictError):
        apply_plan(db.session(), project, planned, actor=None, at=utc_now())
    db.session.rollback()
    assert len(db.session.scalars(select(Assignment)).all()) == 1
