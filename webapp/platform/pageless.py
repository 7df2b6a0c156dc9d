"""The application without its pages: settings and database, which is all that a command needs."""

from __future__ import annotations

from flask import Flask

from webapp.platform import database, resources
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.home import write_privately


def create_pageless_app(config: Config | None = None) -> Flask:
    """Build what opens the database by the settings; it answers no request."""
    write_privately()
    config = config or Config.from_environment()
    app = Flask(
        "webapp",
        instance_path=str(config.home),
        template_folder=str(resources.folder("templates")),
        static_folder=None,
    )
    app.config.from_mapping(config.to_flask())
    app.extensions["palimpsest"] = config
    db.init_app(app)
    database.init_app(app)
    return app
