"""What other tools' formats hold of a document: a text, and one annotator's spans in it.

Such formats know no lists of candidates and no choices of several people for one span. A document
of several annotators is one entry for each, as TAB trains on them; the formats that put the layers
of a document side by side get all its entries at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from annotation.adjudication import is_gold
from annotation.correcting import outgoing_choice, outgoing_type
from annotation.overlaying import annotator_of, layers_of_each
from annotation.records import Document, Layer
from annotation.rendering import chosen_text
from annotation.types import ConfidentialStatus, EditType, IdentifierType, SemanticType


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text with what its annotator says of it; offsets are code points."""

    mention_id: str
    start: int
    end: int
    text: str
    entity_type: SemanticType
    identifier_type: IdentifierType
    entity_id: str
    edit_type: EditType | None = None
    confidential_status: ConfidentialStatus | None = None
    replacement: str | None = None
    """What goes out in its place; None where nothing was chosen."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The work of one annotator on one document: spans in text order, which may overlap."""

    doc_id: str
    text: str
    annotator: str
    spans: tuple[Span, ...]
    task: str | None = None
    split: str | None = None
    is_gold: bool = False
    """Whether it was adjudicated: settled by somebody over the annotators' layers."""
    generalized_text: str | None = None


class Writer(Protocol):
    """Writes a dataset in one format into a folder that is there and empty."""

    def __init__(self, folder: Path) -> None: ...

    def add(self, document: Sequence[Entry]) -> None:
        """Write the entries of one document.

        Raises RecordError that says why it can't be written, and quotes no text of it; then nothing
        of it is.
        """

    def close(self, card: str) -> None:
        """Finish the files; the card is Markdown that says what the dataset is."""


def entries_of(document: Document) -> Iterator[Entry]:
    """Yield an entry for each annotator of a document.

    These are those who chose or changed something; where nobody did, those who marked a layer. A
    gold layer is one more, the last.
    """
    gold = [layer for layer in document.layers if is_gold(layer)]
    marked = [layer for layer in document.layers if not is_gold(layer)]
    own = list(layers_of_each(replace(document, layers=tuple(marked))))
    for layer in [*(own or marked), *gold]:
        name = annotator_of(layer)
        yield Entry(
            doc_id=document.doc_id,
            text=document.text,
            annotator=name,
            spans=tuple(_spans(layer, name)),
            task=document.task,
            split=document.dataset_type,
            is_gold=is_gold(layer),
        )


def _spans(layer: Layer, annotator: str) -> Iterator[Span]:
    is_settled = is_gold(layer)
    for mention in sorted(layer.mentions, key=lambda each: (each.start, -each.end)):
        yield Span(
            mention.mention_id,
            mention.start,
            mention.end,
            mention.span_text,
            mention.entity_type,
            outgoing_type(mention),
            mention.entity_id,
            mention.edit_type,
            mention.confidential_status,
            chosen_text(mention) if is_settled else outgoing_choice(mention, annotator),
        )
