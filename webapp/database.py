"""How the database is opened, and what becomes of its refusals."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any

from flask import Flask, has_request_context
from sqlalchemy import Connection, Engine, ExceptionContext, event
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

import webapp.models  # noqa: F401 - registers every table before the first mapping
from webapp.errors import BusyError, DomainError
from webapp.extensions import db

BUSY_TIMEOUT_MS = 15_000
WRITERS = 2
"""How many requests of one process write or wait for SQLite's only lock; the others stay free."""
PATIENCE_SECONDS = 1.0
"""How long a further request waits for its turn before its browser is asked to try again."""


def init_app(app: Flask) -> None:
    """Prepare the connections of this application's engine, if it is SQLite's."""
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            event.listen(db.engine, "connect", _set_pragmas)
            event.listen(db.engine, "handle_error", _explain_a_lock)
            _WriteGate().guard(db.engine)


@contextmanager
def refusing_a_twin(session: Session, refusal: DomainError) -> Iterator[None]:
    """Write what the block adds; raise the refusal if somebody was a moment faster.

    A look before the write doesn't see what others have not committed yet: the unique constraint
    of the database decides. The transaction, which is over then, is left, so that a page can say
    so.
    """
    try:
        yield
        session.flush()
    except IntegrityError as error:
        if not _is_a_twin(error):
            raise
        session.rollback()
        raise refusal from error


def _is_a_twin(error: IntegrityError) -> bool:
    """Whether a unique constraint was broken; the two drivers say it in their own ways."""
    is_on_sqlite = getattr(error.orig, "sqlite_errorname", "") in {
        "SQLITE_CONSTRAINT_UNIQUE",
        "SQLITE_CONSTRAINT_PRIMARYKEY",
    }
    return is_on_sqlite or getattr(error.orig, "sqlstate", "") == "23505"


def _set_pragmas(connection: sqlite3.Connection, _record: object) -> None:
    """Readers and the writer don't block each other, writers wait, foreign keys hold.

    synchronous=FULL: an acknowledged choice survives a power cut, not only a killed process.
    """
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _explain_a_lock(context: ExceptionContext) -> None:
    """Say that the database is busy, where a lock was not to be had in time."""
    name = getattr(context.original_exception, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        raise BusyError from context.original_exception


class _WriteGate:
    """Keeps some threads of a web process free for readers while others wait for the write lock.

    A server has few threads. If each could wait for a locked database, nobody would be left to
    answer a page that only reads. So WRITERS requests write or wait for as long as SQLite lets
    them; a further one is answered BusyError after PATIENCE_SECONDS, and its browser tries again.
    """

    def __init__(self) -> None:
        self._places = BoundedSemaphore(WRITERS)

    def guard(self, engine: Engine) -> None:
        """Ask for a place before the first write of a transaction, give it back at its end."""
        event.listen(engine, "before_cursor_execute", self._enter)
        event.listen(engine, "commit", self._leave)
        event.listen(engine, "rollback", self._leave)
        event.listen(engine, "checkin", lambda _connection, record: self._free(record.info))

    def _enter(
        self,
        connection: Connection,
        _cursor: object,
        statement: str,
        _parameters: object,
        _context: object,
        _executemany: bool,  # noqa: FBT001 - SQLAlchemy calls it so
    ) -> None:
        writes = statement.startswith(("INSERT", "UPDATE", "DELETE"))
        if not writes or self in connection.info or not has_request_context():
            return
        if not self._places.acquire(timeout=PATIENCE_SECONDS):
            raise BusyError
        connection.info[self] = True

    def _leave(self, connection: Connection) -> None:
        self._free(connection.info)

    def _free(self, info: dict[Any, Any]) -> None:
        if info.pop(self, False):
            self._places.release()
