"""Everybody looks after their own account."""

import pytest
from sqlalchemy import select

from tests.factories import sign_in
from webapp.people.auth import attempts, passwords
from webapp.platform.extensions import db
from webapp.platform.models import LoginAttempt

PASSWORD = "seven quiet lighthouses"
NEW = "eleven loud windmills"


@pytest.fixture
def ada(make, client):
    user = make.user("Ada")
    user.password_hash = passwords.hash_password(PASSWORD)
    db.session.commit()
    sign_in(client, user)
    return user


def change(client, present=PASSWORD, new=NEW, again=NEW):
    data = {"present": present, "new": new, "again": again}
    return client.post("/account/password", data=data)


def test_a_new_password_needs_the_present_one(client, ada):
    answer = change(client, present="wrong")
    assert answer.status_code == 422
    assert "That is not your present password." in answer.text
    assert passwords.is_password_of(ada, PASSWORD)


def test_a_new_password_ends_the_sessions_elsewhere_and_keeps_this_one(app, client, ada):
    elsewhere = app.test_client()
    sign_in(elsewhere, ada)
    assert change(client).status_code == 303
    assert passwords.is_password_of(ada, NEW)
    assert client.get("/account").status_code == 200
    assert elsewhere.get("/account").status_code == 303


def test_who_came_by_link_sets_a_first_password_without_a_present_one(client, make):
    ben = make.user("Ben")
    sign_in(client, ben)
    assert "Present password" not in client.get("/account").text
    assert change(client, present="").status_code == 303
    assert passwords.is_password_of(ben, NEW)


@pytest.mark.parametrize(("new", "again"), [("short", "short"), (NEW, "other"), ("", "")])
def test_a_weak_or_mistyped_new_password_is_refused(client, ada, new, again):
    assert change(client, new=new, again=again).status_code == 422
    assert passwords.is_password_of(ada, PASSWORD)


def test_guessing_the_present_password_meets_the_brake(client, ada):
    for _ in range(attempts.PER_NAME):
        assert change(client, present="wrong").status_code == 422
    assert change(client).status_code == 429
    assert passwords.is_password_of(ada, PASSWORD)


@pytest.mark.parametrize("new", ["short", "aaaaaaaaaaaa", "x" * 257])
def test_a_weak_new_password_is_no_guess(client, ada, new):
    for _ in range(attempts.PER_NAME):
        answer = change(client, new=new, again=new)
        assert (answer.status_code, "A password has" in answer.text) == (422, True)
    assert db.session.scalars(select(LoginAttempt)).all() == []
    assert change(client).status_code == 303
    assert passwords.is_password_of(ada, NEW)


def test_a_first_password_is_no_guess_even_where_others_guessed(client, make):
    ben = make.user("Ben")
    sign_in(client, ben)
    for _ in range(attempts.PER_NAME):
        assert change(client, present="", new="short", again="short").status_code == 422
        client.application.test_client().post("/login", data={"name": "Ben", "password": "guess"})
    assert change(client, present="").status_code == 303
    assert passwords.is_password_of(ben, NEW)


def test_shortcuts_are_switched_off_and_on(client, ada):
    for data, state in (({}, False), ({"has_shortcuts": "y"}, True)):
        assert client.post("/account/shortcuts", data=data).status_code == 303
        db.session.expire(ada)
        assert ada.has_shortcuts is state
        assert ("checked" in client.get("/account").text) is state
