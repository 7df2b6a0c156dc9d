"""The records of WikiReplace and TAB: documents, layers, mentions, replacements.

Offsets are Unicode code points, half-open; `text[start:end] == span_text` holds for every mention.
Text is kept exactly as it came, never normalised. A `Layout` remembers the order of the keys and
the keys we do not know, so that a record read from JSON is written back as the same JSON value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from annotation.errors import FaultCollector, RecordError, locating
from annotation.sources import ListSource
from annotation.types import ConfidentialStatus, EditType, IdentifierType, SemanticType

MASK = "***"
"""The replacement that says nothing: the last generalization of every list."""

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
"""Any JSON value."""

Generalizations = Mapping[str, "list[str] | Generalizations"]
"""Source → list from most specific to `***`; a source such as `contained` nests one deeper."""

Corrections = Mapping[str, Mapping[str, tuple[str, ...]]]
"""What reviewers put in the place of choices: text or identifier type → reviewer → the annotators
whose choice it was."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a record looked as JSON: the order of its keys, and the keys we do not know."""

    keys: tuple[str, ...] = ()
    extra: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Origin:
    """Why a text is offered: who says so, what the span was taken for."""

    source: str
    sense: str


@dataclass(frozen=True, slots=True)
class Replacement:
    """What a mention may be replaced by, why, and who chose what.

    `selection` keeps the stored order, which decides ties in a vote: chosen text → annotators.
    """

    generalizations: Generalizations
    selection: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    origins: Mapping[str, Origin] = field(default_factory=dict)
    layout: Layout = Layout()
    corrections: Corrections = field(default_factory=dict)
    """The texts that go out in the place of those chosen."""

    def iter_lists(self) -> Iterator[tuple[str, list[str]]]:
        """Yield (source, list) in stored order; a nested source is named "outer, inner"."""
        yield from _iter_lists(self.generalizations, "")

    def admitting(self, texts: Iterable[str]) -> Replacement:
        """Return it with those texts that no list offers in a last list, that of the annotators."""
        offered = {MASK}.union(*(listed for _, listed in self.iter_lists()))
        written = [text for text in dict.fromkeys(texts) if text not in offered]
        if not written:
            return self
        before = self.generalizations.get(ListSource.WRITTEN)
        earlier = before[:-1] if isinstance(before, list) else []
        lists = {**self.generalizations, ListSource.WRITTEN: [*earlier, *written, MASK]}
        return replace(self, generalizations=lists)


def _iter_lists(generalizations: Generalizations, prefix: str) -> Iterator[tuple[str, list[str]]]:
    for source, value in generalizations.items():
        name = f"{prefix}, {source}" if prefix else source
        if isinstance(value, list):
            yield name, value
        else:
            yield from _iter_lists(value, name)


@dataclass(frozen=True, slots=True)
class Mention:
    """A span of text that carries personal information."""

    mention_id: str
    entity_type: SemanticType
    start: int
    end: int
    span_text: str
    identifier_type: IdentifierType
    entity_id: str
    edit_type: EditType | None = None
    confidential_status: ConfidentialStatus | None = None
    related_mentions: tuple[str, ...] | None = None
    replacement: Replacement | None = None
    layout: Layout = Layout()
    corrections: Corrections = field(default_factory=dict)
    """The identifier types that go out in the place of its own."""

    @property
    def is_masked(self) -> bool:
        """Whether the span must be replaced (DIRECT or QUASI)."""
        return self.identifier_type is not IdentifierType.NO_MASK


@dataclass(frozen=True, slots=True)
class Layer:
    """The mentions that one annotator of the spans marked in a document."""

    name: str
    mentions: tuple[Mention, ...]
    layout: Layout = Layout()


@dataclass(frozen=True, slots=True)
class Document:
    """A text about a person with layers of mentions, each of which must match the text."""

    doc_id: str
    text: str
    layers: tuple[Layer, ...] = ()
    task: str | None = None
    dataset_type: str | None = None
    generalized_text: str | None = None
    quality_checked: tuple[str, ...] | None = None
    meta: Json = None
    layout: Layout = Layout()

    def __post_init__(self) -> None:
        for layer in self.layers:
            with locating(doc_id=self.doc_id):
                check_layer(self.text, layer)

    def iter_mentions(self) -> Iterator[Mention]:
        """Yield the mentions of all layers in stored order."""
        for layer in self.layers:
            yield from layer.mentions


def check_layer(text: str, layer: Layer) -> None:
    """Refuse a layer with a mention that does not match the text or that stands twice.

    Raises RecordError, which names the mentions.
    """
    faults, seen = FaultCollector(), set[str]()
    for mention in layer.mentions:
        with faults.collecting():
            check_span(text, mention)
            if mention.mention_id in seen:
                problem = "the same entity_mention_id stands twice in one layer"
                raise RecordError(problem, mention_id=mention.mention_id)
        seen.add(mention.mention_id)
    faults.raise_if_any()


def check_span(text: str, mention: Mention) -> None:
    """Refuse a mention whose offsets leave the text or do not hold its span_text.

    Raises RecordError, which names the mention.
    """
    if not 0 <= mention.start < mention.end <= len(text):
        problem = (
            f"offsets {mention.start}–{mention.end} are out of range "
            f"(the text has {len(text)} characters)"
        )
        raise RecordError(problem, mention_id=mention.mention_id)
    if text[mention.start : mention.end] != mention.span_text:
        problem = f"span_text differs from the text at {mention.start}–{mention.end}"
        raise RecordError(problem, mention_id=mention.mention_id)
