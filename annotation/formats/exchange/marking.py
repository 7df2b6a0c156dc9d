"""Making a document of a text and the spans that other tools have for it.

Whose work spans are, only some tools say. Those of nobody are in a layer of that name which marked
text has, too: they are suggestions to all. Spans that belong to no named entity are one entity if
their types and texts are equal, as in marked text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from annotation.adjudication import GOLD_LAYOUT
from annotation.errors import FaultCollector, RecordError
from annotation.formats.exchange.counting import Places, Quoted, place_of, places_in
from annotation.formats.exchange.labels import Labels, type_of
from annotation.formats.fields import as_text
from annotation.formats.marked_text import LAYER as NOBODY
from annotation.formats.record_shape import checked_length
from annotation.formats.source import Source
from annotation.formatting import counted
from annotation.overlaying import free_name
from annotation.records import MASK, Document, Json, Layer, Layout, Mention, Replacement
from annotation.sources import ListSource
from annotation.types import ConfidentialStatus, EditType, IdentifierType, SemanticType

MOST_COVERED = 50_000_000
"""Characters in all spans of a document; files that don't quote their spans can say any number."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A span as a file has it, its offsets counted as the file does."""

    name: str
    """How messages call it."""
    start: int
    end: int
    label: str
    quoted: str | None = None
    mention_id: str | None = None
    entity: str | None = None
    same_as: tuple[str, str] | None = None
    """Label and text of the first span of its entity, where the entity itself has no name."""
    identifier_type: IdentifierType | None = None
    confidential_status: ConfidentialStatus | None = None
    edit_type: EditType | None = None
    replacement: str | None = None


@dataclass(slots=True)
class Marking:
    """A document that is being put together, layer by layer."""

    doc_id: str
    text: str
    labels: Labels
    task: str | None = None
    split: str | None = None
    meta: Json = None
    on_counted: Callable[[str], None] = lambda _: None
    """Called with how offsets are counted, where it is not in code points."""
    layers: list[Layer] = field(default_factory=list)
    gold: list[str] = field(default_factory=list)
    _covered: int = 0
    _entities: dict[tuple[SemanticType, str], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        checked_length(as_text(self.text, "text"))

    def add(self, annotator: str | None, marks: Sequence[Mark], *, is_gold: bool = False) -> None:
        """Add a layer, nobody's where there is no annotator; raises RecordError."""
        name = free_name(annotator or NOBODY, [layer.name for layer in self.layers])
        spans = [Quoted(mark.name, mark.start, mark.end, mark.quoted) for mark in marks]
        places = places_in(self.text, spans, self.on_counted)
        ids = [mark.mention_id for mark in marks]
        if None in ids or len(set(ids)) < len(ids):
            ids = [f"{self.doc_id}_em{number}" for number in range(1, len(ids) + 1)]
        faults, mentions = FaultCollector(), list[Mention]()
        for mark, mention_id in zip(marks, ids, strict=True):
            with faults.collecting():
                mentions.append(self._mention(mark, str(mention_id), annotator, places))
        faults.raise_if_any()
        mentions.sort(key=lambda mention: (mention.start, -mention.end))
        layout = GOLD_LAYOUT if is_gold else Layout()
        self.layers.append(Layer(as_text(name, "an annotator's name"), tuple(mentions), layout))
        if is_gold:
            self.gold.append(name)

    def document(self) -> Document:
        """Return the whole; raises RecordError."""
        return Document(
            doc_id=self.doc_id,
            text=self.text,
            layers=tuple(self.layers),
            task=self.task,
            dataset_type=self.split,
            quality_checked=tuple(self.gold) or None,
            meta=self.meta,
        )

    def _mention(
        self, mark: Mark, mention_id: str, annotator: str | None, places: Places
    ) -> Mention:
        start, end = self._borders(mark, places)
        entity_type, identifier_type = self.labels.types_of(as_text(mark.label, "a label"))
        span_text = self.text[start:end]
        first = mark.same_as
        entity = (
            (type_of(first[0]) or SemanticType.MISC, first[1])
            if first
            else (entity_type, span_text)
        )
        return Mention(
            mention_id=mention_id,
            entity_type=entity_type,
            start=start,
            end=end,
            span_text=span_text,
            identifier_type=mark.identifier_type or identifier_type,
            entity_id=mark.entity or self._entity(entity),
            edit_type=mark.edit_type,
            confidential_status=mark.confidential_status,
            replacement=_replacement(mark, annotator),
        )

    def _borders(self, mark: Mark, places: Places) -> tuple[int, int]:
        start, end = place_of(mark.start, places), place_of(mark.end, places)
        if not 0 <= start < end <= len(self.text):
            problem = f"{mark.name}: offsets {mark.start}–{mark.end} are out of range"
            raise RecordError(f"{problem} (the text has {len(self.text)} characters)")
        self._covered += end - start
        if self._covered > MOST_COVERED:
            raise RecordError(f"its spans cover more than {MOST_COVERED:,} characters")
        return start, end

    def _entity(self, entity: tuple[SemanticType, str]) -> str:
        number = len(self._entities) + 1
        return self._entities.setdefault(entity, f"{self.doc_id}_e{number}")


def note_left_out(source: Source, counts: Counter[str]) -> None:
    """Say of a file what of it there is no place for."""
    for what, count in counts.items():
        if count:
            source.note(f"left out: {counted(count, what)}")


def _replacement(mark: Mark, annotator: str | None) -> Replacement | None:
    """Make the list of what was chosen, all of it that such files know."""
    if not mark.replacement:
        return None
    text = as_text(mark.replacement, "a replacement")
    written = [MASK] if text == MASK else [text, MASK]
    selection = {text: (annotator,)} if annotator else {}
    return Replacement({ListSource.WRITTEN.value: written}, selection)
