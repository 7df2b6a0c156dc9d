"""What reviewers decided, for records: what goes out instead, and whose layers they read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import ColumnElement, Text, case, cast, exists, select
from sqlalchemy.orm import Session, aliased

from annotation import records
from annotation.overlaying import annotator_of
from annotation.records import Corrections
from webapp.platform.models import (
    Assignment,
    Choice,
    Layer,
    Mention,
    Project,
    ProjectKind,
    SpanReview,
    User,
)
from webapp.platform.models.states import FINAL_STATES


def is_about_the_choice() -> ColumnElement[bool]:
    """Return the condition of decisions on what is chosen now, in a query of all they speak of.

    These are `SpanReview`, `Mention` and `Project`. In masking projects what is chosen is the
    identifier type.
    """
    is_chosen = exists().where(
        Choice.assignment_id == SpanReview.assignment_id,
        Choice.mention_id == SpanReview.mention_id,
        Choice.text == SpanReview.chosen,
    )
    is_marked = cast(Mention.identifier_type, Text) == SpanReview.chosen
    return case((Project.kind == ProjectKind.MASKING, is_marked), else_=is_chosen)


def corrections_of(
    session: Session, ids: Sequence[int], counting: Sequence[ColumnElement[bool]]
) -> Mapping[int, Corrections]:
    """Collect what reviewers put in the place of choices of submitted work that counts, by mention.

    What they decided on a choice that is another one by now says nothing.
    """
    reviewer = aliased(User)
    found = (
        select(SpanReview.mention_id, SpanReview.correction, reviewer.name, User.name)
        .join(Assignment, Assignment.id == SpanReview.assignment_id)
        .join(User, User.id == Assignment.annotator_id)
        .join(reviewer, reviewer.id == SpanReview.reviewer_id)
        .join(Mention, Mention.id == SpanReview.mention_id)
        .join(Project, Project.id == Assignment.project_id)
        .where(
            SpanReview.document_id.in_(ids),
            SpanReview.correction.is_not(None),
            Assignment.state.in_(FINAL_STATES),
            *counting,
            is_about_the_choice(),
        )
        .order_by(SpanReview.id)
    )
    corrections: defaultdict[int, dict[str, dict[str, tuple[str, ...]]]] = defaultdict(dict)
    for mention_id, correction, who, annotator in session.execute(found):
        by = corrections[mention_id].setdefault(correction or "", {})
        by[who] = (*by.get(who, ()), annotator)
    return corrections


def checked_layers(
    stored: Sequence[str] | None, layers: Iterable[records.Layer], approved: Sequence[str]
) -> tuple[str, ...] | None:
    """Return the layers that were checked for quality: as imported, and whose work is approved.

    Where somebody chose for spans of others alone, it is their name.
    """
    own = {annotator_of(layer): layer.name for layer in layers}
    names = [own.get(name, name) for name in approved]
    return None if stored is None and not names else tuple(dict.fromkeys([*(stored or ()), *names]))


def layers_of(session: Session, assignment: Assignment) -> Sequence[str]:
    """Return how records name the layers of somebody's work: after them, where none is stored.

    Another layer may have had their name before.
    """
    stored = select(Layer.name).where(
        Layer.document_id == assignment.document_id, Layer.annotator_id == assignment.annotator_id
    )
    return session.scalars(stored).all() or [assignment.annotator.name]
