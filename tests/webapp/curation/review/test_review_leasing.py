"""Who opens submitted work has it for a while: others may look, and decide when it is free."""

from __future__ import annotations

from datetime import timedelta
from unittest.mock import patch

import pytest
from sqlalchemy import select, update

from tests.factories import sign_in
from tests.webapp.curation.review.reviewing import (
    IN_PAGE,
    address_of,
    is_whole_page,
    read_sanitized,
)
from tests.webapp.submissions import submitted, town
from webapp.curation.review import leasing
from webapp.curation.review.leasing import LASTS
from webapp.platform.extensions import db
from webapp.platform.models import AssignmentState, ReviewLease, Role, utc_now


@pytest.fixture
def people(make):
    return [make.user(name, role=Role.REVIEWER) for name in ("Ria", "Rob")]


@pytest.fixture
def ria(app, people):
    client = app.test_client()
    sign_in(client, people[0])
    return client


@pytest.fixture
def rob(app, people):
    client = app.test_client()
    sign_in(client, people[1])
    return client


@pytest.fixture
def work(make, people):
    """Ada's submitted work, whose sanitized text both have read."""
    return submitted(make, town(make, make.project(*people)), make.user("Ada"), "city")


def decide(client, work, step="approve", headers=None):
    form = {"version": work.version, "comment": "No."}
    return client.post(address_of(work, step), data=form, headers=headers)


def leases():
    rows = db.session.scalars(select(ReviewLease))
    return [(each.reviewer.name, each.expires_at) for each in rows]


def test_opening_takes_it_for_a_while_and_others_are_told(ria, rob, work):
    before = utc_now()
    assert "is reading" not in ria.get(address_of(work)).text
    assert "Ria is reading this work, until" in rob.get(address_of(work)).text  # before he reads
    for client in (ria, rob):
        read_sanitized(client, work)
        client.get(address_of(work))
    [(name, expires_at)] = leases()
    assert name == "Ria"
    assert before + LASTS <= expires_at <= utc_now() + LASTS
    page = rob.get(address_of(work)).text
    assert "Ria is reading this work, until" in page
    assert "/approve" not in page
    assert "/spans/" not in page
    assert "Ria reads it" in rob.get(f"/projects/{work.document.project_id}/review").text


@pytest.mark.parametrize("in_page", [False, True])
@pytest.mark.parametrize("step", ["approve", "send-back", "span"])
def test_meanwhile_others_decide_nothing(ria, rob, work, step, in_page):
    read_sanitized(rob, work)
    ria.get(address_of(work))
    if step == "span":
        step = f"spans/{work.document.layers[0].mentions[0].id}"
    answer = decide(rob, work, step, headers=IN_PAGE if in_page else None)
    assert answer.status_code == 409
    assert "Ria is reading this work" in answer.text
    assert is_whole_page(answer) is not in_page
    assert work.state is AssignmentState.SUBMITTED
    assert rob.get(address_of(work)).text.count("Ria is reading this work") == 1  # not again


def test_it_ends_by_itself_and_nobody_needs_one(ria, rob, work):
    for client in (ria, rob):
        read_sanitized(client, work)
    ria.get(address_of(work))
    past = utc_now() - timedelta(seconds=1)
    db.session.execute(update(ReviewLease).values(expires_at=past))
    db.session.commit()
    assert decide(rob, work).status_code == 303
    assert leases() == []


def test_it_is_given_back_by_its_holder_or_an_admin(app, make, ria, rob, work):
    ria.get(address_of(work))
    assert rob.post(address_of(work, "release")).status_code == 403
    assert ria.post(address_of(work, "release")).status_code == 303
    assert leases() == []
    rob.get(address_of(work))
    admin = app.test_client()
    sign_in(admin, make.user("Root", role=Role.ADMIN))
    assert admin.post(address_of(work, "release")).status_code == 303
    assert leases() == []


def test_a_page_that_is_loaded_anew_writes_nothing_until_half_of_it_is_over(ria, work):
    ria.get(address_of(work))
    first = leases()
    ria.get(address_of(work))
    assert leases() == first
    soon = utc_now() + LASTS / 3
    db.session.execute(update(ReviewLease).values(expires_at=soon))
    db.session.commit()
    ria.get(address_of(work))
    assert leases()[0][1] > soon


def test_it_lasts_for_as_long_as_spans_are_decided_on(ria, work):
    read_sanitized(ria, work)
    ria.get(address_of(work))
    soon = utc_now() + LASTS / 3
    db.session.execute(update(ReviewLease).values(expires_at=soon))
    db.session.commit()
    span = work.document.layers[0].mentions[0].id
    said = {"version": work.version, "comment": "Which one?"}
    assert ria.post(address_of(work, f"spans/{span}/comment"), data=said).status_code == 303
    assert leases()[0][1] > soon


def test_of_two_who_take_it_at_the_same_moment_one_has_it(any_app, make):  # noqa: ARG001 - on both databases
    ria, rob = (make.user(name, role=Role.REVIEWER) for name in ("Ria", "Rob"))
    work = submitted(make, town(make, make.project(ria, rob)), make.user("Ada"), "city")
    now = utc_now()
    assert leasing.take(db.session(), work, ria, now)
    with patch.object(leasing, "lease_of", return_value=None):  # as read before the other wrote
        leasing.take(db.session(), work, rob, now)
    db.session.commit()
    assert leases() == [("Ria", now + LASTS)]


def test_only_submitted_work_of_others_is_taken(make, people, ria, work):
    own = submitted(make, work.document, people[0], "city")
    work.state = AssignmentState.REVIEWED
    db.session.commit()
    for each in (own, work):
        assert ria.get(address_of(each)).status_code == 200
    assert leases() == []
