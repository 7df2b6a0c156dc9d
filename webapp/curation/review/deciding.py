"""Deciding on one span of submitted work: it is right, or what goes out in its place.

What the annotator chose is never changed: it stands beside the correction and counts in agreement.
A decision is one on a choice: it says nothing of another that takes its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session, joinedload

from annotation.types import IdentifierType
from webapp.core.work.comments import checked_comment
from webapp.core.work.corrections import choice_of, outcome_of, reviewable, reviews_of
from webapp.core.work.loading import Work
from webapp.core.work.mentions import MentionWork
from webapp.curation.review import leasing
from webapp.curation.review.identifying import check_read
from webapp.curation.review.permissions import check_may_decide
from webapp.curation.review.trail import record_step
from webapp.platform.errors import ConflictError, DomainError
from webapp.platform.inserting import INSERTS
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    EventKind,
    Flag,
    SpanReview,
    User,
    table_of,
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a page asks for at a span: a text, or None for no decision; and what it showed there."""

    text: str | None
    seen: str
    is_written: bool = False
    """Whether the text is in the reviewer's own words."""


class SpanConflictError(ConflictError):
    """Somebody else decided on the span since the page was loaded: both versions are told."""

    def __init__(self, mention: MentionWork, stored: SpanReview | None, wanted: Wanted) -> None:
        super().__init__("Somebody else decided on this span meanwhile.")
        self.mention = mention
        self.stored = stored
        self.wanted = wanted


def decide(
    session: Session,
    work: Work,
    mention: MentionWork,
    wanted: Wanted,
    *,
    version: int,
    person: User,
    at: datetime,
) -> bool:
    """Keep a decision, also for later mentions that follow; return whether what goes out changed.

    Raises ConflictError where the work changed, SpanConflictError where the span was decided on
    otherwise, DomainError for what can't stand there. What is stored already is no change.
    """
    check_may_review(session, work.assignment, version, person, at)
    reviews = reviews_of(session, work)
    stored = reviews.get(mention.id)
    outcome = _checked(mention, wanted)
    if outcome_of(stored) == outcome:
        return False
    if outcome_of(stored) != wanted.seen:
        raise SpanConflictError(mention, stored, wanted)
    outcomes = [(mention, outcome), *_following(work, mention, reviews, stored, outcome)]
    _keep(session, work, outcomes, person=person, at=at)
    kind, before = EventKind.SPAN_REVIEWED, outcome_of(stored)
    changes = [[each.id for each, _ in outcomes], before, outcome]
    record_step(session, kind, work.assignment, person=person, at=at, changes=changes)
    chosen = choice_of(mention)
    if (before or chosen) == (outcome or chosen):
        return False
    work.assignment.document.generalized_text = None  # as imported: it reads otherwise now
    _note_change(session, work.assignment, at=at)
    return True


def _note_change(session: Session, assignment: Assignment, *, at: datetime) -> None:
    """Say when work changed, for what was found in its text before; its version stays as read."""
    session.execute(update(Assignment).where(Assignment.id == assignment.id).values(changed_at=at))


def check_may_review(
    session: Session, assignment: Assignment, version: int, person: User, at: datetime
) -> None:
    """Hold what is said of spans to submitted work as the person read it, if it is free."""
    check_may_decide(session, assignment, person)
    if version != assignment.version:
        raise ConflictError("This work was changed while you were reading it.")
    if assignment.state is not AssignmentState.SUBMITTED:
        state = assignment.state.label.lower()
        raise DomainError(f"This work is {state}: spans are decided on while it waits for review.")
    check_read(session, assignment, person)
    leasing.check_free(session, assignment, person, at)
    leasing.prolong(session, assignment, person, at)


def comment(
    session: Session,
    work: Work,
    mention: MentionWork,
    text: str,
    *,
    version: int,
    person: User,
    at: datetime,
) -> None:
    """Say something at a span, for the annotator to read if the work is sent back."""
    check_may_review(session, work.assignment, version, person, at)
    text = checked_comment(text)
    session.add(_said(work.assignment, mention.id, text, person, at))
    record_step(session, EventKind.FLAGGED, work.assignment, person=person, at=at)


