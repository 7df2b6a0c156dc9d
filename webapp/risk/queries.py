"""What pages read of the figures of a project: its checks, one row a document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import fmean
from typing import Any

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from annotation.types import LabelledEnum
from privacy.attacks import FAIRLY_SURE
from webapp.models import (
    Assignment,
    Background,
    Document,
    DocumentRisk,
    Job,
    JobKind,
    JobState,
    Project,
    RiskCheck,
    User,
)
from webapp.models.states import FINAL_STATES
from webapp.projects.queries import is_still_open_to
from webapp.review.identifying import has_unread_by

NOT_FIRST = 0.0
"""How sure an attack is of a person that it does not put first: nobody would name them."""


NAMED = 1.0
"""From this nearness on an attack names the person; before, it is one by their rank."""


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


@dataclass(frozen=True, slots=True)
class Point:
    """Where a text stands between privacy and meaning, both 0…1."""

    privacy: float
    kept: float


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
    def attack(self) -> Mapping[str, Any] | None:
        """What the surest attack found; None without a background."""
        return surest(self.report["attacks"])

    @property
    def is_found(self) -> bool:
        """Whether that attack names the person, or somebody where they are not known."""
        return self.attack is not None and _nearness(self.attack) >= NAMED

    @property
    def guessed(self) -> Sequence[Mapping[str, Any]]:
        """The spans whose originals would be guessed."""
        return [each for each in self.report["mentions"] if each["guessed"]]

    @property
    def guessed_by_text(self) -> Mapping[str | None, Sequence[str]]:
        """What is chosen for these spans, by the background's text they are read in, if in any."""
        chosen: defaultdict[str | None, list[str]] = defaultdict(list)
        for each in self.guessed:
            chosen[each["read_in"]].append(each["chosen"])
        return chosen

    @property
    def words(self) -> Sequence[str]:
        """The words that still give the person away."""
        return [word for word, _ in self.report["gives_away"]]

    @property
    def in_choices(self) -> Sequence[str]:
        """Those of them that stand in chosen texts only, where they can't be hidden."""
        words: Sequence[str] = self.report.get("in_choices", ())  # checks that are older lack it
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

    @property
    def point(self) -> Point | None:
        """Where it stands in the chart."""
        return point_of(self.report["attacks"], self.fitting, self.kept)

    def sorts_by(self, order: Order) -> float:
        """Return what a table in this order begins with the least of."""
        match order:
            case Order.NUMBER:
                return self.number
            case Order.PEOPLE:
                return self.fitting or 0
            case Order.ATTACK:
                return -_nearness(self.attack) if self.attack else 1
            case Order.GUESSED:
                return -len(self.guessed)
            case Order.WORDS:
                return -len(self.words)
            case Order.KEPT:
                return 1.0 if self.kept is None else self.kept


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


def _sureness(attack: Mapping[str, Any]) -> float:
    return float(attack["confidence"]) if attack["rank"] == 1 else NOT_FIRST


def _nearness(attack: Mapping[str, Any]) -> float:
    """Return how near an attack comes to the person, from `NAMED` on how sure it is of them."""
    rank, confidence = attack["rank"], float(attack["confidence"])
    if rank == 1 or (rank is None and confidence >= FAIRLY_SURE):
        return NAMED + confidence
    return NAMED / rank if rank else 0.0


