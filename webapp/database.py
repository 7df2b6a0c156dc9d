"""How the database is opened, and what becomes of its refusals."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from sqlalchemy import ExceptionContext, event
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

import webapp.models  # noqa: F401 - registers every table before the first mapping
from webapp.config import Config
from webapp.errors import BusyError, DomainError
from webapp.extensions import db
from webapp.write_turns import WriteTurns

BUSY_TIMEOUT_MS = 15_000
WRITE_TURNS = "write-turns.lock"
"""A file beside the database, which says whose turn it is to write; empty."""


def init_app(app: Flask) -> None:
    """Prepare the connections of this application's engine, if it is SQLite's."""
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            event.listen(db.engine, "connect", _set_pragmas)
            event.listen(db.engine, "handle_error", _explain_a_lock)
            config: Config = app.extensions["palimpsest"]
            WriteTurns(config.home / WRITE_TURNS).guard(db.engine)


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
