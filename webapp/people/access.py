"""Who may open what: every route says so, and a route that says nothing is forbidden."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar, cast

from flask import Flask, abort, current_app, g, redirect, request, url_for
from flask_login import current_user
from sqlalchemy import and_, bindparam, select
from sqlalchemy.orm import joinedload
from werkzeug.routing import IntegerConverter, Map
from werkzeug.wrappers import Response

from webapp.people import sessions
from webapp.people.roles import reviews, role_in
from webapp.platform.config import SMALL_BODY_BYTES
from webapp.platform.errors import ArchivedError, NoSuchPageError
from webapp.platform.extensions import db
from webapp.platform.http import destinations
from webapp.platform.http.htmx import wants_fragment
from webapp.platform.models import Membership, Project, Role
from webapp.platform.models.states import ProjectKind

_PROJECT = (
    select(Project, Membership)
    .outerjoin(
        Membership,
        and_(Membership.project_id == Project.id, Membership.user_id == bindparam("user_id")),
    )
    .where(Project.id == bindparam("project_id"), Project.removed_at.is_(None))
    .options(joinedload(Project.policy))
)
_PROJECT_OF_MEMBER = _PROJECT.where(Membership.user_id.is_not(None))

View = TypeVar("View", bound=Callable[..., Any])


class Access(Enum):
    """The access levels of views.

    Those of reviewers and admins are views of a project: what counts is what somebody does there.
    Other views of projects check by their loaders that the person belongs to it.
    """

    PUBLIC = "everybody"
    SIGNED_IN = "whoever has signed in"
    REVIEWERS = "reviewers and admins of the project"
    ADMINS = "admins of the project"
    ADMINS_EVERYWHERE = "admins of all that is here"


_ROLES = {
    Access.SIGNED_IN: frozenset(Role),
    Access.REVIEWERS: frozenset({Role.REVIEWER, Role.ADMIN}),
    Access.ADMINS: frozenset({Role.ADMIN}),
}
"""Who may, of those who belong to a project."""

EVERY_KIND = frozenset(ProjectKind)


def open_to(
    access: Access,
    *,
    kinds: frozenset[ProjectKind] = EVERY_KIND,
    to_peers: bool = False,
    in_archive: bool = False,
) -> Callable[[View], View]:
    """Declare who may use a view, and in which kinds of projects it makes sense.

    A view that is open `to_peers` is also open to annotators where they review each other's work.
    One that takes a POST is open in archived projects only if it is so `in_archive`.
    """

    def declare(view: View) -> View:
        view.access = access  # type: ignore[attr-defined] # a function carries its own rule
        view.kinds = kinds  # type: ignore[attr-defined] # likewise
        view.to_peers = to_peers  # type: ignore[attr-defined] # likewise
        view.in_archive = in_archive  # type: ignore[attr-defined] # likewise
        return view

    return declare


HIGHEST_ROW_ID = 2**31 - 1
"""A database refuses to compare larger numbers."""


class RowId(IntegerConverter):
    """A number that a row may have; others are 404."""

    def __init__(self, url_map: Map) -> None:
        super().__init__(url_map, min=1, max=HIGHEST_ROW_ID)


def row_id(value: str) -> int:
    """Read a number that a row may have from a form or a query; raises ValueError for others."""
    number = int(value)
    if not 1 <= number <= HIGHEST_ROW_ID:
        raise ValueError("no row has that number")
    return number


def init_app(app: Flask) -> None:
    """Check the declared access before every request."""
    app.url_map.converters["int"] = RowId
    app.before_request(_limit_body)
    app.before_request(_check_access)


def _limit_body() -> None:
    """Read little, and nothing of unknown length, from those who have not signed in."""
    has_body = request.content_length or request.headers.get("Transfer-Encoding")
    if has_body and not current_user.is_authenticated:
        most = current_app.config["MAX_CONTENT_LENGTH"]
        request.max_content_length = min(most, SMALL_BODY_BYTES)
        if request.content_length is None:
            abort(411)


def _check_access() -> Response | None:
    if request.endpoint is None:
        return None  # no such route: routing answers 404 or 405
    view: Any = current_app.view_functions[request.endpoint]
    access = getattr(view, "access", None)
    if access is Access.PUBLIC:
        return None
    if not current_user.is_authenticated:
        return _ask_to_sign_in()
    if access in (Access.REVIEWERS, Access.ADMINS):
        project_or_404((request.view_args or {})["project_id"])
    elif access is None or (
        access is Access.ADMINS_EVERYWHERE and current_user.role is not Role.ADMIN
    ):
        abort(403)
    return None


def role_here() -> Role | None:
    """Return what the current person does in the project of this page, or else everywhere."""
    project: Project | None = g.get("project")
    if project is None:
        return cast(Role, current_user.role)
    return role_in(db.session(), project, current_user)


def may_open(endpoint: str, project: Project, role: Role | None) -> bool:
    """Whether the current person may open a view of a project in which they have a role."""
    view: Any = current_app.view_functions[endpoint]
    return project.kind in view.kinds and _may_open(view, project, role)


def _may_open(view: Any, project: Project, role: Role | None) -> bool:  # noqa: ANN401 - a function that carries its own rule
    if view.access is Access.ADMINS_EVERYWHERE:
        return current_user.role is Role.ADMIN
    is_peer = view.to_peers and reviews(role, project)
    return is_peer or role in _ROLES[view.access]


def _ask_to_sign_in() -> Response:
    sessions.note_end(is_at_work=wants_fragment() or request.method == "POST")
    login = url_for("auth.login", next=destinations.page_of(request))
    if wants_fragment():
        return Response(status=401, headers={"HX-Redirect": login})
    return redirect(login, 303)


def project_or_404(project_id: int) -> Project:
    """Load a project that the current person belongs to (admins belong to all), or 404.

    Raises NoSuchPageError where it is of a kind that the view was not declared for, ArchivedError
    where it is archived and would be changed; 403 where the view is open to peers and it has none.
    """
    if "project" in g and g.project.id == project_id:
        return cast(Project, g.project)
    wanted = _PROJECT if current_user.role is Role.ADMIN else _PROJECT_OF_MEMBER
    named = {"project_id": project_id, "user_id": current_user.id}
    found = db.session.execute(wanted, named).one_or_none()
    if found is None:
        abort(404)
    project, membership = found
    view: Any = current_app.view_functions[request.endpoint or ""]
    if not _may_open(view, project, role_in(db.session(), project, current_user)):
        abort(403)
    if project.kind not in view.kinds:
        raise NoSuchPageError(f"Projects of the kind “{project.kind.label}” have no such page.")
    if project.archived_at and request.method == "POST" and not view.in_archive:
        raise ArchivedError
    # A session forgets what nobody holds, and would load it once more.
    g.project, g.membership = project, membership
    return project
