"""Steps that several migrations take."""

from __future__ import annotations

import re
from collections.abc import Callable

import sqlalchemy as sa
from alembic import op


def values(name: str, allowed: tuple[str, ...]) -> sa.Enum:
    """Return a column type that the database checks against these values."""
    return sa.Enum(*allowed, name=name, native_enum=False, create_constraint=True, length=32)


def allow_also(table: str, *more: str, column: str = "kind") -> None:
    """Let a column have these values besides those it may have."""
    checks = sa.inspect(op.get_bind()).get_check_constraints(table)
    [present] = [each["sqltext"] for each in checks if each["name"] == f"ck_{table}_{column}"]
    allow(table, (*re.findall(r"'(\w+)'", present), *more), column=column)


def allow(table: str, allowed: tuple[str, ...], *, column: str = "kind") -> None:
    """Let a column have these values: its CHECK is replaced."""
    check = f"{column} IN ({', '.join(map(repr, allowed))})"
    name = f"ck_{table}_{column}"
    if op.get_bind().dialect.name == "sqlite":
        replace_check_in_schema(table, name, check)
        return
    op.drop_constraint(op.f(name), table, type_="check")
    op.create_check_constraint(op.f(name), table, check)


def replace_check_in_schema(table: str, name: str, check: str) -> None:
    """Change a CHECK of SQLite; only CHECKs that let more in may be changed so."""

    def replaced(before: str) -> str:
        start = before.index(f"CONSTRAINT {name} CHECK (")
        end = before.index("))", start) + 2
        return f"{before[:start]}CONSTRAINT {name} CHECK ({check}){before[end:]}"

    _rewrite_schema(table, replaced)


def never_give_ids_again(*tables: str) -> None:
    """Let no new row have the id of a deleted one: pages that are still open would mean another.

    PostgreSQL never does; SQLite gives the largest id again unless told otherwise.
    """
    if op.get_bind().dialect.name != "sqlite":
        return
    # The table in which SQLite keeps the largest ids comes into being with the first such table.
    op.execute("CREATE TABLE first_of_its_kind (id INTEGER PRIMARY KEY AUTOINCREMENT)")
    op.execute("DROP TABLE first_of_its_kind")
    for table in tables:
        _rewrite_schema(
            table,
            lambda before: before.replace("PRIMARY KEY (id)", "PRIMARY KEY (id AUTOINCREMENT)"),
        )


def add_reference(table: str, column: str, target: str) -> None:
    """Add an empty column that names a row of another table, or nothing once that row is gone."""
    op.add_column(table, sa.Column(column, sa.Integer(), nullable=True))
    name = op.f(f"fk_{table}_{column}_{target}")
    if op.get_bind().dialect.name == "sqlite":
        reference = f"FOREIGN KEY({column}) REFERENCES {target} (id) ON DELETE SET NULL"

        def referring(before: str) -> str:
            return f"{before[: before.rindex(')')]}, CONSTRAINT {name} {reference})"

        _rewrite_schema(table, referring)
    else:
        op.create_foreign_key(name, table, target, [column], ["id"], ondelete="SET NULL")
    op.create_index(op.f(f"ix_{table}_{column}"), table, [column])


def _rewrite_schema(table: str, rewritten: Callable[[str], str]) -> None:
    """Change a table of SQLite where it is written down, as sqlite.org/lang_altertable.html says.

    Making the table anew would drop the one that others refer to, with all that hangs on it.
    """
    connection = op.get_bind()
    find = sa.text("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = :table")
    before = connection.execute(find, {"table": table}).scalar_one()
    [version] = connection.exec_driver_sql("PRAGMA schema_version").one()
    connection.exec_driver_sql("PRAGMA writable_schema = ON")
    change = sa.text("UPDATE sqlite_master SET sql = :sql WHERE type = 'table' AND name = :table")
    connection.execute(change, {"sql": rewritten(before), "table": table})
    connection.exec_driver_sql(f"PRAGMA schema_version = {version + 1}")
    connection.exec_driver_sql("PRAGMA writable_schema = OFF")
