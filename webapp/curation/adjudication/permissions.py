"""Who may see documents of several annotators side by side, and who may settle them."""

from __future__ import annotations

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from webapp.curation.review.permissions import check_may_read_choices
from webapp.platform.errors import ForbiddenError
from webapp.platform.models import Assignment, Document, User


def check_may_settle(session: Session, document: Document, person: User) -> None:
    """Raise ForbiddenError if the person annotates the document: an adjudicator stands above it."""
    check_may_read_choices(session, document.id, person)
    if is_annotator_of(session, document, person):
        raise ForbiddenError("You annotated this document yourself: somebody else settles it.")


def is_annotator_of(session: Session, document: Document, person: User) -> bool:
    """Whether the person was given the document to annotate."""
    own = exists().where(
        Assignment.document_id == document.id, Assignment.annotator_id == person.id
    )
    return bool(session.scalar(select(own)))
