"""The checked documents of a project, which may be very many: a page of them, sums, a chart.

All is ordered, counted and drawn by the columns of the checks. Reports are read for the rows of a
page alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ScalarSelect, Select, SQLColumnExpression, and_, func, select
from sqlalchemy.orm import Session

from annotation.types import LabelledEnum
from webapp.curation.review.identifying import has_unread_by
from webapp.insight.risk.measures import NAMED, Attack, guessed_in, nearness, surest
from webapp.platform.models import Assignment, Document, Project, RiskCheck, RiskOfWork, User
from webapp.platform.models.states import FINAL_STATES
from webapp.projects.queries import is_still_open_to

ROWS_A_PAGE = 100
MOST_DRAWN = 500
"""So many dots are told apart; more would only make the page heavy."""
NOT_ATTACKED = 1.0
"""Where the order by attack has what was not attacked: behind what is not found at all."""


class Order(LabelledEnum):
    """By what the documents of the table are put in order: the riskiest first."""

    NUMBER = "number", "Document"
    PEOPLE = "people", "Fits"
    ATTACK = "attack", "Attack"
    GUESSED = "guessed", "Guessed"
    WORDS = "words", "Gives away"
    KEPT = "kept", "Kept"

    @property
    def tells(self) -> bool:
        """Whether it tells of a text how much is known of it that its reader may not know yet."""
        return self in {Order.GUESSED, Order.WORDS}

    @property
    def begins_with(self) -> SQLColumnExpression[Any]:
        """What the table begins with the least of."""
        match self:
            case Order.NUMBER:
                return Document.position
            case Order.PEOPLE:
                return func.coalesce(RiskCheck.fitting, 0)
            case Order.ATTACK:
                return func.coalesce(-RiskCheck.nearness, NOT_ATTACKED)
            case Order.GUESSED:
                return -RiskCheck.guessed
            case Order.WORDS:
                return -RiskCheck.words
            case Order.KEPT:
                return func.coalesce(RiskCheck.kept, 1.0)


@dataclass(frozen=True, slots=True)
class Point:
    """Where a text stands between privacy and meaning, both 0…1."""

    privacy: float
    kept: float


@dataclass(frozen=True, slots=True)
class Chart:
    """The documents that are drawn, and how many could be."""

    points: Sequence[Point]
    of: int


@dataclass(frozen=True, slots=True)
class CheckedDocument:
    """A document with what was found in its text as it would go out."""

    document_id: int
    number: int
    doc_id: str
    assignment_id: int
    """Of submitted work on it, where a reviewer finds the spans."""
    is_unread: bool
    """Whether the reader has to read its sanitized text first: then nothing of it is told."""
    report: Mapping[str, Any]

    @property
    def fitting(self) -> int | None:
        """How many people of the project all choices fit."""
        return self.report["k"]["project"]  # type: ignore[no-any-return] # JSON

    @property
    def attack(self) -> Attack | None:
        """What the surest attack found; None without a background."""
        return surest(self.report["attacks"])

    @property
    def is_found(self) -> bool:
        """Whether that attack names the person, or somebody where they are not known."""
        return self.attack is not None and nearness(self.attack) >= NAMED

    @property
    def guessed_by_text(self) -> Mapping[str | None, Sequence[str]]:
        """What is chosen for spans whose originals would be guessed.

        By the background's text they are read in, if in any.
        """
        chosen: defaultdict[str | None, list[str]] = defaultdict(list)
        for each in guessed_in(self.report):
            chosen[each["read_in"]].append(each["chosen"])
        return chosen

    @property
    def words(self) -> Sequence[str]:
        """The words that still give the person away."""
        return [word for word, _ in self.report["gives_away"]]

    @property
    def in_choices(self) -> Sequence[str]:
        """Those of them that stand in chosen texts only, where they can't be hidden."""
        words: Sequence[str] = self.report["in_choices"]
        return words

    @property
    def in_clear(self) -> Sequence[str]:
        """Those of them that can be hidden."""
        return [word for word in self.words if word not in self.in_choices]

    @property
    def helps(self) -> bool:
        """Whether the person is no longer found once these words are hidden."""
        return bool(self.report["hiding_helps"])

    @property
    def kept(self) -> float | None:
        """The share of the meaning that the choices keep."""
        return self.report["kept"]  # type: ignore[no-any-return] # JSON


