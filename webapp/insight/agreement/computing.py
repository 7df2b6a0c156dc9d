"""From the final choices of a project to the report on their agreement."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from annotation.agreement import (
    AgreementReport,
    LayerReport,
    Rating,
    measure_agreement,
    measure_layers,
)
from annotation.options import level_of
from annotation.overlaying import layers_of_each
from annotation.records import Generalizations, Replacement
from webapp.core.records import belongs_to_its_project, in_batches, iter_records
from webapp.core.records.batch import Batch
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Choice,
    ChoiceOrigin,
    ChoiceSuggestion,
    Document,
    Layer,
    Mention,
    Project,
    ProjectKind,
    User,
)
from webapp.platform.models.states import FINAL_STATES

AS_IT_IS = 0
"""The level of a span that was left as it is: before the most specific text offered."""
ROWS_AT_A_TIME = 1_000
MODEL = "model"
"""What the model is called among the annotators, where nobody else is."""


def fingerprint_of(session: Session, project: Project) -> str:
    """Return a fingerprint of a project's final choices, which changes whenever they do.

    A choice changes only while its assignment is open, and every step of an assignment raises its
    version; the approval, which changes no choice, does not count.
    """
    is_approved = case((Assignment.state == AssignmentState.REVIEWED, 1), else_=0)
    state = session.execute(
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
    return hashlib.sha256("|".join(map(str, state)).encode()).hexdigest()


def compute_report(session: Session, project: Project) -> AgreementReport:
    """Measure the agreement of a project's submitted and reviewed work.

    Documents and mentions are named by their row ids: their names in the records repeat between
    the layers of a document.
    """
    return measure_agreement(_ratings(session, project))


def compute_report_with_model(session: Session, project: Project) -> AgreementReport | None:
    """Measure the agreement with the model as a further rater, None if it never suggested anything.

    The model rates by what it said before it could learn from the choice: for each mention the
    suggestion recorded with the earliest choice, one that nobody saw before one that was shown.
    """
    ratings = list(_ratings(session, project))
    name = name_of_model({rating.annotator for rating in ratings})
    of_model = list(_ratings_of_model(session, project, name))
    return measure_agreement([*ratings, *of_model]) if of_model else None


def compute_layer_report(session: Session, project: Project) -> LayerReport | None:
    """Measure the agreement of annotators who marked spans, None where nobody did.

    Every document of a masking project counts, and of another those that have several layers, as
    none has that was imported. Where annotators correct shared spans, a layer is what each of them
    hides, and documents count that several submitted. Layers of annotators who are still at work
    are left out.
    """
    if project.kind is ProjectKind.ONE_PASS:
        return _corrected(session, project)
    if project.kind is ProjectKind.MASKING:
        decided = iter_records(session, project, only_final=True)
        first = next(decided, None)
        return measure_layers(chain([first], decided)) if first else None
    wanted = (
        select(Document.id)
        .join(Layer, Layer.document_id == Document.id)
        .where(Document.project_id == project.id)
        .group_by(Document.id)
        .having(func.count() > 1)
        .order_by(Document.position, Document.id)
    )
    ids = session.scalars(wanted).all()
    marked = (
        batch.record(document_id)
        for part in in_batches(ids)
        for batch in [Batch(session, part, states=FINAL_STATES)]
        for document_id in part
    )
    return measure_layers(marked) if ids else None


def _corrected(session: Session, project: Project) -> LayerReport | None:
    records = iter_records(session, project, only_final=True)
    seen = (replace(record, layers=tuple(layers_of_each(record))) for record in records)
    by_several = [record for record in seen if len(record.layers) > 1]
    return measure_layers(by_several) if by_several else None


def name_of_model(annotators: Collection[str]) -> str:
    """Return a name for the model that none of the annotators has."""
    name = MODEL
    while name in annotators:
        name = f"the {name}"
    return name


def _ratings(session: Session, project: Project) -> Iterator[Rating]:
    rows = session.execute(
        select(
            Choice.document_id,
            Choice.mention_id,
            User.name,
            Choice.text,
            Mention.entity_type,
            Mention.generalizations,
            Choice.origin,
        )
        .select_from(Choice)
        .join(Assignment, Assignment.id == Choice.assignment_id)
        .join(Assignment.annotator)
        .join(Mention, Mention.id == Choice.mention_id)
        .join(Document, Document.id == Choice.document_id)
        .join(Project, Project.id == Document.project_id)
        .where(
            Document.project_id == project.id,
            Assignment.state.in_(FINAL_STATES),
            Mention.is_led.is_(False),
            belongs_to_its_project(),
        ),
        execution_options={"yield_per": ROWS_AT_A_TIME},
    )
    for document_id, mention_id, annotator, text, entity_type, lists, origin in rows:
        level = AS_IT_IS if origin is ChoiceOrigin.LEFT else _level(lists, text)
        yield Rating((str(document_id), str(mention_id)), annotator, level, text, entity_type)


def _ratings_of_model(session: Session, project: Project, name: str) -> Iterator[Rating]:
    order = (ChoiceSuggestion.was_shown, Choice.chosen_at, Choice.id)
    rank = func.row_number().over(partition_by=Choice.mention_id, order_by=order)
    ranked = (
        select(Choice.mention_id, ChoiceSuggestion.text, rank.label("rank"))
        .join(ChoiceSuggestion, ChoiceSuggestion.choice_id == Choice.id)
        .join(Assignment, Assignment.id == Choice.assignment_id)
        .join(Document, Document.id == Choice.document_id)
        .where(Document.project_id == project.id, Assignment.state.in_(FINAL_STATES))
        .subquery()
    )
    rows = session.execute(
        select(
            Mention.document_id,
            Mention.id,
            ranked.c.text,
            Mention.entity_type,
            Mention.generalizations,
        )
        .join(ranked, ranked.c.mention_id == Mention.id)
        .where(ranked.c.rank == 1),
        execution_options={"yield_per": ROWS_AT_A_TIME},
    )
    for document_id, mention_id, text, entity_type, lists in rows:
        level = _level(lists, text)
        yield Rating((str(document_id), str(mention_id)), name, level, text, entity_type)


def _level(lists: Generalizations | None, text: str) -> int:
    """Return the level of a choice; what an annotator wrote stands after all that was offered."""
    return level_of(Replacement(lists or {}).admitting([text]), text)
