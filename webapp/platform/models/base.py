"""What all tables share: names of constraints, times in UTC, enums as checked strings."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import cast

from sqlalchemy import DateTime, Enum, MetaData, Table
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.types import TypeDecorator

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


NEVER_AGAIN = {"sqlite_autoincrement": True}
"""For tables whose ids stand in addresses: a new row never gets the id of a deleted one."""


class Base(DeclarativeBase):
    """Base of all models."""

    metadata = MetaData(naming_convention=NAMING)


class UtcDateTime(TypeDecorator[datetime]):
    """A point in time; aware in Python, UTC in the database (SQLite knows no zones)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002, D102 - signature of SQLAlchemy
        if value is not None and value.tzinfo is None:
            raise ValueError("a time without a zone is ambiguous")
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002, D102 - signature of SQLAlchemy
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def table_of(model: type[Base]) -> Table:
    """Return the table of a model, for rows that are written past the mapper."""
    return cast(Table, model.__table__)


def enum_column(enum: type[StrEnum], name: str) -> Enum:
    """Return a column type that the database itself checks against the enum's values."""
    return Enum(
        enum,
        name=name,
        native_enum=False,
        create_constraint=True,
        length=32,
        values_callable=lambda members: [member.value for member in members],
    )


def utc_now() -> datetime:
    """Return the present time; verbs take the time as an argument, edges ask here."""
    return datetime.now(UTC)
