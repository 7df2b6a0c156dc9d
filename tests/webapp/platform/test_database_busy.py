"""A database that others hold: who only reads is answered, who writes is asked to come again."""

from __future__ import annotations

import fcntl
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import count
from queue import SimpleQueue
from threading import Condition

import psycopg
import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from tests.conftest import Browser
from tests.factories import Factory, sign_in
from tests.postgresql import POSTGRESQL
from webapp.application import create_app
from webapp.platform import database, write_turns
from webapp.platform.config import Config
from webapp.platform.errors import BusyError
from webapp.platform.extensions import db
from webapp.platform.models import Project, Role

THREADS = 4
SAVERS = 12
ENOUGH_SECONDS = 100
"""Far more than a visitor needs, and far less than the savers would wait."""


@contextmanager
def locked(config: Config) -> Iterator[None]:
    """Hold SQLite's write lock from outside."""
    with closing(sqlite3.connect(config.home / "palimpsest.sqlite3")) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


@pytest.fixture
def patient_app(config: Config, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """An application whose writers wait for as long as it takes."""
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MS", 600_000)
    monkeypatch.setattr(write_turns, "PATIENCE_SECONDS", 0.05)
    app = create_app(config)
    app.test_client_class = Browser
    app.config["WTF_CSRF_ENABLED"] = False
    with app.app_context():
        yield app
        db.session.remove()
        db.engine.dispose()


def test_a_visitor_is_answered_while_many_savers_wait(config: Config, patient_app: Flask):
    make = Factory(db.session)
    admin = make.user(role=Role.ADMIN)
    clients = [patient_app.test_client() for _ in range(SAVERS)]
    for client in clients:
        sign_in(client, admin)

    def save(number: int) -> int:
        form = {"name": f"Project {number}", "kind": "replacement", "annotators_per_document": 1}
        with patient_app.app_context():
            return clients[number].post("/projects/new", data=form).status_code

    def visit() -> int:
        with patient_app.app_context():
            return patient_app.test_client().get("/login").status_code

    with ThreadPoolExecutor(THREADS) as server:
        with locked(config):
            savers = [server.submit(save, number) for number in range(SAVERS)]
            visitor = server.submit(visit)
            assert visitor.result(ENOUGH_SECONDS) == 200
        codes = sorted(saver.result() for saver in savers)
    assert set(codes) == {303, 503}
    assert codes.count(303) == len(db.session.query(Project).all()) >= 1


def test_a_request_that_finds_no_place_is_asked_to_come_again(
    config: Config, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MS", 0)
    app = create_app(config)
    app.test_client_class = Browser
    app.config["WTF_CSRF_ENABLED"] = False
    with app.app_context():
        client = app.test_client()
        sign_in(client, Factory(db.session).user(role=Role.ADMIN))
        with locked(config):
            answer = client.post("/people/new", data={"name": "Ada", "role": "annotator"})
            assert answer.status_code == 503
            assert answer.headers["Retry-After"] == "1"
            assert "The database is busy" in answer.text
        answer = client.post("/people/new", data={"name": "Ada", "role": "annotator"})
        assert answer.status_code == 303
        db.session.remove()
        db.engine.dispose()


def test_places_are_given_back_after_refusals(app: Flask):
    admin = Factory(db.session).user(role=Role.ADMIN)
    client = app.test_client()
    sign_in(client, admin)
    for _ in range(3):
        assert client.post("/people/new", data={"name": admin.name}).status_code == 422
    assert client.post("/people/new", data={"name": "Ada", "role": "annotator"}).status_code == 303


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> SimpleQueue[float]:
    """The waits behind others; they have no end, and who writes second waits for one more."""
    waits: SimpleQueue[float] = SimpleQueue()
    wait_for, take = Condition.wait_for, write_turns.WriteTurns._exclude_other_processes
    turn = count(1)

    def patiently(self: Condition, predicate: Callable[[], bool], timeout: float | None) -> bool:
        if timeout == write_turns.PATIENCE_SECONDS:
            waits.put(timeout)
        return wait_for(self, predicate, None)

    def slowly(self: write_turns.WriteTurns) -> int:
        if next(turn) == 2:
            waits.get()
        return take(self)

    monkeypatch.setattr(Condition, "wait_for", patiently)
    monkeypatch.setattr(write_turns.WriteTurns, "_exclude_other_processes", slowly)
    return waits


def test_who_writes_waits_for_other_processes_and_as_long_as_the_line_moves(
    config: Config, app: Flask, request: pytest.FixtureRequest
):
    """The patience begins anew with each who is served: none of three is sent away."""
    admin = Factory(db.session).user(role=Role.ADMIN)
    clients = [app.test_client() for _ in range(3)]
    for client in clients:
        sign_in(client, admin)
    waits = request.getfixturevalue("waits")  # signing in waits for nobody

    def save(number: int) -> int:
        with app.app_context():
            form = {"name": f"Person {number}", "role": "annotator"}
            return clients[number].post("/people/new", data=form).status_code

    with (
        (config.home / database.WRITE_TURNS).open("w") as turns,
        ThreadPoolExecutor(len(clients)) as server,
    ):
        fcntl.flock(turns, fcntl.LOCK_EX)  # as any other process does: it holds for an opening
        savers = [server.submit(save, number) for number in range(len(clients))]
        for _behind_the_first in clients[1:]:
            waits.get()
        assert not any(saver.done() for saver in savers)
        fcntl.flock(turns, fcntl.LOCK_UN)
        try:
            assert [saver.result() for saver in savers] == [303] * 3
            assert waits.empty()
        finally:
            waits.put(0.0)  # who waits for a third that does not come would wait for ever


def test_the_worker_waits_as_long_as_it_takes(config: Config, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MS", 0)
    app = create_app(config)
    with app.app_context(), locked(config):
        with pytest.raises(BusyError, match="busy") as refusal:
            Factory(db.session).user()
        assert isinstance(refusal.value.__cause__, sqlite3.OperationalError)
        db.session.remove()
        db.engine.dispose()


def test_a_connection_that_the_server_ended_is_replaced(any_app: Flask):
    if db.engine.dialect.name != "postgresql":
        pytest.skip("SQLite has no server that could end a connection")
    client = any_app.test_client()
    sign_in(client, Factory(db.session).user(role=Role.ADMIN))
    db.session.remove()
    database_name = db.engine.url.database
    with psycopg.connect(f"{POSTGRESQL}/postgres", autocommit=True) as server:
        ended = server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
            [database_name],
        ).fetchall()
    assert ended
    assert client.get("/people").status_code == 200


def test_other_troubles_stay_what_they_are(app: Flask):
    assert app.testing
    with pytest.raises(OperationalError, match="no such table"):
        db.session.execute(text("SELECT * FROM nowhere"))
