"""Loading the rows of somebody's work."""

from __future__ import annotations

from flask import abort
from sqlalchemy import select
from sqlalchemy.orm import Session, contains_eager

from webapp.platform.models import Assignment, Document, Project


def assignment_or_404(session: Session, project: Project, assignment_id: int) -> Assignment:
    """Load an assignment of the project with its document and annotator, or 404."""
    assignment = session.scalar(
        select(Assignment)
        .join(Assignment.document)
        .join(Assignment.annotator)
        .options(contains_eager(Assignment.document), contains_eager(Assignment.annotator))
        .where(Assignment.id == assignment_id, Document.project_id == project.id)
    )
    if assignment is None:
        abort(404)
    return assignment
