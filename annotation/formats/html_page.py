"""Web pages (HTML): what they say as one document a file.

Blocks stand on lines of their own, cells of a row are separated by tabs, and blanks are as a
browser shows them. Hidden text is text: whoever gets the file can read it. Scripts, styles and
comments are not, nor are attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from annotation.errors import RecordError
from annotation.formats.encoding import Encoding, decode
from annotation.formats.fields import as_text
from annotation.formats.one_text import document_of
from annotation.formats.source import Source
from annotation.formats.xml_trees import MAX_XML_BYTES, Element
from annotation.records import Document

_HEAD_BYTES = 4096
_DECLARED = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([\w:.-]+)""", re.IGNORECASE)
_BLANKS = re.compile(r"([ \t\r\n\f]+)")

_LEFT_OUT = frozenset("script style".split())
_BLOCKS = frozenset(
    "address article aside blockquote body button caption center dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li "
    "main menu nav noscript ol optgroup option p pre search section select summary table tbody "
    "template textarea tfoot thead title tr ul".split()
)
_CELLS = frozenset({"td", "th"})
_AS_WRITTEN = frozenset({"pre", "textarea", "listing", "xmp"})
"""Where blanks and line breaks are kept."""


def read(source: Source) -> Iterator[Document]:
    """Read the file as one document without mentions; raises RecordError."""
    content = source.read(MAX_XML_BYTES)
    declared = _DECLARED.search(content[:_HEAD_BYTES])
    try:
        page, encoding = decode(content, declared and Encoding(declared[1].decode("ascii")))
    except UnicodeDecodeError as error:
        raise RecordError(
            f"broken {error.encoding} at byte {error.start} ({error.reason})"
        ) from error
    if encoding.is_guess:
        source.note(encoding.note)
    yield document_of(source, text_of(page))


def text_of(page: str) -> str:
    """Return what a web page says; raises RecordError where it can't be read to its end."""
    from lxml import etree  # noqa: PLC0415 - loaded with the first such file

    parser = etree.HTMLParser(
        encoding="utf-8",
        no_network=True,
        huge_tree=True,  # 2,048 levels, not 256: answers to answers to mails go that deep
        remove_comments=True,
        remove_pis=True,
    )
    root = etree.fromstring(as_text(page, "the page").encode(), parser)
    if fatal := parser.error_log.filter_from_fatals():
        raise RecordError(f"line {fatal[0].line}: the page can't be read on ({fatal[0].message})")
    lines = _Lines()
    if root is not None:
        _walk(root, lines)
    return "".join(lines.pieces)


def _walk(root: Element, lines: _Lines) -> None:
    from lxml import etree  # noqa: PLC0415 - loaded with the first such file

    walk = etree.iterwalk(root, events=("start", "end"))
    for event, element in walk:
        tag = str(element.tag)
        if event == "start":
            if tag in _LEFT_OUT:
                walk.skip_subtree()
            else:
                lines.begin(tag)
                lines.take(element.text)
        else:
            lines.end(tag)
            lines.take(element.tail)


@dataclass(slots=True)
class _Lines:
    """Puts a page's text into lines; `pieces` are the text so far."""

    pieces: list[str] = field(default_factory=list)
    _before: str = ""
    """What stands before the next letters, if any came yet: line breaks, tabs or a blank."""
    _as_written: int = 0
    """How many elements that keep blanks are open."""

    def begin(self, tag: str) -> None:
        """Begin an element."""
        if tag == "br":
            self._before = self._before.rstrip(" ") + "\n"
        elif tag in _CELLS:
            self._before = self._before.rstrip(" ")
        elif tag in _BLOCKS:
            self._break()
        self._as_written += tag in _AS_WRITTEN

    def end(self, tag: str) -> None:
        """End an element."""
        self._as_written -= tag in _AS_WRITTEN
        if tag in _CELLS:
            self._before = self._before.strip(" \n") + "\t"
        elif tag == "tr":
            self._before = "\n"
        elif tag in _BLOCKS:
            self._break()

    def take(self, text: str | None) -> None:
        """Take in text."""
        if self._as_written:
            self._put(text or "")
            return
        for piece in _BLANKS.split(text or ""):
            if not _BLANKS.fullmatch(piece):
                self._put(piece)
            elif not self._before:
                self._before = " "

    def _break(self) -> None:
        self._before = self._before.strip(" ") or "\n"

    def _put(self, text: str) -> None:
        if text:
            if self.pieces:
                self.pieces.append(self._before)
            self.pieces.append(text)
            self._before = ""
