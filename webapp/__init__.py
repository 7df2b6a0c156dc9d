"""The web application: people, HTTP, database, jobs, command line."""

from __future__ import annotations

from flask import Flask

from webapp import features, templating
from webapp.people import access
from webapp.platform import database
from webapp.platform.config import Config
from webapp.platform.extensions import csrf, db, login_manager
from webapp.platform.home import write_privately
from webapp.platform.http import compressing, error_pages, htmx, security, static_files

PROJECT_ROOT = Config.PROJECT_ROOT


def create_app(config: Config | None = None) -> Flask:
    """Build the application from its settings; each part brings its own `init_app`."""
    write_privately()
    config = config or Config.from_environment()
    app = Flask(
        "webapp",
        root_path=str(PROJECT_ROOT / "webapp"),
        instance_path=str(config.home),
        template_folder=str(PROJECT_ROOT / "templates"),
        static_folder=None,
    )
    app.config.from_mapping(config.to_flask())
    app.extensions["palimpsest"] = config
    db.init_app(app)
    login_manager.init_app(app)
    for part in (
        compressing,
        database,
        security,
        error_pages,
        htmx,
        templating,
        static_files,
        access,
        features,
    ):
        part.init_app(app)
    csrf.init_app(app)  # after `access`: an expired session is told to sign in, not "bad token"
    return app
