"""Work that a reviewer sent back comes first, is called so, and says why."""

from __future__ import annotations

import pytest
from sqlalchemy import create_engine, select, text

from tests.factories import Factory, sign_in
from tests.webapp.curation.review.reviewing import has_read
from tests.webapp.workbench.workbench_client import ALL, WorkbenchClient
from webapp.curation.review.operations import resolve_flag, send_back
from webapp.curation.review.queries import ReviewQueue, count_queues
from webapp.platform.extensions import db
from webapp.platform.migrating import upgrade
from webapp.platform.models import AssignmentState, Flag, Role, User, utc_now
from webapp.projects.queries import queue, returned_documents

REASON = "The <b>town</b> can be guessed."


def give_back(workbench: WorkbenchClient, reviewer: User):
    db.session.expire_all()
    has_read(db.session(), workbench.assignment, reviewer)
    send_back(
        db.session(),
        workbench.assignment,
        REASON,
        version=workbench.assignment.version,
        person=reviewer,
        at=utc_now(),
    )
    db.session.commit()


@pytest.fixture
def reviewer(make: Factory) -> User:
    return make.user("Ria", role=Role.REVIEWER)


@pytest.fixture
def begun(workbench: WorkbenchClient, make: Factory, reviewer: User) -> WorkbenchClient:
    """An annotator with a document begun before the one that comes back."""
    first = make.document(workbench.project, doc_id="first")
    assignment = make.assignment(first, workbench.annotator)
    assignment.document.position, workbench.document.position = 0, 9
    assignment.state = AssignmentState.IN_PROGRESS
    db.session.commit()
    workbench.post("submit", texts=ALL)
    give_back(workbench, reviewer)
    return workbench


def test_it_stands_first_at_home_and_in_the_list_with_the_reviewers_reason(begun: WorkbenchClient):
    home = begun.client.get("/").text
    overview = begun.client.get(f"/projects/{begun.project.id}").text
    for page in (home, overview):
        assert ">Sent back</span>" in page
        assert "The &lt;b&gt;town&lt;/b&gt; can be guessed." in page
    assert overview.index(f">{begun.document.doc_id}<") < overview.index(">first<")
    assert f'button large" href="{begun.address}"' in home
    assert ">Sent back</span>" in begun.client.get(begun.address).text


def test_it_is_called_so_until_it_is_submitted_again(begun: WorkbenchClient):
    begun.post(texts={1: "***"})
    assert ">Sent back</span>" in begun.client.get(begun.address).text
    begun.post("submit", texts=ALL | {1: "***"})
    begun.post("reopen")
    assert begun.assignment.returned_at is None
    assert ">Sent back</span>" not in begun.client.get("/").text


def test_put_off_it_waits_behind_the_others(begun: WorkbenchClient):
    begun.post("skip")
    items = queue(db.session(), begun.project, begun.annotator)
    assert [item.doc_id for item in items.rows] == ["first", begun.document.doc_id]
    assert returned_documents(db.session(), begun.annotator) == {}


def test_a_reason_that_is_resolved_is_not_told_any_more(begun: WorkbenchClient, reviewer: User):
    [returned] = returned_documents(db.session(), begun.annotator)[begun.project.id]
    assert returned.reason == REASON
    for flag in db.session.scalars(select(Flag)).all():
        resolve_flag(db.session(), flag, person=reviewer, at=utc_now())
    db.session.commit()
    [returned] = returned_documents(db.session(), begun.annotator)[begun.project.id]
    assert returned.reason is None


def test_its_reason_is_answered_by_submitting_again_and_was_never_a_flag(
    begun: WorkbenchClient, reviewer: User
):
    def flagged():
        return [
            "Flagged</span>" in begun.client.get(f"/projects/{begun.project.id}/documents").text,
            "open comment" in begun.client.get(f"/projects/{begun.project.id}").text,
            bool(count_queues(db.session(), begun.project)[ReviewQueue.FLAGGED]),
        ]

    begun.project.members.append(reviewer)
    db.session.commit()
    sign_in(begun.client, reviewer)
    assert flagged() == [False] * 3
    sign_in(begun.client, begun.annotator)
    begun.post("flag", comment="Which town?")
    begun.post("submit", texts=ALL | {1: "***"})
    flags = db.session.scalars(select(Flag).order_by(Flag.id)).all()
    assert [(flag.comment, flag.resolved_at is None) for flag in flags] == [
        (REASON, False),
        ("Which town?", True),
    ]
    sign_in(begun.client, reviewer)
    assert flagged() == [True] * 3
    assert "read and resolve" in begun.client.get(f"/projects/{begun.project.id}").text


ROWS = """
INSERT INTO "user" (id, name, role, is_active, session_epoch, has_shortcuts, created_at)
VALUES (1, 'Ada', 'annotator', 1, 0, 1, '2026-01-01');
INSERT INTO project (id, name, kind, guidelines, annotators_per_document, fits_grammar, created_at)
VALUES (1, 'Lives', 'replacement', '', 1, 0, '2026-01-01');
INSERT INTO document (id, project_id, position, doc_id, text, layout)
VALUES (1, 1, 0, 'a', 'Ada', '{}'), (2, 1, 1, 'b', 'Ada', '{}');
INSERT INTO assignment (id, document_id, annotator_id, state, version, changed_at)
VALUES (1, 1, 1, 'in_progress', 1, '2026-01-01'), (2, 2, 1, 'in_progress', 1, '2026-01-01');
INSERT INTO event (at, kind, assignment_id, details)
VALUES ('2026-01-02', 'returned', 1, '{}'), ('2026-01-03', 'submitted', 1, '{}'),
       ('2026-01-04', 'returned', 1, '{}'), ('2026-01-05', 'chosen', 1, '{}'),
       ('2026-01-02', 'returned', 2, '{}'), ('2026-01-03', 'submitted', 2, '{}')
"""


def test_work_sent_back_before_the_column_was_there_is_found_by_the_audit_trail(tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    upgrade(engine, "0003")
    with engine.begin() as connection:
        for statement in ROWS.split(";"):
            connection.execute(text(statement))
    upgrade(engine, "0005")
    with engine.begin() as connection:
        rows = connection.execute(text("SELECT id, returned_at FROM assignment ORDER BY id"))
        assert rows.all() == [(1, "2026-01-04"), (2, None)]
    engine.dispose()
