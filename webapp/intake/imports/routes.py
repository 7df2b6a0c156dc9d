"""Addresses of: importing files in the background, with a progress panel."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, flash, render_template, request, url_for
from flask_login import current_user
from werkzeug.wrappers import Response as BaseResponse

from annotation.errors import RecordError
from webapp.core import uploads
from webapp.core.audit.reading import note_reading
from webapp.core.jobs.operations import cancel_job
from webapp.core.jobs.queries import job_or_404, latest_jobs
from webapp.intake.imports.answers import imports_begun
from webapp.intake.imports.forms import ImportForm, WaitingForm
from webapp.intake.imports.operations import (
    ImportOptions,
    import_nothing,
    import_rest,
    read_by_column,
    request_import,
)
from webapp.intake.imports.pasting import PasteForm, check
from webapp.intake.imports.queries import staged_or_404, staged_texts, still_unmasked
from webapp.intake.imports.receiving import take_in
from webapp.intake.imports.starting import is_failed_start, leave_start, name_start
from webapp.masks.forms import MaskForm
from webapp.masks.operations import decide
from webapp.masks.queries import count_bare, latest_masking
from webapp.masks.scale import scale_of
from webapp.people.access import Access, open_to, project_or_404
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.http.htmx import render, see_other, shown_anew, wants_fragment
from webapp.platform.models import Job, JobKind, JobState, Project, utc_now

blueprint = Blueprint("imports", __name__, url_prefix="/projects/<int:project_id>/import")


@blueprint.get("")
@open_to(Access.ADMINS)
def index(project_id: int) -> str:
    """Ask for files and list what was imported."""
    return _page(project_or_404(project_id))


@blueprint.post("")
@open_to(Access.ADMINS)
def upload(project_id: int) -> BaseResponse | tuple[str, int]:
    """Take files in and let the worker import them."""
    project, form = project_or_404(project_id), ImportForm()
    if not form.validate_on_submit():
        return _page(project, form=form), 422
    options = ImportOptions(form.format.data, form.text_column.data, looks_first=form.look.data)
    jobs = take_in(db.session(), project, form.files.data, options)
    return imports_begun(project, jobs)


@blueprint.post("/pasted")
@open_to(Access.ADMINS)
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
    request_import(
        session,
        project,
        upload=upload,
        file_name=name,
        options=ImportOptions(pasted.format),
        person=current_user,
        at=at,
    )
    db.session.commit()
    flash("Your text is here; its import goes on in the background.", "success")
    return see_other(url_for("imports.index", project_id=project.id))


@blueprint.get("/<int:job_id>")
@open_to(Access.ADMINS)
def show(project_id: int, job_id: int) -> Response:
    """Show how far an import is, and the texts that wait to be looked at."""
    return _show(*_job_or_404(project_id, job_id))


@blueprint.get("/<int:job_id>/texts/<int:text_id>")
@open_to(Access.ADMINS)
def text(project_id: int, job_id: int, text_id: int) -> str:
    """Show the whole of a text that waits to be looked at."""
    project, job = _job_or_404(project_id, job_id)
    document = staged_or_404(db.session(), job, text_id)
    note_reading(project, document)
    return render_template("intake/imports/text.html", project=project, job=job, document=document)


@blueprint.post("/<int:job_id>/cancel")
@open_to(Access.ADMINS)
def cancel(project_id: int, job_id: int) -> BaseResponse:
    """Stop an import; nothing of its file stays."""
    project, job = _job_or_404(project_id, job_id)
    cancel_job(db.session(), job)
    db.session.commit()
    return see_other(url_for("imports.index", project_id=project.id))


@blueprint.post("/<int:job_id>/rest")
@open_to(Access.ADMINS)
def take_rest(project_id: int, job_id: int) -> BaseResponse:
    """Import what can be imported of a file that was refused, or looked at."""
    project, job = _job_or_404(project_id, job_id)
    form = WaitingForm()
    is_looked_at = job.state is JobState.WAITING and bool(job.arguments.get("looks_first"))
    if is_looked_at and not (form.validate_on_submit() and _is_named(project, job, form)):
        return _show(project, job, form, status=422)
    finds_masks = is_looked_at and bool(form.finds_masks.data)
    if finds_masks:
        decide(db.session(), project, form.chosen, person=current_user, at=utc_now())
    import_rest(db.session(), job, person=current_user, finds_masks=finds_masks)
    db.session.commit()
    return see_other(url_for("imports.show", project_id=project.id, job_id=job.id))


@blueprint.post("/<int:job_id>/column")
@open_to(Access.ADMINS)
def choose_column(project_id: int, job_id: int) -> BaseResponse:
    """Read a table by the column that holds its text."""
    project, job = _job_or_404(project_id, job_id)
    read_by_column(db.session(), job, request.form.get("column", ""), person=current_user)
    db.session.commit()
    return see_other(url_for("imports.show", project_id=project.id, job_id=job.id))


@blueprint.post("/<int:job_id>/nothing")
@open_to(Access.ADMINS)
def take_nothing(project_id: int, job_id: int) -> BaseResponse:
    """Import nothing of a file, and drop it, with a project that was made for it."""
    project, job = _job_or_404(project_id, job_id)
    if not is_failed_start(job):
        import_nothing(db.session(), job)
    removal = leave_start(db.session(), project, job, person=current_user, at=utc_now())
    db.session.commit()
    uploads.remove(current_app.extensions["palimpsest"], job.arguments["upload"])
    if removal is None:
        return see_other(url_for("imports.index", project_id=project.id))
    return see_other(url_for("projects.home"))


def _page(
    project: Project, *, form: ImportForm | None = None, pasted: PasteForm | None = None
) -> str:
    jobs = latest_jobs(db.session(), project, JobKind.IMPORT)
    scale = scale_of(db.session(), project)
    return render_template(
        "intake/imports/index.html",
        project=project,
        form=form or ImportForm(formdata=None),
        pasted=pasted or PasteForm(formdata=None),
        jobs=jobs,
        unmasked=still_unmasked(db.session(), jobs),
        masking=latest_masking(db.session(), project),
        bare=count_bare(db.session(), project),
        mask_form=MaskForm.at(scale.step),
        scale=scale,
    )


def _show(
    project: Project, job: Job, form: WaitingForm | None = None, *, status: int = 200
) -> Response:
    session = db.session()
    scale = scale_of(session, project)
    page = render(
        "intake/imports/show.html",
        "intake/imports/_progress.html",
        status,
        project=project,
        job=job,
        is_fragment=wants_fragment(),
        unmasked=still_unmasked(session, [job]),
        form=form or WaitingForm.at(scale.step, name=project.name),
        scale=scale,
        texts=staged_texts(session, job) if job.state is JobState.WAITING else (),
        masking=latest_masking(session, project),
        bare=count_bare(session, project),
    )
    return shown_anew(page, request.path) if job.finished_at else page


def _is_named(project: Project, job: Job, form: WaitingForm) -> bool:
    """Give a project that was made for its files the name that people wish; False if none can."""
    try:
        name_start(db.session(), project, job, form.name.data, person=current_user, at=utc_now())
    except DomainError as error:
        form.name.errors = [str(error)]
        return False
    return True


def _job_or_404(project_id: int, job_id: int) -> tuple[Project, Job]:
    project = project_or_404(project_id)
    return project, job_or_404(db.session(), project, job_id, JobKind.IMPORT)
