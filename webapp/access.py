"""Who may open what: every route says so, and a route that says nothing is forbidden."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar

from flask import Flask, abort, current_app, g, redirect, request, url_for
from flask_login import current_user
from sqlalchemy import select
from werkzeug.routing import IntegerConverter, Map
from werkzeug.wrappers import Response

from webapp.auth import destinations
from webapp.extensions import db
from webapp.htmx import wants_fragment
from webapp.models import Membership, Project, Role
from webapp.models.states import ProjectKind

View = TypeVar("View", bound=Callable[..., Any])


class Access(Enum):
    """The doors of the house; project membership is checked by the loaders."""

    PUBLIC = frozenset[Role]()
    SIGNED_IN = frozenset(Role)
    REVIEWERS = frozenset({Role.REVIEWER, Role.ADMIN})
    ADMINS = frozenset({Role.ADMIN})


def open_to(access: Access) -> Callable[[View], View]:
    """Declare who may use a view."""

    def declare(view: View) -> View:
        view.access = access  # type: ignore[attr-defined] # a function carries its own rule
        return view

    return declare


class RowId(IntegerConverter):
    """A number that a row may have; larger ones, which a database refuses to compare, are 404."""

    def __init__(self, url_map: Map) -> None:
        super().__init__(url_map, min=1, max=2**31 - 1)


def init_app(app: Flask) -> None:
    """Check the declared access before every request."""
    app.url_map.converters["int"] = RowId
    app.before_request(_check_access)


def _check_access() -> Response | None:
    if request.endpoint is None:
        return None  # no such route: routing answers 404 or 405
    access = getattr(current_app.view_functions[request.endpoint], "access", None)
    if access is Access.PUBLIC:
        return None
    if not current_user.is_authenticated:
        return _ask_to_sign_in()
    if access is None or current_user.role not in access.value:
        abort(403)
    return None


def _ask_to_sign_in() -> Response:
    login = url_for("auth.login", next=destinations.page_of(request))
    if wants_fragment():
        return Response(status=401, headers={"HX-Redirect": login})
    return redirect(login, 303)


def project_or_404(project_id: int, *, kind: ProjectKind | None = None) -> Project:
    """Load a project that the current person belongs to (admins belong to all), or 404."""
    wanted = select(Project).where(Project.id == project_id)
    if current_user.role is not Role.ADMIN:
        wanted = wanted.join(Membership).where(Membership.user_id == current_user.id)
    project = db.session.scalar(wanted)
    if project is None or (kind is not None and project.kind is not kind):
        abort(404)
    g.project = project  # a session forgets what nobody holds, and would load it once more
    return project
