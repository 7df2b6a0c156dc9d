"""What is wrong with an installation, and what to do about it; nothing is changed."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from os import W_OK, access

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError

from annotation.formatting import counted
from webapp.core import store_sync
from webapp.platform import distribution, outages
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import Job, JobState, ModelVersion, Project
from webapp.platform.revisions import newest_revision, revision_of
from webapp.replacements.opening import OntologyUnavailableError, opened_ontology
from webapp.versions.queries import folder_of

FREE_BYTES = 1 << 30
"""A training, an import of the largest files and SQLite's log fit in less."""
SOON = timedelta(minutes=10)
"""A job that waits longer has no worker: it looks twice a second, and two jobs run at a time."""
SILENT = timedelta(minutes=5)
"""A job that runs says so every few seconds."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, how it is, and what to do where that is not well."""

    subject: str
    is_well: bool
    message: str
    advice: str = ""


def examine(config: Config, at: datetime) -> Iterator[Finding]:
    """Look at all parts, in an application context; of a database that is behind, at no rows."""
    yield Finding("version", is_well=True, message=_versions())
    yield from _settings(config)
    yield from _home(config)
    database = _database(config)
    yield database
    if database.is_well:
        yield from _queue(at)
        yield from _models()
        yield from _stores()
    yield _ontology(config)


def _versions() -> str:
    return f"palimpsest {distribution.version()}, Python {sys.version.split()[0]}"


def _settings(config: Config) -> Iterator[Finding]:
    is_open = config.is_production and not config.public_url.startswith("https://")
    message = f"{config.environment}, at {config.public_url}"
    advice = "Set PALIMPSEST_PUBLIC_URL to the https address that people see." if is_open else ""
    yield Finding("settings", not is_open, message, advice)


def _home(config: Config) -> Iterator[Finding]:
    # That others may not open it was seen to at the start.
    closed = [path.name for path in sorted(config.home.iterdir()) if not access(path, W_OK)]
    message = f"{config.home}" + (f": {', '.join(closed)} can't be written" if closed else "")
    advice = "Give them to the user that Palimpsest runs as." if closed else ""
    yield Finding("home folder", not closed, message, advice)
    free = shutil.disk_usage(config.home).free
    has_room = free >= FREE_BYTES
    advice = "" if has_room else "Make room: work that can't be written is refused."
    yield Finding("disk", has_room, f"{free / (1 << 30):.1f} GiB free", advice)


def _database(config: Config) -> Finding:
    head = newest_revision()
    kind = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[db.engine.dialect.name]
    try:
        with db.engine.connect() as connection:
            found = revision_of(connection)
            damage = _damage(connection)
    except DBAPIError as error:
        url = config.database_url
        damage = outages.sentence_of(error, home=config.home, database_url=url) or str(error.orig)
    if damage:
        advice = "Start the server; where the file itself is damaged, restore the last backup."
        return Finding("database", is_well=False, message=f"{kind}: {damage}", advice=advice)
    if found != head:
        message = f"{kind}, at revision {found or 'none'}, and this version is at {head}"
        advice = "Back up; then the next start, or any other command, brings it up to date."
        return Finding("database", is_well=False, message=message, advice=advice)
    return Finding("database", is_well=True, message=f"{kind}, at revision {found}")


def _damage(connection: Connection) -> str:
    """Return what SQLite finds damaged in its file, nothing of a server, which looks itself."""
    if connection.dialect.name != "sqlite":
        return ""
    found: str = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    return "" if found == "ok" else found


def _queue(at: datetime) -> Iterator[Finding]:
    waiting = select(func.count()).where(Job.state == JobState.QUEUED)
    silent = select(func.count()).where(
        Job.state == JobState.RUNNING, Job.heartbeat_at < at - SILENT
    )
    late = db.session.scalar(waiting.where(Job.created_at < at - SOON)) or 0
    stuck = db.session.scalar(silent) or 0
    all_waiting = db.session.scalar(waiting) or 0
    message = f"{counted(all_waiting, 'job')} waiting"
    if late or stuck:
        message += f", {late} for over ten minutes; {stuck} running without a sign of life"
    advice = "Start `palimpsest worker`, or look into its log." if late or stuck else ""
    yield Finding("queue", not (late or stuck), message, advice)


def _models() -> Iterator[Finding]:
    promoted = select(ModelVersion).where(ModelVersion.promoted_at.is_not(None))
    versions = db.session.scalars(promoted.order_by(ModelVersion.id)).all()
    missing = [each.folder for each in versions if not folder_of(each).is_dir()]
    message = f"{counted(len(versions), 'version')} in use or used before"
    if missing:
        message = f"missing in the home folder: {', '.join(missing)}"
    advice = "Restore `models` from a backup, or train anew." if missing else ""
    yield Finding("models", not missing, message, advice)


def _stores() -> Iterator[Finding]:
    there = select(Project).where(Project.removed_at.is_(None)).order_by(Project.name)
    for project in db.session.scalars(there):
        report = store_sync.verify(project)
        message = f"{project.name}: " + (
            "agrees with the database" if report.is_clean else "differs from the database"
        )
        advice = "" if report.is_clean else f'palimpsest store rebuild --project "{project.name}"'
        yield Finding("store", report.is_clean, message, advice)


def _ontology(config: Config) -> Finding:
    try:
        opened_ontology(config)
    except OntologyUnavailableError as error:
        advice = "palimpsest ontology build"
        return Finding("ontology", is_well=False, message=str(error), advice=advice)
    return Finding("ontology", is_well=True, message=str(config.ontology))
