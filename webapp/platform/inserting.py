"""Rows that may be there already: both databases know what to do, each by an INSERT of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite

Insert = sqlite.Insert | postgresql.Insert
InsertInto = Callable[[Table], Insert]
INSERTS: Mapping[str, InsertInto] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
