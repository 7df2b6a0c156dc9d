"""How the database is brought up to date; no web process needs Alembic."""

from __future__ import annotations

from flask import Flask
from sqlalchemy.engine import Engine

from webapp.platform import resources
from webapp.platform.extensions import db
from webapp.platform.revisions import newest_revision, revision_of


def migrate(app: Flask) -> None:
    """Bring the database up to the newest migration."""
    with app.app_context():
        with db.engine.connect() as connection:
            is_current = revision_of(connection) == newest_revision()
        if not is_current:
            upgrade(db.engine)


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Run the migrations on an engine."""
    from alembic import command  # noqa: PLC0415 - heavy, and seldom needed
    from alembic.config import Config as AlembicConfig  # noqa: PLC0415 - likewise

    config = AlembicConfig()
    config.set_main_option("script_location", str(resources.folder("migrations")))
    config.attributes["engine"] = engine
    command.upgrade(config, revision)
