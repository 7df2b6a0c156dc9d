"""What came in by a personal link ends with it: sessions, and passwords set in them."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from tests.factories import Factory, sign_in
from webapp.people.auth import links, operations
from webapp.people.operations import issue_link
from webapp.platform.errors import ForbiddenError
from webapp.platform.extensions import db
from webapp.platform.models import Event, PersonalLink, Role, SignIn, utc_now

PASSWORD = "seven quiet lighthouses"
NEW = "eleven loud windmills"


@pytest.fixture
def office(client, make):
    sign_in(client, make.user("Root", role=Role.ADMIN))
    return client


@pytest.fixture
def ada(make):
    return make.user("Ada")


@pytest.fixture
def invite(app):
    """Make a link of a person; returns it with its path."""

    def invite(person):
        link = issue_link(db.session(), person, days=90, actor=None, at=utc_now())
        db.session.commit()
        return link, f"/enter/{links.token_of(app.extensions['palimpsest'], link)}"

    return invite


def come_by(app, path):
    browser = app.test_client()
    assert browser.get(path).status_code == 303
    return browser


def set_password(browser, present="", new=PASSWORD):
    data = {"present": present, "new": new, "again": new}
    assert browser.post("/account/password", data=data).status_code == 303


def log_in(browser, name="Ada", password=PASSWORD):
    return browser.post("/login", data={"name": name, "password": password}).status_code == 303


def withdraw(office, link):
    answer = office.post(f"/people/{link.user_id}/links/{link.id}/revoke")
    assert answer.status_code == 303
    return office.get(f"/people/{link.user_id}").text if answer.location != "/" else ""


def is_signed_in(browser):
    return browser.get("/account").status_code == 200


def test_a_session_ends_when_its_link_expires_and_others_go_on(app, ada, invite):
    link, path = invite(ada)
    _, other_path = invite(ada)
    browser, other = come_by(app, path), come_by(app, other_path)
    link.expires_at = utc_now() - timedelta(seconds=1)
    db.session.commit()
    assert not is_signed_in(browser)
    assert is_signed_in(other)


def test_a_session_hangs_on_the_link_that_was_opened_last(app, ada, invite):
    link, path = invite(ada)
    _, newer_path = invite(ada)
    browser = come_by(app, path)
    browser.get(newer_path)
    link.expires_at = utc_now() - timedelta(seconds=1)
    db.session.commit()
    assert is_signed_in(browser)


def test_a_link_opened_by_who_came_by_password_changes_nothing_for_them(app, ada, invite):
    link, path = invite(ada)
    browser = app.test_client()
    sign_in(browser, ada)
    browser.get(path)
    link.expires_at = utc_now() - timedelta(seconds=1)
    db.session.commit()
    assert is_signed_in(browser)


def test_a_password_set_by_a_link_goes_when_the_link_is_withdrawn(app, office, ada, invite):
    link, path = invite(ada)
    browser = come_by(app, path)
    set_password(browser)
    assert "was set through it" in office.get(f"/people/{ada.id}").text
    later = app.test_client()
    assert log_in(later)
    set_password(later, present=PASSWORD, new=NEW)
    page = withdraw(office, link)
    assert "The link is withdrawn, its password too, and Ada is signed out." in page
    assert ada.password_hash is None
    for visitor in (browser, later, app.test_client()):
        assert not is_signed_in(visitor)
        assert not log_in(visitor)
        assert not log_in(visitor, password=NEW)


def test_a_password_set_by_a_link_outlives_its_last_day_and_can_still_be_withdrawn(
    app, office, ada, invite
):
    link, path = invite(ada)
    set_password(come_by(app, path))
    link.expires_at = utc_now() - timedelta(seconds=1)
    db.session.commit()
    assert log_in(app.test_client())
    assert f"links/{link.id}/revoke" in office.get(f"/people/{ada.id}").text
    withdraw(office, link)
    assert not log_in(app.test_client())


def test_a_password_given_by_an_admin_stays_when_a_link_is_withdrawn(app, office, ada, invite):
    link, path = invite(ada)
    browser = come_by(app, path)
    set_password(browser)
    office.post(f"/people/{ada.id}/password", data={"password": NEW})
    browser = come_by(app, path)
    set_password(browser, present=NEW, new=PASSWORD)
    page = withdraw(office, link)
    assert "The link is withdrawn, and Ada is signed out." in page
    assert log_in(app.test_client())


def test_withdrawing_another_link_leaves_the_password(app, office, ada, invite):
    _, path = invite(ada)
    other, _ = invite(ada)
    set_password(come_by(app, path))
    withdraw(office, other)
    assert log_in(app.test_client())


def test_an_admin_who_came_by_a_link_sets_no_password_that_outlives_it(app, office, make, invite):
    """Not on the page of people either, which asks for no present password, nor in two steps."""
    admin = make.user("Second", role=Role.ADMIN)
    link, path = invite(admin)
    browser = come_by(app, path)
    browser.post(f"/people/{admin.id}/password", data={"password": PASSWORD})
    assert is_signed_in(browser)
    later = app.test_client()
    assert log_in(later, "Second")
    later.post(f"/people/{admin.id}/password", data={"password": NEW})
    withdraw(office, link)
    for visitor in (browser, later):
        assert not is_signed_in(visitor)
        assert not log_in(visitor, "Second", PASSWORD)
        assert not log_in(visitor, "Second", NEW)


def test_an_admin_who_withdraws_the_link_they_came_by_is_signed_out(app, make, invite):
    admin = make.user("Second", role=Role.ADMIN)
    link, path = invite(admin)
    browser = come_by(app, path)
    set_password(browser)
    by_password = app.test_client()
    assert log_in(by_password, "Second")
    withdraw(by_password, link)
    assert not is_signed_in(browser)
    assert not is_signed_in(by_password)


def test_a_password_cannot_be_set_while_its_link_is_being_withdrawn(any_app):
    """Both read the link before either writes; whoever is second sees what the first did."""
    ada = Factory(db.session).user("Ada")
    link = issue_link(db.session(), ada, days=90, actor=None, at=utc_now())
    db.session.commit()
    late = db.session()
    assert link.revoked_at is None
    with any_app.app_context():
        elsewhere = db.session()
        same = elsewhere.get_one(PersonalLink, link.id)
        same.revoked_at = utc_now()
        elsewhere.commit()
    with pytest.raises(ForbiddenError, match="withdrawn"):
        operations.change_password(
            late, ada, link=link, present="", new=PASSWORD, address="192.0.2.1", at=utc_now()
        )
    late.rollback()
    assert ada.password_hash is None


@pytest.mark.parametrize(
    ("verb", "headers"),
    [
        ("HEAD", {}),
        ("GET", {"Sec-Purpose": "prefetch"}),
        ("GET", {"Sec-Purpose": "prefetch;prerender"}),
        ("GET", {"Purpose": "prefetch"}),
        ("GET", {"X-Purpose": "preview"}),
        ("GET", {"X-Moz": "prefetch"}),
        ("OPTIONS", {}),
    ],
)
def test_who_only_fetches_a_link_is_not_signed_in(app, ada, invite, verb, headers):
    link, path = invite(ada)
    visitor = app.test_client()
    answer = visitor.open(path, method=verb, headers=headers)
    assert answer.status_code == 200
    assert not is_signed_in(visitor)
    assert link.last_used_at is None
    assert db.session.scalars(select(SignIn)).all() == []
    assert [event.kind for event in db.session.scalars(select(Event))] == ["link_created"]
    if verb == "GET":
        assert "Continue as Ada" in answer.text
        assert visitor.post(path).status_code == 303
        assert is_signed_in(visitor)
