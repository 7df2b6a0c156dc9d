"""A project of very many documents, written straight into the tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any, cast

from sqlalchemy import Table, insert
from sqlalchemy.orm import Session

from annotation.types import IdentifierType, SemanticType
from learning.summaries import VersionSummary
from webapp.insight.risk.measures import measures_of, measures_of_work
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Base,
    Choice,
    ChoiceOrigin,
    ChoiceSuggestion,
    Document,
    Event,
    EventKind,
    Flag,
    GuidelinesVersion,
    Layer,
    Membership,
    Mention,
    ModelVersion,
    Project,
    ProjectKind,
    RiskCheck,
    RiskOfWork,
    Role,
    User,
)

AT = datetime(2026, 1, 1, tzinfo=UTC)
SPANS = 10
SENTENCE = (
    "In [1986] nobody who was at the meeting in the old town hall could say why it was held. "
)
TEXT = "".join(SENTENCE.replace("[1986]", str(1980 + number)) for number in range(SPANS)) * 2
SUBMITTED = 5
"""One assignment of so many is submitted, with a choice and a suggestion for every span."""
BEGUN = 50
GUIDELINES = 10
"""How many versions the guidelines have, over the same time as the choices."""
FLAGGED = 2_000
LAYOUT: dict[str, Any] = {"keys": [], "extra": {}}
ROWS_AT_ONCE = 5_000
ADMIN, FIRST_ANNOTATOR = 1, 2

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Filler:
    """Makes the rows; ids count from 1 in each table."""

    documents: int
    annotators: int = 4
    for_everybody: int = 20
    """One document of so many goes to everybody, the others to one annotator each."""

    def fill(self, session: Session) -> None:
        """Write everything."""
        session.add_all(self._people())
        session.add(_project())
        session.flush()
        session.add_all(_guidelines())
        session.add_all(Membership(project_id=1, user_id=each) for each in self._everybody())
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
            (Event, self._events()),
            (RiskCheck, self._checks()),
            (RiskOfWork, self._checked_work()),
        ):
            _write(session, model, rows)

    def _people(self) -> Iterator[User]:
        for number in (ADMIN, *self._everybody()):
            role = Role.ADMIN if number == ADMIN else Role.ANNOTATOR
            yield User(id=number, name=f"person {number}", role=role, created_at=AT)

    def _everybody(self) -> range:
        return range(FIRST_ANNOTATOR, FIRST_ANNOTATOR + self.annotators)

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
                "submitted_at": _at(number, SPANS) if state.is_final else None,
            }

    def _pairs(self) -> Iterator[tuple[int, int]]:
        for document in range(1, self.documents + 1):
            one = (FIRST_ANNOTATOR + document % self.annotators,)
            for annotator in one if document % self.for_everybody else self._everybody():
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
                    "text": "***" if (assignment + number) % 3 else "date in the 1980s",
                    "origin": ChoiceOrigin.OWN,
                    "chosen_at": _at(assignment, number),
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
            yield {
                "assignment_id": number + 1,
                "author_id": FIRST_ANNOTATOR,
                "comment": "?",
                "created_at": AT,
            }

    def _events(self) -> Iterator[Row]:
        for assignment, (_, annotator) in enumerate(self._pairs()):
            if not _state(assignment).is_final:
                continue
            for number in range(SPANS + 1):
                yield {
                    "at": _at(assignment, number),
                    "kind": EventKind.CHOSEN if number < SPANS else EventKind.SUBMITTED,
                    "actor_id": annotator,
                    "assignment_id": assignment + 1,
                    "details": {},
                }

    def _checks(self) -> Iterator[Row]:
        for document in dict.fromkeys(document for _, document in self._submitted()):
            report = _report(document)
            yield {
                "document_id": document,
                "text_digest": "0" * 64,
                "report": report,
                "checked_at": AT,
                **measures_of(report),
            }

    def _checked_work(self) -> Iterator[Row]:
        for assignment, document in self._submitted():
            report = _report(document)
            found = measures_of_work(report["attacks"], report["k"]["project"], report["kept"])
            yield {"assignment_id": assignment, "document_id": document, **found}

    def _submitted(self) -> Iterator[tuple[int, int]]:
        for number, (document, _) in enumerate(self._pairs()):
            if _state(number).is_final:
                yield number + 1, document


def _report(document: int) -> dict[str, Any]:
    """Return what a check found in a document: not the same in all."""
    rank, share = 1 + document % 20, document % 101 / 100
    attack = {"by": "words", "people": 553, "rank": rank, "confidence": share}
    mentions = [
        {
            "id": f"m{number}",
            "chosen": "date in the 1980s",
            "t": 20,
            "guess": 0.1,
            "kept": share,
            "guessed": number < document % 3,
            "read_in": None,
        }
        for number in range(SPANS)
    ]
    return {
        "k": {"project": 1 + document % 70, "people": 70},
        "attacks": [attack | {"first_is_person": rank == 1, "rests_on": []}],
        "gives_away": [["meeting", 4.2], ["hall", 2.1]][: document % 3],
        "in_choices": [],
        "hiding_helps": True,
        "mentions": mentions,
        "kept": share,
    }


def _at(assignment: int, step: int) -> datetime:
    """Return when a step of an annotator was taken: one after the other, over some months."""
    return AT + timedelta(minutes=assignment % 200_000, seconds=5 * step)


def _state(assignment: int) -> AssignmentState:
    if assignment % SUBMITTED == 0:
        return AssignmentState.SUBMITTED
    return AssignmentState.IN_PROGRESS if assignment % BEGUN == 1 else AssignmentState.ASSIGNED


def _project() -> Project:
    return Project(
        id=1,
        name="Large",
        kind=ProjectKind.REPLACEMENT,
        guidelines=TEXT,
        guidelines_version=GUIDELINES,
        created_at=AT,
    )


def _guidelines() -> Iterator[GuidelinesVersion]:
    for number in range(1, GUIDELINES + 1):
        written_at = _at(20_000 * (number - 1), 0)
        yield GuidelinesVersion(project_id=1, number=number, text=TEXT, written_at=written_at)


def _version() -> ModelVersion:
    return ModelVersion(
        id=1,
        project_id=1,
        number=1,
        family="personal",
        folder="none",
        created_at=AT,
        summary=VersionSummary(),
        verdict="It is the first.",
        promoted_at=AT,
    )


def _write(session: Session, model: type[Base], rows: Iterator[Row]) -> None:
    while part := list(islice(rows, ROWS_AT_ONCE)):
        session.execute(insert(cast(Table, model.__table__)), part)
        session.commit()
