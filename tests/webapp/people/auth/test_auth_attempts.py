"""The brake on guessing when guesses come at the same moment, and when the clock jumps."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from sqlalchemy import func, select

from tests.factories import Factory
from webapp.people.auth import attempts, passwords
from webapp.platform.extensions import db
from webapp.platform.models import LoginAttempt, utc_now

GUESSERS = 12
DAYS = timedelta(days=400)


@pytest.fixture
def ada(any_app):  # noqa: ARG001 - the database must be there
    user = Factory(db.session).user("Ada")
    user.password_hash = passwords.hash_password("seven quiet lighthouses")
    db.session.commit()
    return user


@pytest.mark.usefixtures("ada")
def test_of_guesses_at_the_same_moment_no_more_come_through_than_one_after_the_other(any_app):
    start = Barrier(GUESSERS)

    def guess(number):
        browser = any_app.test_client()
        start.wait()
        with any_app.app_context():
            return browser.post("/login", data={"name": "Ada", "password": f"guess {number}"})

    with ThreadPoolExecutor(GUESSERS) as guessers:
        answers = list(guessers.map(guess, range(GUESSERS)))
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [422] * attempts.PER_NAME + [429] * (GUESSERS - attempts.PER_NAME)
    assert db.session.scalar(select(func.count()).select_from(LoginAttempt)) == attempts.PER_NAME


@pytest.mark.parametrize("ahead", [timedelta(minutes=1), attempts.WINDOW, DAYS])
@pytest.mark.usefixtures("any_app")
def test_attempts_made_while_the_clock_was_ahead_lock_for_one_window_at_most(ahead):
    session, now = db.session(), utc_now()
    whose = {"name": "Ada", "address": "192.0.2.1"}
    for _ in range(attempts.PER_NAME):
        attempts.begin_attempt(session, **whose, at=now + ahead)
    for later in (timedelta(0), attempts.WINDOW / 2):
        with pytest.raises(attempts.TooManyAttemptsError) as refusal:
            attempts.begin_attempt(session, **whose, at=now + later)
        assert refusal.value.until == now + attempts.WINDOW
        session.commit()
    attempts.begin_attempt(session, **whose, at=now + attempts.WINDOW)


@pytest.mark.usefixtures("ada")
def test_a_guesser_is_let_in_again_though_every_try_was_refused(any_app):
    for _ in range(attempts.PER_NAME):
        db.session.add(LoginAttempt(name="Ada", address="127.0.0.1", at=utc_now() + DAYS))
    db.session.commit()
    answer = any_app.test_client().post("/login", data={"name": "Ada", "password": "a guess"})
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) <= attempts.WINDOW.total_seconds()
    assert db.session.scalar(select(func.max(LoginAttempt.at))) <= utc_now()
