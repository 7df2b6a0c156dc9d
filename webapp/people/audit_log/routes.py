"""Routes of the audit log: of the whole house, and of one project."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from io import StringIO
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request, url_for
from flask_login import current_user
from sqlalchemy import Engine

from webapp.core import audit
from webapp.core.records import snapshot
from webapp.people.access import Access, open_to, project_or_404
from webapp.people.audit_log.forms import LogForm
from webapp.people.audit_log.queries import (
    Line,
    Page,
    Place,
    Wanted,
    iter_lines,
    people_and_projects,
    read_page,
)
from webapp.platform.extensions import db
from webapp.platform.formatting import inert
from webapp.platform.models import EventKind, Project, utc_now

blueprint = Blueprint("audit_log", __name__)

Answer = str | Response | tuple[str, int]
HEAD = ("at", "who", "kind", "what", "people", "details", "project_id", "project", "document")


@blueprint.get("/audit")
@open_to(Access.ADMINS_EVERYWHERE)
def index() -> Answer:
    """Show what was done in the whole house."""
    return _page(None)


@blueprint.get("/audit.csv")
@open_to(Access.ADMINS_EVERYWHERE)
def as_csv() -> Answer:
    """Send what was done in the whole house."""
    return _file(None)


@blueprint.get("/projects/<int:project_id>/audit")
@open_to(Access.ADMINS)
def of_project(project_id: int) -> Answer:
    """Show what was done in a project."""
    return _page(project_or_404(project_id))


@blueprint.get("/projects/<int:project_id>/audit.csv")
@open_to(Access.ADMINS)
def of_project_as_csv(project_id: int) -> Answer:
    """Send what was done in a project."""
    return _file(project_or_404(project_id))


def _page(project: Project | None) -> tuple[str, int]:
    form, is_valid = _filled_form(project)
    behind = Place.parse(request.args.get("behind", ""))
    page = Page((), None)
    if is_valid:
        page = read_page(db.session(), form.wanted(project), behind=behind)
    query = {name: value for name, value in request.args.items() if value}
    query.pop("behind", None)
    shown = render_template(
        "people/audit_log/project.html" if project else "people/audit_log/index.html",
        project=project,
        form=form,
        page=page,
        is_newest=behind is None,
        is_narrowed=bool(query),
        newest=_address("index", project, query),
        older=_address("index", project, query | {"behind": str(page.older)}),
        download=_address("as_csv", project, query),
    )
    return shown, 200 if is_valid else 422


def _file(project: Project | None) -> Response | tuple[str, int]:
    form, is_valid = _filled_form(project)
    if not is_valid:
        return _page(project)
    wanted = form.wanted(project)
    audit.record(
        db.session(),
        EventKind.AUDIT_EXPORTED,
        at=utc_now(),
        actor=current_user,
        project=project,
        narrowed_by=wanted.narrowed_by,
    )
    db.session.commit()
    response = Response(_csv(db.engine, wanted), content_type="text/csv; charset=utf-8")
    response.headers.set("Content-Disposition", "attachment", filename="audit-log.csv")
    return response


def _filled_form(project: Project | None) -> tuple[LogForm, bool]:
    form = LogForm(request.args)
    form.offer(*people_and_projects(db.session()), project)
    return form, form.validate()


def _address(page: str, project: Project | None, query: Mapping[str, str]) -> str:
    if project is None:
        address = url_for(f"audit_log.{page}")
    else:
        of_project = {"index": "of_project", "as_csv": "of_project_as_csv"}[page]
        address = url_for(f"audit_log.{of_project}", project_id=project.id)
    return f"{address}?{urlencode(query)}" if query else address


def _csv(engine: Engine, wanted: Wanted) -> Iterator[str]:
    buffer = StringIO()
    writer = csv.writer(buffer)
    writer.writerow(HEAD)
    with snapshot(engine) as session:
        for line in iter_lines(session, wanted):
            writer.writerow(map(inert, _cells(line)))
            yield buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue()


def _cells(line: Line) -> tuple[object, ...]:
    return (
        line.at.isoformat(),
        line.who,
        line.kind.value,
        line.kind.label,
        "; ".join(line.people),
        line.details,
        line.project_id,
        line.project,
        line.document_number,
    )
