"""How a file counts the characters of a text, told by what it quotes.

Ours are code points. Programs in Java and JavaScript count UTF-16 units, so that an emoji is two;
some count a line end of Windows as one; some count bytes. Whoever quotes its spans beside their
offsets shows which it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from annotation.errors import RecordError, shown


@dataclass(frozen=True, slots=True)
class Quoted:
    """Offsets as a file has them, with what it says stands there, and how messages call it."""

    name: str
    start: int
    end: int
    text: str | None


Places = Mapping[int, int] | None
"""An offset in a file → the place in the text, in code points; None where these are the same."""

_Widths = Callable[[str], Iterator[int]]

_BLANKS = re.compile(r"\s|\\n|\\r")
"""What tools change in quotations: they make one blank of several, or write line ends out."""


def _utf_16(text: str) -> Iterator[int]:
    return (2 if character > "\uffff" else 1 for character in text)


def _joined_line_ends(text: str) -> Iterator[int]:
    for at, character in enumerate(text):
        yield 0 if character == "\r" and text.startswith("\n", at + 1) else 1


def _utf_8(text: str) -> Iterator[int]:
    return (len(character.encode()) for character in text)


_OTHER_WAYS: tuple[tuple[str, _Widths], ...] = (
    ("in UTF-16 units, in which an emoji is two", _utf_16),
    ("with a line end of two characters as one", _joined_line_ends),
    ("in bytes of UTF-8", _utf_8),
)


def places_in(text: str, spans: Sequence[Quoted], on_other: Callable[[str], None]) -> Places:
    """Find how these offsets are counted; `on_other` is told the way, where it is not ours.

    Raises RecordError where what is quoted stands there however one counts.
    """
    quoted = [span for span in spans if span.text is not None]
    if not quoted:
        return None
    for is_same in (str.__eq__, _is_same_but_for_blanks):
        if all(is_same(text[span.start : span.end], span.text or "") for span in quoted):
            return None
        for name, places in _other_places(text):
            if all(is_same(_cut(text, span, places), span.text or "") for span in quoted):
                on_other(name)
                return places
    raise _mismatch(text, quoted)


def place_of(offset: int, places: Places) -> int:
    """Return the place in the text of an offset in the file; -1 where it is none."""
    return offset if places is None else places.get(offset, -1)


def _cut(text: str, span: Quoted, places: Mapping[int, int]) -> str:
    """Return what stands in a text at the offsets of a span; "" where they are no places in it."""
    return text[places.get(span.start, 0) : places.get(span.end, 0)]


def _other_places(text: str) -> Iterator[tuple[str, Mapping[int, int]]]:
    if text.isascii() and "\r\n" not in text:
        return
    for name, widths in _OTHER_WAYS:
        yield name, _places(widths(text))


def _places(widths: Iterable[int]) -> Mapping[int, int]:
    places = {0: 0}
    units = 0
    for place, width in enumerate(widths, start=1):
        units += width
        places.setdefault(units, place)
    return places


def _is_same_but_for_blanks(found: str, quoted: str) -> bool:
    return bool(found) and _BLANKS.sub("", found) == _BLANKS.sub("", quoted)


def _mismatch(text: str, quoted: Sequence[Quoted]) -> RecordError:
    wrong = next(
        span
        for span in quoted
        if not _is_same_but_for_blanks(text[span.start : span.end], span.text or "")
    )
    quoted_text, found = wrong.text or "", text[wrong.start : wrong.end]
    problem = f"at {wrong.start}–{wrong.end} the file quotes {shown(quoted_text, 40)}, but the text"
    return RecordError(f"{wrong.name}: {problem} has {shown(found, 40)}")
