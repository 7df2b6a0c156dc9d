"""Signing in by password and out, the brake on guessing, and one's own account."""

import re
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select
from werkzeug.urls import iri_to_uri

from webapp.people.auth import attempts, passwords
from webapp.platform.extensions import db
from webapp.platform.http.destinations import local_path
from webapp.platform.models import Event, EventKind, LoginAttempt, utc_now

PASSWORD = "seven quiet lighthouses"


@pytest.fixture
def ada(make):
    user = make.user("Ada")
    user.password_hash = passwords.hash_password(PASSWORD)
    db.session.commit()
    return user


def log_in(client, name="Ada", password=PASSWORD, path="/login", **kwargs):
    return client.post(path, data={"name": name, "password": password}, **kwargs)


def is_signed_in(client):
    return client.get("/account").status_code == 200


def failed_attempts():
    return db.session.scalars(select(LoginAttempt)).all()


def test_the_right_password_signs_in(client, ada):
    answer = log_in(client)
    assert (answer.status_code, answer.location) == (303, "/")
    assert is_signed_in(client)
    (event,) = db.session.scalars(select(Event))
    assert (event.kind, event.actor_id) == (EventKind.SIGNED_IN, ada.id)


@pytest.mark.parametrize(
    ("name", "password"), [("Ada", "a guess"), ("Nobody", PASSWORD), ("ada", PASSWORD)]
)
@pytest.mark.usefixtures("ada")
def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(client, name, password):
    answer = log_in(client, name, password)
    assert answer.status_code == 422
    assert "The name or the password is wrong." in answer.text
    assert f'value="{name}"' in answer.text
    assert password not in answer.text
    assert not is_signed_in(client)


@pytest.mark.parametrize("name", ["", "x" * 121, "A\0da"])
def test_what_cannot_be_a_name_is_refused_before_the_database_sees_it(client, name):
    assert log_in(client, name).status_code == 422
    assert failed_attempts() == []


def test_a_person_without_password_cannot_sign_in_by_one(client, make):
    make.user("Linked")
    assert log_in(client, "Linked", "").status_code == 422
    assert log_in(client, "Linked", PASSWORD).status_code == 422


def test_a_deactivated_person_is_shut_out_at_once_and_cannot_sign_in(client, ada):
    log_in(client)
    ada.is_active = False
    db.session.commit()
    assert not is_signed_in(client)
    assert log_in(client).status_code == 422


@pytest.mark.usefixtures("ada")
def test_a_session_planted_before_signing_in_is_gone_after(client):
    with client.session_transaction() as session:
        session.update(csrf_token="planted", stray="planted")
    log_in(client)
    with client.session_transaction() as session:
        assert "planted" not in session.values()


@pytest.mark.usefixtures("ada")
def test_the_cookie_is_kept_from_scripts_and_other_sites(client):
    cookie = log_in(client).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@pytest.mark.usefixtures("ada")
def test_after_signing_in_the_page_that_was_asked_for_comes(client):
    asked = client.get("/account?x=1")
    assert (asked.status_code, asked.location) == (303, "/login?next=/account?x%3D1")
    assert log_in(client, path=asked.location).location == "/account?x=1"
    assert client.get("/login?next=/account").location == "/account"


def test_htmx_is_sent_to_sign_in_and_back_to_the_page_it_was_on(client):
    headers = {"HX-Request": "true", "HX-Current-URL": "https://here.example/projects/3?page=2"}
    answer = client.post("/logout", headers=headers)
    assert answer.status_code == 401
    assert answer.headers["HX-Redirect"] == "/login?next=/projects/3?page%3D2"


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        "javascript:alert(1)",
        "account",
        "",
        None,
    ],
)
@pytest.mark.usefixtures("ada")
def test_only_a_path_of_ours_is_a_destination(client, target):
    assert local_path(target) is None
    answer = client.post(
        "/login", query_string={"next": target}, data={"name": "Ada", "password": PASSWORD}
    )
    assert answer.location == "/"


@given(st.text(alphabet="/\\\t\n :@.?#evil", max_size=12))
def test_a_destination_never_leads_away(target):
    path = local_path(target)
    assert path is None or re.match(r"/(?![/\\])[^\\\s]*\Z", iri_to_uri(path))


@pytest.mark.usefixtures("ada")
def test_five_failures_on_a_name_put_the_brake_on_even_for_the_right_password(client):
    for _ in range(attempts.PER_NAME):
        assert log_in(client, password="wrong").status_code == 422
    answer = log_in(client)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= attempts.WINDOW.total_seconds()
    assert re.search(r"Try again in \d+ minutes", answer.text)
    assert log_in(client, environ_base={"REMOTE_ADDR": "192.0.2.7"}).status_code == 303


@pytest.mark.usefixtures("any_app")
def test_the_brake_is_released_after_the_window_and_old_rows_go():
    session, start = db.session(), utc_now()
    for second in range(attempts.PER_NAME):
        at = start + timedelta(seconds=second)
        attempts.begin_attempt(session, name="Ada", address="192.0.2.1", at=at)
    with pytest.raises(attempts.TooManyAttemptsError) as refusal:
        attempts.begin_attempt(session, name="Ada", address="192.0.2.1", at=at)
    assert refusal.value.until == start + attempts.WINDOW
    attempts.begin_attempt(session, name="Ada", address="192.0.2.1", at=refusal.value.until)
    later = start + 3 * attempts.WINDOW
    attempts.begin_attempt(session, name="Ben", address="192.0.2.1", at=later)
    session.commit()
    assert [row.name for row in failed_attempts()] == ["Ben"]


@pytest.mark.usefixtures("app")
def test_one_address_cannot_try_many_names():
    now = utc_now()
    for number in range(attempts.PER_ADDRESS):
        attempts.begin_attempt(db.session(), name=f"n{number}", address="192.0.2.1", at=now)
    with pytest.raises(attempts.TooManyAttemptsError):
        attempts.begin_attempt(db.session(), name="other", address="192.0.2.1", at=now)
    attempts.begin_attempt(db.session(), name="other", address="192.0.2.2", at=now)


@pytest.mark.usefixtures("ada")
def test_success_strikes_off_the_failures_of_that_name(client):
    for _ in range(attempts.PER_NAME - 1):
        log_in(client, password="wrong")
    log_in(client, "Ben", "wrong")
    log_in(client)
    assert [row.name for row in failed_attempts()] == ["Ben"]


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        (None, "unknown"),
        ("a socket", "unknown"),
    ],
)
def test_attempts_are_counted_by_household(address, source):
    assert attempts.source_of(address) == source
