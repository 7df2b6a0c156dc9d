"""Steps about spans: undone, stale, submitted, reviewed."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from tests.factories import sign_in
from tests.webapp.curation.review.reviewing import read_sanitized
from tests.webapp.workbench.marks import SUGGESTED, change, counted, hidden, mark, own_rows, work_of
from tests.webapp.workbench.workbench_client import ALL, WorkbenchClient
from webapp.core.work.loading import load_work
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    Edit,
    Event,
    EventKind,
    Role,
)


@pytest.fixture
def app(any_app: Flask) -> Flask:
    """Each step is taken on both databases."""
    return any_app


@pytest.mark.parametrize(
    "step",
    [
        lambda workbench: mark(workbench, "born", type="MISC"),
        lambda workbench: change(workbench, "Oslo", "spans/none"),
        lambda workbench: mark(workbench, "in", type="MISC", everywhere="on"),
        lambda workbench: change(workbench, "Oslo", type="ORG"),
        lambda workbench: mark(workbench, "Oslo in 1986", type="MISC"),
        lambda workbench: change(workbench, "Berg", entity="new"),
    ],
)
def test_every_step_can_be_undone_and_done_again(one_pass: WorkbenchClient, step) -> None:
    one_pass.post("choices", ALL)
    suggested = state_of(one_pass)
    step(one_pass)
    before, rows, counts = state_of(one_pass), own_rows(one_pass), counted(one_pass)
    one_pass.post("undo")
    assert before != suggested == state_of(one_pass)
    assert not own_rows(one_pass)
    assert counted(one_pass) == (6, 6)
    one_pass.post("redo")
    assert (state_of(one_pass), own_rows(one_pass), counted(one_pass)) == (before, rows, counts)


def state_of(workbench: WorkbenchClient) -> list[tuple[object, ...]]:
    return [
        (each.id, each.span_text, each.entity_type, each.entity_id, each.text, each.texts)
        for each in work_of(workbench)
    ]


@pytest.mark.usefixtures("tiny_ontology")
def test_a_new_person_has_a_number_of_their_own(one_pass: WorkbenchClient) -> None:
    change(one_pass, "Ada Berg", "spans/none")
    change(one_pass, "Berg", "spans/none")
    mark(one_pass, "Bergen 🚢", type="PERSON")
    named = next(each for each in work_of(one_pass) if each.span_text == "Bergen 🚢")
    assert named.texts == ["PERSON 2", "***"]


@pytest.mark.usefixtures("tiny_ontology")
def test_persons_whom_two_annotators_add_have_different_numbers(
    one_pass: WorkbenchClient, make
) -> None:
    mark(one_pass, "born", type="PERSON")
    other = make.user()
    theirs = make.assignment(one_pass.document, other)
    sign_in(one_pass.client, other)
    workbench = WorkbenchClient(one_pass.client, other, one_pass.project, one_pass.document, theirs)
    one_pass.project.members.append(other)
    db.session.commit()
    mark(workbench, "moved", type="PERSON")
    mark(workbench, "was", type="PERSON")
    lists = {each.span_text: each.texts for each in [*work_of(one_pass), *work_of(workbench)]}
    assert lists["born"] == ["PERSON 2", "***"]
    assert lists["moved"] == ["PERSON 3", "***"]
    assert lists["was"] == ["PERSON 4", "***"]


def test_a_comment_on_a_span_outlives_it(one_pass: WorkbenchClient) -> None:
    mark(one_pass, "born", type="MISC")
    span = next(each for each in work_of(one_pass) if each.span_text == "born")
    one_pass.post("flag", comment="Is this needed?", about=str(span.id))
    change(one_pass, "born", "spans/none")
    assert "Is this needed?" in one_pass.client.get(one_pass.address).text


def test_a_stale_page_changes_nothing(one_pass: WorkbenchClient) -> None:
    version = one_pass.assignment.version
    mark(one_pass, "born", type="MISC")
    response = one_pass.post(
        "spans", version=version, **{"mark-words": "moved", "mark-type": "MISC"}
    )
    assert response.status_code == 409
    assert "moved" not in hidden(one_pass)


def test_a_page_with_a_span_that_another_window_took_back_is_in_conflict(
    one_pass: WorkbenchClient,
) -> None:
    version = one_pass.assignment.version
    change(one_pass, "Oslo", "spans/none")
    response = one_pass.post("choices", {1: "city"}, version=version)
    assert response.status_code == 409
    assert "Oslo" in response.text


def test_work_with_an_undecided_span_is_not_submitted(one_pass: WorkbenchClient) -> None:
    one_pass.post("choices", ALL)
    mark(one_pass, "born", type="MISC")
    assert one_pass.post("submit").status_code == 422
    change(one_pass, "born", "spans/none")
    assert one_pass.post("submit").status_code == 303


def test_where_all_was_taken_back_somebody_has_to_say_that_it_is_right(
    one_pass: WorkbenchClient,
) -> None:
    for words in SUGGESTED:
        change(one_pass, words, "spans/none")
    refused = one_pass.post("submit")
    assert refused.status_code == 422
    assert "nothing in it needs hiding" in refused.text
    one_pass.post("submit", nothing_to_hide="on")
    db.session.refresh(one_pass.assignment)
    assert one_pass.assignment.nothing_to_hide_at is not None


def test_the_audit_trail_says_where_and_not_what(one_pass: WorkbenchClient) -> None:
    mark(one_pass, "born", type="MISC")
    event = db.session.scalars(select(Event).where(Event.kind == EventKind.MARKED)).one()
    assert event.details["marks"][0][1:] == [None, [13, 17, "MISC", "QUASI"]]
    assert event.details["changes"] == []
    assert "born" not in str(event.details)


def test_what_one_annotator_changes_nobody_else_sees(one_pass: WorkbenchClient, make) -> None:
    other = make.user("other")
    theirs = make.assignment(one_pass.document, other)
    db.session.commit()
    mark(one_pass, "born", type="MISC")
    change(one_pass, "Oslo", "spans/none")
    db.session.expire_all()
    work = load_work(db.session(), db.session.get_one(Assignment, theirs.id))
    assert [mention.span_text for mention in work] == SUGGESTED


def test_in_a_project_of_given_spans_there_is_no_such_address(workbench: WorkbenchClient) -> None:
    assert mark(workbench, "born", type="MISC").status_code == 404
    assert db.session.scalar(select(Edit.id)) is None


def test_a_reviewer_sees_what_was_changed(one_pass: WorkbenchClient, client, make) -> None:
    one_pass.post("choices", ALL)
    mark(one_pass, "born", type="MISC")
    change(one_pass, "Oslo", "spans/none")
    change(one_pass, "2004", type="QUANTITY")
    missing = work_of(one_pass).missing()
    one_pass.post("choices", **{f"choice-{each.id}": "***" for each in missing})
    assert one_pass.post("submit").status_code == 303
    reviewer = make.user("reviewer", role=Role.REVIEWER)
    one_pass.project.members.append(reviewer)
    db.session.commit()
    sign_in(client, reviewer)
    read_sanitized(client, one_pass.assignment)
    page = client.get(f"/projects/{one_pass.project.id}/review/{one_pass.assignment.id}").text
    assert "Not to be hidden, says the annotator: <bdi>Oslo</bdi>." in page
    assert "inserted by the annotator" in page
    assert "corrected by the annotator" in page
