"""What became of suggested spans in submitted work, by the version that found them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from sqlalchemy import (
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

from annotation.overlaying import SUGGESTIONS
from annotation.types import IdentifierType
from webapp.models import (
    Assignment,
    Choice,
    ChoiceOrigin,
    Layer,
    Mention,
    ModelVersion,
    Project,
)
from webapp.models.states import FINAL_STATES

_SUGGESTED, _OWN, _OWN_LAYER = aliased(Mention), aliased(Mention), aliased(Layer)


@dataclass(frozen=True, slots=True)
class Fates:
    """How many suggested spans were kept, corrected, taken back; how many spans were added."""

    kept: int = 0
    corrected: int = 0
    taken_back: int = 0
    inserted: int = 0

    def __add__(self, other: Fates) -> Fates:
        return Fates(
            self.kept + other.kept,
            self.corrected + other.corrected,
            self.taken_back + other.taken_back,
            self.inserted + other.inserted,
        )

    @property
    def suggested(self) -> int:
        """How many were suggested."""
        return self.kept + self.corrected + self.taken_back

    @property
    def kept_share(self) -> float | None:
        """The share that was kept as it was suggested, None without suggestions."""
        return self.kept / self.suggested if self.suggested else None


@dataclass(frozen=True, slots=True)
class FatesByVersion:
    """The fates in all, and by version, newest first; None is what no version has found."""

    overall: Fates
    by_version: tuple[tuple[ModelVersion | None, Fates], ...]


def fates_of(session: Session, project: Project) -> FatesByVersion:
    """Count what became of suggested spans in submitted and reviewed work."""
    counts: defaultdict[int | None, dict[str, int]] = defaultdict(dict)
    for query in (_suggested(project), _inserted(project)):
        for version_id, fate, count in session.execute(query):
            counts[version_id][fate] = count
    found = {version_id: Fates(**fates) for version_id, fates in counts.items()}
    versions = session.scalars(
        select(ModelVersion)
        .where(ModelVersion.id.in_([each for each in found if each is not None]))
        .order_by(ModelVersion.number.desc())
    )
    rows: list[tuple[ModelVersion | None, Fates]] = [(each, found[each.id]) for each in versions]
    if None in found:
        rows.append((None, found[None]))
    return FatesByVersion(sum(found.values(), Fates()), tuple(rows))


def _suggested(project: Project) -> Select[int | None, str, int]:
    """Count what became of each suggested span: version, fate, how many."""
    changed = _overlaps().where(_OWN_LAYER.annotator_id == Assignment.annotator_id)
    left = exists().where(
        Choice.assignment_id == Assignment.id,
        Choice.mention_id == _SUGGESTED.id,
        Choice.origin == ChoiceOrigin.LEFT,
    )
    fate = case(
        (changed.where(_is_masked(_OWN)), "corrected"),
        (or_(changed, left), "taken_back"),
        else_="kept",
    )
    spans = _work(project, fate).join(_SUGGESTED, _SUGGESTED.layer_id == Layer.id)
    return _counted(spans.where(_is_masked(_SUGGESTED)))


def _inserted(project: Project) -> Select[int | None, str, int]:
    """Count the spans that annotators hid where none was suggested: version, fate, how many."""
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
        _SUGGESTED.layer_id == Layer.id, _is_masked(_SUGGESTED), *_overlap()
    )
    return _counted(spans.where(_is_masked(_OWN), ~was_suggested.correlate(Layer, _OWN)))


def _work(project: Project, fate: ColumnElement[str]) -> Select[int | None, str]:
    """Select version and fate over the submitted work in documents with suggested spans."""
    return (
        select(Layer.version_id, fate.label("fate"))
        .select_from(Assignment)
        .join(Layer, Layer.document_id == Assignment.document_id)
        .where(
            Assignment.project_id == project.id,
            Assignment.state.in_(FINAL_STATES),
            Layer.name == SUGGESTIONS,
            Layer.annotator_id.is_(None),
        )
    )


def _counted(spans: Select[int | None, str]) -> Select[int | None, str, int]:
    found = spans.subquery()
    columns = (found.c.version_id, found.c.fate)
    return select(*columns, func.count()).group_by(*columns)


def _overlaps() -> Exists:
    """Ask for an own span that shares text with a suggested one."""
    own = exists().where(_OWN.layer_id == _OWN_LAYER.id, *_overlap())
    return own.correlate(Assignment, _SUGGESTED)


def _overlap() -> tuple[ColumnElement[bool], ...]:
    return (
        _OWN.document_id == _SUGGESTED.document_id,
        _OWN.start_offset < _SUGGESTED.end_offset,
        _OWN.end_offset > _SUGGESTED.start_offset,
    )


def _is_masked(mention: type[Mention]) -> ColumnElement[bool]:
    return mention.identifier_type != IdentifierType.NO_MASK
