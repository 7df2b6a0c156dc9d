"""Addresses of: exporting a project."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from tempfile import TemporaryFile
from typing import IO
from zipfile import ZipFile

from flask import Blueprint, Response, abort, current_app, render_template, request
from flask_login import current_user
from sqlalchemy import Engine

from annotation.formats import Format
from annotation.hidden_words import Lexicon
from annotation.writing import Form
from webapp.access import Access, open_to, project_or_404
from webapp.annotate.queries import assignment_or_404
from webapp.export.files import (
    ARCHIVE,
    AnonymizedFile,
    HeldBackError,
    make_file,
    make_own_file,
    record_files,
    write_files,
)
from webapp.export.forms import ExportForm, FilesForm
from webapp.export.operations import (
    LISTED,
    Scan,
    Wanted,
    iter_export,
    record_export,
    write_sanitized,
)
from webapp.export.queries import count_splits, find_documents
from webapp.extensions import db
from webapp.generalizations.opening import opened_lexicon
from webapp.models import Document, Project, ProjectKind, utc_now
from webapp.records import confirmed_documents, snapshot
from webapp.removing.queries import document_or_404
from webapp.review.operations import check_may_read_choices

_CHUNK_BYTES = 64 * 1024

blueprint = Blueprint("export", __name__, url_prefix="/projects/<int:project_id>/export")


@blueprint.get("")
@open_to(Access.ADMINS)
def index(project_id: int) -> str:
    """Ask what is wanted."""
    project = project_or_404(project_id)
    return _page(project)


@blueprint.get("/download")
@open_to(Access.ADMINS)
def download(project_id: int) -> Response | tuple[str, int]:
    """Send what is wanted, document by document."""
    project = project_or_404(project_id)
    form = ExportForm(request.args)
    form.offer_splits([count.split for count in count_splits(db.session(), project)])
    if not form.validate():
        return _page(project, form), 422
    if form.wanted.without_originals:
        return _download_sanitized(project, form)
    record_export(db.session(), project, form.wanted, person=current_user, at=utc_now())
    db.session.commit()
    pieces = _pieces(db.engine, project.id, form.wanted)
    return _attachment(pieces, _file_name(project.name, form.wanted.split, form.wanted.format))


@blueprint.get("/files")
@open_to(Access.ADMINS)
def files(project_id: int) -> Response | tuple[str, int]:
    """Send anonymized files of all that is wanted: an archive, or the only one."""
    project, form = project_or_404(project_id), FilesForm(request.args)
    if not form.validate():
        return _page(project, files_form=form), 422
    stream = TemporaryFile()  # noqa: SIM115 - it is sent after this function has ended
    with snapshot(db.engine) as session:
        scan = write_files(session, project, form.wanted, stream, _lexicon())
    if not scan.clean or (scan.leaking and not form.wanted.skip_leaking):
        stream.close()
        return _page(project, files_form=form, files_scan=scan), 422
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
        project, wanted, lambda form: make_file(session, project, wanted, form.wanted, _lexicon())
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
    )


def _one_file(
    project: Project, document: Document, make: Callable[[FilesForm], AnonymizedFile]
) -> Response | tuple[str, int]:
    """Send one document's file, or say what it would leak."""
    form = FilesForm(request.args)
    if not form.validate():
        abort(404)
    try:
        file = make(form)
    except HeldBackError as error:
        page = render_template(
            "export/held_back.html", project=project, document=document, problems=error.problems
        )
        return page, error.status
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


def _download_sanitized(project: Project, form: ExportForm) -> Response | tuple[str, int]:
    """Scan all that is wanted before a byte of it is sent; findings stop it."""
    stream = TemporaryFile()  # noqa: SIM115 - it is sent after this function has ended
    with snapshot(db.engine) as session:
        scan = write_sanitized(session, project, form.wanted, stream, _lexicon())
    if scan.leaking and not (form.wanted.skip_leaking and scan.clean):
        stream.close()
        return _page(project, form, scan), 422
    record_export(
        db.session(),
        project,
        form.wanted,
        person=current_user,
        at=utc_now(),
        left_out=scan.leaking,
    )
    db.session.commit()
    stream.seek(0)
    # The project's name is left out: it may name somebody, and so may a split.
    return _attachment(_chunks(stream), "without-originals.json")


def _attachment(
    pieces: Iterable[str] | Iterable[bytes],
    file_name: str,
    media_type: str = "application/json",
) -> Response:
    response = Response(pieces, content_type=media_type)
    response.headers.set("Content-Disposition", "attachment", filename=file_name)
    return response


def _chunks(stream: IO[bytes]) -> Iterator[bytes]:
    with stream:
        yield from iter(partial(stream.read, _CHUNK_BYTES), b"")


def _pieces(engine: Engine, project_id: int, wanted: Wanted) -> Iterator[str]:
    with snapshot(engine) as session:
        yield from iter_export(session, session.get_one(Project, project_id), wanted)


def _page(
    project: Project,
    form: ExportForm | None = None,
    scan: Scan | None = None,
    *,
    files_form: FilesForm | None = None,
    files_scan: Scan | None = None,
) -> str:
    counts = count_splits(db.session(), project)
    form = form or _usual_form(project)
    form.offer_splits([count.split for count in counts])
    scans = filter(None, (scan, files_scan))
    leaking = {document.doc_id for each in scans for document in each.listed}
    return render_template(
        "export/index.html",
        project=project,
        form=form,
        files_form=files_form or FilesForm(formdata=None),
        counts=counts,
        scan=scan,
        files_scan=files_scan,
        locations=find_documents(db.session(), project, leaking),
        unmasked=list(confirmed_documents(db.session(), project).values()),
        listed=LISTED,
    )


def _usual_form(project: Project) -> ExportForm:
    is_masking = project.kind is ProjectKind.MASKING
    return ExportForm(formdata=None, format=Format.TAB if is_masking else Format.WIKIREPLACE)


def _file_name(name: str, *more: str | None) -> str:
    parts = [re.sub(r"\W+", "-", name).strip("-"), *more]
    return "-".join(part for part in parts if part) + ".json"
