"""Addresses of: the export page, anonymized files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from tempfile import TemporaryFile
from typing import IO
from zipfile import ZipFile

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for
from flask_login import current_user

from annotation.hidden_words import Lexicon
from annotation.writing import Form
from webapp.core.records import snapshot
from webapp.curation.review.permissions import check_may_read_choices
from webapp.people.access import Access, open_to, project_or_404
from webapp.platform.extensions import db
from webapp.platform.models import Document, Project, utc_now
from webapp.projects.deletion.queries import document_or_404
from webapp.publication.export.files import (
    ARCHIVE,
    AnonymizedFile,
    HeldBackError,
    make_file,
    make_own_file,
    record_files,
    write_files,
)
from webapp.publication.export.forms import FilesForm
from webapp.publication.export.pages import export_page
from webapp.replacements.opening import opened_lexicon
from webapp.workbench.queries import assignment_or_404

_CHUNK_BYTES = 64 * 1024

blueprint = Blueprint("export", __name__, url_prefix="/projects/<int:project_id>/export")


@blueprint.get("")
@open_to(Access.ADMINS)
def index(project_id: int) -> str:
    """Ask what is wanted."""
    project = project_or_404(project_id)
    return export_page(project)


@blueprint.get("/files")
@open_to(Access.ADMINS)
def files(project_id: int) -> Response | tuple[str, int]:
    """Send anonymized files of all that is wanted: an archive, or the only one."""
    project, form = project_or_404(project_id), FilesForm(request.args)
    if not form.validate():
        return export_page(project, files_form=form), 422
    stream = TemporaryFile()  # noqa: SIM115 - it is sent after this function has ended
    with snapshot(db.engine) as session:
        scan = write_files(session, project, form.wanted, stream, _lexicon())
    if not scan.clean or (scan.leaking and not form.wanted.skip_leaking):
        stream.close()
        return export_page(project, files_form=form, files_scan=scan), 422
    record_files(
        db.session(),
        project,
        form.wanted,
        person=current_user,
        at=utc_now(),
        left_out=scan.leaking,
    )
    db.session.commit()
    stream.seek(0)
    return _only_file(stream) if scan.clean == 1 else _archive(stream)


@blueprint.get("/documents/<int:document_id>")
@open_to(Access.REVIEWERS)
def document(project_id: int, document_id: int) -> Response | tuple[str, int]:
    """Send the anonymized file of one document, by all submitted work on it."""
    project, session = project_or_404(project_id), db.session()
    wanted = document_or_404(session, project, document_id)
    check_may_read_choices(session, wanted.id, current_user)
    return _one_file(
        project,
        wanted,
        lambda form: make_file(session, project, wanted, form.wanted, _lexicon()),
        page="projects.document",
    )


@blueprint.get("/own/<int:document_id>")
@open_to(Access.SIGNED_IN)
def own(project_id: int, document_id: int) -> Response | tuple[str, int]:
    """Send the anonymized file of a document by one's own submitted choices."""
    session = db.session()
    assignment = assignment_or_404(session, project_id, document_id)
    return _one_file(
        project_or_404(project_id),
        assignment.document,
        lambda form: make_own_file(session, assignment, form.wanted, _lexicon()),
        page="workbench.show",
    )


def _one_file(
    project: Project,
    document: Document,
    make: Callable[[FilesForm], AnonymizedFile],
    *,
    page: str,
) -> Response | tuple[str, int]:
    """Send one document's file, or say what it would leak, with a link to its page."""
    form = FilesForm(request.args)
    if not form.validate():
        abort(404)
    try:
        file = make(form)
    except HeldBackError as error:
        refusal = render_template(
            "publication/export/held_back.html",
            project=project,
            document=document,
            problems=error.problems,
            address=url_for(page, project_id=project.id, document_id=document.id),
        )
        return refusal, error.status
    record_files(
        db.session(),
        project,
        form.wanted,
        person=current_user,
        at=utc_now(),
        document=document,
    )
    db.session.commit()
    return _attachment([file.content], file.name, file.form.media_type)


def _only_file(stream: IO[bytes]) -> Response:
    with stream, ZipFile(stream) as archive:
        [name] = archive.namelist()
        content = archive.read(name)
    media_type = Form(name.rpartition(".")[2]).media_type
    return _attachment([content], name, media_type)


def _archive(stream: IO[bytes]) -> Response:
    return _attachment(_chunks(stream), ARCHIVE, "application/zip")


def _lexicon() -> Lexicon:
    return opened_lexicon(current_app.extensions["palimpsest"])


def _attachment(
    pieces: Iterable[bytes],
    file_name: str,
    media_type: str,
) -> Response:
    response = Response(pieces, content_type=media_type)
    response.headers.set("Content-Disposition", "attachment", filename=file_name)
    return response


def _chunks(stream: IO[bytes]) -> Iterator[bytes]:
    with stream:
        yield from iter(partial(stream.read, _CHUNK_BYTES), b"")
