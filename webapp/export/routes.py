"""Addresses of: exporting a project."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flask import Blueprint, Response, render_template, request
from flask_login import current_user
from sqlalchemy import Engine

from annotation.formats import Format
from webapp.access import Access, open_to, project_or_404
from webapp.export.forms import ExportForm
from webapp.export.operations import Wanted, iter_export, record_export
from webapp.export.queries import count_splits
from webapp.extensions import db
from webapp.models import Project, ProjectKind, utc_now
from webapp.records import snapshot

blueprint = Blueprint("export", __name__, url_prefix="/projects/<int:project_id>/export")


@blueprint.get("")
@open_to(Access.ADMINS)
def index(project_id: int) -> str:
    """Ask what is wanted."""
    project = project_or_404(project_id)
    is_masking = project.kind is ProjectKind.MASKING
    usual = Format.TAB if is_masking else Format.WIKIREPLACE
    return _page(project, ExportForm(formdata=None, format=usual))


@blueprint.get("/download")
@open_to(Access.ADMINS)
def download(project_id: int) -> Response | tuple[str, int]:
    """Send what is wanted, document by document."""
    project = project_or_404(project_id)
    form = ExportForm(request.args)
    form.offer_splits([count.split for count in count_splits(db.session(), project)])
    if not form.validate():
        return _page(project, form), 422
    record_export(db.session(), project, form.wanted, person=current_user, at=utc_now())
    db.session.commit()
    response = Response(_pieces(db.engine, project.id, form.wanted), mimetype="application/json")
    file_name = _file_name(project, form.wanted)
    response.headers.set("Content-Disposition", "attachment", filename=file_name)
    return response


def _pieces(engine: Engine, project_id: int, wanted: Wanted) -> Iterator[str]:
    with snapshot(engine) as session:
        yield from iter_export(session, session.get_one(Project, project_id), wanted)


def _page(project: Project, form: ExportForm) -> str:
    counts = count_splits(db.session(), project)
    form.offer_splits([count.split for count in counts])
    return render_template("export/index.html", project=project, form=form, counts=counts)


def _file_name(project: Project, wanted: Wanted) -> str:
    parts = [re.sub(r"\W+", "-", project.name).strip("-"), wanted.split, wanted.format]
    return "-".join(part for part in parts if part) + ".json"
