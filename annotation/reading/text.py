"""A text as it is read: what stands between it and its reader taken out, offsets kept both ways.

Patterns, pipelines and word lists read this text; what they find is then placed in the text as it
is written, so that all of it is hidden, unseen signs included, and what stands outside stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from string import punctuation, whitespace

from annotation.reading.edits import EditedText, Stretch
from annotation.reading.glued import glued
from annotation.reading.markup import markup
from annotation.reading.objects import objects
from annotation.reading.pairs import pairs
from annotation.reading.segments import segments
from annotation.reading.signs import signs
from annotation.reading.tables import tables
from annotation.records import Document, Mention

_PASSES = (signs, markup, objects, pairs, segments, tables, glued)
_MOST_ROUNDS = 3
"""Markup may hold markup: "&amp;nbsp;" is read in two rounds."""
_REMEMBERED = 8
"""The same few texts are read for masks, replacements and the scan."""
_NO_WORD = punctuation + whitespace


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it is written and as it is read."""

    written: str
    text: str
    _edits: Sequence[EditedText]

    def stretches(self, start: int, end: int) -> list[Stretch]:
        """Return where a stretch that was read is written, in parts where markup cuts it.

        There is none where the stretch is written nowhere, as the key of a cell is not.
        """
        if not self._edits:
            return [(start, end)] if start < end else []
        stretches: Iterable[Stretch] = [(start, end)]
        for edited in reversed(self._edits):
            stretches = [part for each in stretches for part in edited.written(each)]
        return [(start, end) for start, end in stretches if self.written[start:end].strip(_NO_WORD)]

    def read(self, mention: Mention) -> Mention | None:
        """Return a mention of the text as written at the words that are read there, if any are."""
        stretch = mention.start, mention.end
        for edited in self._edits:
            stretch = edited.read(stretch)
        return _at(mention, self.text, stretch) if stretch[0] < stretch[1] else None

    def read_all(self, document: Document) -> Document:
        """Return a document with the text that is read, its mentions at the same words.

        Those of what is not read are left out.
        """
        if not self._edits:
            return document
        layers = (
            replace(layer, mentions=tuple(filter(None, map(self.read, layer.mentions))))
            for layer in document.layers
        )
        return replace(document, text=self.text, layers=tuple(layers))

    def as_written(self, document: Document) -> Document:
        """Return a document of the text that is read as a document of the text as written.

        A mention that markup cuts comes in parts, which are of one entity.
        """
        if not self._edits:
            return document
        layers = (
            replace(layer, mentions=tuple(self._parts(layer.mentions))) for layer in document.layers
        )
        return replace(document, text=self.written, layers=tuple(layers))

    def _parts(self, mentions: Iterable[Mention]) -> Iterator[Mention]:
        for mention in mentions:
            for number, stretch in enumerate(self.stretches(mention.start, mention.end)):
                part = _at(mention, self.written, stretch)
                own = f"{mention.mention_id}.{number + 1}" if number else mention.mention_id
                yield replace(part, mention_id=own)


def _at(mention: Mention, text: str, stretch: Stretch) -> Mention:
    start, end = stretch
    return replace(mention, start=start, end=end, span_text=text[start:end])


@lru_cache(_REMEMBERED)
def reading_of(text: str) -> Reading:
    """Return a text as it is read."""
    edits: list[EditedText] = []
    read = text
    for _ in range(_MOST_ROUNDS):
        before = len(edits)
        for find in _PASSES:
            if edited := EditedText(read, find(read)):
                edits.append(edited)
                read = edited.text
        if len(edits) == before:
            break
    return Reading(text, read, edits)


def text_as_read(text: str) -> str:
    """Return the text that a reader reads, see `reading_of`."""
    return reading_of(text).text


def read_document(document: Document) -> Document:
    """Return a document as it is read, see `Reading.read_all`."""
    return reading_of(document.text).read_all(document)