def comments_at(session: Session, assignment: Assignment) -> dict[int, list[Flag]]:
    """Return what reviewers said of spans that is open, by mention, in order."""
    found = session.scalars(
        select(Flag)
        .options(joinedload(Flag.author))
        .where(
            Flag.assignment_id == assignment.id,
            Flag.author_id != assignment.annotator_id,
            Flag.mention_id.is_not(None),
            Flag.resolved_at.is_(None),
        )
        .order_by(Flag.id)
    )
    comments: dict[int, list[Flag]] = {}
    for flag in found:
        if flag.mention_id is not None:
            comments.setdefault(flag.mention_id, []).append(flag)
    return comments


def has_reasons(session: Session, work: Work) -> bool:
    """Whether spans say why work should change: by a correction, or by a reviewer's comment."""
    is_corrected = any(review.correction for review in reviews_of(session, work).values())
    return is_corrected or bool(comments_at(session, work.assignment))


def say_corrections(session: Session, work: Work, *, at: datetime) -> None:
    """Say at each corrected span what should stand there: its annotator finds it in place."""
    mentions = reviewable(work)
    for mention_id, review in reviews_of(session, work).items():
        if review.correction:
            words = _worded(mentions[mention_id], review.correction)
            session.add(_said(work.assignment, mention_id, words, review.reviewer, at))


def _said(assignment: Assignment, mention_id: int, text: str, person: User, at: datetime) -> Flag:
    return Flag(
        assignment_id=assignment.id,
        author_id=person.id,
        mention_id=mention_id,
        comment=text,
        created_at=at,
    )


def _worded(mention: MentionWork, correction: str) -> str:
    if not mention.is_replaced:
        return f"Rather: {IdentifierType(correction).label.lower()}."
    return "Leave it as it is." if correction == mention.span_text else f"Rather “{correction}”."


def _checked(mention: MentionWork, wanted: Wanted) -> str:
    """Return what is to go out, as it is offered, "" for no decision; raises DomainError."""
    text = wanted.text
    if text is None:
        return ""
    if not choice_of(mention):
        raise DomainError("Nothing is chosen for that span: there is nothing to decide on.")
    if not mention.is_replaced:
        if text not in set(IdentifierType):
            raise DomainError("A span is hidden as direct or quasi, or not at all.")
        return text
    is_written = wanted.is_written or text == mention.span_text
    offered = mention.written_as(text) if is_written else mention.offered(text)
    if offered is None:
        raise DomainError(f"“{text[:80]}” is not among the replacements of that span.")
    return offered


def _following(
    work: Work,
    mention: MentionWork,
    reviews: Mapping[int, SpanReview],
    stored: SpanReview | None,
    outcome: str,
) -> Iterator[tuple[MentionWork, str]]:
    """Yield the later mentions for which the decision holds, too, each with what goes out there.

    They follow the first one, were not decided on by themselves, and offer what goes out, if it is
    offered at all.
    """
    is_offered = mention.is_replaced and mention.offered(outcome) is not None
    for each in work.followers_of(mention):
        text = each.following(outcome)
        if (
            choice_of(each) == each.following(choice_of(mention))
            and outcome_of(reviews.get(each.id)) == each.following(outcome_of(stored))
            and (not is_offered or each.offered(text) is not None)
        ):
            yield each, text


def _keep(
    session: Session,
    work: Work,
    outcomes: Sequence[tuple[MentionWork, str]],
    *,
    person: User,
    at: datetime,
) -> None:
    """Store decisions in the place of any that are there, also of those made meanwhile."""
    assignment = work.assignment
    if taken_back := [mention.id for mention, text in outcomes if not text]:
        session.execute(
            delete(SpanReview).where(
                SpanReview.assignment_id == assignment.id, SpanReview.mention_id.in_(taken_back)
            )
        )
        return
    said = {"reviewer_id": person.id, "decided_at": at}
    rows = [
        said
        | {
            "assignment_id": assignment.id,
            "document_id": assignment.document_id,
            "mention_id": mention.id,
            "chosen": choice_of(mention),
            "correction": None if text == choice_of(mention) else text,
        }
        for mention, text in outcomes
    ]
    new = INSERTS[session.get_bind().dialect.name](table_of(SpanReview)).values(rows)
    columns = {name: new.excluded[name] for name in ("chosen", "correction", *said)}
    place = ["assignment_id", "mention_id"]
    session.execute(new.on_conflict_do_update(index_elements=place, set_=columns))
