"""Addresses of: undoing an import, deleting a document, deleting a project."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, current_app, flash, render_template, request, url_for
from flask_login import current_user
from markupsafe import Markup
from sqlalchemy import ColumnElement
from werkzeug.wrappers import Response

from webapp.core import downloads, store_sync
from webapp.core.jobs.queries import job_or_404
from webapp.people.access import Access, open_to, project_or_404
from webapp.platform.database import empty_write_ahead_log
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.formatting import show_name
from webapp.platform.http.htmx import see_other
from webapp.platform.models import Document, Job, JobKind, Project, utc_now
from webapp.projects.deletion import operations
from webapp.projects.deletion.beginnings import refuse_begun
from webapp.projects.deletion.forms import announced_comments, announced_counts
from webapp.projects.deletion.losses import loss_of
from webapp.projects.deletion.queries import count_exports, count_models, document_or_404

blueprint = Blueprint("deletion", __name__, url_prefix="/projects/<int:project_id>")

Answer = str | Response | tuple[str, int]
STORE_FAILED = "Its record in the JSON store could not be removed. An admin has to look at it."


@blueprint.get("/import/<int:job_id>/undo")
@open_to(Access.ADMINS)
def ask_undo(project_id: int, job_id: int) -> Answer:
    """Say what would go with an import, and ask."""
    return _asked_undo(*_import(project_id, job_id))


@blueprint.post("/import/<int:job_id>/undo")
@open_to(Access.ADMINS)
def undo(project_id: int, job_id: int) -> Answer:
    """Undo an import."""
    project, job = _import(project_id, job_id)
    try:
        operations.undo_import(
            db.session(),
            project,
            job,
            actor=current_user,
            at=utc_now(),
            comments=announced_comments(),
        )
    except DomainError as error:
        return _refused(error, lambda why: _asked_undo(*_import(project_id, job_id), why))
    db.session.commit()
    _sweep_exports()
    flash("The import is undone.", "success")
    return see_other(url_for("imports.index", project_id=project.id))


@blueprint.get("/documents/<int:document_id>/delete")
@open_to(Access.ADMINS)
def ask_delete_document(project_id: int, document_id: int) -> Answer:
    """Say what would go with a document, and ask; for its name, too, where work goes along."""
    return _asked_document(*_document(project_id, document_id))


@blueprint.post("/documents/<int:document_id>/delete")
@open_to(Access.ADMINS)
def delete_document(project_id: int, document_id: int) -> Answer:
    """Delete a document."""
    project, document = _document(project_id, document_id)
    doc_id = document.doc_id
    try:
        operations.delete_document(
            db.session(),
            project,
            document,
            typed=request.form.get("name", ""),
            actor=current_user,
            at=utc_now(),
            announced=announced_counts(),
        )
    except DomainError as error:
        return _refused(
            error, lambda why: _asked_document(*_document(project_id, document_id), why)
        )
    db.session.commit()
    try:
        store_sync.remove(project.id, [doc_id])
    except OSError:
        flash(STORE_FAILED, "warning")
    _sweep_exports()
    empty_write_ahead_log(db.engine)
    flash(Markup("{} is deleted.").format(show_name(doc_id)), "success")
    return see_other(url_for("projects.documents", project_id=project.id))


@blueprint.get("/delete")
@open_to(Access.ADMINS)
def ask_delete_project(project_id: int) -> Answer:
    """Say what would go with a project, and ask for its name."""
    return _asked_project(project_or_404(project_id))


@blueprint.post("/delete")
@open_to(Access.ADMINS, in_archive=True)
def delete_project(project_id: int) -> Answer:
    """Delete a project whose name was typed."""
    project, name = project_or_404(project_id), request.form.get("name", "").strip()
    try:
        operations.delete_project(
            db.session(),
            project,
            typed=name,
            actor=current_user,
            at=utc_now(),
            announced=announced_counts(),
        )
    except operations.GoneError:
        db.session.rollback()  # pressed twice at once: the other press says the same
    except DomainError as error:
        return _refused(error, lambda why: _asked_project(project_or_404(project_id), why))
    db.session.commit()
    flash(f"{name} is deleted.", "success")
    return see_other(url_for("projects.home"))


def _sweep_exports() -> None:
    """Remove datasets in which may stand what was deleted; the worker would, in a minute."""
    downloads.sweep(current_app.extensions["palimpsest"], utc_now())


def _import(project_id: int, job_id: int) -> tuple[Project, Job]:
    project = project_or_404(project_id)
    return project, job_or_404(db.session(), project, job_id, JobKind.IMPORT)


def _document(project_id: int, document_id: int) -> tuple[Project, Document]:
    project = project_or_404(project_id)
    return project, document_or_404(db.session(), project, document_id)


def _refused(error: DomainError, page: Callable[[DomainError], str]) -> Answer:
    """Show the page that asked, saying why nothing was done."""
    db.session.rollback()
    return page(error), error.status


def _asked_undo(project: Project, job: Job, refusal: DomainError | None = None) -> str:
    """Show what would go; where somebody has begun, say so instead of asking."""
    of_import = (Document.import_id == job.id, Document.project_id == project.id)
    begun = None
    try:
        refuse_begun(db.session(), *of_import, what="This can't be undone")
    except DomainError as error:
        begun = error
    return _ask(
        "import", project, *of_import, refusal=refusal or begun, is_possible=begun is None, job=job
    )


def _asked_document(
    project: Project, document: Document, refusal: DomainError | None = None
) -> str:
    return _ask("document", project, Document.id == document.id, refusal=refusal, document=document)


def _asked_project(project: Project, refusal: DomainError | None = None) -> str:
    session = db.session()
    return _ask(
        "project",
        project,
        Document.project_id == project.id,
        refusal=refusal,
        models=count_models(session, project),
        exports=count_exports(session, project),
    )


def _ask(
    what: str,
    project: Project,
    *documents: ColumnElement[bool],
    refusal: DomainError | None,
    **context: object,
) -> str:
    """Show what would go, and ask."""
    return render_template(
        f"projects/deletion/{what}.html",
        project=project,
        loss=loss_of(db.session(), *documents),
        refusal=refusal,
        **context,
    )
