"""The export page, which several addresses answer with."""

from __future__ import annotations

from flask import render_template

from annotation.formats.exchange.registry import ExportFormat
from webapp.core.records import confirmed_documents
from webapp.platform.extensions import db
from webapp.platform.models import Project, ProjectKind, utc_now
from webapp.publication.export.forms import ExportForm, FilesForm
from webapp.publication.export.queries import Export, count_splits, find_documents
from webapp.publication.export.scan import LISTED, Scan


def export_page(
    project: Project,
    *,
    form: ExportForm | None = None,
    files_form: FilesForm | None = None,
    files_scan: Scan | None = None,
) -> str:
    """Ask what is wanted, list what was asked for; say what stopped anonymized files."""
    session = db.session()
    counts = count_splits(session, project)
    form = form or _usual_form(project)
    form.offer_splits([count.split for count in counts])
    leaking = {document.doc_id for document in files_scan.listed} if files_scan else set()
    return render_template(
        "publication/export/index.html",
        project=project,
        form=form,
        files_form=files_form or FilesForm(formdata=None),
        counts=counts,
        files_scan=files_scan,
        locations=find_documents(session, project, leaking),
        unmasked=list(confirmed_documents(session, project).values()),
        listed=LISTED,
        exports=Export.latest(session, project, utc_now()),
    )


def _usual_form(project: Project) -> ExportForm:
    is_masking = project.kind is ProjectKind.MASKING
    usual = ExportFormat.TAB if is_masking else ExportFormat.WIKIREPLACE
    return ExportForm(formdata=None, format=usual)
