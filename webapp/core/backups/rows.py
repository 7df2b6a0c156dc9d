"""The rows of a database, written so that either kind of database can take them back.

Tables are read as they are found there (reflected), not as the models of this version have them: a
backup goes back into tables of its own revision, which are then brought up to date.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from typing import Any

import sqlalchemy
from sqlalchemy import (
    JSON,
    Column,
    Connection,
    DateTime,
    LargeBinary,
    MetaData,
    Table,
    func,
    insert,
    literal_column,
    null,
    select,
)

from webapp.platform.revisions import VERSION_TABLE

ROWS_AT_ONCE = 500


def tables_of(connection: Connection) -> list[Table]:
    """Return the tables that hold data, those first that others refer to."""
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name != VERSION_TABLE]


def dump(connection: Connection, table: Table) -> Iterator[bytes]:
    """Yield the rows of a table, a line of JSON each, in the order of its key."""
    columns = list(table.columns)
    ordered = select(table).order_by(*table.primary_key.columns)
    with connection.execution_options(yield_per=ROWS_AT_ONCE).execute(ordered) as rows:
        for row in rows:
            values = [_written(value) for value in row]
            line = dict(zip((column.name for column in columns), values, strict=True))
            yield json.dumps(line, ensure_ascii=False).encode() + b"\n"


def load(connection: Connection, table: Table, lines: Iterable[bytes]) -> int:
    """Write rows that `dump` read; return how many."""
    readers = {column.name: _reader(column) for column in table.columns}
    left, number = iter(lines), 0
    while some := [json.loads(line) for line in islice(left, ROWS_AT_ONCE)]:
        rows = [{name: readers[name](value) for name, value in row.items()} for row in some]
        connection.execute(insert(table), rows)
        number += len(rows)
    return number


def last_ids(connection: Connection, tables: Iterable[Table]) -> dict[str, int]:
    """Return the last id that each table gave: what was deleted must not come back as another."""
    if connection.dialect.name == "sqlite":
        rows = connection.exec_driver_sql("SELECT name, seq FROM sqlite_sequence")
        return {name: int(last) for name, last in rows}
    last = {table.name: _last_of_sequence(connection, table) for table in tables}
    return {name: number for name, number in last.items() if number}


def restore_last_ids(
    connection: Connection, tables: Iterable[Table], last: Mapping[str, int]
) -> None:
    """Let tables go on behind the last ids that they gave, and behind those they have."""
    for table in tables:
        if [column.name for column in table.primary_key.columns] != ["id"]:
            continue
        highest = connection.scalar(select(func.max(table.columns.id))) or 0
        if number := max(highest, last.get(table.name, 0)):
            _go_on_behind(connection, table, number)


@contextmanager
def without_triggers(connection: Connection, tables: Iterable[Table]) -> Iterator[None]:
    """Write rows as they were: triggers count what comes in, and it is counted already."""
    if connection.dialect.name == "sqlite":
        created = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        triggers = {row.name: row.sql for row in connection.exec_driver_sql(created)}
        for name in triggers:
            connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
        yield
        for sql in triggers.values():
            connection.exec_driver_sql(sql)
        return
    names = [_quoted(connection, table) for table in tables]
    for name in names:
        connection.exec_driver_sql(f"ALTER TABLE {name} DISABLE TRIGGER USER")
    yield
    for name in names:
        connection.exec_driver_sql(f"ALTER TABLE {name} ENABLE TRIGGER USER")


def _written(value: object) -> object:
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
    if isinstance(value, bytes | memoryview):
        return b64encode(value).decode()
    return value


def _reader(column: Column[Any]) -> Callable[[Any], object]:
    """Return what makes of a written value one that the column takes."""
    if isinstance(column.type, JSON):
        nothing = null() if column.nullable else JSON.NULL
        return lambda value: nothing if value is None else value
    if isinstance(column.type, DateTime):
        # SQLite's times have no zone and are read as UTC.
        zone = UTC if getattr(column.type, "timezone", False) else None
        return lambda value: value and datetime.fromisoformat(value).replace(tzinfo=zone)
    if isinstance(column.type, LargeBinary):
        return lambda value: None if value is None else b64decode(value)
    return lambda value: value


def _last_of_sequence(connection: Connection, table: Table) -> int:
    """Return the last number of PostgreSQL's sequence for a table, 0 where there is none yet."""
    if "id" not in table.columns:
        return 0
    name = connection.scalar(select(func.pg_get_serial_sequence(_quoted(connection, table), "id")))
    if name is None:
        return 0
    numbers: sqlalchemy.Select[int, bool] = select(
        literal_column("last_value"), literal_column("is_called")
    )
    last, is_called = connection.execute(numbers.select_from(sqlalchemy.text(name))).one()
    return int(last) if is_called else 0


def _go_on_behind(connection: Connection, table: Table, number: int) -> None:
    if connection.dialect.name == "postgresql":
        sequence = func.pg_get_serial_sequence(_quoted(connection, table), "id")
        connection.execute(select(func.setval(sequence, number)))
        return
    # SQLite numbers on behind what is there; only some tables remember more, once they had a row.
    counted = connection.exec_driver_sql("SELECT name FROM sqlite_sequence").scalars().all()
    statement = "UPDATE sqlite_sequence SET seq = ? WHERE name = ?"
    if table.name not in counted and _counts_for_ever(connection, table):
        statement = "INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)"
    connection.exec_driver_sql(statement, (number, table.name))


def _counts_for_ever(connection: Connection, table: Table) -> bool:
    created = connection.exec_driver_sql(
        "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", (table.name,)
    ).scalar_one()
    return "AUTOINCREMENT" in created


def _quoted(connection: Connection, table: Table) -> str:
    return connection.dialect.identifier_preparer.format_table(table)
