"""Addresses of: datasets, which the worker writes to be downloaded."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, current_app, flash, send_file, url_for
from flask_login import current_user
from werkzeug.wrappers import Response as BaseResponse

from annotation.formats.exchange.cards import NAME as CARD
from webapp.core import downloads
from webapp.core.jobs.operations import cancel_job
from webapp.people.access import Access, open_to, project_or_404
from webapp.platform.extensions import db
from webapp.platform.http.htmx import render, see_other, wants_fragment
from webapp.platform.models import Project, utc_now
from webapp.publication.export import operations
from webapp.publication.export.forms import ExportForm
from webapp.publication.export.pages import export_page
from webapp.publication.export.queries import Export, count_splits, find_documents, find_leaks
from webapp.publication.export.wanted import Wanted
from webapp.replacements.opening import opened_lexicon

blueprint = Blueprint("datasets", __name__, url_prefix="/projects/<int:project_id>/export/datasets")

Answer = BaseResponse | tuple[str, int]


@blueprint.post("")
@open_to(Access.ADMINS, in_archive=True)
def begin(project_id: int) -> Answer:
    """Ask the worker for a dataset."""
    project, form = project_or_404(project_id), ExportForm()
    form.offer_splits([count.split for count in count_splits(db.session(), project)])
    if not form.validate_on_submit():
        return export_page(project, form=form), 422
    return _begun(project, form.wanted)


@blueprint.get("/<int:export_id>")
@open_to(Access.ADMINS)
def show(project_id: int, export_id: int) -> Response:
    """Show how far a dataset is, and what was left out of it and why."""
    project, session = project_or_404(project_id), db.session()
    export = Export.get_or_404(session, project, export_id, utc_now())
    leaks = []
    if not wants_fragment() and export.job.finished_at and export.explained:
        lexicon = opened_lexicon(current_app.extensions["palimpsest"])
        leaks = find_leaks(session, project, export, lexicon)
    return render(
        "publication/export/show.html",
        "publication/export/_progress.html",
        project=project,
        export=export,
        leaks=leaks,
        locations=find_documents(session, project, {leak.doc_id for leak in leaks}),
        is_fragment=wants_fragment(),
    )


@blueprint.post("/<int:export_id>/cancel")
@open_to(Access.ADMINS, in_archive=True)
def cancel(project_id: int, export_id: int) -> BaseResponse:
    """Stop writing a dataset; nothing of it stays."""
    project, export = _export(project_id, export_id)
    cancel_job(db.session(), export.job)
    db.session.commit()
    return see_other(url_for("export.index", project_id=project.id))


@blueprint.post("/<int:export_id>/rest")
@open_to(Access.ADMINS, in_archive=True)
def take_rest(project_id: int, export_id: int) -> BaseResponse:
    """Ask for a dataset that was held back anew, less the documents with findings."""
    project, export = _export(project_id, export_id)
    return _begun(project, replace(export.wanted, skip_leaking=True))


@blueprint.post("/<int:export_id>/delete")
@open_to(Access.ADMINS, in_archive=True)
def delete(project_id: int, export_id: int) -> BaseResponse:
    """Delete a dataset with its file."""
    project, export = _export(project_id, export_id)
    downloads.delete(db.session(), export.job)
    db.session.commit()
    downloads.remove(current_app.extensions["palimpsest"], [export_id])
    flash("The export is deleted.", "success")
    return see_other(url_for("export.index", project_id=project.id))


@blueprint.get("/<int:export_id>/file")
@open_to(Access.ADMINS)
def download(project_id: int, export_id: int) -> Response:
    """Send a dataset, or the part that a download which was cut off still lacks."""
    project, export = _kept(project_id, export_id)
    result = export.result
    response = send_file(
        export.path_of(result["file"]),
        as_attachment=True,
        download_name=result["name"],
        conditional=True,
        etag=result["sha256"],
        last_modified=export.job.finished_at,
    )
    response.headers["Cache-Control"] = "no-store"
    start = response.content_range.start
    operations.record_download(
        db.session(),
        project,
        export.job,
        person=current_user,
        at=utc_now(),
        is_resumed=bool(start),
    )
    db.session.commit()
    return response


@blueprint.get("/<int:export_id>/card")
@open_to(Access.ADMINS)
def card(project_id: int, export_id: int) -> Response:
    """Send the data card of a dataset."""
    _project, export = _kept(project_id, export_id)
    return send_file(
        export.path_of(CARD), mimetype="text/markdown", as_attachment=True, download_name=CARD
    )


@blueprint.get("/<int:export_id>/checksum")
@open_to(Access.ADMINS)
def checksum(project_id: int, export_id: int) -> Response:
    """Send the checksum of a dataset, as `sha256sum --check` reads it."""
    _project, export = _kept(project_id, export_id)
    name = export.result["name"]
    response = Response(f"{export.result['sha256']}  {name}\n", content_type="text/plain")
    response.headers.set("Content-Disposition", "attachment", filename=f"{name}.sha256")
    return response


def _begun(project: Project, wanted: Wanted) -> BaseResponse:
    job = operations.request_export(
        db.session(), project, wanted, person=current_user, at=utc_now()
    )
    db.session.commit()
    page = url_for("export.index", project_id=project.id, _anchor=f"export-{job.id}")
    return see_other(page)


def _export(project_id: int, export_id: int) -> tuple[Project, Export]:
    project = project_or_404(project_id)
    return project, Export.get_or_404(db.session(), project, export_id, utc_now())


def _kept(project_id: int, export_id: int) -> tuple[Project, Export]:
    project = project_or_404(project_id)
    return project, Export.kept_or_404(db.session(), project, export_id, utc_now())
