"""Reading the sanitized text alone, to see whether one can still tell who it is about.

So begins a review, as in TAB (section 4.2): whoever has seen the originals can't forget them. The
answer belongs to one person and one submission; what is submitted again is read anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, exists, select
from sqlalchemy.orm import Session, aliased, joinedload
from sqlalchemy.orm.util import AliasedClass

from webapp.core.work.loading import Work
from webapp.curation.review.permissions import check_may_decide
from webapp.curation.review.trail import ANSWER, record_step
from webapp.platform.errors import ConflictError, DomainError
from webapp.platform.inserting import INSERTS
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Document,
    EventKind,
    Identification,
    Identified,
    User,
    knows_originals,
    table_of,
)


class UnreadError(DomainError):
    """A decision on work whose sanitized text the person has not read yet."""

    def __init__(self) -> None:
        super().__init__("Read the sanitized text first, and say whether you can tell who it is.")


class StillIdentifiedError(DomainError):
    """Work is approved of which somebody can tell who it is about."""

    def __init__(self) -> None:
        super().__init__("Somebody can still tell who this is: say that you approve all the same.")


class WordsError(DomainError):
    """What is said to tell does not stand in the text, or does not go with the answer."""


def sanitized_text(work: Work) -> str:
    """Return the text as it goes out: each span as it reads with its choice."""
    return "".join(
        segment.mentions[0].lead + (segment.mentions[0].rendered or "[no choice yet]")
        if segment.mentions
        else segment.text
        for segment in work.reading()
    )


def is_read_by(
    person: User, work: type[Assignment] | AliasedClass[Assignment]
) -> ColumnElement[bool]:
    """Return the condition, in a query of `work`, that the person read this submission."""
    return exists().where(
        Identification.assignment_id == work.id,
        Identification.reviewer_id == person.id,
        Identification.submitted_at == work.submitted_at,
    )


def is_unread_by(
    person: User, work: type[Assignment] | AliasedClass[Assignment] = Assignment
) -> ColumnElement[bool]:
    """Return the condition, in a query of `work`, that the person has to read it first."""
    return and_(
        work.state == AssignmentState.SUBMITTED,
        work.annotator_id != person.id,
        ~is_read_by(person, work),
    )


def has_unread_by(person: User) -> ColumnElement[bool]:
    """Return the condition, in a query of `Document`, that the person has to read some work on it.

    Until then its name, which often is a person's, is not told.
    """
    work = aliased(Assignment)
    return exists().where(work.document_id == Document.id, is_unread_by(person, work))


def is_to_be_read(session: Session, assignment: Assignment, person: User) -> bool:
    """Whether the person may decide on the work and has to read its sanitized text first."""
    is_unread = select(Assignment.id).where(Assignment.id == assignment.id, is_unread_by(person))
    return session.scalar(is_unread) is not None


def is_known_to(session: Session, assignment: Assignment, person: User, at: datetime) -> bool:
    """Whether the person has seen the originals of the document already, with other work on it."""
    return bool(session.scalar(select(knows_originals(assignment.id, person.id, at))))


def is_name_withheld(session: Session, assignment: Assignment, person: User) -> bool:
    """Whether the name of the document is not told to the person yet."""
    is_withheld = select(Document.id).where(
        Document.id == assignment.document_id, has_unread_by(person)
    )
    return session.scalar(is_withheld) is not None


def check_read(session: Session, assignment: Assignment, person: User) -> None:
    """Raise UnreadError where the person has not read the sanitized text of the submission."""
    if is_to_be_read(session, assignment, person):
        raise UnreadError


def answers_to(session: Session, assignment: Assignment) -> Sequence[Identification]:
    """Return what people answered to the submission that stands, the first one first."""
    is_current = and_(
        Identification.assignment_id == assignment.id,
        Identification.submitted_at == assignment.submitted_at,
    )
    return session.scalars(
        select(Identification)
        .options(joinedload(Identification.reviewer))
        .where(is_current)
        .order_by(Identification.id)
    ).all()


def answer(
    session: Session,
    work: Work,
    identified: Identified,
    lines: str,
    *,
    version: int,
    person: User,
    at: datetime,
) -> None:
    """Keep whether the person can tell who it is, and by which words, one a line; only once.

    Raises ConflictError where the work is not what was read, WordsError, DomainError where it is
    not submitted.
    """
    assignment = work.assignment
    check_may_decide(session, assignment, person)
    if version != assignment.version:
        raise ConflictError("This work was changed while you were reading it.")
    if assignment.state is not AssignmentState.SUBMITTED or assignment.submitted_at is None:
        state = assignment.state.label.lower()
        raise DomainError(f"This work is {state}: only what is submitted is read so.")
    if not is_to_be_read(session, assignment, person):
        return
    words = "\n".join(_checked(lines, identified, sanitized_text(work)))
    table = table_of(Identification)
    new = INSERTS[session.get_bind().dialect.name](table).values(
        assignment_id=assignment.id,
        reviewer_id=person.id,
        submitted_at=assignment.submitted_at,
        identified=identified,
        words=words,
        answered_at=at,
    )
    number = session.scalar(new.on_conflict_do_nothing().returning(table.c.id))
    if number is None:
        return  # the button was pressed twice
    kind, said = EventKind.READ_SANITIZED, {"identified": identified.value, ANSWER: number}
    record_step(session, kind, assignment, person=person, at=at, **said)


def _checked(lines: str, identified: Identified, text: str) -> list[str]:
    """Return the words that tell, each once; raises WordsError."""
    words = list(dict.fromkeys(filter(None, map(_spaced, lines.splitlines()))))
    for each in words:
        if each not in _spaced(text):
            raise WordsError(f"“{each[:80]}” does not stand in the text. One line, one passage.")
    if identified is Identified.YES and not words:
        raise WordsError("Say by which words of the text you can tell.")
    if identified is Identified.NO and words:
        raise WordsError("These words tell nothing, you say: take them out, or answer otherwise.")
    return words


def _spaced(text: str) -> str:
    return " ".join(text.split())
