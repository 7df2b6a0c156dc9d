"""Routes of privacy figures: beside a document, and over all documents of a project."""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, flash, jsonify
from flask_login import current_user
from werkzeug.wrappers import Response as BaseResponse

from webapp.core.audit.reading import note_reading
from webapp.core.jobs.reports import request_report
from webapp.core.work.loading import load_work
from webapp.core.work.queries import assignment_or_404
from webapp.insight.risk import operations, pages
from webapp.insight.risk.figures import said_of
from webapp.insight.risk.forms import FiguresForm
from webapp.insight.risk.reading import seen_of
from webapp.people.access import Access, open_to, project_or_404
from webapp.platform.extensions import db
from webapp.platform.http.htmx import render, see_other, wants_fragment
from webapp.platform.models import Assignment, JobKind, utc_now
from webapp.platform.models.states import CHOOSING
from webapp.versions.suggestions.withholding import are_figures_shown
from webapp.workbench import queries as annotating
from webapp.workbench.answers import address_of

blueprint = Blueprint("risk", __name__, url_prefix="/projects/<int:project_id>")


@blueprint.get("/documents/<int:document_id>/figures")
@open_to(Access.SIGNED_IN, kinds=CHOOSING)
def figures(project_id: int, document_id: int) -> Response:
    """Say what the texts offered fit and keep, for the panel."""
    assignment = _shown_or_404(project_id, document_id)
    work = load_work(db.session(), assignment)
    return jsonify(said_of(current_app.extensions["palimpsest"], work))


@blueprint.get("/documents/<int:document_id>/risk")
@open_to(Access.SIGNED_IN)
def lines(project_id: int, document_id: int) -> Response:
    """Show the figures above the text with the choices as they are stored; alone, as a page."""
    assignment = _shown_or_404(project_id, document_id)
    project = annotating.project_of(db.session(), assignment)
    work = load_work(db.session(), assignment)
    return render(
        "insight/risk/lines.html",
        "insight/risk/_lines.html",
        project=project,
        assignment=assignment,
        seen=seen_of(db.session(), current_app.extensions["palimpsest"], project, work),
        address_of_mark=address_of("workbench.mark", assignment),
        address_of_flag=address_of("workbench.flag", assignment),
    )


def _shown_or_404(project_id: int, document_id: int) -> Assignment:
    """Load the current person's work on a document, or 404 where its figures are not shown."""
    assignment = annotating.assignment_or_404(db.session(), project_id, document_id)
    project = annotating.project_of(db.session(), assignment)
    if not are_figures_shown(project, assignment):
        abort(404)
    note_reading(project, assignment.document)
    return assignment


@blueprint.get("/risk")
@open_to(Access.REVIEWERS)
def index(project_id: int) -> Response | str:
    """Show the figures of all documents; to htmx, whether new ones are being made."""
    project = project_or_404(project_id)
    return pages.status(project) if wants_fragment() else pages.index(project)


@blueprint.post("/risk")
@open_to(Access.REVIEWERS)
def check(project_id: int) -> BaseResponse:
    """Ask the worker for the figures anew."""
    project = project_or_404(project_id)
    request_report(db.session(), JobKind.RISK, project, person=current_user, at=utc_now())
    db.session.commit()
    return pages.status(project) if wants_fragment() else see_other(pages.address_of(project))


@blueprint.post("/risk/figures")
@open_to(Access.ADMINS)
def change_settings(project_id: int) -> Response | str | tuple[str, int] | BaseResponse:
    """Change whether annotators see figures, and in how many documents they don't."""
    project, form = project_or_404(project_id), FiguresForm()
    if not form.validate_on_submit():
        return pages.index(project, form), 422
    operations.change_settings(
        db.session(),
        project,
        shows_figures=form.shows_figures.data,
        blind_figure_share=form.blind_figure_share.data,
        person=current_user,
        at=utc_now(),
    )
    db.session.commit()
    flash("What annotators see of privacy figures is saved.", "success")
    return see_other(pages.address_of(project))


@blueprint.get("/review/<int:assignment_id>/risk")
@open_to(Access.REVIEWERS)
def of_work(project_id: int, assignment_id: int) -> Response:
    """Say in a line what was found in a document, beside the work that a reviewer reads."""
    project = project_or_404(project_id)
    assignment = assignment_or_404(db.session(), project, assignment_id)
    return pages.line_of(project, assignment)
