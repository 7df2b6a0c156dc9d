"""Steps that several migrations take."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op


def values(name: str, allowed: tuple[str, ...]) -> sa.Enum:
    """Return a column type that the database checks against these values."""
    return sa.Enum(*allowed, name=name, native_enum=False, create_constraint=True, length=32)


def allow(table: str, kinds: tuple[str, ...]) -> None:
    """Let `kind` have these values: its CHECK is replaced."""
    check = f"kind IN ({', '.join(map(repr, kinds))})"
    name = f"ck_{table}_kind"
    if op.get_bind().dialect.name == "sqlite":
        replace_check_in_schema(table, name, check)
        return
    op.drop_constraint(op.f(name), table, type_="check")
    op.create_check_constraint(op.f(name), table, check)


def replace_check_in_schema(table: str, name: str, check: str) -> None:
    """Change a CHECK of SQLite where it is written down, as sqlite.org/lang_altertable.html says.

    Only CHECKs that let more in may be changed so. Making the table anew would drop the one that
    others refer to, with all that hangs on it.
    """
    connection = op.get_bind()
    find = sa.text("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = :table")
    before = connection.execute(find, {"table": table}).scalar_one()
    start = before.index(f"CONSTRAINT {name} CHECK (")
    end = before.index("))", start) + 2
    after = f"{before[:start]}CONSTRAINT {name} CHECK ({check}){before[end:]}"
    [version] = connection.exec_driver_sql("PRAGMA schema_version").one()
    connection.exec_driver_sql("PRAGMA writable_schema = ON")
    change = sa.text("UPDATE sqlite_master SET sql = :sql WHERE type = 'table' AND name = :table")
    connection.execute(change, {"sql": after, "table": table})
    connection.exec_driver_sql(f"PRAGMA schema_version = {version + 1}")
    connection.exec_driver_sql("PRAGMA writable_schema = OFF")