def surest(attacks: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """Return what the attack found that comes nearest to the person; None where there is none."""
    return max(attacks, key=_nearness, default=None)


def checked_attack(session: Session, assignment: Assignment) -> Mapping[str, Any] | None:
    """Return what the surest attack found in submitted work's document, if its check is current."""
    if not assignment.state.is_final:
        return None
    changed_since = exists().where(
        Assignment.document_id == RiskCheck.document_id,
        Assignment.state.in_(FINAL_STATES),
        Assignment.changed_at > RiskCheck.checked_at,
    )
    report = session.scalar(
        select(RiskCheck.report)
        .join(DocumentRisk, DocumentRisk.document_id == RiskCheck.document_id)
        .where(
            RiskCheck.document_id == assignment.document_id,
            RiskCheck.background_at.is_not_distinct_from(DocumentRisk.background_at),
            RiskCheck.checked_at >= DocumentRisk.made_at,
            ~changed_since,
        )
    )
    return surest(report["attacks"]) if report else None


def point_of(
    attacks: Iterable[Mapping[str, Any]], fitting: int | None, kept: float | None
) -> Point | None:
    """Return how likely whoever looks for the person is wrong, and how much meaning is kept.

    Where nothing was attacked, who looks draws one of the people whom all choices fit.
    """
    sureness = max(map(_sureness, attacks), default=1 / fitting if fitting else None)
    return None if sureness is None or kept is None else Point(1 - sureness, kept)


def checked_documents(
    session: Session, project: Project, reader: User, order: Order
) -> list[CheckedDocument]:
    """Return the documents that were checked, less those that the reader has yet to submit."""
    work = (
        select(Assignment.id)
        .where(Assignment.document_id == Document.id, Assignment.state.in_(FINAL_STATES))
        .order_by(Assignment.id)
        .limit(1)
        .correlate(Document)
        .scalar_subquery()
    )
    rows = session.execute(
        select(
            Document.id,
            Document.position + 1,
            Document.doc_id,
            work,
            has_unread_by(reader),
            RiskCheck.report,
        )
        .join(RiskCheck, RiskCheck.document_id == Document.id)
        .where(Document.project_id == project.id, work.is_not(None), ~is_still_open_to(reader))
        .order_by(Document.position, Document.id)
    )
    return sorted((CheckedDocument(*row) for row in rows), key=lambda row: row.sorts_by(order))


def checked_annotators(
    session: Session, documents: Sequence[CheckedDocument]
) -> list[CheckedAnnotator]:
    """Sum up the checks of documents by whose work is in them, by name."""
    of_each: defaultdict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for document in documents:
        for each in document.report["annotators"]:
            of_each[each["id"]].append(each)
    names = select(User.id, User.name).where(User.id.in_(of_each)).order_by(User.name)
    return [
        _annotator(number, name, of_each[key])
        for number, (key, name) in enumerate(session.execute(names), start=1)
    ]


def _annotator(number: int, name: str, work: Sequence[Mapping[str, Any]]) -> CheckedAnnotator:
    points = [
        point for each in work if (point := point_of(each["attacks"], each["k"], each["kept"]))
    ]
    return CheckedAnnotator(
        number,
        name,
        len(work),
        alone=sum(each["k"] == 1 for each in work),
        found=sum(any(attack["rank"] == 1 for attack in each["attacks"]) for each in work),
        point=Point(fmean(p.privacy for p in points), fmean(p.kept for p in points))
        if points
        else None,
    )


def count_unchecked(session: Session, project: Project) -> int:
    """Count the documents with submitted work that were not checked yet, or not since."""
    has_work = exists().where(
        Assignment.document_id == Document.id, Assignment.state.in_(FINAL_STATES)
    )
    changed_since = exists().where(
        Assignment.document_id == Document.id,
        Assignment.state.in_(FINAL_STATES),
        Assignment.changed_at > RiskCheck.checked_at,
    )
    behind = (
        select(Document.id)
        .outerjoin(RiskCheck, RiskCheck.document_id == Document.id)
        .where(
            Document.project_id == project.id,
            has_work,
            RiskCheck.document_id.is_(None) | changed_since,
        )
    )
    return len(session.scalars(behind).all())


def background_of(session: Session, project: Project) -> Background | None:
    """Return what the attacker of a project knows, if it was given anything."""
    return session.get(Background, project.id)


def latest_check(session: Session, project: Project) -> Job | None:
    """Return the job that computed the figures of a project last, or is about to."""
    of_project = (Job.project_id == project.id, Job.kind == JobKind.RISK)
    latest = select(Job).where(*of_project).order_by(Job.finished_at.is_not(None), Job.id.desc())
    return session.scalars(latest.limit(1)).first()


def checked_last_at(session: Session, project: Project) -> datetime | None:
    """Return when a document of the project was checked last."""
    times = select(RiskCheck.checked_at).join(Document, Document.id == RiskCheck.document_id)
    latest = times.where(Document.project_id == project.id).order_by(RiskCheck.checked_at.desc())
    return session.scalar(latest.limit(1))


def is_being_computed(session: Session, project: Project) -> bool:
    """Whether the worker is at the figures of a project, or about to be."""
    waits = exists().where(
        Job.project_id == project.id,
        Job.kind == JobKind.RISK,
        Job.state.in_((JobState.QUEUED, JobState.RUNNING)),
    )
    return bool(session.scalar(select(waits)))
