"""Databases of tests on the PostgreSQL of this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg.sql import SQL, Identifier

POSTGRESQL = "postgresql://postgres@127.0.0.1:5432"


def postgresql_url(name: str) -> str:
    """Return the address of a database, as the settings take it."""
    return f"{POSTGRESQL}/{name}".replace("postgresql://", "postgresql+psycopg://")


@contextmanager
def new_database(name: str, *options: str) -> Iterator[None]:
    """Make a database and remove it at the end; raises OperationalError where no server answers."""
    with psycopg.connect(f"{POSTGRESQL}/postgres", autocommit=True, connect_timeout=3) as server:
        server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        server.execute(" ".join([f"CREATE DATABASE {name}", *options]))
        try:
            yield
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def empty(name: str) -> None:
    """Delete all rows, whoever is still connected; cheaper than a new database."""
    with psycopg.connect(f"{POSTGRESQL}/{name}", autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        tables = connection.execute(
            "SELECT tablename FROM pg_tables"
            " WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
        ).fetchall()
        filled = SQL(" UNION ALL ").join(
            SQL("SELECT {} WHERE EXISTS (SELECT 1 FROM {})").format(table, Identifier(table))
            for (table,) in tables
        )
        with connection.transaction():
            connection.execute("SET LOCAL session_replication_role = replica")  # in any order
            for (table,) in connection.execute(filled).fetchall():
                connection.execute(SQL("DELETE FROM {}").format(Identifier(table)))
            connection.execute(
                "SELECT setval(format('%I.%I', schemaname, sequencename)::regclass,"
                " start_value, false)"
                " FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL"
            )
