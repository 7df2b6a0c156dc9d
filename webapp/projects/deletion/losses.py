"""What goes with documents: counted for whoever is asked, and again when they have answered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select, update
from sqlalchemy.orm import Session

from webapp.platform.errors import ConflictError
from webapp.platform.models import Assignment, AssignmentState, Document, Flag, Layer, Mention, User
from webapp.platform.models.states import OPEN_STATES


class GrownLossError(ConflictError):
    """More would go than whoever takes it away has been told of."""

    def __init__(self) -> None:
        super().__init__("Something was added meanwhile. Nothing was deleted: look again first.")


@dataclass(frozen=True, slots=True)
class LossCounts:
    """The numbers that a page announces; nothing goes beyond them."""

    documents: int = 0
    choices: int = 0
    marks: int = 0
    """Spans in layers of people's own."""
    submitted: int = 0
    """Assignments, the reviewed ones among them."""
    reviewed: int = 0
    comments: int = 0

    def items(self) -> Iterable[tuple[str, int]]:
        """Return each number with its name, for forms."""
        return asdict(self).items()

    @property
    def hold_work(self) -> bool:
        """Whether hours of somebody's go."""
        return any((self.choices, self.marks, self.submitted))

    def exceed(self, announced: LossCounts) -> bool:
        """Whether any of these numbers is greater than the one announced."""
        return any(number > getattr(announced, name) for name, number in self.items())


@dataclass(frozen=True, slots=True)
class Work:
    """What one person did in the documents."""

    user_id: int
    name: str
    choices: int = 0
    marks: int = 0
    submitted: int = 0
    reviewed: int = 0
    comments: int = 0


@dataclass(frozen=True, slots=True)
class Loss:
    """What goes with some documents, and whose it is."""

    documents: int
    empty: int
    """Open assignments in which nothing is chosen."""
    works: Sequence[Work]
    """Of everybody who did something, by name."""

    @property
    def counts(self) -> LossCounts:
        """The sums over all people."""
        names = [each.name for each in fields(LossCounts) if each.name != "documents"]
        sums = {name: sum(getattr(work, name) for work in self.works) for name in names}
        return LossCounts(documents=self.documents, **sums)


def loss_of(session: Session, *documents: ColumnElement[bool]) -> Loss:
    """Count what would go with documents."""
    people: dict[int, dict[str, Any]] = {}
    empty = 0
    for row in session.execute(_assigned(*documents)).mappings():
        person = dict(row)
        empty += person.pop("empty")
        people[person["user_id"]] = person
    for question in (_marked(*documents), _commented(*documents)):
        for row in session.execute(question).mappings():
            people.setdefault(row["user_id"], {}).update(row)
    works = [Work(**person) for person in people.values()]
    count = select(func.count()).select_from(Document).where(*documents)
    return Loss(
        documents=session.scalar(count) or 0,
        empty=empty,
        works=sorted(
            (
                work
                for work in works
                if any((work.choices, work.marks, work.submitted, work.comments))
            ),
            key=lambda work: work.name,
        ),
    )


def _assigned(*documents: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    is_open, is_reviewed = (
        Assignment.state.in_(OPEN_STATES),
        Assignment.state == AssignmentState.REVIEWED,
    )
    return (
        select(
            User.id.label("user_id"),
            User.name,
            func.sum(Assignment.chosen).label("choices"),
            func.count().filter(~is_open).label("submitted"),
            func.count().filter(is_reviewed).label("reviewed"),
            func.count().filter(is_open, Assignment.chosen == 0).label("empty"),
        )
        .select_from(Assignment)
        .join(Assignment.document)
        .join(Assignment.annotator)
        .where(*documents)
        .group_by(User.id, User.name)
    )


def _marked(*documents: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    return (
        select(User.id.label("user_id"), User.name, func.count().label("marks"))
        .select_from(Mention)
        .join(Mention.layer)
        .join(Layer.document)
        .join(User, User.id == Layer.annotator_id)
        .where(*documents)
        .group_by(User.id, User.name)
    )


def _commented(*documents: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    return (
        select(User.id.label("user_id"), User.name, func.count().label("comments"))
        .select_from(Flag)
        .join(Flag.author)
        .join(Assignment, Assignment.id == Flag.assignment_id)
        .join(Assignment.document)
        .where(*documents)
        .group_by(User.id, User.name)
    )


def hold(session: Session, *documents: ColumnElement[bool]) -> None:
    """Keep everybody from going on with these documents until the commit, and after it.

    Raises the version of their assignments, as whoever begins or goes on does.
    """
    ids = select(Document.id).where(*documents)
    session.execute(
        update(Assignment)
        .where(Assignment.document_id.in_(ids))
        .values(version=Assignment.version + 1),
        execution_options={"synchronize_session": False},
    )


def hold_announced(
    session: Session, *documents: ColumnElement[bool], announced: LossCounts
) -> Loss:
    """Hold documents that go, and return what goes with them.

    Raises GrownLossError where that is more than was announced.
    """
    hold(session, *documents)
    loss = loss_of(session, *documents)
    if loss.counts.exceed(announced):
        raise GrownLossError
    return loss
