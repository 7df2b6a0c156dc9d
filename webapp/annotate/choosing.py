"""Saving the choices of replacements; later mentions of an entity follow its first one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from webapp import audit
from webapp.errors import ConflictError, DomainError
from webapp.models import Assignment, AssignmentState, Choice, ChoiceOrigin, Edit, EventKind, User
from webapp.work.loading import Work
from webapp.work.mentions import MentionWork

State = tuple[str, ChoiceOrigin] | None
"""What a choice says: text and origin, or nothing."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A mention for which the database and the page that was sent say different things."""

    mention: MentionWork
    stored: str | None
    submitted: str


class VersionConflictError(ConflictError):
    """The page was older than the database: it would undo what it has not seen."""

    def __init__(self) -> None:
        super().__init__("The document was changed in another window since this page was loaded.")


def choose(
    session: Session,
    work: Work,
    submitted: Mapping[int, str],
    *,
    version: int,
    person: User,
    at: datetime,
) -> list[MentionWork]:
    """Save the texts that a page sent for mentions; return the mentions that changed.

    What is stored already is no change, so a repeated request is harmless, whatever its version.
    Raises VersionConflictError when the page was stale, DomainError for a text that is not offered
    or a document that is closed; then nothing is changed.
    """
    if version != work.assignment.version and not submitted.keys() <= work.mentions.keys():
        raise VersionConflictError  # what is hidden changed meanwhile
    differences = compare(work, submitted)
    if not differences:
        return []
    require_current(work.assignment, version)
    return apply(
        session, work, _with_followers(work, differences), EventKind.CHOSEN, person=person, at=at
    )


def compare(work: Work, submitted: Mapping[int, str]) -> list[Difference]:
    """List where a page says something else than the database.

    Raises DomainError for a mention that is not in the document or a text that is not offered.
    """
    differences = []
    for mention_id, text in submitted.items():
        mention = work.mentions.get(mention_id)
        if mention is None:
            raise DomainError("The page speaks of a span that is not in this document.")
        if mention.text == text:
            continue
        offered = mention.offered(text)
        if offered is None:
            raise DomainError(f"“{text[:80]}” is not among the replacements of that span.")
        if mention.text != offered:
            differences.append(Difference(mention, mention.text, offered))
    return differences


def require_current(assignment: Assignment, version: int) -> None:
    """Raise DomainError where a document is closed, VersionConflictError for a stale page."""
    if not assignment.state.is_open:
        raise DomainError(
            f"The document is {assignment.state.label.lower()}: reopen it to change a choice."
        )
    if version != assignment.version:
        raise VersionConflictError


def _with_followers(work: Work, differences: Iterable[Difference]) -> dict[int, State]:
    """Turn choices for single mentions into the new state of every mention they touch."""
    submitted = {difference.mention.id: difference.submitted for difference in differences}
    after: dict[int, State] = {}
    for mention_id, text in submitted.items():
        mention = work.mentions[mention_id]
        leader = mention.first
        leading = submitted.get(leader.id, leader.text) if leader else None
        is_following = leader is not None and leading == text
        after[mention_id] = (
            text,
            ChoiceOrigin.FOLLOWED if is_following else _origin(mention, text),
        )
        if leader is None:
            is_left = text == mention.span_text
            for follower in work.followers_of(mention):
                if follower.id not in submitted:
                    words = follower.span_text if is_left else text
                    is_offered = follower.offered(words) is not None
                    after[follower.id] = (words, ChoiceOrigin.FOLLOWED) if is_offered else None
    return after


def _origin(mention: MentionWork, text: str) -> ChoiceOrigin:
    if text != mention.written:
        return ChoiceOrigin.OWN
    return ChoiceOrigin.LEFT if text == mention.span_text else ChoiceOrigin.WRITTEN


def apply(
    session: Session,
    work: Work,
    after: Mapping[int, State],
    kind: EventKind,
    *,
    person: User,
    at: datetime,
) -> list[MentionWork]:
    """Store choices with an undo step and an audit event; return the mentions that changed."""
    new = {
        mention_id: state
        for mention_id, state in after.items()
        if state_of(work.mentions[mention_id]) != state
    }
    changes = changes_of({key: state_of(work.mentions[key]) for key in new}, new)
    touch(session, work.assignment, at=at)
    set_all(session, work, new, at=at)
    audit.record(session, kind, at=at, actor=person, assignment=work.assignment, changes=changes)
    if kind is EventKind.CHOSEN:
        remember(session, Edit(assignment_id=work.assignment.id, changes=changes))
    return [work.mentions[mention_id] for mention_id in new]


def changes_of(before: Mapping[int, State], after: Mapping[int, State]) -> list[list[Any]]:
    """Return the changes of choices as an `Edit` stores them: mention id, before, after."""
    keys = dict.fromkeys([*before, *after])
    changes = ([key, _encode(before.get(key)), _encode(after.get(key))] for key in keys)
    return [change for change in changes if change[1] != change[2]]


def states_of(edit: Edit, *, is_undoing: bool) -> dict[int, State]:
    """Return the choices before a step, or after it."""
    return {
        mention_id: _decode(before if is_undoing else then)
        for mention_id, before, then in edit.changes
    }


def remember(session: Session, edit: Edit) -> None:
    """Store a step that can be undone; steps undone before it can't be redone any more."""
    session.execute(
        delete(Edit).where(Edit.assignment_id == edit.assignment_id, Edit.is_undone),
        # None of them is loaded or waits to be written.
        execution_options={"synchronize_session": False, "autoflush": False},
    )
    session.add(edit)


def set_all(session: Session, work: Work, states: Mapping[int, State], *, at: datetime) -> None:
    """Store the choices of mentions; None deletes a choice."""
    for mention_id, state in states.items():
        _set_choice(session, work, work.mentions[mention_id], state, at=at)
    session.flush()


def _set_choice(
    session: Session, work: Work, mention: MentionWork, state: State, *, at: datetime
) -> None:
    if state is None:
        if mention.choice is not None:
            session.delete(mention.choice)
        mention.choice = None
        return
    if mention.choice is None:
        mention.choice = Choice(
            assignment_id=work.assignment.id,
            document_id=work.assignment.document_id,
            mention_id=mention.id,
        )
        session.add(mention.choice)
    mention.choice.text, mention.choice.origin = state
    mention.choice.chosen_at = at


def touch(session: Session, assignment: Assignment, *, at: datetime) -> None:
    """Raise the version before anything else is written, and set the assignment in progress.

    Of two requests at the same moment, one finds here that its version is gone (StaleDataError).
    """
    if assignment.state is not AssignmentState.IN_PROGRESS:
        assignment.move_to(AssignmentState.IN_PROGRESS, at=at)
    assignment.changed_at = at
    flag_modified(assignment, "changed_at")  # an UPDATE, and so a new version, even at equal times
    session.flush()


def state_of(mention: MentionWork) -> State:
    """Return what is chosen for a mention."""
    return (mention.choice.text, mention.choice.origin) if mention.choice else None


def _encode(state: State) -> list[str] | None:
    return [state[0], state[1].value] if state else None


def _decode(stored: list[str] | None) -> State:
    return (stored[0], ChoiceOrigin(stored[1])) if stored else None
