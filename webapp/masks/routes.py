"""Routes of the models that suggest masks, and of finding what to hide."""

from __future__ import annotations

from flask import Blueprint, Response, flash, make_response, render_template, url_for
from flask_login import current_user
from werkzeug.wrappers import Response as BaseResponse

from webapp.core.jobs.operations import cancel_job
from webapp.core.jobs.queries import job_or_404
from webapp.masks import operations, pages
from webapp.masks.acceptance import acceptance_of
from webapp.masks.forms import MaskForm, MaskPolicyForm
from webapp.masks.queries import count_bare
from webapp.masks.scale import scale_of
from webapp.people.access import Access, open_to, project_or_404
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.http.htmx import render, see_other, wants_fragment
from webapp.platform.models import JobKind, Project, Purpose, utc_now
from webapp.versions import formatting
from webapp.versions.operations import renew_masks, request_training
from webapp.versions.pages import work_on

blueprint = Blueprint("masks", __name__, url_prefix="/projects/<int:project_id>/masks")

Answer = str | tuple[str, int] | BaseResponse


@blueprint.get("")
@open_to(Access.REVIEWERS)
def index(project_id: int) -> Answer:
    """Show what suggests masks and all about it; to htmx, the progress of the worker."""
    project = project_or_404(project_id)
    if not wants_fragment():
        return pages.index(project)
    work = work_on(project, Purpose.MASKS)
    if not work.is_pending:
        return see_other(_address(project))
    return render_template("versions/_work.html", project=project, work=work)


@blueprint.get("/acceptance")
@open_to(Access.REVIEWERS)
def acceptance(project_id: int) -> Response:
    """Show how often suggested spans were accepted; the page asks for it once it is loaded."""
    project = project_or_404(project_id)
    page, part = "masks/acceptance.html", "masks/_acceptance.html"
    return render(
        page,
        part,
        project=project,
        seen=acceptance_of(db.session(), project),
        unseen=acceptance_of(db.session(), project, is_blind=True),
        show=formatting,
    )


@blueprint.post("/train")
@open_to(Access.ADMINS)
def train(project_id: int) -> Answer:
    """Ask the worker for a training."""
    project = project_or_404(project_id)
    request_training(db.session(), project, Purpose.MASKS, person=current_user, at=utc_now())
    db.session.commit()
    flash("The training goes on in the background.", "success")
    return see_other(_address(project))


@blueprint.post("/decision")
@open_to(Access.ADMINS)
def decide(project_id: int) -> Answer:
    """Set how much to hide from now on, and when to train anew."""
    project, form = project_or_404(project_id), MaskPolicyForm()
    if not form.validate_on_submit():
        return pages.index(project, form=form), 422
    job = operations.decide(
        db.session(),
        project,
        form.chosen,
        retrain_after=form.retrain_after.data,
        blind_mask_share=form.blind_mask_share.data,
        person=current_user,
        at=utc_now(),
    )
    db.session.commit()
    anew = " Suggested spans that nobody has touched are found anew." if job else ""
    flash(f"How much to hide is saved.{anew}", "success")
    return see_other(_address(project))


@blueprint.post("/anew")
@open_to(Access.ADMINS)
def renew(project_id: int) -> Answer:
    """Ask for the suggested masks of untouched documents anew."""
    project = project_or_404(project_id)
    job = renew_masks(db.session(), project, person=current_user, at=utc_now())
    if job is None:
        refusal = DomainError("There is no document with suggested spans that nobody has touched.")
        return pages.index(project, refusal=refusal), refusal.status
    db.session.commit()
    flash("What to hide is being found anew.", "success")
    return see_other(_address(project))


@blueprint.post("")
@open_to(Access.ADMINS)
def find(project_id: int) -> BaseResponse:
    """Ask for masks in the documents in which nothing is marked."""
    project, form, session = project_or_404(project_id), MaskForm(), db.session()
    if not form.validate_on_submit():
        raise DomainError("Say how much to hide.")
    by = {"person": current_user, "at": utc_now()}
    operations.request_masks(session, project, **by)  # before what is to be found anew
    operations.decide(session, project, form.chosen, **by)
    session.commit()
    return see_other(url_for("imports.index", project_id=project.id))


@blueprint.get("/<int:masking_id>")
@open_to(Access.ADMINS)
def show(project_id: int, masking_id: int) -> Response:
    """Show the progress of finding masks; the end is told to what the page says of imports."""
    project, session = project_or_404(project_id), db.session()
    scale = scale_of(session, project)
    masking = job_or_404(session, project, masking_id, JobKind.MASK)
    page = render_template(
        "masks/_progress.html",
        project=project,
        masking=masking,
        bare=count_bare(session, project),
        form=MaskForm.at(scale.step),
        scale=scale,
    )
    response = make_response(page)
    if masking.finished_at:
        response.headers["HX-Trigger"] = "masks-found"
    return response


@blueprint.post("/<int:masking_id>/cancel")
@open_to(Access.ADMINS)
def cancel(project_id: int, masking_id: int) -> BaseResponse:
    """Stop finding masks; what was found until then stays."""
    project = project_or_404(project_id)
    job = job_or_404(db.session(), project, masking_id, JobKind.MASK)
    cancel_job(db.session(), job)
    db.session.commit()
    page = "masks.index" if job.arguments.get("is_anew") else "imports.index"
    return see_other(url_for(page, project_id=project.id))


def _address(project: Project) -> str:
    return url_for("masks.index", project_id=project.id)
