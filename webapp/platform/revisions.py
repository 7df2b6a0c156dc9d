"""Which migration a database is at, and which is the newest; Alembic is not needed to know."""

from __future__ import annotations

import sqlalchemy
from sqlalchemy import Connection, select

from webapp.platform import resources

VERSION_TABLE = "alembic_version"


def newest_revision() -> str:
    """Return the last of the migrations, whose files begin with their numbers."""
    migrations = (resources.folder("migrations") / "versions").glob("[0-9]*.py")
    newest, *_ = max(path.name for path in migrations).split("_")
    return newest


def revision_of(connection: Connection) -> str | None:
    """Return the migration that the database is at, None where it has no tables."""
    if not connection.dialect.has_table(connection, VERSION_TABLE):
        return None
    return connection.scalar(
        select(sqlalchemy.column("version_num")).select_from(sqlalchemy.table(VERSION_TABLE))
    )
