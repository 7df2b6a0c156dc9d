"""Making a backup while people work, and restoring one where there is nothing yet."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import mkdtemp
from zipfile import ZipFile

from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Engine, create_engine, func, make_url, select

from webapp.core.backups.archive import BackupError, Manifest, opened, pieces_of, written
from webapp.core.backups.rows import (
    dump,
    last_ids,
    load,
    restore_last_ids,
    tables_of,
    without_triggers,
)
from webapp.core.records import snapshot
from webapp.platform import distribution, resources
from webapp.platform.config import sqlite_url
from webapp.platform.migrating import upgrade
from webapp.platform.revisions import revision_of

KEPT = ("secret_key", "models", "uploads", "backgrounds", "demo-loaded", "demo-logins.json")
"""What lies in the home folder and can't be made again, or only by hours of training."""
MADE = ("palimpsest.sqlite3", "store")
"""What is made of a backup: the database, and the store from it."""


def back_up(engine: Engine, home: Path, path: Path, *, at: datetime) -> Manifest:
    """Write a backup of the database, models, waiting uploads and the secret key.

    The rows are one state of the database, whoever writes meanwhile; models don't change once they
    are there. Raises BackupError where the file is there already.
    """
    with written(path) as writer:
        with snapshot(engine) as session:
            connection = session.connection()
            tables, rows = tables_of(connection), {}
            for table in tables:
                rows[table.name] = writer.write(_member(table.name), dump(connection, table))
            about = {"revision": revision_of(connection), "last_ids": last_ids(connection, tables)}
        for name, file in _files(home):
            writer.write(name, pieces_of(file))
        made_at = at.isoformat(timespec="seconds")
        return writer.finish(palimpsest=distribution.version(), made_at=made_at, rows=rows, **about)


def restore(path: Path, home: Path, database_url: str) -> Manifest:
    """Restore a backup into an empty home folder and database, of either kind.

    All of it is checked first, and the home folder gets it when it is whole. The store is left to
    be rebuilt. Raises BackupError for a file that is none, is damaged or of a version to come, and
    where there is something already.
    """
    with opened(path) as (archive, manifest):
        _check_revision(path, manifest)
        _check_is_empty(home)
        with _beside(home) as work:
            for name in manifest.checksums:
                if not name.startswith("tables/"):
                    archive.extract(name, work)
            is_in_home = database_url == sqlite_url(home)
            _fill(archive, manifest, sqlite_url(work) if is_in_home else database_url)
            for each in sorted(work.iterdir()):
                each.rename(home / each.name)
    return manifest


def _member(table: str) -> str:
    return f"tables/{table}.jsonl"


def _files(home: Path) -> Iterator[tuple[str, Path]]:
    """Yield what is kept, by its name in the home folder."""
    for name in KEPT:
        top = home / name
        for file in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if file.is_file():
                yield file.relative_to(home).as_posix(), file


def _check_revision(path: Path, manifest: Manifest) -> None:
    scripts = ScriptDirectory(str(resources.folder("migrations")))
    try:
        scripts.get_revision(manifest.revision)
    except CommandError as error:
        raise BackupError(
            f"{path} was made by a newer Palimpsest ({manifest.palimpsest}): restore it with that."
        ) from error


def _check_is_empty(home: Path) -> None:
    if found := [name for name in (*MADE, *KEPT) if (home / name).exists()]:
        raise BackupError(
            f"{home} is in use, it has {', '.join(found)}: restore into a folder without."
        )


@contextmanager
def _beside(home: Path) -> Iterator[Path]:
    """Make a folder within the home folder that does not stay."""
    work = Path(mkdtemp(prefix="restoring-", dir=home))
    try:
        yield work
    finally:
        shutil.rmtree(work)


def _fill(archive: ZipFile, manifest: Manifest, database_url: str) -> None:
    """Make the tables as they were, fill them, and bring them up to date."""
    engine = create_engine(database_url, hide_parameters=True)
    try:
        _check_has_no_rows(engine)
        upgrade(engine, manifest.revision)
        with engine.begin() as connection:
            tables = tables_of(connection)
            with without_triggers(connection, tables):
                for table in tables:
                    with archive.open(_member(table.name)) as lines:
                        load(connection, table, lines)
            restore_last_ids(connection, tables, manifest.last_ids)
        upgrade(engine)
    finally:
        engine.dispose()


def _check_has_no_rows(engine: Engine) -> None:
    with engine.connect() as connection:
        for table in tables_of(connection):
            if connection.scalar(select(func.count()).select_from(table)):
                place = make_url(engine.url).render_as_string(hide_password=True)
                raise BackupError(f"{place} is in use, it has rows: restore into an empty one.")
