"""Saving the choices of replacements; later mentions of an entity follow its first one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, insert, update
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import set_committed_value
from sqlalchemy.orm.exc import StaleDataError

from webapp.core import audit
from webapp.core.work.loading import Work
from webapp.core.work.mentions import Chosen, MentionWork
from webapp.platform.errors import ConflictError, DomainError
from webapp.platform.inserting import INSERTS, Insert, InsertInto
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Choice,
    ChoiceOrigin,
    Edit,
    EventKind,
    User,
    table_of,
)

State = Chosen | None
"""What a choice says, or nothing."""

# Past the mapper: these rows are written and not looked at again.
_ASSIGNMENT, _CHOICE, _EDIT = table_of(Assignment), table_of(Choice), table_of(Edit)
_TOUCH = update(_ASSIGNMENT).where(
    _ASSIGNMENT.c.id == bindparam("of_assignment"), _ASSIGNMENT.c.version == bindparam("as_read")
)


def _upsert(insert_into: InsertInto) -> Insert:
    new = insert_into(_CHOICE)
    columns = {name: new.excluded[name] for name in ("text", "origin", "chosen_at")}
    return new.on_conflict_do_update(
        index_elements=[_CHOICE.c.assignment_id, _CHOICE.c.mention_id], set_=columns
    )


_UPSERT = {name: _upsert(insert_into) for name, insert_into in INSERTS.items()}
_DELETE = delete(_CHOICE).where(
    _CHOICE.c.assignment_id == bindparam("assignment_id"),
    _CHOICE.c.mention_id == bindparam("mention_id"),
)
_FORGET_UNDONE = delete(_EDIT).where(
    _EDIT.c.assignment_id == bindparam("assignment_id"), _EDIT.c.is_undone
)
_REMEMBER = insert(_EDIT)


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
        origin = ChoiceOrigin.FOLLOWED if is_following else origin_of(mention, text)
        after[mention_id] = Chosen(text, origin)
        if leader is None:
            for follower in work.followers_of(mention):
                if follower.id not in submitted:
                    words = follower.following(text)
                    is_offered = follower.offered(words) is not None
                    following = Chosen(words, ChoiceOrigin.FOLLOWED)
                    after[follower.id] = following if is_offered else None
    return after


def origin_of(mention: MentionWork, text: str) -> ChoiceOrigin:
    """Return where a choice of the annotator comes from: the lists, or their own words."""
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
        if work.mentions[mention_id].choice != state
    }
    changes = changes_of({key: work.mentions[key].choice for key in new}, new)
    touch(session, work.assignment, at=at)
    set_all(session, work, new, at=at)
    audit.record(session, kind, at=at, actor=person, assignment=work.assignment, changes=changes)
    if kind is EventKind.CHOSEN:
        remember(session, work.assignment, changes)
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


def remember(
    session: Session,
    assignment: Assignment,
    changes: list[list[Any]],
    marks: Sequence[Any] | None = None,
) -> None:
    """Store a step that can be undone; steps undone before it can't be redone any more."""
    of_assignment = {"assignment_id": assignment.id}
    session.execute(_FORGET_UNDONE, of_assignment)
    session.execute(_REMEMBER, of_assignment | {"changes": changes, "marks": marks})


def set_all(session: Session, work: Work, states: Mapping[int, State], *, at: datetime) -> None:
    """Store the choices of mentions; None deletes a choice."""
    assignment = {"assignment_id": work.assignment.id}
    home = assignment | {"document_id": work.assignment.document_id, "chosen_at": at}
    gone = [
        assignment | {"mention_id": key}
        for key, state in states.items()
        if state is None and work.mentions[key].choice
    ]
    chosen = [
        home | {"mention_id": key, "text": state.text, "origin": state.origin}
        for key, state in states.items()
        if state is not None
    ]
    if gone:
        session.execute(_DELETE, gone)
    if chosen:
        session.execute(_UPSERT[session.get_bind().dialect.name], chosen)
    for key, state in states.items():
        work.mentions[key].choice = state


def touch(session: Session, assignment: Assignment, *, at: datetime) -> None:
    """Raise the version before anything else is written, and set the assignment in progress.

    Of two requests at the same moment, one finds here that its version is gone (StaleDataError).
    """
    if assignment.state is not AssignmentState.IN_PROGRESS:
        assignment.move_to(AssignmentState.IN_PROGRESS, at=at)
        session.flush()
        return
    new = {"version": assignment.version + 1, "changed_at": at}
    read = {"of_assignment": assignment.id, "as_read": assignment.version}
    if session.execute(_TOUCH, read | new).rowcount == 0:  # type: ignore[attr-defined] # an UPDATE has it
        raise StaleDataError("Somebody was faster.")
    for name, value in new.items():
        set_committed_value(assignment, name, value)


def _encode(state: State) -> list[str] | None:
    return [state.text, state.origin.value] if state else None


def _decode(stored: list[str] | None) -> State:
    return Chosen(stored[0], ChoiceOrigin(stored[1])) if stored else None
