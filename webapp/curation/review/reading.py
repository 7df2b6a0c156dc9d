"""Submitted work as a reviewer reads it: each mention's choice, its level, others' choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from sqlalchemy import select
from sqlalchemy.orm import Session, contains_eager

from annotation.hidden_words import Lexicon
from annotation.options import place_of
from annotation.records import MASK, Replacement
from annotation.rendering import Segment, overlap
from annotation.types import EditType, IdentifierType
from webapp.core.work.corrections import choice_of, correct, outcome_of, reviewable
from webapp.core.work.loading import Work, load_work
from webapp.core.work.mentions import MentionWork, Place
from webapp.curation.review.clear_words import ClearWords
from webapp.curation.review.deciding import comments_at
from webapp.platform.models import Assignment, Choice, ChoiceSuggestion, Flag, SpanReview, User
from webapp.platform.models.states import FINAL_STATES
from webapp.versions.suggestions.showing import DisplayedSuggestion

NO_WORDS = (("0", MASK, MASK),)
DIGITS = "123456789"


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
    review: SpanReview | None = None
    """What a reviewer decided on it."""
    comments: Sequence[Flag] = ()
    """What reviewers said of it that is open."""

    @property
    def options(self) -> list[tuple[str, str, str]]:
        """What may go out: key of the keyboard, value, label."""
        if not self.work.is_replaced:
            return [(str(n), each.value, each.label) for n, each in enumerate(IdentifierType, 1)]
        texts = [text for text in self.work.texts if text not in (MASK, self.work.corrected)]
        own = [self.work.corrected] if self.work.corrected not in (None, MASK) else []
        listed = zip_longest(dict.fromkeys([*texts, *own]), DIGITS, fillvalue="")
        return [*((key, text, text) for text, key in listed if text), *NO_WORDS]

    @property
    def chosen(self) -> str:
        """What the annotator decided, as a decision on it has it."""
        return choice_of(self.work)

    @property
    def outcome(self) -> str:
        """What goes out by a reviewer's decision, "" where there is none."""
        return outcome_of(self.review)

    @property
    def is_undecided(self) -> bool:
        """Whether the annotator has yet to say what becomes of it, or that it is hidden."""
        is_hidden = self.work.identifier_type is not IdentifierType.NO_MASK
        return self.work.choice is None and is_hidden

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
    """The text in lines, each of segments, and its mentions by row id in text order."""

    lines: Sequence[Sequence[Segment[Place]]]
    mentions: dict[int, ReviewedMention]
    has_others: bool
    unmasked: Sequence[MentionWork] = ()
    """The suggested spans that the annotator unmasked."""
    clear_words: ClearWords = field(default_factory=ClearWords)

    @property
    def decided(self) -> int:
        """The number of spans that are decided on."""
        return sum(bool(mention.outcome) for mention in self.mentions.values())


def read(session: Session, work: Work, lexicon: Lexicon | None = None) -> Reading:
    """Load what a reviewer needs of work; with a lexicon, scan what is still in clear.

    In four queries, and two more for each other annotator where they correct what is hidden. The
    work then reads as it goes out.
    """
    reviews = correct(session, work)
    decisions_of = _decisions_of_others if work.marks else _choices_of_others
    others = decisions_of(session, work)
    suggested = _suggested_to(session, work.assignment)
    said = comments_at(session, work.assignment)
    mentions = {
        mention.id: ReviewedMention(
            number,
            mention,
            others.get(mention.id, ()),
            suggested.get(mention.id),
            work.edit_type_of(mention),
            reviews.get(mention.id),
            said.get(mention.id, ()),
        )
        for number, mention in enumerate(reviewable(work).values(), start=1)
    }
    clear_words = ClearWords.of(work, lexicon) if lexicon else ClearWords()
    return Reading(list(work.lines()), mentions, bool(others), work.unmasked, clear_words)


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
