"""A reviewer reads submitted work, approves it or sends it back, and decides on what they read."""

import pytest
from sqlalchemy import select

from tests.factories import Factory, sign_in
from tests.webapp.curation.review.reviewing import address_of, read_sanitized
from tests.webapp.submissions import towns
from webapp.core.store_sync import rewrite, store_of
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Event,
    EventKind,
    Flag,
    Role,
    utc_now,
)


@pytest.fixture
def work(make, project):
    """Ada's submitted choice for one mention."""
    [[work]] = towns(make, project, ("city",))
    return work


def read(browser, work):
    answer = browser.get(address_of(work))
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def decide(browser, work, step, **form):
    """Decide on work, its sanitized text read before."""
    read_sanitized(browser, work)
    return browser.post(address_of(work, step), data={"version": work.version} | form)


def flag(work, author, comment="Is this right?"):
    raised = Flag(assignment_id=work.id, author_id=author.id, comment=comment, created_at=utc_now())
    db.session.add(raised)
    db.session.commit()
    return raised


def kinds_of_events():
    """Return the kinds of what happened beside reading."""
    beside = select(Event.kind).where(Event.kind != EventKind.READ_SANITIZED)
    return list(db.session.scalars(beside.order_by(Event.id)))


def test_approved_work_is_reviewed_by_this_person_and_recorded(browser, work, reviewer):
    answer = decide(browser, work, "approve")
    assert answer.status_code == 303
    assert (work.state, work.reviewer) == (AssignmentState.REVIEWED, reviewer)
    assert work.reviewed_at
    [event] = db.session.scalars(select(Event).where(Event.kind == EventKind.REVIEWED))
    assert (event.kind, event.actor_id, event.assignment_id) == (
        EventKind.REVIEWED,
        reviewer.id,
        work.id,
    )
    assert event.project_id == work.document.project_id


def test_after_a_decision_the_next_waiting_work_comes_then_the_first_then_the_list(
    browser, make, project
):
    [[first], [second], [third]] = towns(make, project, ("city",), ("city",), ("***",))
    for work, following in [
        (second, address_of(third)),
        (third, address_of(first)),
        (first, f"/projects/{project.id}/review"),
    ]:
        assert decide(browser, work, "approve").location == following


def test_work_sent_back_is_open_again_and_its_annotator_reads_why(browser, work, reviewer):
    answer = decide(browser, work, "send-back", comment="  The town can be guessed. ")
    assert answer.status_code == 303
    assert work.state is AssignmentState.IN_PROGRESS
    [reason] = db.session.scalars(select(Flag))
    assert (reason.comment, reason.author, reason.resolved_at) == (
        "The town can be guessed.",
        reviewer,
        None,
    )
    assert kinds_of_events() == [EventKind.RETURNED]


def test_reviewed_work_can_be_sent_back_too(browser, work):
    decide(browser, work, "approve")
    decide(browser, work, "send-back", comment="On second thoughts, no.")
    assert (work.state, work.reviewer, work.reviewed_at) == (
        AssignmentState.IN_PROGRESS,
        None,
        None,
    )


def test_work_sent_back_leaves_the_store_and_the_text_it_came_with(browser, work, project):
    work.document.generalized_text = "As imported"
    db.session.commit()
    rewrite(work.document_id)
    assert len(list(store_of(project.id).iter_paths())) == 1
    decide(browser, work, "send-back", comment="No.")
    assert list(store_of(project.id).iter_paths()) == []
    assert work.document.generalized_text is None


@pytest.mark.parametrize("comment", ["", "   ", "x" * 2001])
def test_sending_back_needs_a_comment_of_a_sensible_length(browser, work, comment):
    answer = decide(browser, work, "send-back", comment=comment)
    assert answer.status_code == 422
    assert work.state is AssignmentState.SUBMITTED
    assert (comment in answer.get_data(as_text=True)) is True
    assert kinds_of_events() == []


