"""Correcting what is hidden: an annotator's own spans over those that were suggested.

The own layer holds what its annotator changed and nothing else, see annotation.overlaying. Every
step is an `Edit` that can be undone: it keeps the rows of the layer before and after it, and the
choices that went or came with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from annotation.records import MASK
from annotation.records import Mention as MentionRecord
from annotation.rendering import overlap
from webapp.core import audit
from webapp.core.work.loading import Work, load_work
from webapp.core.work.mentions import Chosen, MentionWork
from webapp.platform.models import Assignment, ChoiceOrigin, Edit, EventKind, User
from webapp.workbench import choosing
from webapp.workbench.choosing import State
from webapp.workbench.drafting import Draft, Propose
from webapp.workbench.own_layer import OwnLayer, Row, RowChange, persons_of_others


@dataclass(frozen=True, slots=True)
class MarkingResult:
    """The result of a step about spans: the `span` to go on with, if any is left."""

    span: MentionWork | None


def mark(
    session: Session,
    work: Work,
    change: Callable[[Draft], None],
    propose: Propose,
    *,
    version: int,
    person: User,
    at: datetime,
) -> MarkingResult:
    """Change what is hidden, as `change` does in a draft of the annotator's layer.

    A choice stays where the span still offers it; what names an entity from now on is given that
    of the others. Raises DomainError and VersionConflictError; then nothing is changed.
    """
    choosing.require_current(work.assignment, version)
    draft = Draft.of(work)
    change(draft)
    if work.chooses and draft.lacking:
        draft.propose(propose, persons_of_others(session, work.assignment))
    layer = OwnLayer(session, work.assignment)
    places = list(_changed_places(draft, Draft.of(work)))
    if not places:
        return MarkingResult(_at(work, draft.touched))
    choosing.touch(session, work.assignment, at=at)
    before = {each.id: each.choice for each in _at_places(work, places)}
    choosing.set_all(session, work, dict.fromkeys(before), at=at)
    marks = layer.write(draft.own)
    new = load_work(session, work.assignment)
    after = {each.id: _state_now(each, work, before, new) for each in _at_places(new, places)}
    choosing.set_all(session, new, after, at=at)
    with_them = _led_anew(work, new) if new.chooses else _decided_with(after, new)
    choosing.set_all(session, new, with_them, at=at)
    elsewhere = with_them.keys() & work.mentions.keys()
    before = {key: work.mentions[key].choice for key in elsewhere} | before
    layer.settle(new)
    changes = choosing.changes_of(before, after | with_them)
    choosing.remember(session, work.assignment, changes, marks)
    _record(session, work.assignment, EventKind.MARKED, changes, marks, person=person, at=at)
    return MarkingResult(_at(new, draft.touched) or _next(new, places))


def replay(
    session: Session, work: Work, edit: Edit, *, is_undoing: bool, person: User, at: datetime
) -> MarkingResult:
    """Put a layer back as it was before a step, or as it was after it, with its choices."""
    choosing.touch(session, work.assignment, at=at)
    after = choosing.states_of(edit, is_undoing=is_undoing)
    going = [key for key, state in after.items() if state is None and key in work.mentions]
    choosing.set_all(session, work, dict.fromkeys(going), at=at)
    layer = OwnLayer(session, work.assignment)
    marks: list[RowChange] = [
        (key, then, before) if is_undoing else (key, before, then)
        for key, before, then in edit.marks or ()
    ]
    layer.put(marks)
    new = load_work(session, work.assignment)
    coming = {key: state for key, state in after.items() if state is not None}
    choosing.set_all(session, new, coming, at=at)
    layer.settle(new)
    kind = EventKind.UNDONE if is_undoing else EventKind.REDONE
    changes = [
        [key, then, before] if is_undoing else [key, before, then]
        for key, before, then in edit.changes
    ]
    _record(session, work.assignment, kind, changes, marks, person=person, at=at)
    places = [_place(row) for _, *rows in marks for row in rows if row]
    return MarkingResult(next(iter(_at_places(new, places)), None) or _next(new, places))


@dataclass(frozen=True, slots=True)
class _Place:
    start: int
    end: int


def _place(row: Row) -> _Place:
    return _Place(row["start_offset"], row["end_offset"])


def _changed_places(new: Draft, old: Draft) -> Iterator[_Place]:
    """Yield where two drafts say different things."""
    for one, other in ((new.own, old.own), (old.own, new.own)):
        for key, mention in one.items():
            if other.get(key) != mention:
                yield _Place(mention.start, mention.end)


def _at_places(work: Work, places: list[_Place]) -> list[MentionWork]:
    return [each for each in work if any(overlap(each, place) for place in places)]


def _at(work: Work, touched: list[MentionRecord]) -> MentionWork | None:
    """Return the first of the touched spans that is hidden."""
    starts = {each.start: each for each in work}
    return next((starts[each.start] for each in touched if each.start in starts), None)


def _next(work: Work, places: list[_Place]) -> MentionWork | None:
    """Return what comes after a place where nothing is hidden any more."""
    mentions = list(work)
    start = min(place.start for place in places)
    return next(
        (each for each in mentions if each.start >= start), mentions[-1] if mentions else None
    )


def _state_now(mention: MentionWork, old: Work, before: dict[int, State], new: Work) -> State:
    """Return the choice of a span that is new or changed: its former one, or its entity's.

    That of an entity to which it is linked now comes first, so that one choice goes for all. Where
    nothing is replaced, whoever marks it, or says that it identifies otherwise, has decided that it
    is hidden.
    """
    if mention.is_own and not new.chooses and not _stays_open(mention, old, before):
        return Chosen(MASK, ChoiceOrigin.OWN)
    former = next((each for each in old if before.get(each.id) and _is_there(each, mention)), None)
    if former is None:
        return _taken_over(mention, new)
    is_linked = new.chooses and former.entity_id != mention.entity_id
    taken_over = _taken_over(mention, new) if is_linked else None
    return taken_over or _offered(mention, before[former.id])


def _is_there(former: MentionWork, mention: MentionWork) -> bool:
    """Whether a span has the borders and the type of a former one."""
    place = (mention.start, mention.end, mention.entity_type)
    return (former.start, former.end, former.entity_type) == place


def _taken_over(mention: MentionWork, new: Work) -> State:
    """Return what is chosen for its entity, where the span offers it or it is somebody's words."""
    others = (each for each in new if each.entity_id == mention.entity_id)
    other = next((each for each in others if each.choice), None)
    if other is None or other.text is None:
        return None
    words = mention.following(other.text)
    if other.written is not None:
        mention.admitted = words
    origin = ChoiceOrigin.FOLLOWED if mention.first else ChoiceOrigin.OWN
    return _offered(mention, Chosen(words, origin))


