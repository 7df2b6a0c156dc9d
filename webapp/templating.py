"""What every template may use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Self

from flask import Flask
from flask_wtf.csrf import generate_csrf
from jinja2 import StrictUndefined, TemplateRuntimeError, Undefined, UndefinedError
from jinja2.utils import missing
from markupsafe import Markup, escape

from annotation import types
from annotation.formatting import counted
from annotation.sources import source_label
from webapp.core.work.comments import MAX_COMMENT
from webapp.core.work.mentions import LONGEST_WRITTEN
from webapp.insight.risk.measures import Attack, surest
from webapp.insight.risk.wording import attack_of
from webapp.people.access import role_here
from webapp.platform.formatting import show_name
from webapp.platform.http import htmx
from webapp.platform.models import states
from webapp.projects.pages import navigation_of


class OptionalName(Undefined):
    """What stands for a name that a page wasn't given, or for a key of JSON: some are optional.

    An attribute that an object doesn't have is an error, never an empty place in the page.
    """

    def __new__(
        cls,
        hint: str | None = None,
        obj: object = missing,
        name: str | None = None,
        exc: type[TemplateRuntimeError] = UndefinedError,
    ) -> Self:
        """Let a missing attribute of `obj` raise UndefinedError where it is used."""
        if obj is missing or isinstance(obj, Mapping):
            return super().__new__(cls)
        return StrictUndefined(hint, obj, name, exc)  # type: ignore[return-value]  # Jinja takes any


def init_app(app: Flask) -> None:
    """Register filters and the enums that pages compare with."""
    app.jinja_env.undefined = OptionalName
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(
        moment=show_moment,
        document_name=show_name,
        source_label=source_label,
        counted=counted,
        surest_attack=show_surest,
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
        MAX_COMMENT=MAX_COMMENT,
        LONGEST_WRITTEN=LONGEST_WRITTEN,
        htmx_config=htmx.CONFIG,
        navigation_of=navigation_of,
        role_here=role_here,
    )
    app.jinja_env.globals["ui"] = app.jinja_env.get_template("ui.html").module


def show_surest(attacks: Iterable[Attack]) -> str:
    """Say where the surest of some attacks puts the person."""
    return attack_of(surest(attacks))


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