@dataclass(frozen=True, slots=True)
class CheckedAnnotator:
    """What the choices of one annotator come to, over the documents that they submitted."""

    number: int
    """In the chart."""
    name: str
    documents: int
    alone: int
    """In how many of them the choices fit one person."""
    found: int
    """In how many the attack puts the person first."""
    point: Point | None


@dataclass(frozen=True, slots=True)
class Overview:
    """What was checked in a project, less the documents that the reader has yet to submit."""

    session: Session
    project: Project
    reader: User

    def count(self) -> int:
        """Count the documents."""
        return self.session.scalar(self._checked(func.count())) or 0

    def has_unread(self) -> bool:
        """Whether the reader has yet to read the text of any of them."""
        unread = self._checked(Document.id).where(has_unread_by(self.reader))
        return bool(self.session.scalar(select(unread.exists())))

    def page(self, order: Order, number: int) -> list[CheckedDocument]:
        """Return one page of the table, the first being 1."""
        key = (order.begins_with, Document.position, Document.id)
        shown = (
            self._checked(Document.id)
            .order_by(*key)
            .limit(ROWS_A_PAGE)
            .offset((number - 1) * ROWS_A_PAGE)
            .subquery()
        )
        # Joined only then: to put rows in order, SQLite carries along all that is asked of them.
        rows = self.session.execute(
            select(
                Document.id,
                Document.position + 1,
                Document.doc_id,
                _first_submitted(),
                has_unread_by(self.reader),
                RiskCheck.report,
            )
            .join(shown, shown.c.id == Document.id)
            .join(RiskCheck, RiskCheck.document_id == Document.id)
            .order_by(*key)
        )
        return [CheckedDocument(*row) for row in rows]

    def annotators(self) -> list[CheckedAnnotator]:
        """Sum up the checks by whose work is in them, by name."""
        is_drawn = and_(RiskOfWork.privacy.is_not(None), RiskOfWork.kept.is_not(None))
        sums = (
            self._checked(
                User.name,
                func.count(),
                func.count().filter(RiskOfWork.fitting == 1),
                func.count().filter(RiskOfWork.is_found),
                func.avg(RiskOfWork.privacy).filter(is_drawn),
                func.avg(RiskOfWork.kept).filter(is_drawn),
            )
            .join(RiskOfWork, RiskOfWork.document_id == Document.id)
            .join(Assignment, Assignment.id == RiskOfWork.assignment_id)
            .join(User, User.id == Assignment.annotator_id)
            .group_by(User.id, User.name)
            .order_by(User.name)
        )
        rows = enumerate(self.session.execute(sums), start=1)
        return [
            CheckedAnnotator(
                number,
                name,
                documents,
                alone,
                found,
                None if kept is None else Point(privacy, kept),
            )
            for number, (name, documents, alone, found, privacy, kept) in rows
        ]

    def chart(self) -> Chart:
        """Return where documents stand: at even distances in the project's order, if too many."""
        order = (Document.position, Document.id)
        known = (
            self._checked(
                RiskCheck.privacy,
                RiskCheck.kept,
                func.row_number().over(order_by=order).label("number"),
                func.count().over().label("total"),
            )
            .where(RiskCheck.privacy.is_not(None), RiskCheck.kept.is_not(None))
            .subquery()
        )
        number, total = known.c.number, known.c.total
        is_drawn = number * MOST_DRAWN // total > (number - 1) * MOST_DRAWN // total
        drawn = select(known).where((total <= MOST_DRAWN) | is_drawn).order_by(number)
        rows = self.session.execute(drawn).all()
        points = [Point(row.privacy, row.kept) for row in rows]
        return Chart(points, of=rows[0].total if rows else 0)

    def _checked(self, *columns: SQLColumnExpression[Any]) -> Select[Any]:
        # One list, not a look for each document: most of very many may have no submitted work yet.
        submitted = select(Assignment.document_id).where(
            Assignment.project_id == self.project.id, Assignment.state.in_(FINAL_STATES)
        )
        return (
            select(*columns)
            .select_from(Document)
            .join(RiskCheck, RiskCheck.document_id == Document.id)
            .where(
                Document.project_id == self.project.id,
                Document.id.in_(submitted),
                ~is_still_open_to(self.reader),
            )
        )


def _first_submitted() -> ScalarSelect[int]:
    """Return the first submitted work on the document of the enclosing query."""
    return (
        select(func.min(Assignment.id))
        .where(Assignment.document_id == Document.id, Assignment.state.in_(FINAL_STATES))
        .correlate(Document)
        .scalar_subquery()
    )
