"""What every template may use."""

from __future__ import annotations

from datetime import datetime

from flask import Flask
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup, escape

from annotation import types
from annotation.formatting import counted
from annotation.options import source_label
from webapp import htmx
from webapp.formatting import show_name
from webapp.models import states
from webapp.projects.pages import navigation_of


def init_app(app: Flask) -> None:
    """Register filters and the enums that pages compare with."""
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(
        moment=show_moment, document_name=show_name, source_label=source_label, counted=counted
    )
    app.jinja_env.globals.update(
        csrf_token=generate_csrf,
        Role=states.Role,
        ProjectKind=states.ProjectKind,
        AssignmentState=states.AssignmentState,
        ChoiceOrigin=states.ChoiceOrigin,
        JobState=states.JobState,
        SemanticType=types.SemanticType,
        IdentifierType=types.IdentifierType,
        ConfidentialStatus=types.ConfidentialStatus,
        htmx_config=htmx.CONFIG,
        navigation_of=navigation_of,
    )
    app.jinja_env.globals["ui"] = app.jinja_env.get_template("ui.html").module


def show_moment(moment: datetime | None, *, is_exact: bool = False) -> Markup:
    """Render a time as <time>, in UTC and readable; a dash for none.

    Scripts say how long ago it was ("yesterday"), in the zone of whoever reads. `is_exact` keeps
    the date where that matters: of what ends then.
    """
    if moment is None:
        return Markup("–")
    return Markup('<time datetime="{}"{}>{}</time>').format(
        escape(moment.isoformat(timespec="seconds")),
        Markup(" data-exact") if is_exact else "",
        moment.strftime("%-d %b %Y, %H:%M UTC"),
    )
