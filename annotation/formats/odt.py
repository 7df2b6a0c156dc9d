"""OpenDocument texts (ODT): their text as one document a file, as that of Word documents.

Body, then notes, then headers and footers. Deleted text and comments are left out, which is noted.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field

from annotation.errors import RecordError
from annotation.formats import packed
from annotation.formats.one_text import document_of
from annotation.formats.paragraphs import Separators
from annotation.formats.source import Source
from annotation.formats.xml_trees import (
    MAX_XML_BYTES,
    Element,
    local_attribute,
    local_name,
    parse,
)
from annotation.records import Document

_MANIFEST = "META-INF/manifest.xml"
_BODY = "content.xml"
_TEXT = {_BODY: "body", "styles.xml": "master-styles"}
"""The parts that hold text, and where in them it is; headers and footers may be missing."""
_PARAGRAPHS = frozenset({"p", "h"})
_LEFT_OUT = {
    "tracked-changes": "deleted text (tracked changes)",
    "annotation": "comments",
    "object": "embedded objects",
    "title": None,
    "desc": None,
    "note-citation": None,
    "forms": None,
}
"""What is not text, with what people call it where they may miss it."""
_LATER = frozenset({"note-body", "text-box"})
"""What stands in a paragraph and is read behind it, or behind all."""
_BLANKS = re.compile(r"[ \t\r\n]+")
_LONGEST_GAP = 1_000
"""Blanks that one element may stand for: a forged number would fill the memory."""


def read(source: Source) -> Iterator[Document]:
    """Read the file as one document without mentions; raises RecordError."""
    walk = _Walk()
    with packed.opened(source) as archive:
        names = set(archive.namelist())
        if _MANIFEST in names and b"encryption-data" in _content(archive, _MANIFEST):
            raise RecordError(
                "the file is an encrypted OpenDocument file: open it with its password and save it "
                "without one"
            )
        for name, place in _TEXT.items():
            if name in names or name == _BODY:
                for element in parse(_content(archive, name), name).iter(f"{{*}}{place}"):
                    walk.read(element)
    source.report_progress(source.size)
    yield document_of(source, "".join(walk.text), sorted(walk.unread))


def _content(archive: zipfile.ZipFile, name: str) -> bytes:
    return packed.member(archive, packed.find_member(archive, name), MAX_XML_BYTES)


@dataclass(slots=True)
class _Walk:
    """Goes through the parts of a file; `text` is what was read."""

    text: list[str] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)
    _separators: Separators = field(default_factory=Separators)
    _notes: list[Element] = field(default_factory=list)
    _boxes: list[Element] = field(default_factory=list)
    _is_after_blank: bool = True
    """Blanks at the beginning of a paragraph and behind another blank say nothing."""

    def read(self, root: Element) -> None:
        """Read all that is in an element, and behind it the notes that hang on it."""
        self._enter(root, is_inside=False)
        while self._notes:
            self._enter(self._notes.pop(0), is_inside=False)

    def _enter(self, element: Element, *, is_inside: bool) -> None:
        """Read what is in an element; `is_inside` a paragraph, where letters count."""
        for child in element:
            name = local_name(child)
            if name in _LEFT_OUT:
                if what := _LEFT_OUT[name]:
                    self.unread.add(what)
            elif name in _LATER:
                (self._notes if name == "note-body" else self._boxes).append(child)
            else:
                self._begin(name, child)
                is_text = is_inside or name in _PARAGRAPHS
                if is_text:
                    self._take(child.text)
                self._enter(child, is_inside=is_text)
                self._end(name)
            if is_inside:
                self._take(child.tail)

    def _end(self, name: str) -> None:
        self._separators.end(name)
        while name in _PARAGRAPHS and self._boxes:
            self._enter(self._boxes.pop(0), is_inside=False)

    def _begin(self, name: str, element: Element) -> None:
        if name in _PARAGRAPHS:
            self.text.append(self._separators.paragraph())
            self._is_after_blank = True
        elif name == "s":
            count = local_attribute(element, "c") or "1"
            self._take_exactly(" " * min(int(count) if count.isdecimal() else 1, _LONGEST_GAP))
        elif name == "tab":
            self._take_exactly("\t")
        elif name == "line-break":
            self._take_exactly("\n")
        else:
            self._separators.begin(name)

    def _take(self, text: str | None) -> None:
        for piece in re.split(f"({_BLANKS.pattern})", text or ""):
            if not _BLANKS.fullmatch(piece):
                self._take_exactly(piece)
            elif not self._is_after_blank:
                self.text.append(" ")
                self._is_after_blank = True

    def _take_exactly(self, text: str) -> None:
        if text:
            self.text.append(text)
            self._is_after_blank = False
