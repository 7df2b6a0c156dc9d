"""How the database is brought up to date; no web process needs Alembic."""

from __future__ import annotations

from alembic import command
from alembic.config import Config as AlembicConfig
from flask import Flask
from sqlalchemy.engine import Engine

from webapp.platform.config import Config
from webapp.platform.extensions import db


def migrate(app: Flask) -> None:
    """Bring the database up to the newest migration."""
    with app.app_context():
        upgrade(db.engine)


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Run the migrations on an engine."""
    config = AlembicConfig()
    config.set_main_option("script_location", str(Config.PROJECT_ROOT / "migrations"))
    config.attributes["engine"] = engine
    command.upgrade(config, revision)
