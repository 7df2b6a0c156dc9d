"""The record of rows: a batch of documents read in six queries, whatever is in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from types import SimpleNamespace
from typing import Any

from sqlalchemy import ColumnElement, exists, or_, select
from sqlalchemy.orm import Session, aliased

from annotation import records
from annotation.overlaying import (
    SUGGESTIONS,
    as_marked,
    corrects_others,
    free_name,
    in_name_of,
    layer_of,
    layout_over,
)
from annotation.records import (
    MASK,
    Corrections,
    Generalizations,
    Layout,
    Origin,
    Replacement,
)
from annotation.rendering import generalized_text_of
from annotation.sources import ListSource
from annotation.types import IdentifierType
from webapp.core.records.checking import checked_layers, corrections_of
from webapp.core.records.rows import stored_layout
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Choice,
    Document,
    Layer,
    Mention,
    Project,
    ProjectKind,
    User,
)
from webapp.platform.models.states import CHOOSING, FINAL_STATES

MASK_ONLY: Generalizations = {ListSource.RULES: [MASK]}
"""The lists of a mention that has none: `***` is always offered."""


class Batch:
    """The rows of some documents, fetched together and put together one document at a time."""

    def __init__(
        self,
        session: Session,
        ids: Sequence[int],
        *,
        states: Collection[AssignmentState] | None,
        approved_first: bool = False,
    ) -> None:
        """Fetch the rows; the work that counts is that in these states, or all.

        With `approved_first`, of documents with approved work only that counts.
        """
        self._states = states
        counting = _counting(states, approved_first=approved_first)
        self.documents = {
            row.id: row
            for row in session.execute(
                select(*_DOCUMENT_COLUMNS)
                .outerjoin(Project, Project.id == Document.project_id)
                .where(Document.id.in_(ids))
            )
        }
        work = _work(session, ids, counting)
        self.annotators = {
            document_id: {each.annotator_id: each.name for each in work[document_id]}
            for document_id in ids
        }
        layers = select(*_LAYER_COLUMNS).where(Layer.document_id.in_(ids))
        in_order = session.execute(layers.order_by(Layer.position, Layer.id))
        self.layers = _grouped(in_order, by="document_id")
        mentions = select(*_MENTION_COLUMNS).where(Mention.document_id.in_(ids))
        in_order = session.execute(mentions.order_by(Mention.position, Mention.id))
        self.mentions = _grouped(in_order, by="layer_id")
        self.selections = _selections(session, ids, counting)
        self.corrections = corrections_of(session, ids, counting)
        self.work = work
        for document_id, rows in self.layers.items():
            rows.extend(_unmarked(document_id, rows, self._silent(document_id)))

    def _silent(self, document_id: int) -> list[Any]:
        """Return the work of those whom nothing names: no choice, as they saw nothing to hide."""
        layers = self.layers[document_id]
        needs_choice = any(
            mention.identifier_type is not IdentifierType.NO_MASK
            for layer in layers
            for mention in self.mentions[layer.id]
        )
        corrects = self.documents[document_id].kind is ProjectKind.ONE_PASS
        is_silent = corrects and not needs_choice
        return [each for each in self.work[document_id] if each.is_blind or is_silent]

    def record(self, document_id: int) -> records.Document:
        """Put a document together; raises LookupError."""
        row = self.documents[document_id]
        layers = [layer for layer in self.layers[row.id] if self._counts(layer)]
        document = records.Document(
            doc_id=row.doc_id,
            text=row.text,
            layers=tuple(map(self._layer, layers)),
            task=row.task,
            dataset_type=row.dataset_type,
            generalized_text=row.generalized_text,
            meta=row.meta,
            layout=_layout(row.layout),
        )
        annotators = self.annotators[row.id]
        if row.kind is ProjectKind.MASKING:
            document = _in_whole_layers(document, layers, annotators)
        else:
            document = as_marked(document, annotators.values())
        checked = checked_layers(row.quality_checked, document.layers, self._approved(row.id))
        document = replace(document, quality_checked=checked)
        if document.generalized_text is None and annotators:
            return replace(document, generalized_text=generalized_text_of(document))
        return document

    def _approved(self, document_id: int) -> list[str]:
        """Name the annotators whose work a reviewer approved."""
        work = self.work[document_id]
        return [each.name for each in work if each.state is AssignmentState.REVIEWED]

    def _counts(self, layer: Any) -> bool:  # noqa: ANN401 - a row of _LAYER_COLUMNS
        """Whether a layer is shared, or its annotator's work is far enough to be read."""
        is_shared = layer.annotator_id is None
        return (
            is_shared
            or self._states is None
            or layer.annotator_id in self.annotators[layer.document_id]
        )

    def _layer(self, row: Any) -> records.Layer:  # noqa: ANN401 - a row of _LAYER_COLUMNS
        mentions = tuple(self._mention(mention) for mention in self.mentions[row.id])
        layer = records.Layer(row.name, mentions, _layout(row.layout))
        annotator = self.annotators[row.document_id].get(row.annotator_id)
        return in_name_of(layer, annotator) if annotator and corrects_others(layer) else layer

    def _mention(self, row: Any) -> records.Mention:  # noqa: ANN401 - a row of _MENTION_COLUMNS
        related = row.related_mentions
        corrections = self.corrections.get(row.id, {})
        is_replaced = self.documents[row.document_id].kind in CHOOSING
        return records.Mention(
            mention_id=row.mention_id,
            entity_type=row.entity_type,
            start=row.start_offset,
            end=row.end_offset,
            span_text=row.span_text,
            identifier_type=row.identifier_type,
            entity_id=row.entity_id,
            edit_type=row.edit_type,
            confidential_status=row.confidential_status,
            related_mentions=None if related is None else tuple(related),
            replacement=_replacement(
                row, self.selections.get(row.id, {}), corrections if is_replaced else {}
            ),
            layout=_layout(row.layout),
            corrections={} if is_replaced else corrections,
        )


