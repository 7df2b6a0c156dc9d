"""Routes of agreement between annotators."""

from __future__ import annotations

from flask import Blueprint, render_template, request, url_for
from flask_login import current_user
from werkzeug.wrappers import Response

from webapp.core.audit.reading import note_reading
from webapp.core.jobs.reports import ReportStatus, request_report
from webapp.insight.agreement import formatting
from webapp.insight.agreement.differing import count_named, tables_of
from webapp.insight.agreement.queries import disputed_mentions, read_places, report_status_of
from webapp.insight.agreement.stored import (
    disagreements_from_json,
    marks_from_json,
    report_from_json,
    report_with_model_from_json,
)
from webapp.people.access import Access, open_to, project_or_404
from webapp.platform.extensions import db
from webapp.platform.http.htmx import render, see_other, wants_fragment
from webapp.platform.models import EventKind, JobKind, Project, utc_now

blueprint = Blueprint("agreement", __name__, url_prefix="/projects/<int:project_id>/agreement")


@blueprint.get("")
@open_to(Access.REVIEWERS)
def index(project_id: int) -> Response | str:
    """Show the stored report; to htmx, the status of the new one."""
    project = project_or_404(project_id)
    status = report_status_of(db.session(), project)
    if wants_fragment():
        return _status(project, status) if status.is_pending else _whole_page(project)
    return _page(project, status)


@blueprint.get("/places")
@open_to(Access.REVIEWERS)
def places(project_id: int) -> str:
    """List the places where annotators differ in one way, as far as the report has them."""
    project = project_or_404(project_id)
    snapshot = report_status_of(db.session(), project).snapshot
    marks = marks_from_json(snapshot.report) if snapshot else None
    found = disagreements_from_json(marks) if marks else None
    named = count_named(found, request.args.get("cell", "")) if found else None
    stored = found.places.get(named[1].cell, ()) if found and named else ()
    if stored:
        note_reading(project, kind=EventKind.PASSAGES_READ)
    return render_template(
        "insight/agreement/places.html",
        project=project,
        named=named,
        stored=stored,
        places=read_places(db.session(), project, stored, reader=current_user),
    )


@blueprint.post("")
@open_to(Access.REVIEWERS)
def compute(project_id: int) -> Response:
    """Ask the worker for a new report, with and without the model."""
    project = project_or_404(project_id)
    request_report(db.session(), JobKind.AGREEMENT, project, person=current_user, at=utc_now())
    db.session.commit()
    if wants_fragment():
        return _status(project, report_status_of(db.session(), project))
    return _whole_page(project)


def _page(project: Project, status: ReportStatus) -> str:
    snapshot = status.snapshot
    marks = marks_from_json(snapshot.report) if snapshot else None
    report = report_from_json(snapshot.report) if snapshot else None
    with_model = report_with_model_from_json(snapshot.report) if snapshot else None
    shown = with_model if with_model and _takes_model_in() else report
    disputed = (
        disputed_mentions(db.session(), project, shown.disputed, reader=current_user)
        if shown
        else []
    )
    return render_template(
        "insight/agreement/index.html",
        project=project,
        report_status=status,
        now=utc_now(),
        report=shown,
        marks=marks,
        tables=tables_of(disagreements_from_json(marks)) if marks else [],
        has_model=with_model is not None,
        takes_model_in=_takes_model_in(),
        address=_address(project),
        disputed=disputed,
        show=formatting,
    )


def _status(project: Project, status: ReportStatus) -> Response:
    return render(
        "insight/agreement/index.html",
        "insight/agreement/_status.html",
        project=project,
        report_status=status,
        now=utc_now(),
        address=_address(project),
    )


def _whole_page(project: Project) -> Response:
    return see_other(_address(project))


def _takes_model_in() -> bool:
    return request.args.get("model") == "1"


def _address(project: Project) -> str:
    """Return the address of this page with the raters that it shows now."""
    model = 1 if _takes_model_in() else None
    return url_for("agreement.index", project_id=project.id, model=model)
