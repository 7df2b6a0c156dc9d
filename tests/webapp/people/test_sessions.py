"""A session is one browser in which one person is signed in, until it ends for good."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from tests.factories import sign_in
from tests.webapp.statements import recorded_statements
from webapp.people import sessions
from webapp.people.auth import passwords
from webapp.people.auth.operations import end_sessions
from webapp.platform.extensions import db
from webapp.platform.models import SignIn, utc_now

PASSWORD = "seven quiet lighthouses"


@pytest.fixture
def ada(make):
    user = make.user("Ada")
    user.password_hash = passwords.hash_password(PASSWORD)
    db.session.commit()
    return user


def log_in(browser):
    return browser.post("/login", data={"name": "Ada", "password": PASSWORD})


def is_signed_in(browser):
    return browser.get("/account").status_code == 200


def cookie_of(browser):
    return browser.get_cookie("palimpsest").value


def replay(app, cookie):
    """Come with a cookie that was noted down."""
    thief = app.test_client()
    thief.set_cookie("palimpsest", cookie)
    return thief


def kept():
    return db.session.scalars(select(SignIn).order_by(SignIn.began_at)).all()


@pytest.mark.usefixtures("ada")
def test_a_cookie_replayed_after_signing_out_opens_nothing(app, client):
    log_in(client)
    cookie = cookie_of(client)
    assert is_signed_in(replay(app, cookie))
    answer = client.post("/logout")
    assert (answer.status_code, answer.location) == (303, "/login")
    assert not is_signed_in(client)
    assert not is_signed_in(replay(app, cookie))


@pytest.mark.usefixtures("ada")
def test_signing_out_leaves_the_other_browsers_of_the_person_signed_in(app, client):
    other = app.test_client()
    log_in(client)
    log_in(other)
    client.post("/logout")
    assert not is_signed_in(client)
    assert is_signed_in(other)


@pytest.mark.usefixtures("ada")
def test_what_the_database_keeps_of_a_session_makes_no_cookie(app, client):
    log_in(client)
    [row] = kept()
    assert row.digest not in cookie_of(client)
    thief = app.test_client()
    with thief.session_transaction() as session:
        session[sessions.COOKIE_KEY] = row.digest
    assert not is_signed_in(thief)


@pytest.mark.parametrize("token", ["", "1", "1.0", "2.0", "\0", "é", "x" * 5_000])
def test_a_session_of_nobody_opens_nothing(client, ada, token):
    assert ada.id == 1
    with client.session_transaction() as session:
        session[sessions.COOKIE_KEY] = token
    assert not is_signed_in(client)


def test_a_session_begun_in_an_earlier_epoch_is_over(app, client, ada):
    """As that of somebody who signs in with a password while an admin replaces it."""
    sign_in(client, ada)
    [row] = kept()
    ada.session_epoch += 1
    db.session.commit()
    assert not is_signed_in(client)
    row.epoch = ada.session_epoch
    db.session.commit()
    assert is_signed_in(client)
    assert not is_signed_in(app.test_client())


@pytest.mark.usefixtures("ada")
def test_a_session_ends_after_a_week_and_its_row_goes_with_the_next(app, client):
    log_in(client)
    [row] = kept()
    row.began_at = utc_now() - timedelta(days=7)
    outlived = row.digest
    db.session.commit()
    assert not is_signed_in(client)
    log_in(app.test_client())
    assert [row.digest for row in kept()] != [outlived]
    assert len(kept()) == 1


@pytest.mark.usefixtures("ada")
def test_who_is_signed_in_is_one_query(client):
    log_in(client)
    with recorded_statements() as statements:
        assert is_signed_in(client)
    assert len(statements) == 1


FRAGMENT = {"HX-Request": "true", "HX-Current-URL": "https://here.example/projects/3"}


@pytest.mark.parametrize(
    ("begins", "verb", "headers", "is_told"),
    [
        (False, "get", {}, False),
        (True, "get", {}, True),
        (True, "get", FRAGMENT, True),
        (False, "post", FRAGMENT, True),  # signed out in another tab: the cookie knows nothing
        (False, "post", {}, True),
    ],
)
def test_whoever_had_a_session_is_told_once_that_it_has_ended(
    client, ada, begins, verb, headers, is_told
):
    told = "Your session has ended. Sign in to go on."
    if begins:
        sign_in(client, ada)
        end_sessions(db.session(), ada)
        db.session.commit()
    path = "/account/shortcuts" if verb == "post" else "/account"
    answer = getattr(client, verb)(path, headers=headers)
    login = answer.location or answer.headers["HX-Redirect"]
    assert (told in client.get(login).text) is is_told
    assert told not in client.get(login).text


@pytest.mark.usefixtures("ada")
def test_whoever_signs_out_knows_that_the_session_has_ended(client):
    log_in(client)
    page = client.post("/logout", follow_redirects=True).text
    assert "You are signed out." in page
    assert "has ended" not in page