_DOCUMENT_COLUMNS = (
    Document.id,
    Document.doc_id,
    Document.text,
    Document.task,
    Document.dataset_type,
    Document.generalized_text,
    Document.quality_checked,
    Document.meta,
    Document.layout,
    Project.kind,
)
_LAYER_COLUMNS = (Layer.id, Layer.document_id, Layer.name, Layer.annotator_id, Layer.layout)
_MENTION_COLUMNS = (
    Mention.id,
    Mention.document_id,
    Mention.layer_id,
    Mention.mention_id,
    Mention.entity_id,
    Mention.entity_type,
    Mention.start_offset,
    Mention.end_offset,
    Mention.span_text,
    Mention.identifier_type,
    Mention.edit_type,
    Mention.confidential_status,
    Mention.related_mentions,
    Mention.generalizations,
    Mention.origins,
    Mention.layout,
)


def _in_whole_layers(
    document: records.Document, rows: Sequence[Any], annotators: Mapping[int, str]
) -> records.Document:
    """Return a document with a layer for each annotator that holds all they mark, as TAB has them.

    `rows` are those of its layers. Once people have decided, what was suggested is left out.
    """
    if not annotators:
        return document
    owned = list(zip(rows, document.layers, strict=True))
    whole = {
        row.annotator_id: layer
        for row, layer in owned
        if row.annotator_id is not None and not corrects_others(layer)
    }
    others = [layer for row, layer in owned if row.annotator_id not in whole]
    if whole and not others:  # whoever else is named in the file chose for spans of these layers
        return document
    overlaid = replace(document, layers=tuple(others))
    merged = (
        layer_of(overlaid, name)
        for annotator_id, name in sorted(annotators.items(), key=itemgetter(1))
        if annotator_id not in whole
    )
    return replace(document, layers=(*whole.values(), *merged))


def _grouped(rows: Iterable[Any], *, by: str) -> Mapping[int, list[Any]]:
    groups: defaultdict[int, list[Any]] = defaultdict(list)
    for row in rows:
        groups[getattr(row, by)].append(row)
    return groups


def _unmarked(document_id: int, rows: Sequence[Any], work: Iterable[Any]) -> list[SimpleNamespace]:
    """Return empty layers, as rows, of those who submitted without marking or choosing anything.

    Without one, somebody who saw no suggestions would have left all as they are, and whoever found
    nothing to hide would be nobody.
    """
    owners = {row.annotator_id for row in rows}
    names = {row.name for row in rows}
    shared = [row.name for row in rows if row.annotator_id is None]
    return [
        SimpleNamespace(
            id=None,
            document_id=document_id,
            name=free_name(each.name, names),
            annotator_id=each.annotator_id,
            layout=stored_layout(layout_over(shared, is_blind=bool(each.is_blind))),
        )
        for each in work
        if each.state in FINAL_STATES and each.annotator_id not in owners and SUGGESTIONS in shared
    ]


