"""Addresses of: finding what to hide where nothing is marked."""

from __future__ import annotations

from flask import Blueprint, render_template, url_for
from flask_login import current_user
from werkzeug.wrappers import Response as BaseResponse

from webapp.access import Access, open_to, project_or_404
from webapp.errors import DomainError
from webapp.extensions import db
from webapp.htmx import see_other
from webapp.jobs.operations import cancel_job
from webapp.jobs.queries import job_or_404
from webapp.jobs.queue import enqueue
from webapp.masks.forms import MaskForm
from webapp.masks.operations import request_masks
from webapp.masks.queries import count_bare
from webapp.models import JobKind, utc_now

blueprint = Blueprint("masks", __name__, url_prefix="/projects/<int:project_id>/masks")


@blueprint.post("")
@open_to(Access.ADMINS)
def find(project_id: int) -> BaseResponse:
    """Ask for masks in the documents in which nothing is marked."""
    project, form = project_or_404(project_id), MaskForm()
    if not form.validate_on_submit():
        raise DomainError("Say how much to hide.")
    job = request_masks(db.session(), project, form.point.data, person=current_user, at=utc_now())
    db.session.commit()
    enqueue(job)
    return see_other(url_for("imports.index", project_id=project.id))


@blueprint.get("/<int:masking_id>")
@open_to(Access.ADMINS)
def show(project_id: int, masking_id: int) -> str:
    """Show how far it is."""
    project = project_or_404(project_id)
    return render_template(
        "masks/_progress.html",
        project=project,
        masking=job_or_404(db.session(), project, masking_id, JobKind.MASK),
        bare=count_bare(db.session(), project),
        form=MaskForm(formdata=None),
    )


@blueprint.post("/<int:masking_id>/cancel")
@open_to(Access.ADMINS)
def cancel(project_id: int, masking_id: int) -> BaseResponse:
    """Stop it; what was found until then stays."""
    project = project_or_404(project_id)
    cancel_job(db.session(), job_or_404(db.session(), project, masking_id, JobKind.MASK))
    db.session.commit()
    return see_other(url_for("imports.index", project_id=project.id))
