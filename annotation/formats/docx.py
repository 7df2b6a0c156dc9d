"""Word documents (DOCX): their text as one document a file.

Text is the body, then footnotes, endnotes, headers and footers, a paragraph a line, the cells of a
row separated by tabs. Text boxes follow the paragraph they hang on. Of tracked changes the inserted
is text and the deleted is not. Hidden text is text: whoever gets the file can read it. Comments,
field codes, alternative texts of pictures and embedded files are none; it is noted where there are.

`pieces` walks over the text as it stands in the XML, so that it can be changed in its place.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from annotation.errors import RecordError
from annotation.formats import packed
from annotation.formats.one_text import document_of
from annotation.formats.paragraphs import Separators
from annotation.formats.source import Source, mebibytes
from annotation.formats.xml_trees import (
    MAX_XML_BYTES,
    Element,
    local_attribute,
    local_name,
    parse,
)
from annotation.records import Document

Piece = tuple[str, Element]
"""Some text and the element that holds it: `t` as its text, another as a character of its own, a
paragraph as what stands between it and the one before."""

_MAIN = "officeDocument"
_BEHIND = ("footnotes", "endnotes", "header", "footer")
"""The parts that follow the body, by their relationship to it, in this order."""
_UNREAD = {
    "comments": "comments",
    "chart": "charts",
    "diagramData": "diagrams (SmartArt)",
    "aFChunk": "inserted files",
    "oleObject": "embedded objects",
    "package": "embedded files",
}
"""Parts that hold text and are not read, by their relationship, with what people call them."""

_LEFT_OUT = frozenset({"del", "moveFrom", "delText", "instrText", "delInstrText", "Fallback"})
"""Deleted text, field codes, and what is there again for older programs."""
CHARACTERS = {
    "tab": "\t",
    "ptab": "\t",
    "br": "\n",
    "cr": "\n",
    "noBreakHyphen": "\N{NON-BREAKING HYPHEN}",
    "softHyphen": "\N{SOFT HYPHEN}",
}
SEPARATING_NOTES = frozenset({"separator", "continuationSeparator", "continuationNotice"})
_XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the file that holds text: its name in the archive and its XML."""

    name: str
    root: Element


class Relation(NamedTuple):
    """How a part refers to another: the other's kind and name ("" outside), and the reference."""

    kind: str
    name: str
    reference: str


def read(source: Source) -> Iterator[Document]:
    """Read the file as one document without mentions; raises RecordError."""
    with packed.opened(source) as archive:
        related = list(relations(archive, main_part(archive)))
        parts = list(text_parts(archive))
    text = "".join(text for text, _ in pieces(parts))
    source.report_progress(source.size)
    unread = sorted({_UNREAD[each.kind] for each in related if each.kind in _UNREAD})
    if any(_has_deletions(part.root) for part in parts):
        unread.append("deleted text (tracked changes)")
    document = document_of(source, text, unread)
    source.hand_over(document.doc_id)
    yield document


def text_parts(archive: zipfile.ZipFile) -> Iterator[Part]:
    """Yield the parts that hold text, the body first; raises RecordError."""
    main = main_part(archive)
    related = list(relations(archive, main))
    names = [main, *(each.name for wanted in _BEHIND for each in related if each.kind == wanted)]
    unpacked = 0
    for name in dict.fromkeys(names):
        unpacked += packed.find_member(archive, name).file_size
        if unpacked > MAX_XML_BYTES:
            raise RecordError(f"unpacked, its text has more than {mebibytes(MAX_XML_BYTES)}")
        yield read_part(archive, name)


def pieces(parts: list[Part]) -> Iterator[Piece]:
    """Yield the text of all parts piece by piece; a part without text leaves no trace."""
    separators = Separators()
    for part in parts:
        if _has_text(part.root):
            yield from _pieces(part.root, separators)


def _pieces(root: Element, separators: Separators) -> Iterator[Piece]:
    from lxml import etree  # noqa: PLC0415 - loaded with the first such file

    boxes: list[Element] = []
    walk = etree.iterwalk(root, events=("start", "end"))
    for event, element in walk:
        name = local_name(element)
        if event == "end":
            separators.end(name)
            while name == "p" and boxes:
                yield from _pieces(boxes.pop(0), separators)
        elif is_left_out(element):
            walk.skip_subtree()
        elif name == "txbxContent" and element is not root:
            boxes.append(element)
            walk.skip_subtree()
        elif name == "p":
            yield separators.paragraph(), element
        elif text := text_of(element):
            yield text, element
        else:
            separators.begin(name)


def is_left_out(element: Element) -> bool:
    """Tell whether nothing in an element is text of the document."""
    name = local_name(element)
    if name in {"footnote", "endnote"}:
        return local_attribute(element, "type") in SEPARATING_NOTES
    return name in _LEFT_OUT or name.endswith("Pr")  # properties, which may hold a `tab`, too


def text_of(element: Element) -> str:
    """Return what an element says; Word drops blanks around a text that does not say to keep."""
    name = local_name(element)
    if name != "t":
        return CHARACTERS.get(name, "")
    text = element.text or ""
    return text if element.get(_XML_SPACE) == "preserve" else text.strip(" \t\r\n")


def _has_text(root: Element) -> bool:
    return any((each.text or "").strip() for each in root.iter("{*}t"))


def _has_deletions(root: Element) -> bool:
    return next(root.iter("{*}delText"), None) is not None


def main_part(archive: zipfile.ZipFile) -> str:
    """Return the name of the part that holds the body."""
    found = (each.name for each in relations(archive, "") if each.kind == _MAIN)
    return next(found, "word/document.xml")


def relations(archive: zipfile.ZipFile, part: str) -> Iterator[Relation]:
    """Yield what a part refers to; "" is the whole file."""
    folder, name = posixpath.split(part)
    listed = posixpath.join(folder, "_rels", f"{name}.rels")
    if listed not in archive.namelist():
        return
    for relation in read_part(archive, listed).root:
        target = relation.get("Target", "")
        kind = relation.get("Type", "").rpartition("/")[2]
        is_inside = relation.get("TargetMode") != "External"
        inside = posixpath.normpath(posixpath.join("/", folder, target))[1:]
        yield Relation(kind, inside if is_inside else "", relation.get("Id", ""))


def read_part(archive: zipfile.ZipFile, name: str) -> Part:
    """Read one part; raises RecordError."""
    content = packed.member(archive, packed.find_member(archive, name), MAX_XML_BYTES)
    return Part(name, parse(content, name))
