"""Submitted work as a reviewer reads it: each mention's choice, its level, others' choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session, contains_eager

from annotation.options import place_of
from annotation.records import Replacement
from annotation.rendering import Segment, overlap
from annotation.types import EditType
from webapp.models import Assignment, Choice, ChoiceSuggestion, User
from webapp.models.states import FINAL_STATES
from webapp.suggestions.showing import DisplayedSuggestion
from webapp.work.loading import Work, load_work
from webapp.work.mentions import MentionWork, Place


@dataclass(frozen=True, slots=True)
class ReviewedMention:
    """A mention with its number in text order (from 1), and what other annotators chose there."""

    number: int
    work: MentionWork
    others: Sequence[tuple[str, str]]
    """(annotator, text) of the submitted work of others."""
    suggested: DisplayedSuggestion | None = None
    """What the annotator saw suggested when the choice was made first."""
    edit_type: EditType | None = None
    """What the annotator did to the span that was suggested; None where it stands."""

    @property
    def decision(self) -> str:
        """The annotator's decision, worded like those of the others."""
        return _decision(self.work)

    @property
    def is_as_suggested(self) -> bool:
        """Whether the choice is what was suggested."""
        chosen = DisplayedSuggestion.of(self.work.text or "", 0)
        return self.suggested is not None and self.suggested.text == chosen.text

    @property
    def is_apart(self) -> bool:
        """Whether the entity's first mention reads differently."""
        return self.work.first is not None and self.work.first.text != self.work.text

    @property
    def level(self) -> str:
        """The place of the choice in its list, "" while open and for `***`, which ends them all."""
        lists = self.work.generalizations
        place = place_of(Replacement(lists) if lists else None, self.work.text or "")
        return "{} of {}".format(*place) if place else ""


@dataclass(frozen=True, slots=True)
class Reading:
    """The text in segments, and its mentions by row id in text order."""

    segments: Sequence[Segment[Place]]
    mentions: dict[int, ReviewedMention]
    has_others: bool
    unmasked: Sequence[MentionWork] = ()
    """The suggested spans that the annotator unmasked."""


def read(session: Session, assignment: Assignment) -> Reading:
    """Load what a reviewer needs of an assignment.

    In four queries, and two more for each other annotator where they correct what is hidden.
    """
    work = load_work(session, assignment)
    decisions_of = _decisions_of_others if work.marks else _choices_of_others
    others = decisions_of(session, work)
    suggested = _suggested_to(session, assignment)
    mentions = {
        mention.id: ReviewedMention(
            number,
            mention,
            others.get(mention.id, ()),
            suggested.get(mention.id),
            work.edit_type_of(mention),
        )
        for number, mention in enumerate(work, start=1)
    }
    return Reading(work.reading(), mentions, bool(others), work.unmasked)


def _decisions_of_others(session: Session, work: Work) -> dict[int, list[tuple[str, str]]]:
    """Return others' decisions where each span stands: they may hide more there, or nothing."""
    of_others = (
        select(Assignment)
        .join(Assignment.annotator)
        .options(contains_eager(Assignment.annotator))
        .where(
            Assignment.document_id == work.assignment.document_id,
            Assignment.id != work.assignment.id,
            Assignment.state.in_(FINAL_STATES),
        )
        .order_by(User.name)
    )
    decisions: dict[int, list[tuple[str, str]]] = {}
    for other in session.scalars(of_others).all():
        theirs = list(load_work(session, other))
        for mention in work:
            there = [_decision_at(each, mention) for each in theirs if overlap(each, mention)]
            decision = ", ".join(there) or "not to be hidden"
            decisions.setdefault(mention.id, []).append((other.annotator.name, decision))
    return decisions


def _decision_at(theirs: MentionWork, mention: MentionWork) -> str:
    is_same = (theirs.start, theirs.end) == (mention.start, mention.end)
    return _decision(theirs) if is_same else f"“{theirs.span_text}”: {_decision(theirs)}"


def _decision(mention: MentionWork) -> str:
    if mention.is_replaced:
        return mention.text or "no choice yet"
    return mention.identifier_type.label.lower()


def _suggested_to(session: Session, assignment: Assignment) -> dict[int, DisplayedSuggestion]:
    rows = session.execute(
        select(Choice.mention_id, ChoiceSuggestion.text, ChoiceSuggestion.confidence)
        .join(Choice, Choice.id == ChoiceSuggestion.choice_id)
        .where(Choice.assignment_id == assignment.id, ChoiceSuggestion.was_shown)
    )
    return {
        mention_id: DisplayedSuggestion.of(text, confidence)
        for mention_id, text, confidence in rows
    }


def _choices_of_others(session: Session, work: Work) -> dict[int, list[tuple[str, str]]]:
    """Return others' choices for each span, where all annotators have the same spans."""
    rows = session.execute(
        select(Choice.mention_id, User.name, Choice.text)
        .join(Assignment, Assignment.id == Choice.assignment_id)
        .join(Assignment.annotator)
        .where(
            Choice.document_id == work.assignment.document_id,
            Assignment.id != work.assignment.id,
            Assignment.state.in_(FINAL_STATES),
        )
        .order_by(User.name)
    )
    others: dict[int, list[tuple[str, str]]] = {}
    for mention_id, annotator, text in rows:
        others.setdefault(mention_id, []).append((annotator, text))
    return others
