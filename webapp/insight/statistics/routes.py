"""Routes of the statistics of a project."""

from __future__ import annotations

from flask import Blueprint, abort, make_response, render_template, url_for
from flask_login import current_user
from werkzeug.wrappers import Response

from webapp.core.jobs.reports import ReportStatus, request_report
from webapp.insight.statistics.formatting import themed
from webapp.insight.statistics.queries import first_step_of, own_tables, readable, report_status_of
from webapp.insight.statistics.tables import Group, Table
from webapp.people.access import Access, open_to, project_or_404
from webapp.platform.extensions import db
from webapp.platform.http.htmx import render, see_other, wants_fragment
from webapp.platform.models import JobKind, Project, utc_now

blueprint = Blueprint("statistics", __name__, url_prefix="/projects/<int:project_id>/statistics")


@blueprint.get("")
@open_to(Access.REVIEWERS)
def index(project_id: int) -> Response | str:
    """Show the stored statistics; to htmx, the status of the new ones."""
    project = project_or_404(project_id)
    status = report_status_of(db.session(), project, at=utc_now())
    if wants_fragment():
        return _status(project, status) if status.is_pending else see_other(_address(project))
    seen = readable(db.session(), project, status, reader=current_user)
    return render_template(
        "insight/statistics/index.html",
        project=project,
        first_step=first_step_of(db.session(), project),
        report_status=status,
        address=_address(project),
        now=utc_now(),
        seen=seen,
        groups=[
            (group, [each for each in seen.tables if each.group is group and each.rows])
            for group in Group
        ],
        documents=seen.documents,
        themed=themed,
    )


@blueprint.post("")
@open_to(Access.REVIEWERS)
def compute(project_id: int) -> Response:
    """Ask the worker for new statistics."""
    project = project_or_404(project_id)
    request_report(db.session(), JobKind.STATISTICS, project, person=current_user, at=utc_now())
    db.session.commit()
    if wants_fragment():
        return _status(project, report_status_of(db.session(), project, at=utc_now()))
    return see_other(_address(project))


@blueprint.get("/<table>.csv")
@open_to(Access.REVIEWERS)
def as_csv(project_id: int, table: str) -> Response:
    """Send a table as comma-separated values."""
    return _file(_table_or_404(project_id, table).to_csv(), "text/csv", f"{table}.csv")


@blueprint.get("/<table>.svg")
@open_to(Access.REVIEWERS)
def as_svg(project_id: int, table: str) -> Response:
    """Send the picture of a table."""
    svg = _table_or_404(project_id, table).svg or abort(404)
    return _file(svg, "image/svg+xml", f"{table}.svg")


@blueprint.get("/own")
@open_to(Access.SIGNED_IN)
def own(project_id: int) -> str:
    """Show annotators how far they are themselves, and how fast."""
    project = project_or_404(project_id)
    status = report_status_of(db.session(), project, at=utc_now())
    return render_template(
        "insight/statistics/own.html",
        project=project,
        snapshot=status.snapshot,
        tables=own_tables(status, reader=current_user),
    )


def _table_or_404(project_id: int, key: str) -> Table:
    project = project_or_404(project_id)
    status = report_status_of(db.session(), project, at=utc_now())
    seen = readable(db.session(), project, status, reader=current_user)
    return next((table for table in seen.tables if table.key == key), None) or abort(404)


def _file(content: str, kind: str, name: str) -> Response:
    response = make_response(content)
    response.mimetype = kind
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return response


def _status(project: Project, status: ReportStatus) -> Response:
    return render(
        "insight/statistics/index.html",
        "insight/statistics/_status.html",
        project=project,
        report_status=status,
        now=utc_now(),
        address=_address(project),
    )


def _address(project: Project) -> str:
    return url_for("statistics.index", project_id=project.id)