def _counting(
    states: Collection[AssignmentState] | None, *, approved_first: bool
) -> Sequence[ColumnElement[bool]]:
    """Return the conditions of work that counts, in a query of `Assignment`."""
    counting: list[ColumnElement[bool]] = []
    if states is not None:
        counting.append(Assignment.state.in_(states))
    if approved_first:
        other = aliased(Assignment)
        approved = exists().where(
            other.document_id == Assignment.document_id, other.state == AssignmentState.REVIEWED
        )
        is_approved = Assignment.state == AssignmentState.REVIEWED
        counting.append(or_(is_approved, ~approved.correlate(Assignment)))
    return counting


def _work(
    session: Session, ids: Sequence[int], counting: Sequence[ColumnElement[bool]]
) -> Mapping[int, list[Any]]:
    """Find whose work counts, by document: annotators with their names, how far, whether blind."""
    found = (
        select(
            Assignment.document_id,
            Assignment.annotator_id,
            Assignment.state,
            Assignment.is_blind,
            User.name,
        )
        .join(User, User.id == Assignment.annotator_id)
        .where(Assignment.document_id.in_(ids), *counting)
        .order_by(User.name)
    )
    return _grouped(session.execute(found), by="document_id")


def _selections(
    session: Session, ids: Sequence[int], counting: Sequence[ColumnElement[bool]]
) -> Mapping[int, Mapping[str, tuple[str, ...]]]:
    """Collect who chose what: mention → text → names, in the order that decides ties."""
    found = (
        select(Choice.mention_id, Choice.text, User.name)
        .join(Assignment, Assignment.id == Choice.assignment_id)
        .join(User, User.id == Assignment.annotator_id)
        .join(Document, Document.id == Choice.document_id)
        .join(Project, Project.id == Document.project_id)
        .where(Choice.document_id.in_(ids), belongs_to_its_project(), *counting)
        .order_by(Choice.position, Choice.id)
    )
    selections: defaultdict[int, dict[str, tuple[str, ...]]] = defaultdict(dict)
    for mention_id, text, name in session.execute(found):
        selection = selections[mention_id]
        selection[text] = (*selection.get(text, ()), name)
    return selections


def belongs_to_its_project() -> ColumnElement[bool]:
    """Return the condition of choices that have a place in their project, in a query of both.

    Where nothing is replaced, a choice says that a span is hidden: there, only those that a file
    brought are replacements (their positions are negative, see webapp.intake.imports.staging).
    """
    return or_(Project.kind.in_(CHOOSING), Choice.position < 0)


def _replacement(
    row: Any,  # noqa: ANN401 - a row of _MENTION_COLUMNS
    selection: Mapping[str, tuple[str, ...]],
    corrections: Corrections,
) -> Replacement | None:
    said = [*selection, *corrections]
    if row.generalizations is None:
        found = Replacement(MASK_ONLY, selection, corrections=corrections)
        return found.admitting(said) if said else None
    layout = row.layout.get("replacement", {})
    replacement = Replacement(
        row.generalizations,
        selection,
        origins_of(row.origins),
        layout=_layout(layout),
        corrections=corrections,
    )
    replacement = replacement.admitting(said)
    return _with_unchosen(replacement, layout.get("unchosen", {}))


def _with_unchosen(replacement: Replacement, places: Mapping[str, int]) -> Replacement:
    """Put back what a file held that nobody chose, in its place, as far as it is still offered."""
    if not places:
        return replacement
    offered = {MASK}.union(*(texts for _, texts in replacement.iter_lists()))
    selection = list(replacement.selection.items())
    for text, place in sorted(places.items(), key=lambda item: item[1]):
        if text in offered and text not in replacement.selection:
            selection.insert(place, (text, ()))
    return replace(replacement, selection=dict(selection))


def origins_of(stored: Mapping[str, Any] | None) -> Mapping[str, Origin]:
    """Read the reasons of a mention's candidates."""
    return {text: Origin(**origin) for text, origin in (stored or {}).items()}


def _layout(stored: Mapping[str, Any]) -> Layout:
    return Layout(tuple(stored.get("keys", ())), stored.get("extra", {}))
