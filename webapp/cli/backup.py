"""`palimpsest backup` and `palimpsest restore`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click
from flask import current_app
from sqlalchemy import select

from annotation.formatting import counted
from webapp.cli.context import application
from webapp.core import audit, store_sync
from webapp.core.backups import operations
from webapp.core.backups.archive import Manifest
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.home import open_home, write_privately
from webapp.platform.models import EventKind, Project, utc_now

FILE = click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
JSON = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


@click.command()
@FILE
@JSON
def backup(*, path: Path, as_json: bool) -> None:
    """Write all that can't be made again into FILE, also while people work.

    It holds the texts, everybody's work and the secret key: keep it as safe as the home folder.
    """
    with application():
        config: Config = current_app.extensions["palimpsest"]
        manifest = operations.back_up(db.engine, config.home, path, at=utc_now())
        audit.record(db.session(), EventKind.BACKED_UP, at=utc_now(), actor=None)
        db.session.commit()
    _tell(manifest, f"Backed up in {path}", as_json=as_json)


@click.command()
@FILE
@JSON
def restore(*, path: Path, as_json: bool) -> None:
    """Restore FILE into an empty home folder and an empty database, then rebuild the store.

    The database may be of the other kind: SQLite's into PostgreSQL and back.
    """
    home, database_url = Config.places(os.environ)
    write_privately()
    open_home(home)
    manifest = operations.restore(path, home, database_url)
    with application():
        for project in db.session.scalars(select(Project).where(Project.removed_at.is_(None))):
            store_sync.rebuild(project)
        now, made_at = utc_now(), manifest.made_at
        audit.record(db.session(), EventKind.RESTORED, at=now, actor=None, backed_up_at=made_at)
        db.session.commit()
    _tell(manifest, f"Restored what was backed up at {manifest.made_at}", as_json=as_json)


def _tell(manifest: Manifest, done: str, *, as_json: bool) -> None:
    if as_json:
        about = {name: getattr(manifest, name) for name in ("palimpsest", "made_at", "rows")}
        click.echo(json.dumps(about, ensure_ascii=False))
        return
    kinds = {"project": "project", "document": "document", "assignment": "assignment"}
    numbers = [counted(manifest.rows[table], name) for table, name in kinds.items()]
    files = sum(1 for name in manifest.checksums if name.startswith("models/"))
    click.echo(f"{done}: {', '.join(numbers)}, {counted(files, 'file')} of models.")
