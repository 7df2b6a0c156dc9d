"""The application with all its pages."""

from __future__ import annotations

from flask import Flask

from webapp import features, templating
from webapp.people import access
from webapp.platform.config import Config
from webapp.platform.http import compressing, error_pages, htmx, security, static_files
from webapp.platform.http.extensions import csrf, login_manager
from webapp.platform.pageless import create_pageless_app


def create_app(config: Config | None = None) -> Flask:
    """Build the application from its settings; each part brings its own `init_app`."""
    app = create_pageless_app(config)
    login_manager.init_app(app)
    for part in (
        compressing,
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
