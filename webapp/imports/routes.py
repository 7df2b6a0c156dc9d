"""Addresses of: importing files in the background, with a progress panel."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, flash, render_template, url_for
from flask_login import current_user
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as BaseResponse

from annotation.errors import RecordError
from webapp.access import EVERY_KIND, Access, open_to, project_or_404
from webapp.extensions import db
from webapp.htmx import render, see_other, wants_fragment
from webapp.imports import uploads
from webapp.imports.forms import ImportForm
from webapp.imports.operations import import_nothing, import_rest, request_import
from webapp.imports.pasting import PasteForm, check
from webapp.jobs.operations import cancel_job
from webapp.jobs.queries import job_or_404, latest_jobs
from webapp.jobs.queue import enqueue
from webapp.models import Job, JobKind, Project, utc_now

blueprint = Blueprint("imports", __name__, url_prefix="/projects/<int:project_id>/import")


@blueprint.get("")
@open_to(Access.ADMINS, kinds=EVERY_KIND)
def index(project_id: int) -> str:
    """Ask for files and list what was imported."""
    return _page(project_or_404(project_id))


@blueprint.post("")
@open_to(Access.ADMINS, kinds=EVERY_KIND)
def upload(project_id: int) -> BaseResponse | tuple[str, int]:
    """Take files in and let the worker import them."""
    project, form = project_or_404(project_id), ImportForm()
    if not form.validate_on_submit():
        return _page(project, form=form), 422
    jobs = [_request(project, file, form) for file in form.files.data]
    db.session.commit()
    for job in jobs:
        enqueue(job)
    flash("The files are here; their import goes on in the background.", "success")
    return see_other(url_for("imports.index", project_id=project.id))


@blueprint.post("/pasted")
@open_to(Access.ADMINS, kinds=EVERY_KIND)
def paste(project_id: int) -> BaseResponse | tuple[str, int]:
    """Take in what was pasted as if it were a file; text with a fault stays in its box."""
    project, pasted, at = project_or_404(project_id), PasteForm(), utc_now()
    if not pasted.validate_on_submit():
        return _page(project, pasted=pasted), 422
    config, session = current_app.extensions["palimpsest"], db.session()
    name = uploads.printable_name(pasted.file_name(f"pasted-{at:%Y-%m-%d-%H%M%S}"))
    upload = uploads.keep_pasted(config, pasted.content)
    path = uploads.path_of(config, upload)
    try:
        check(session, project, path, name=name, file_format=pasted.format)
    except RecordError as fault:
        uploads.remove(config, upload)
        pasted.blame(fault)
        return _page(project, pasted=pasted), 422
    job = request_import(
        session,
        project,
        upload=upload,
        file_name=name,
        file_format=pasted.format,
        person=current_user,
        at=at,
    )
    db.session.commit()
    enqueue(job)
    flash("Your text is here; its import goes on in the background.", "success")
    return see_other(url_for("imports.index", project_id=project.id))


@blueprint.get("/<int:job_id>")
@open_to(Access.ADMINS, kinds=EVERY_KIND)
def show(project_id: int, job_id: int) -> Response:
    """Show how far an import is."""
    project, job = _job_or_404(project_id, job_id)
    return render(
        "imports/show.html",
        "imports/_progress.html",
        project=project,
        job=job,
        is_fragment=wants_fragment(),
    )


@blueprint.post("/<int:job_id>/cancel")
@open_to(Access.ADMINS, kinds=EVERY_KIND)
def cancel(project_id: int, job_id: int) -> BaseResponse:
    """Stop an import; nothing of its file stays."""
    project, job = _job_or_404(project_id, job_id)
    cancel_job(db.session(), job)
    db.session.commit()
    return see_other(url_for("imports.index", project_id=project.id))


@blueprint.post("/<int:job_id>/rest")
@open_to(Access.ADMINS, kinds=EVERY_KIND)
def take_rest(project_id: int, job_id: int) -> BaseResponse:
    """Import what can be imported of a refused file."""
    project, job = _job_or_404(project_id, job_id)
    import_rest(db.session(), job, person=current_user)
    db.session.commit()
    enqueue(job)
    return see_other(url_for("imports.show", project_id=project.id, job_id=job.id))


@blueprint.post("/<int:job_id>/nothing")
@open_to(Access.ADMINS, kinds=EVERY_KIND)
def take_nothing(project_id: int, job_id: int) -> BaseResponse:
    """Import nothing of a refused file, and drop it."""
    project, job = _job_or_404(project_id, job_id)
    import_nothing(db.session(), job)
    db.session.commit()
    uploads.remove(current_app.extensions["palimpsest"], job.arguments["upload"])
    return see_other(url_for("imports.index", project_id=project.id))


def _page(
    project: Project, *, form: ImportForm | None = None, pasted: PasteForm | None = None
) -> str:
    return render_template(
        "imports/index.html",
        project=project,
        form=form or ImportForm(formdata=None),
        pasted=pasted or PasteForm(formdata=None),
        jobs=latest_jobs(db.session(), project, JobKind.IMPORT),
    )


def _request(project: Project, file: FileStorage, form: ImportForm) -> Job:
    return request_import(
        db.session(),
        project,
        upload=uploads.keep(current_app.extensions["palimpsest"], file),
        file_name=uploads.shown_name(file),
        file_format=form.format.data,
        text_column=form.text_column.data,
        person=current_user,
        at=utc_now(),
    )


def _job_or_404(project_id: int, job_id: int) -> tuple[Project, Job]:
    project = project_or_404(project_id)
    return project, job_or_404(db.session(), project, job_id, JobKind.IMPORT)
