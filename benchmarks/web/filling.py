"""A project of very many documents, written straight into the tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Any, cast

from sqlalchemy import Table, insert
from sqlalchemy.orm import Session

from annotation.types import IdentifierType, SemanticType
from webapp.models import (
    Assignment,
    AssignmentState,
    Base,
    Choice,
    ChoiceOrigin,
    ChoiceSuggestion,
    Document,
    Flag,
    Layer,
    Membership,
    Mention,
    ModelVersion,
    Project,
    ProjectKind,
    Role,
    User,
)

AT = datetime(2026, 1, 1, tzinfo=UTC)
SPANS = 10
SENTENCE = (
    "In [1986] nobody who was at the meeting in the old town hall could say why it was held. "
)
TEXT = "".join(SENTENCE.replace("[1986]", str(1980 + number)) for number in range(SPANS)) * 2
ANNOTATORS = 4
FOR_EVERYBODY = 20
"""One document of so many goes to everybody."""
SUBMITTED = 5
"""One assignment of so many is submitted, with a choice and a suggestion for every span."""
BEGUN = 50
FLAGGED = 2_000
LAYOUT: dict[str, Any] = {"keys": [], "extra": {}}
ROWS_AT_ONCE = 5_000
ADMIN = ANNOTATORS + 1

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Filler:
    """Makes the rows; ids count from 1 in each table."""

    documents: int

    def fill(self, session: Session) -> None:
        """Write everything."""
        session.add_all(self._people())
        session.add(Project(id=1, name="Large", kind=ProjectKind.REPLACEMENT, created_at=AT))
        session.flush()
        session.add_all(Membership(project_id=1, user_id=user + 1) for user in range(ANNOTATORS))
        session.add(_version())
        session.commit()
        for model, rows in (
            (Document, self._documents()),
            (Layer, self._layers()),
            (Mention, self._mentions()),
            (Assignment, self._assignments()),
            (Choice, self._choices()),
            (ChoiceSuggestion, self._suggestions()),
            (Flag, self._flags()),
        ):
            _write(session, model, rows)

    def _people(self) -> Iterator[User]:
        for number in range(1, ADMIN + 1):
            role = Role.ADMIN if number == ADMIN else Role.ANNOTATOR
            yield User(id=number, name=f"person {number}", role=role, created_at=AT)

    def _documents(self) -> Iterator[Row]:
        for number in range(self.documents):
            yield {
                "id": number + 1,
                "project_id": 1,
                "position": number,
                "doc_id": f"document {number}",
                "text": TEXT,
                "layout": LAYOUT,
            }

    def _layers(self) -> Iterator[Row]:
        for number in range(1, self.documents + 1):
            yield {
                "id": number,
                "document_id": number,
                "position": 0,
                "name": "spans",
                "layout": LAYOUT,
            }

    def _mentions(self) -> Iterator[Row]:
        starts = [TEXT.index(str(1980 + number)) for number in range(SPANS)]
        for document in range(self.documents):
            for number, start in enumerate(starts):
                yield {
                    "id": document * SPANS + number + 1,
                    "document_id": document + 1,
                    "layer_id": document + 1,
                    "position": number,
                    "mention_id": f"m{number}",
                    "entity_id": f"e{number}",
                    "entity_type": SemanticType.DATETIME,
                    "start_offset": start,
                    "end_offset": start + 4,
                    "span_text": TEXT[start : start + 4],
                    "identifier_type": IdentifierType.QUASI,
                    "generalizations": {"made": ["date in the 1980s", "***"]},
                    "layout": LAYOUT,
                }

    def _assignments(self) -> Iterator[Row]:
        for number, (document, annotator) in enumerate(self._pairs()):
            state = _state(number)
            yield {
                "id": number + 1,
                "document_id": document,
                "annotator_id": annotator,
                "state": state,
                "version": 1 if state is AssignmentState.ASSIGNED else 2,
                "changed_at": AT,
                "submitted_at": AT if state.is_final else None,
            }

    def _pairs(self) -> Iterator[tuple[int, int]]:
        for document in range(1, self.documents + 1):
            everybody = range(1, ANNOTATORS + 1)
            one = (document % ANNOTATORS + 1,)
            for annotator in one if document % FOR_EVERYBODY else everybody:
                yield document, annotator

    def _choices(self) -> Iterator[Row]:
        for assignment, (document, _) in enumerate(self._pairs()):
            if not _state(assignment).is_final:
                continue
            for number in range(SPANS):
                yield {
                    "id": assignment * SPANS + number + 1,
                    "assignment_id": assignment + 1,
                    "document_id": document,
                    "mention_id": (document - 1) * SPANS + number + 1,
                    "text": "***",
                    "origin": ChoiceOrigin.OWN,
                    "chosen_at": AT,
                }

    def _suggestions(self) -> Iterator[Row]:
        for choice in self._choices():
            yield {
                "choice_id": choice["id"],
                "version_id": 1,
                "text": "***" if choice["id"] % 3 else "date in the 1980s",
                "confidence": 0.5,
                "was_shown": bool(choice["id"] % 10),
            }

    def _flags(self) -> Iterator[Row]:
        for number in range(0, self.documents, FLAGGED):
            yield {"assignment_id": number + 1, "author_id": 1, "comment": "?", "created_at": AT}


def _state(assignment: int) -> AssignmentState:
    if assignment % SUBMITTED == 0:
        return AssignmentState.SUBMITTED
    return AssignmentState.IN_PROGRESS if assignment % BEGUN == 1 else AssignmentState.ASSIGNED


def _version() -> ModelVersion:
    return ModelVersion(
        id=1,
        project_id=1,
        number=1,
        family="personal",
        folder="none",
        created_at=AT,
        scores={},
        verdict="It is the first.",
        promoted_at=AT,
    )


def _write(session: Session, model: type[Base], rows: Iterator[Row]) -> None:
    while part := list(islice(rows, ROWS_AT_ONCE)):
        session.execute(insert(cast(Table, model.__table__)), part)
        session.commit()
