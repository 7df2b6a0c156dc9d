"""Two people do the same at the same moment: one is first, the other gets a sentence."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from sqlalchemy import event, select
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from tests.factories import Factory, sign_in
from tests.webapp.curation.review.reviewing import address_of, has_read
from tests.webapp.intake.imports.importing import biography, bring, written
from tests.webapp.submissions import towns
from webapp.intake.imports import publishing
from webapp.platform.extensions import db
from webapp.platform.models import (
    Base,
    Event,
    EventKind,
    GeneralizationAction,
    Identification,
    Identified,
    JobState,
    Membership,
    Project,
    ProjectGeneralization,
    ProjectKind,
    Role,
    SpanReview,
    SuggestionMode,
    SuggestionPolicy,
    User,
    utc_now,
)

Twin = Callable[[Project, User], Base]
"""Makes the row that the other person has written and is about to commit."""

ACTIONS: dict[str, tuple[str, dict[str, object], Twin]] = {
    "a new project": (
        "/projects/new",
        {"name": "Lives", "kind": "replacement", "annotators_per_document": 1},
        lambda _project, _user: Project(
            name="Lives", kind=ProjectKind.REPLACEMENT, created_at=utc_now()
        ),
    ),
    "a new name of a project": (
        "/projects/{project}/settings",
        {"name": "Lives", "annotators_per_document": 1},
        lambda _project, _user: Project(
            name="Lives", kind=ProjectKind.REPLACEMENT, created_at=utc_now()
        ),
    ),
    "a new person": (
        "/people/new",
        {"name": "Ada", "role": "annotator"},
        lambda _project, _user: User(name="Ada", role=Role.ANNOTATOR, created_at=utc_now()),
    ),
    "a new member": (
        "/projects/{project}/members",
        {"people": "{user}", "role": "everywhere"},
        lambda project, user: Membership(project_id=project.id, user_id=user.id),
    ),
    "a rule": (
        "/projects/{project}/ontology",
        {"decision": "add", "for_term": "Oslo", "for_type": "", "text": "city"},
        lambda project, _user: ProjectGeneralization(
            project_id=project.id,
            action=GeneralizationAction.ADD,
            term="Oslo",
            text="city",
            created_at=utc_now(),
        ),
    ),
    "the settings of suggestions": (
        "/projects/{project}/model/policy",
        {"mode": "off", "retrain_after": 7, "blind_share": 7},
        lambda project, _user: SuggestionPolicy(
            project_id=project.id,
            mode=SuggestionMode.PRESELECT,
            retrain_after=9,
            blind_share=9,
        ),
    ),
}


def while_another_writes(row: Base, request: Callable[[], TestResponse]) -> TestResponse:
    """Make a request whose first write meets a row that is written and not yet committed."""
    arrived = threading.Event()

    def note_the_write(_connection, _cursor, statement, *_rest):
        if statement.startswith(("INSERT", "UPDATE")) and threading.current_thread() is not main:
            arrived.set()

    main = threading.current_thread()
    event.listen(db.engine, "before_cursor_execute", note_the_write)
    try:
        with Session(db.engine) as other, ThreadPoolExecutor(1) as elsewhere:
            other.add(row)
            other.flush()
            answer = elsewhere.submit(request)
            while not arrived.wait(0.1) and not answer.done():
                pass
            other.commit()
            return answer.result()
    finally:
        event.remove(db.engine, "before_cursor_execute", note_the_write)


@pytest.mark.parametrize("action", ACTIONS)
def test_who_is_second_is_told_so(any_app: Flask, action: str):
    make = Factory(db.session)
    admin, person = make.user(role=Role.ADMIN), make.user()
    project = make.project()
    client = any_app.test_client()
    sign_in(client, admin)
    address, form, twin = ACTIONS[action]
    names = {"project": project.id, "user": person.id}
    filled = {
        key: value.format(**names) if isinstance(value, str) else value
        for key, value in form.items()
    }
    row = twin(project, person)
    db.session.commit()

    def ask() -> TestResponse:
        with any_app.app_context():
            return client.post(address.format(**names), data=filled)

    answer = while_another_writes(row, ask)
    assert answer.status_code in {409, 422}, answer.text
    assert "Something went wrong" not in answer.text


@pytest.mark.parametrize("step", ["identify", "span"])
def test_a_reviewer_who_presses_twice_says_it_once(any_app: Flask, step: str):
    make = Factory(db.session)
    reviewer = make.user(role=Role.REVIEWER)
    [[work]] = towns(make, make.project(reviewer), ("city",))
    client = any_app.test_client()
    sign_in(client, reviewer)
    by = {"assignment_id": work.id, "reviewer_id": reviewer.id}
    [span] = work.document.layers[0].mentions
    row: Identification | SpanReview
    if step == "identify":
        answered = {"submitted_at": work.submitted_at, "answered_at": utc_now()}
        row = Identification(**by, identified=Identified.NO, words="", **answered)
        address, form = address_of(work, "identify"), {"identified": "no"}
    else:
        has_read(db.session, work, reviewer)
        of_span = {"document_id": work.document_id, "mention_id": span.id}
        row = SpanReview(**by, **of_span, chosen="city", correction="***", decided_at=utc_now())
        address, form = address_of(work, "spans", span.id), {"text": "***", "seen": ""}
    form["version"] = str(work.version)
    db.session.commit()

    def ask() -> TestResponse:
        with any_app.app_context():
            return client.post(address, data=form)

    assert while_another_writes(row, ask).status_code == 303
    assert len(db.session.scalars(select(type(row))).all()) == 1
    kinds = db.session.scalars(select(Event.kind)).all()
    assert kinds.count(EventKind.READ_SANITIZED) == (step == "span")  # the other's has none here


def test_two_imports_may_bring_the_same_new_people(any_app: Flask, tmp_path):
    assert any_app.testing
    make = Factory(db.session)
    project = make.project()
    with Session(db.engine) as session:
        assert publishing.find_people(session, ["Ada"]) == {}
        make.user("Ada")  # by the other import, a moment later
        assert publishing.add_people(session, ["Ada"], at=utc_now()) == {}
        session.commit()
    path = written(tmp_path, biography(chosen={"Oslo": {"city": ["Ada"]}}))
    assert bring(project, path).state is JobState.DONE