def _led_anew(old: Work, new: Work) -> dict[int, State]:
    """Let those follow who lead their entity no longer, and not those who lead it now.

    Whose leader says something else follows nobody; who is still open may yet be followed.
    """
    after: dict[int, State] = {}
    for mention in new:
        if mention.text is None:
            continue
        leading = mention.first.text if mention.first else None
        is_same = leading is not None and mention.following(leading) == mention.text
        led = old.mentions.get(mention.id)
        if is_same and led is not None and led.first is None:
            after[mention.id] = Chosen(mention.text, ChoiceOrigin.FOLLOWED)
        elif mention.follows and not is_same and (leading is not None or mention.first is None):
            after[mention.id] = Chosen(mention.text, choosing.origin_of(mention, mention.text))
    return after


def _stays_open(mention: MentionWork, old: Work, before: dict[int, State]) -> bool:
    """Whether nothing was decided there, and what was changed decides nothing."""
    there = [each for each in old if overlap(each, mention)]
    return bool(there) and all(
        before.get(each.id) is None and each.identifier_type is mention.identifier_type
        for each in there
    )


def _decided_with(after: dict[int, State], new: Work) -> dict[int, State]:
    """Let a decision go for the entity's other mentions on which there is none yet."""
    decided = {new.mentions[key].entity_id for key, state in after.items() if state}
    return {
        each.id: Chosen(MASK, ChoiceOrigin.FOLLOWED)
        for each in new
        if each.entity_id in decided and each.choice is None and each.id not in after
    }


def _offered(mention: MentionWork, state: State) -> State:
    if state and state.origin in {ChoiceOrigin.WRITTEN, ChoiceOrigin.LEFT}:
        mention.admitted = state.text
    return state if state and mention.offered(state.text) is not None else None


def _record(
    session: Session,
    assignment: Assignment,
    kind: EventKind,
    changes: list[list[Any]],
    marks: list[RowChange],
    *,
    person: User,
    at: datetime,
) -> None:
    """Keep in the audit trail what was chosen, and where spans were and are; not their words."""
    places = [
        (key, _place_and_kinds(before), _place_and_kinds(after)) for key, before, after in marks
    ]
    audit.record(
        session, kind, at=at, actor=person, assignment=assignment, changes=changes, marks=places
    )


def _place_and_kinds(row: Row | None) -> list[object] | None:
    keys = ("start_offset", "end_offset", "entity_type", "identifier_type")
    return [row[key] for key in keys] if row else None
