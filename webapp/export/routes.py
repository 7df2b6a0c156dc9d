"""Addresses of: exporting a project."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from tempfile import TemporaryFile
from typing import IO

from flask import Blueprint, Response, current_app, render_template, request
from flask_login import current_user
from sqlalchemy import Engine

from annotation.formats import Format
from webapp.access import EVERY_KIND, Access, open_to, project_or_404
from webapp.export.forms import ExportForm
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
from webapp.models import Project, ProjectKind, utc_now
from webapp.records import confirmed_documents, snapshot

_CHUNK_BYTES = 64 * 1024

blueprint = Blueprint("export", __name__, url_prefix="/projects/<int:project_id>/export")


@blueprint.get("")
@open_to(Access.ADMINS, kinds=EVERY_KIND)
def index(project_id: int) -> str:
    """Ask what is wanted."""
    project = project_or_404(project_id)
    is_masking = project.kind is ProjectKind.MASKING
    usual = Format.TAB if is_masking else Format.WIKIREPLACE
    return _page(project, ExportForm(formdata=None, format=usual))


@blueprint.get("/download")
@open_to(Access.ADMINS, kinds=EVERY_KIND)
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


def _download_sanitized(project: Project, form: ExportForm) -> Response | tuple[str, int]:
    """Scan all that is wanted before a byte of it is sent; findings stop it."""
    stream = TemporaryFile()  # noqa: SIM115 - it is sent after this function has ended
    with snapshot(db.engine) as session:
        lexicon = opened_lexicon(current_app.extensions["palimpsest"])
        scan = write_sanitized(session, project, form.wanted, stream, lexicon)
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


def _attachment(pieces: Iterable[str] | Iterable[bytes], file_name: str) -> Response:
    response = Response(pieces, mimetype="application/json")
    response.headers.set("Content-Disposition", "attachment", filename=file_name)
    return response


def _chunks(stream: IO[bytes]) -> Iterator[bytes]:
    with stream:
        yield from iter(partial(stream.read, _CHUNK_BYTES), b"")


def _pieces(engine: Engine, project_id: int, wanted: Wanted) -> Iterator[str]:
    with snapshot(engine) as session:
        yield from iter_export(session, session.get_one(Project, project_id), wanted)


def _page(project: Project, form: ExportForm, scan: Scan | None = None) -> str:
    counts = count_splits(db.session(), project)
    form.offer_splits([count.split for count in counts])
    leaking = {document.doc_id for document in scan.listed} if scan else ()
    return render_template(
        "export/index.html",
        project=project,
        form=form,
        counts=counts,
        scan=scan,
        whereabouts=find_documents(db.session(), project, leaking),
        whole=list(confirmed_documents(db.session(), project).values()),
        listed=LISTED,
    )


def _file_name(name: str, *more: str | None) -> str:
    parts = [re.sub(r"\W+", "-", name).strip("-"), *more]
    return "-".join(part for part in parts if part) + ".json"
