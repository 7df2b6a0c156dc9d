"""How the database is opened, and what becomes of its refusals."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from sqlalchemy import ColumnElement, Engine, ExceptionContext, collate, event, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

import webapp.platform.models  # noqa: F401 - registers every table before the first mapping
from webapp.platform.config import Config
from webapp.platform.errors import BusyError, DomainError
from webapp.platform.extensions import db
from webapp.platform.write_turns import WriteTurns

BUSY_TIMEOUT_MS = 15_000
CHECKPOINT_TIMEOUT_MS = 1_000
ANY_LANGUAGE = "und-x-icu"
"""The collation of ICU for texts of any language."""
WRITE_TURNS = "write-turns.lock"
"""A file beside the database, which says whose turn it is to write; empty."""


def init_app(app: Flask) -> None:
    """Prepare the connections of this application's engine, if it is SQLite's."""
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            event.listen(db.engine, "connect", _set_pragmas)
            event.listen(db.engine, "connect", _fold_all_letters)
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


def empty_write_ahead_log(engine: Engine) -> None:
    """Bring all changes into SQLite's database file: its log still holds what was deleted.

    Writers wait meanwhile, so it does not wait long for readers; the log then stays until the next
    time, or is overwritten.
    """
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {CHECKPOINT_TIMEOUT_MS}")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")


def folding_all_letters(session: Session, column: ColumnElement[str]) -> ColumnElement[str]:
    """Return a column of whose letters `lower` knows all.

    That of PostgreSQL knows those of ASCII alone where the locale of the database is C.
    """
    if session.get_bind().dialect.name != "postgresql":
        return column
    knows_few = "SELECT collname FROM pg_collation WHERE collname = :name AND lower('Ø') <> 'ø'"
    is_needed = session.scalar(text(knows_few), {"name": ANY_LANGUAGE})
    return collate(column, ANY_LANGUAGE) if is_needed else column


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
    secure_delete: what is deleted is overwritten, instead of lying in free pages.
    """
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA secure_delete = ON")
    cursor.close()


def _fold_all_letters(connection: sqlite3.Connection, _record: object) -> None:
    """Let `lower` know more letters than those of ASCII, as PostgreSQL's does."""
    connection.create_function("lower", 1, _lower, deterministic=True)


def _lower(text: str | None) -> str | None:
    return None if text is None else text.lower()


def _explain_a_lock(context: ExceptionContext) -> None:
    """Say that the database is busy, where a lock was not to be had in time."""
    name = getattr(context.original_exception, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        raise BusyError from context.original_exception