def test_a_form_that_does_not_say_what_was_read_decides_nothing(browser, work):
    read_sanitized(browser, work)
    answer = browser.post(address_of(work, "approve"))
    assert answer.status_code == 422
    assert "The page did not say which version" in answer.get_data(as_text=True)
    assert work.state is AssignmentState.SUBMITTED


@pytest.mark.parametrize("step", ["approve", "send-back"])
def test_a_stale_version_decides_nothing_and_shows_what_happened(browser, work, step):
    read_at = work.version
    for state, kind in [
        (AssignmentState.IN_PROGRESS, EventKind.REOPENED),
        (AssignmentState.SUBMITTED, EventKind.SUBMITTED),
    ]:
        work.state = state
        db.session.add(
            Event(
                at=utc_now(),
                kind=kind,
                actor_id=work.annotator_id,
                assignment_id=work.id,
                details={},
            )
        )
        db.session.commit()
    answer = browser.post(
        address_of(work, step), data={"version": read_at, "comment": "My words.", "seen": 0}
    )
    assert answer.status_code == 409
    page = answer.get_data(as_text=True)
    conflict = page[page.index('id="conflict"') : page.index('class="review"')]
    assert "Ada reopened" in conflict
    assert "Ada submitted" in conflict
    assert "My words." in page
    assert f'name="version" value="{work.version}"' in page
    assert work.state is AssignmentState.SUBMITTED


def test_of_two_decisions_at_the_same_moment_one_wins(browser, work, monkeypatch):
    def meanwhile(*_arguments, **_more):
        with db.engine.begin() as other:
            other.execute(Assignment.__table__.update().values(version=Assignment.version + 1))

    read_sanitized(browser, work)
    monkeypatch.setattr("webapp.curation.review.trail.audit.record", meanwhile)
    assert decide(browser, work, "approve").status_code == 409
    assert work.state is AssignmentState.SUBMITTED


@pytest.mark.parametrize("state", [state for state in AssignmentState if state.is_open])
def test_work_that_is_not_submitted_can_be_read_but_not_decided_on(browser, work, state):
    work.state = state
    db.session.commit()
    assert "This work is not submitted" in read(browser, work)
    assert decide(browser, work, "approve").status_code == 422
    assert decide(browser, work, "send-back", comment="No.").status_code == 422
    assert work.state is state


def test_a_flag_is_resolved_once(browser, work):
    raised = flag(work, work.annotator)
    for _ in range(2):
        assert browser.post(address_of(work, "flags", raised.id, "resolve")).status_code == 303
    assert raised.resolved_at
    assert kinds_of_events() == [EventKind.FLAG_RESOLVED]


def test_a_flag_of_other_work_is_not_there(browser, make, project):
    [[first], [second]] = towns(make, project, ("city",), ("city",))
    raised = flag(first, first.annotator)
    assert browser.post(address_of(second, "flags", raised.id, "resolve")).status_code == 404
    assert raised.resolved_at is None


def test_every_decision_works_on_both_databases(any_app):
    make = Factory(db.session)
    reviewer = make.user(role=Role.REVIEWER)
    project = make.project(reviewer)
    [[first], [second]] = towns(make, project, ("city",), ("city",))
    client = any_app.test_client()
    sign_in(client, reviewer)
    assert decide(client, first, "approve").location == address_of(second)
    assert decide(client, second, "send-back", comment="No.").status_code == 303
    assert client.get(f"/projects/{project.id}/review?queue=flagged").status_code == 200


def test_the_list_is_narrowed_to_what_annotators_disagree_on(any_app):
    make = Factory(db.session)
    ria = make.user("Ria", role=Role.REVIEWER)
    project = make.project(ria)
    [alike, apart, open_one] = towns(
        make, project, ("city", "city"), ("city", "***"), ("city", "***")
    )
    open_one[1].state = AssignmentState.IN_PROGRESS
    db.session.commit()
    client = any_app.test_client()
    sign_in(client, ria)
    page = client.get(f"/projects/{project.id}/review?disputed=yes").text
    listed = [each for each in [*alike, *apart, *open_one] if address_of(each) in page]
    assert listed == apart
    assert "disputed=yes" in page
