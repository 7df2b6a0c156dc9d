"""Recording what is sent to the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from webapp.platform.extensions import db


@contextmanager
def recorded_statements() -> Iterator[list[str]]:
    """Collect the statements that are sent to the database inside the block."""
    statements: list[str] = []

    def record(*arguments: Any) -> None:
        statements.append(arguments[2])

    event.listen(db.engine, "before_cursor_execute", record)
    try:
        yield statements
    finally:
        event.remove(db.engine, "before_cursor_execute", record)
