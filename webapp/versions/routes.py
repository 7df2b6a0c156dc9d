"""Addresses of: the model of a project, its training, its versions and their figures."""

from __future__ import annotations

from flask import Blueprint, Response, flash, render_template, request, send_file, url_for
from flask_login import current_user
from werkzeug.wrappers import Response as BaseResponse

from webapp.core.jobs.operations import cancel_job
from webapp.core.jobs.queries import job_or_404
from webapp.people.access import Access, open_to, project_or_404, row_id
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.http.htmx import render, see_other, wants_fragment
from webapp.platform.models import Job, ModelVersion, Project, Purpose, utc_now
from webapp.platform.models.states import CHOOSING
from webapp.versions import formatting, operations, pages
from webapp.versions.acceptance import acceptance_rates
from webapp.versions.forms import PolicyForm, TrainForm
from webapp.versions.operations import promote, request_training
from webapp.versions.queries import (
    TRAINED_BY,
    figure_or_404,
    log_of,
    own_version_or_404,
    version_or_404,
    wants_suggestions,
)
from webapp.versions.swaying import masked_rates

blueprint = Blueprint("versions", __name__, url_prefix="/projects/<int:project_id>/model")

Answer = str | tuple[str, int] | BaseResponse
FOR_GOOD = 365 * 24 * 60 * 60
"""Seconds; figures belong to a version, which never changes."""


@blueprint.get("")
@open_to(Access.REVIEWERS, kinds=CHOOSING)
def index(project_id: int) -> Answer:
    """Show the model and all about it; to htmx, how far the training is."""
    project = project_or_404(project_id)
    if wants_fragment():
        work = pages.work_on(project)
        return _part(project, work) if work.is_pending else see_other(_address(project))
    return pages.index(project)


@blueprint.get("/acceptance")
@open_to(Access.REVIEWERS, kinds=CHOOSING)
def acceptance(project_id: int) -> Response:
    """Count how often suggestions were accepted; the page of the model asks for it by itself."""
    project = project_or_404(project_id)
    rates = acceptance_rates(db.session(), project)
    masked = masked_rates(db.session(), project)
    page, part = "versions/acceptance.html", "versions/_acceptance.html"
    return render(page, part, project=project, acceptance=rates, masked=masked, show=formatting)


@blueprint.post("/train")
@open_to(Access.ADMINS, kinds=CHOOSING)
def train(project_id: int) -> Answer:
    """Ask the worker for a training."""
    project, form = project_or_404(project_id), TrainForm.offering()
    if not form.validate_on_submit():
        return pages.index(project, training=form), 422
    try:
        request_training(
            db.session(), project, family=form.family.data, person=current_user, at=utc_now()
        )
    except DomainError as error:
        return pages.index(project, training=form, refusal=error), error.status
    db.session.commit()
    flash("The training goes on in the background.", "success")
    return see_other(_address(project))


@blueprint.post("/trainings/<int:training_id>/cancel")
@open_to(Access.ADMINS)
def cancel(project_id: int, training_id: int) -> Answer:
    """Stop a training; the model in use stays."""
    project, job = _training(project_id, training_id)
    cancel_job(db.session(), job)
    db.session.commit()
    return see_other(_address_after(project, job))


@blueprint.get("/trainings/<int:training_id>/log")
@open_to(Access.REVIEWERS)
def log(project_id: int, training_id: int) -> Answer:
    """Show what a training wrote; it holds no document text."""
    project, job = _training(project_id, training_id)
    return render_template(
        "versions/log.html",
        project=project,
        job=job,
        lines=log_of(job),
        back=_address_after(project, job),
    )


@blueprint.post("/policy")
@open_to(Access.ADMINS, kinds=CHOOSING)
def change_policy(project_id: int) -> Answer:
    """Change what annotators see of suggestions, and when the model learns."""
    project, form = project_or_404(project_id), PolicyForm()
    if not form.validate_on_submit():
        return pages.index(project, policy=form), 422
    operations.change_policy(
        db.session(), project, form.policy(), person=current_user, at=utc_now()
    )
    db.session.commit()
    flash("The settings of suggestions are saved.", "success")
    return see_other(_address(project))


@blueprint.get("/versions/<int:version_id>")
@open_to(Access.REVIEWERS)
def show(project_id: int, version_id: int) -> Answer:
    """Show one version with its figures, whatever it suggests."""
    project = project_or_404(project_id)
    version = version_or_404(db.session(), project, version_id, tuple(Purpose))
    return pages.PAGES[version.purpose](project, version)


@blueprint.post("/versions/<int:version_id>/use")
@open_to(Access.ADMINS)
def use(project_id: int, version_id: int) -> Answer:
    """Put a version to use, an earlier one as well, whatever its scores said."""
    project = project_or_404(project_id)
    version = own_version_or_404(db.session(), project, version_id)
    job = promote(db.session(), project, version, person=current_user, at=utc_now())
    db.session.commit()
    flash(f"Version {version.number} {_outcome(project, version, job)}", "success")
    return see_other(pages.address_of(project, version.purpose))


def _outcome(project: Project, version: ModelVersion, job: Job | None) -> str:
    if version.purpose is Purpose.MASKS:
        anew = " Suggested spans that nobody has touched are found anew." if job else ""
        return f"finds from now on what to hide.{anew}"
    if wants_suggestions(project):
        return "is in use; its suggestions are being prepared."
    return "will suggest once suggestions are switched on."


@blueprint.get("/versions/<int:version_id>/figures/<figure>.svg")
@open_to(Access.REVIEWERS, kinds=CHOOSING)
def picture(project_id: int, version_id: int, figure: str) -> Response:
    """Send a figure of a version."""
    project = project_or_404(project_id)
    version = version_or_404(db.session(), project, version_id)
    response = send_file(figure_or_404(version, figure), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = f"private, max-age={FOR_GOOD}, immutable"
    return response


@blueprint.get("/compare")
@open_to(Access.REVIEWERS, kinds=CHOOSING)
def compare(project_id: int) -> Answer:
    """Show two versions side by side."""
    project = project_or_404(project_id)
    return pages.comparison(project, *(_asked_for(project, name) for name in ("one", "other")))


def _asked_for(project: Project, name: str) -> ModelVersion | None:
    version_id = request.args.get(name, type=row_id)
    return version_or_404(db.session(), project, version_id) if version_id else None


def _part(project: Project, work: pages.WorkOn) -> Response:
    page, part = "versions/index.html", "versions/_work.html"
    return render(page, part, project=project, work=work)


def _training(project_id: int, training_id: int) -> tuple[Project, Job]:
    project = project_or_404(project_id)
    return project, job_or_404(db.session(), project, training_id, *TRAINED_BY.values())


def _address_after(project: Project, training: Job) -> str:
    """Return the address of the page about the model that a job trains."""
    [purpose] = (purpose for purpose, kind in TRAINED_BY.items() if kind is training.kind)
    return pages.address_of(project, purpose)


def _address(project: Project) -> str:
    return url_for("versions.index", project_id=project.id)
