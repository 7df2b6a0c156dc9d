"""Reading JSON one object at a time, from a list or from lines, in bounded memory."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from annotation.errors import RecordError, locating
from annotation.formats.json_objects import RawObject, find_end

MAX_OBJECT_CHARACTERS = 16 * 1024 * 1024
"""A single record above this is refused, so that a hostile file can't fill the memory."""

_BLANK = re.compile(r"[ \t\r\n]*")


class _Window:
    """The piece of a text stream that is being looked at; it grows when an object needs more."""

    def __init__(self, chunks: Iterable[str]) -> None:
        self._chunks = iter(chunks)
        self._text = ""
        self._position = 0
        self._line = 1
        self._line_start = 0
        self._counted = 0

    def next_character(self) -> str:
        """Skip blanks and return the character that follows, "" at the end of the stream."""
        while True:
            self._position = _blank_end(self._text, self._position)
            if self._position < len(self._text):
                return self._text[self._position]
            if not self._grow():
                return ""

    def skip(self, expected: str) -> str:
        """Step over one of the characters `expected` and return it; raises RecordError."""
        found = self._required_character()
        if found not in expected:
            wanted = " or ".join(f"“{character}”" for character in expected)
            raise RecordError(f"not JSON at {self.place()}: expected {wanted}, found {found!r}")
        self._position += 1
        return found

    def take_object(self) -> RawObject:
        """Cut out the object that begins here; raises RecordError."""
        found = self._required_character()
        if found != "{":
            raise RecordError(f"expected an object at {self.place()}, found {found!r}")
        begin = RawObject("", *self._location())
        with locating(place=begin.place):
            end = self._find_end()
        text = self._text[self._position : end]
        self._position = end
        return replace(begin, text=text)

    def _required_character(self) -> str:
        found = self.next_character()
        if not found:
            raise RecordError(f"the file ends too early (truncated?), at {self.place()}")
        return found

    def _find_end(self) -> int:
        while (end := find_end(self._text, self._position)) is None:
            self._check_length(len(self._text))
            if not self._grow():
                raise RecordError("the file ends in the middle of it (truncated?)")
        self._check_length(end)
        return end

    def _check_length(self, end: int) -> None:
        if end - self._position > MAX_OBJECT_CHARACTERS:
            raise RecordError(f"longer than {MAX_OBJECT_CHARACTERS:,} characters")

    def place(self) -> str:
        """Say in words where the window stands."""
        line, column = self._location()
        return f"line {line}, column {column}"

    def _location(self) -> tuple[int, int]:
        self._line += self._text.count("\n", self._counted, self._position)
        newline = self._text.rfind("\n", self._counted, self._position)
        if newline >= 0:
            self._line_start = newline + 1
        self._counted = self._position
        return self._line, self._position - self._line_start + 1

    def _grow(self) -> bool:
        """Forget what was read and at least double the rest; False at the end of the stream."""
        self._location()
        parts = [self._text[self._position :]]
        wanted = max(len(parts[0]), 1)
        for chunk in self._chunks:
            parts.append(chunk)
            wanted -= len(chunk)
            if wanted <= 0:
                break
        self._text = "".join(parts)
        self._line_start -= self._position
        self._position = self._counted = 0
        return len(self._text) > len(parts[0])


def _blank_end(text: str, start: int) -> int:
    found = _BLANK.match(text, start)
    return found.end() if found else start


def opening(chunks: Iterable[str]) -> str:
    """Return the first two characters that are not blank, fewer if there are no more."""
    window = _Window(chunks)
    first = window.next_character()
    if first:
        window.skip(first)
    return first + window.next_character()


def first_object(chunks: Iterable[str]) -> RawObject:
    """Return the first object of a JSON list or of JSON lines; raises RecordError."""
    window = _Window(chunks)
    if window.next_character() == "[":
        window.skip("[")
    return window.take_object()


def iter_array(chunks: Iterable[str]) -> Iterator[RawObject]:
    """Yield the objects of a JSON list one by one; raises RecordError."""
    window = _Window(chunks)
    first = window.next_character()
    if first == "{":
        raise RecordError("the file holds one object, not a list of documents")
    if first != "[":
        fault = f"it begins with {first!r}, not with a list" if first else "the file is empty"
        raise RecordError(f"not a JSON list of documents: {fault}")
    window.skip("[")
    if window.next_character() == "]":
        window.skip("]")
    else:
        yield window.take_object()
        while window.skip(",]") == ",":
            yield window.take_object()
    if window.next_character():
        raise RecordError(f"something follows the end of the list, at {window.place()}")


def iter_lines(chunks: Iterable[str]) -> Iterator[RawObject]:
    """Yield JSON lines one by one, blank ones skipped; raises RecordError for one without end."""
    for line, text in enumerate(_iter_lines(chunks), start=1):
        if _blank_end(text, 0) < len(text):
            yield RawObject(text, line)


def _iter_lines(chunks: Iterable[str]) -> Iterator[str]:
    """Split at line feeds alone: JSON strings may hold the other line ends of Unicode."""
    rest = ""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split("\n")
        yield from lines
        if len(rest) > MAX_OBJECT_CHARACTERS:
            raise RecordError(f"a line is longer than {MAX_OBJECT_CHARACTERS:,} characters")
    yield rest
