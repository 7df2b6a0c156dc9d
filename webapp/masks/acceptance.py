"""How often suggested spans were accepted in submitted work, by the version that found them.

Said in SQL is here what annotation.overlaying says of one document: spans that overlap are one
stretch, and whoever changes a part of it, changes all of it. In blind work nobody saw them; there,
it is what people marked where they were found.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import (
    CTE,
    ColumnElement,
    Exists,
    Select,
    and_,
    case,
    exists,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.orm import Session, aliased

from annotation.types import IdentifierType
from webapp.platform.models import (
    IS_SUGGESTED,
    Assignment,
    Choice,
    ChoiceOrigin,
    Document,
    Layer,
    Mention,
    ModelVersion,
    Project,
)
from webapp.platform.models.states import FINAL_STATES

_OWN, _OWN_LAYER = aliased(Mention), aliased(Layer)


@dataclass(frozen=True, slots=True)
class AcceptanceCounts:
    """The numbers of suggested spans accepted, corrected and rejected, and of spans added.

    In blind work those are kept that people marked the same, corrected with other borders, and
    taken back where they marked nothing.
    """

    accepted: int = 0
    corrected: int = 0
    rejected: int = 0
    inserted: int = 0

    def __add__(self, other: AcceptanceCounts) -> AcceptanceCounts:
        return AcceptanceCounts(
            self.accepted + other.accepted,
            self.corrected + other.corrected,
            self.rejected + other.rejected,
            self.inserted + other.inserted,
        )

    @property
    def suggested(self) -> int:
        """The number of suggested spans."""
        return self.accepted + self.corrected + self.rejected

    @property
    def acceptance_rate(self) -> float | None:
        """The share that was accepted as it was suggested, None without suggestions."""
        return _share(self.accepted, self.suggested)

    @property
    def precision(self) -> float | None:
        """The share of what was suggested that people hid, too."""
        return _share(self.accepted + self.corrected, self.suggested)

    @property
    def recall(self) -> float | None:
        """The share of what people hid that was suggested, too."""
        hidden = self.accepted + self.corrected
        return _share(hidden, hidden + self.inserted)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


@dataclass(frozen=True, slots=True)
class AcceptanceRates:
    """The counts in all, and by version, newest first; None stands for spans of no version."""

    overall: AcceptanceCounts
    by_version: tuple[tuple[ModelVersion | None, AcceptanceCounts], ...]


def acceptance_of(session: Session, project: Project, *, is_blind: bool = False) -> AcceptanceRates:
    """Count what became of suggested spans in submitted and reviewed work, seen or blind."""
    outcome_of = _outcome_unseen if is_blind else _outcome_seen
    work = Assignment.is_blind.is_(True) if is_blind else Assignment.is_blind.is_not(True)
    counts: defaultdict[int | None, dict[str, int]] = defaultdict(dict)
    for query in (_suggested(project, outcome_of), _inserted(project)):
        for version_id, outcome, count in session.execute(_counted(query.where(work))):
            counts[version_id][outcome] = count
    found = {version_id: AcceptanceCounts(**numbers) for version_id, numbers in counts.items()}
    versions = session.scalars(
        select(ModelVersion)
        .where(ModelVersion.id.in_([each for each in found if each is not None]))
        .order_by(ModelVersion.number.desc())
    )
    rows: list[tuple[ModelVersion | None, AcceptanceCounts]] = [
        (each, found[each.id]) for each in versions
    ]
    if None in found:
        rows.append((None, found[None]))
    return AcceptanceRates(sum(found.values(), AcceptanceCounts()), tuple(rows))


def _stretches(project: Project) -> CTE:
    """Select the stretches of suggested spans that overlap: layer, start, end."""
    layer, place = Mention.layer_id, (Mention.start_offset, Mention.end_offset, Mention.id)
    before = func.max(Mention.end_offset)
    spans = (
        select(
            Mention.layer_id,
            Mention.start_offset.label("start"),
            Mention.end_offset.label("end"),
            before.over(partition_by=layer, order_by=place, rows=(None, -1)).label("before"),
            func.row_number().over(partition_by=layer, order_by=place).label("number"),
        )
        .join(Layer, Layer.id == Mention.layer_id)
        .join(Document, Document.id == Layer.document_id)
        .where(Document.project_id == project.id, IS_SUGGESTED, _is_masked(Mention))
        .subquery()
    )
    begins = case((spans.c.start < spans.c.before, 0), else_=1)
    begun = func.sum(begins).over(partition_by=spans.c.layer_id, order_by=spans.c.number)
    numbered = select(spans.c.layer_id, spans.c.start, spans.c.end, begun.label("stretch"))
    each = numbered.subquery()
    borders = func.min(each.c.start).label("start"), func.max(each.c.end).label("end")
    return select(each.c.layer_id, *borders).group_by(each.c.layer_id, each.c.stretch).cte("found")


def _suggested(
    project: Project, outcome_of: Callable[[CTE], ColumnElement[str]]
) -> Select[int | None, str]:
    """Select what became of each suggested stretch: version and outcome."""
    stretch = _stretches(project)
    return _work(project, outcome_of(stretch)).join(stretch, stretch.c.layer_id == Layer.id)


def _outcome_seen(stretch: CTE) -> ColumnElement[str]:
    left = exists().where(
        Choice.assignment_id == Assignment.id,
        Choice.origin == ChoiceOrigin.LEFT,
        Mention.id == Choice.mention_id,
        Mention.layer_id == Layer.id,
        *_overlap(Mention, stretch),
    )
    return case(
        (_marked_at(stretch, _is_masked(_OWN)), "corrected"),
        (or_(_marked_at(stretch), left.correlate(Assignment, Layer, stretch)), "rejected"),
        else_="accepted",
    )


def _outcome_unseen(stretch: CTE) -> ColumnElement[str]:
    is_same = (_OWN.start_offset == stretch.c.start, _OWN.end_offset == stretch.c.end)
    return case(
        (_marked_at(stretch, _is_masked(_OWN), *is_same), "accepted"),
        (_marked_at(stretch, _is_masked(_OWN)), "corrected"),
        else_="rejected",
    )


def _inserted(project: Project) -> Select[int | None, str]:
    """Select the spans that annotators hid where none was suggested: version and outcome."""
    is_own = (
        _OWN_LAYER.document_id == Layer.document_id,
        _OWN_LAYER.annotator_id == Assignment.annotator_id,
    )
    spans = (
        _work(project, literal("inserted"))
        .join(_OWN_LAYER, and_(*is_own))
        .join(_OWN, _OWN.layer_id == _OWN_LAYER.id)
    )
    was_suggested = exists().where(
        Mention.layer_id == Layer.id,
        _is_masked(Mention),
        Mention.start_offset < _OWN.end_offset,
        Mention.end_offset > _OWN.start_offset,
    )
    return spans.where(_is_masked(_OWN), ~was_suggested.correlate(Layer, _OWN))


def _work(project: Project, outcome: ColumnElement[str]) -> Select[int | None, str]:
    """Select version and outcome over the submitted work in documents with suggested spans."""
    return (
        select(Layer.version_id, outcome.label("outcome"))
        .select_from(Assignment)
        .join(Layer, Layer.document_id == Assignment.document_id)
        .where(
            Assignment.project_id == project.id,
            Assignment.state.in_(FINAL_STATES),
            IS_SUGGESTED,
        )
    )


def _counted(spans: Select[int | None, str]) -> Select[int | None, str, int]:
    found = spans.subquery()
    columns = (found.c.version_id, found.c.outcome)
    return select(*columns, func.count()).group_by(*columns)


def _marked_at(stretch: CTE, *such: ColumnElement[bool]) -> Exists:
    """Ask for an own span, such a one, that shares text with a suggested stretch."""
    own = exists().where(
        _OWN.document_id == Assignment.document_id,
        _OWN_LAYER.id == _OWN.layer_id,
        _OWN_LAYER.annotator_id == Assignment.annotator_id,
        *_overlap(_OWN, stretch),
        *such,
    )
    return own.correlate(Assignment, stretch)


def _overlap(mention: type[Mention], stretch: CTE) -> tuple[ColumnElement[bool], ...]:
    return mention.start_offset < stretch.c.end, mention.end_offset > stretch.c.start


def _is_masked(mention: type[Mention]) -> ColumnElement[bool]:
    return mention.identifier_type != IdentifierType.NO_MASK
