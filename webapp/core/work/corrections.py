"""Work as it goes out: with what reviewers decided on its spans in the place of choices."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from annotation.records import MASK
from annotation.types import IdentifierType
from webapp.core.work.loading import Work, load_work
from webapp.core.work.mentions import MentionWork
from webapp.platform.models import Assignment, SpanReview


def choice_of(mention: MentionWork) -> str:
    """Return what the annotator decided: the text, in masking projects the identifier type."""
    return (mention.text or "") if mention.is_replaced else mention.identifier_type.value


def outcome_of(review: SpanReview | None) -> str:
    """Return what goes out by a decision, "" where there is none."""
    return "" if review is None else review.correction or review.chosen


def reviewable(work: Work) -> dict[int, MentionWork]:
    """Return the spans that can be decided on, by id, in text order.

    Where masks alone are annotated, these are also the ones that need no hiding.
    """
    unmasked = [] if work.chooses else work.unmasked
    mentions = sorted([*work, *unmasked], key=lambda each: each.start)
    return {mention.id: mention for mention in mentions}


def reviews_of(session: Session, work: Work) -> dict[int, SpanReview]:
    """Return the decisions on what is chosen now, by mention."""
    found = session.scalars(
        select(SpanReview)
        .options(joinedload(SpanReview.reviewer))
        .where(SpanReview.assignment_id == work.assignment.id)
    )
    mentions = reviewable(work)
    return {
        each.mention_id: each
        for each in found
        if each.mention_id in mentions and choice_of(mentions[each.mention_id]) == each.chosen
    }


def load_corrected(session: Session, assignment: Assignment) -> tuple[Work, dict[int, SpanReview]]:
    """Load work as it goes out, with what reviewers decided on its spans."""
    work = load_work(session, assignment)
    return work, correct(session, work)


def correct(session: Session, work: Work) -> dict[int, SpanReview]:
    """Put corrections in the place of choices, and return what reviewers decided on the spans."""
    reviews = reviews_of(session, work)
    mentions = reviewable(work)
    for mention_id, review in reviews.items():
        mention = mentions[mention_id]
        if review.correction and mention.is_replaced:
            mention.corrected = review.correction
        elif review.correction:
            mention.corrected = MASK
            mention.corrected_type = IdentifierType(review.correction)
    work.mentions = mentions
    return reviews
