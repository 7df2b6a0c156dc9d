"""Addresses of: what a project's attacker knows."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, flash, request, url_for
from flask_login import current_user
from werkzeug.wrappers import Response as BaseResponse

from webapp.core import uploads
from webapp.core.jobs.operations import cancel_job
from webapp.intake.backgrounds import folders, operations
from webapp.intake.backgrounds.forms import FileForm, SourceForm
from webapp.intake.backgrounds.queries import (
    background_of,
    count_documents,
    latest_reading,
    list_sources,
    origin_of,
    source_name_of,
)
from webapp.people.access import Access, open_to, project_or_404
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.http.htmx import render, see_other, shown_anew
from webapp.platform.models import Project, utc_now

blueprint = Blueprint("backgrounds", __name__, url_prefix="/projects/<int:project_id>/background")


@blueprint.get("")
@open_to(Access.ADMINS)
def index(project_id: int) -> Response:
    """Show the background of a project and ask for one; to htmx, how far the reading is."""
    return _page(project_or_404(project_id))


@blueprint.post("")
@open_to(Access.ADMINS)
def upload(project_id: int) -> BaseResponse:
    """Take a file in and let the worker read it."""
    project, form = project_or_404(project_id), FileForm()
    if not form.validate_on_submit():
        return _page(project, form=form, status=422)
    operations.check_is_free(db.session(), project)  # before a large file is kept
    operations.read_file(
        db.session(),
        project,
        upload=uploads.keep(current_app.extensions["palimpsest"], form.file.data),
        file_name=uploads.shown_name(form.file.data),
        person=current_user,
        at=utc_now(),
    )
    return _is_begun(project)


@blueprint.post("/project")
@open_to(Access.ADMINS)
def take_project(project_id: int) -> BaseResponse:
    """Let the worker read the documents of another project."""
    project, session = project_or_404(project_id), db.session()
    form = SourceForm.offering(list_sources(session, project, current_user))
    if not form.validate_on_submit():
        return _page(project, source_form=form, status=422)
    source = session.get_one(Project, form.source.data)
    operations.read_project(session, project, source, person=current_user, at=utc_now())
    return _is_begun(project)


@blueprint.post("/cancel")
@open_to(Access.ADMINS)
def cancel(project_id: int) -> BaseResponse:
    """Stop reading; what was there before stays."""
    project = project_or_404(project_id)
    job = latest_reading(db.session(), project)
    if job is None:
        raise DomainError("No background is being read.")
    cancel_job(db.session(), job)
    db.session.commit()
    return see_other(url_for("backgrounds.index", project_id=project.id))


@blueprint.post("/delete")
@open_to(Access.ADMINS)
def remove(project_id: int) -> BaseResponse:
    """Take the background away."""
    project = project_or_404(project_id)
    folder = operations.remove_background(db.session(), project, actor=current_user, at=utc_now())
    db.session.commit()
    folders.remove_folder(current_app.extensions["palimpsest"], folder)
    flash("The background is deleted. From now on nothing is attacked.", "success")
    return see_other(url_for("backgrounds.index", project_id=project.id))


def _is_begun(project: Project) -> BaseResponse:
    db.session.commit()
    flash("The background is being read.", "success")
    return see_other(url_for("backgrounds.index", project_id=project.id))


def _page(
    project: Project,
    *,
    form: FileForm | None = None,
    source_form: SourceForm | None = None,
    status: int = 200,
) -> Response:
    session, job = db.session(), latest_reading(db.session(), project)
    background = background_of(session, project)
    page = render(
        "intake/backgrounds/index.html",
        "intake/backgrounds/_reading.html",
        status,
        project=project,
        job=job,
        background=background,
        origin=origin_of(session, background) if background else None,
        source_name=source_name_of(session, background) if background else None,
        documents=count_documents(session, project),
        form=form or FileForm(formdata=None),
        source_form=source_form
        or SourceForm.offering(list_sources(session, project, current_user)),
    )
    return shown_anew(page, request.path) if job and job.finished_at else page
