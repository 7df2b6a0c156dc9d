"""Marked text: prose whose spans are marked by hand, `Anna lived in [Oslo](LOC)`.

In the parentheses stand the semantic type, perhaps the identifier type, perhaps a name for the
entity: `[she](PERSON DIRECT anna)`. Without an identifier type, persons and codes are direct
identifiers and everything else is quasi; without a name, spans of equal type and text are one
entity. A bracket or backslash that is part of the text has a backslash before it. This is one
document a file, named by the file; it is never taken for plain text by accident, nor the reverse:
the file's name ends in `.marked.txt`, or somebody says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from annotation.errors import RecordError, shown
from annotation.formats.fields import as_text
from annotation.formats.plain_text import whole_text
from annotation.formats.source import Source
from annotation.records import Document, Layer, Mention
from annotation.types import IdentifierType, SemanticType

SUFFIX = ".marked.txt"
"""What the name of such a file ends in."""

LAYER = "marked"
"""The name of the one layer."""

_DIRECT_BY_THEMSELVES = frozenset({SemanticType.PERSON, SemanticType.CODE})
_TOKEN = re.compile(r"(?P<plain>[^\[\]\\]+)|\\(?P<escaped>[\[\]\\])|(?P<sign>[\[\]\\])")
_MARK = re.compile(r"\(([^()\n]*)\)")


def read(source: Source) -> Iterator[Document]:
    """Read the file as one document; raises RecordError, which names line and column."""
    name = source.name
    own_name = name[: -len(SUFFIX)] if name.lower().endswith(SUFFIX) else ""
    yield parse(whole_text(source), doc_id=source.place or own_name or source.doc_id)


def usual_identifier_type(entity_type: SemanticType) -> IdentifierType:
    """Return what spans of a type are where nobody says: persons and codes tell by themselves."""
    is_direct = entity_type in _DIRECT_BY_THEMSELVES
    return IdentifierType.DIRECT if is_direct else IdentifierType.QUASI


def parse(marked: str, *, doc_id: str) -> Document:
    """Take text and spans apart; raises RecordError, which names line and column."""
    reader = _Reader(as_text(marked, "the text"), doc_id)
    reader.read()
    return Document(
        doc_id=doc_id, text="".join(reader.text), layers=(Layer(LAYER, tuple(reader.mentions)),)
    )


@dataclass(slots=True)
class _Reader:
    """Goes through marked text once; `text` is what was read without the marks."""

    marked: str
    doc_id: str
    text: list[str] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    _entities: dict[tuple[SemanticType, str], str] = field(default_factory=dict)
    _position: int = 0
    _length: int = 0
    _opened: tuple[int, int, int] | None = None
    """Where the open span begins: in the marked text, in the text, and among its pieces."""

    def read(self) -> None:
        """Read to the end."""
        while token := _TOKEN.match(self.marked, self._position):
            if token["sign"]:
                self._sign(token["sign"])
            else:
                self._take(token["plain"] or token["escaped"])
                self._position = token.end()
        if self._opened:
            raise self._fault("the span is not closed: ] is missing", self._opened[0])

    def _take(self, text: str) -> None:
        self.text.append(text)
        self._length += len(text)

    def _sign(self, sign: str) -> None:
        if sign == "\\":
            raise self._fault(r"after \ only [ ] or \ may stand; a backslash itself is \\")
        if sign == "[":
            if self._opened:
                raise self._fault(r"a span can't begin inside another; a bracket itself is \[")
            self._opened = self._position, self._length, len(self.text)
            self._position += 1
        else:
            self._close()

    def _close(self) -> None:
        if self._opened is None:
            raise self._fault(r"] closes no span; a bracket itself is \]")
        opened, start, first = self._opened
        mark = _MARK.match(self.marked, self._position + 1)
        if mark is None:
            raise self._fault(
                r"after ] the type must follow, as in [Oslo](LOC); a bracket itself is \[", opened
            )
        span = "".join(self.text[first:])
        if not span.strip():
            raise self._fault("the span is empty", opened)
        self.mentions.append(self._mention(span, start, mark))
        self._opened, self._position = None, mark.end()

    def _mention(self, span: str, start: int, mark: re.Match[str]) -> Mention:
        entity_type, identifier_type, name = self._read_mark(mark)
        number = len(self.mentions) + 1
        entity = name or self._entities.setdefault(
            (entity_type, span), f"{self.doc_id}_e{len(self._entities) + 1}"
        )
        return Mention(
            mention_id=f"{self.doc_id}_em{number}",
            entity_type=entity_type,
            start=start,
            end=start + len(span),
            span_text=span,
            identifier_type=identifier_type,
            entity_id=entity,
        )

    def _read_mark(self, mark: re.Match[str]) -> tuple[SemanticType, IdentifierType, str]:
        words = mark[1].split()
        kind, rest = (words[0].upper(), words[1:]) if words else ("", [])
        if kind not in list(SemanticType):
            known = ", ".join(SemanticType)
            raise self._fault(f"{shown(kind)} is no type; there are {known}", mark.start(1))
        entity_type = SemanticType(kind)
        identifier_type = usual_identifier_type(entity_type)
        if rest and rest[0].upper() in list(IdentifierType):
            identifier_type, rest = IdentifierType(rest[0].upper()), rest[1:]
        if len(rest) > 1:
            raise self._fault(
                f"{shown(' '.join(rest))}: an entity's name is one word", mark.start(1)
            )
        return entity_type, identifier_type, rest[0] if rest else ""

    def _fault(self, problem: str, position: int | None = None) -> RecordError:
        before = self.marked[: self._position if position is None else position]
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        return RecordError(f"line {line}, column {column}: {problem}", doc_id=self.doc_id)
