"""From the final choices of a project to the report on their agreement."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from annotation.agreement import AgreementReport, Rating, measure_agreement
from annotation.options import level_of
from annotation.records import Replacement
from webapp.models import Assignment, AssignmentState, Choice, Document, Mention, Project, User
from webapp.models.states import FINAL_STATES

ROWS_AT_A_TIME = 1_000


def fingerprint_of(session: Session, project: Project) -> str:
    """Return what tells one state of a project's final choices from another.

    A choice changes only while its assignment is open, and every step of an assignment raises its
    version; the approval, which changes no choice, does not count.
    """
    is_approved = case((Assignment.state == AssignmentState.REVIEWED, 1), else_=0)
    facts = session.execute(
        select(
            func.count(),
            func.sum(Assignment.id),
            func.sum(Assignment.version - is_approved),
            func.max(Assignment.submitted_at),
        )
        .select_from(Assignment)
        .join(Assignment.document)
        .where(Document.project_id == project.id, Assignment.state.in_(FINAL_STATES))
    ).one()
    return hashlib.sha256("|".join(map(str, facts)).encode()).hexdigest()


def compute_report(session: Session, project: Project) -> AgreementReport:
    """Measure the agreement of a project's submitted and reviewed work.

    Documents and mentions are named by their row ids: their names in the records repeat between
    the layers of a document.
    """
    return measure_agreement(_ratings(session, project))


def _ratings(session: Session, project: Project) -> Iterator[Rating]:
    rows = session.execute(
        select(
            Choice.document_id,
            Choice.mention_id,
            User.name,
            Choice.text,
            Mention.entity_type,
            Mention.generalizations,
        )
        .select_from(Choice)
        .join(Assignment, Assignment.id == Choice.assignment_id)
        .join(Assignment.annotator)
        .join(Mention, Mention.id == Choice.mention_id)
        .join(Document, Document.id == Choice.document_id)
        .where(Document.project_id == project.id, Assignment.state.in_(FINAL_STATES)),
        execution_options={"yield_per": ROWS_AT_A_TIME},
    )
    for document_id, mention_id, annotator, text, entity_type, lists in rows:
        replacement = Replacement(lists) if lists else None
        level = level_of(replacement, text)
        yield Rating((str(document_id), str(mention_id)), annotator, level, text, entity_type)
