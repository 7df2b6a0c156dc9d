"""How the database is opened."""

from __future__ import annotations

import sqlite3

from flask import Flask
from sqlalchemy import event

import webapp.models  # noqa: F401 - registers every table before the first mapping
from webapp.extensions import db

BUSY_TIMEOUT_MS = 15_000


def init_app(app: Flask) -> None:
    """Set the pragmas of SQLite on every connection of this application's engine."""
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            event.listen(db.engine, "connect", _set_pragmas)


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
