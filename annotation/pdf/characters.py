"""The words of a page of a PDF with their places, as PDFium reads them."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import pypdfium2_raw.bindings as pdfium

from annotation.pdf.pieces import Word

Handle = Any
"""A thing of PDFium, which brings no types."""

_AS_WRITTEN = {2: ord("-")}
"""The character in which PDFium puts a hyphen at the end of a line."""
_SAME_WORD = 0.1
"""Letters with less between them, in parts of their height, are one word whatever PDFium says."""
_BACK = 0.5
"""The furthest that a letter of a word lies before the last's end, in parts of its height."""


class _Letter(NamedTuple):
    """One character, with the ends of its box as if it were written from left to right."""

    text: str
    turns: int
    left: float
    top: float
    right: float
    bottom: float


def words_of(page: Handle) -> list[list[Word]]:
    """Return the words of a page in the order they were written, apart by their direction.

    What is written in the direction of most of the page comes first.
    """
    text = pdfium.FPDFText_LoadPage(page)
    if not text:
        return []
    try:
        turned: dict[int, list[Word]] = {}
        for turns, word in _words(_letters(text)):
            turned.setdefault(turns, []).append(word)
    finally:
        pdfium.FPDFText_ClosePage(text)
    return sorted(turned.values(), key=len, reverse=True)


def _letters(text: Handle) -> Iterator[_Letter | None]:
    """Yield the characters of a page; None where PDFium or the file sees a blank."""
    box = pdfium.FS_RECTF()
    place = ctypes.byref(box)
    for index in range(pdfium.FPDFText_CountChars(text)):
        code = pdfium.FPDFText_GetUnicode(text, index)
        code = _AS_WRITTEN.get(code, code)
        letter = chr(code)
        if letter.isspace() or pdfium.FPDFText_IsGenerated(text, index) == 1:
            yield None
        elif code >= ord(" ") and pdfium.FPDFText_GetLooseCharBox(text, index, place):
            turns = round(pdfium.FPDFText_GetCharAngle(text, index) / (math.pi / 2)) % 4
            yield _turned(letter, turns, box)


def _turned(letter: str, turns: int, box: Handle) -> _Letter:
    """Turn a box to where it would lie if its text ran from left to right; y grows downwards."""
    left, top, right, bottom = box.left, -box.top, box.right, -box.bottom
    if turns == 1:
        left, top, right, bottom = top, -right, bottom, -left
    elif turns == 2:  # noqa: PLR2004 - upside down
        left, top, right, bottom = -right, -bottom, -left, -top
    elif turns:
        left, top, right, bottom = -bottom, left, -top, right
    return _Letter(letter, turns, left, top, right, bottom)


def _words(letters: Iterator[_Letter | None]) -> Iterator[tuple[int, Word]]:
    word: list[_Letter] = []
    has_blank = False
    for letter in letters:
        if letter is None:
            has_blank = True
            continue
        if word and _parts(word[-1], letter, has_blank=has_blank):
            yield word[0].turns, _word(word)
            word = []
        word.append(letter)
        has_blank = False
    if word:
        yield word[0].turns, _word(word)


def _parts(last: _Letter, letter: _Letter, *, has_blank: bool) -> bool:
    """Return whether a letter begins a new word after another."""
    if letter.turns != last.turns or letter.top > last.bottom or letter.bottom < last.top:
        return True
    height = max(last.bottom - last.top, letter.bottom - letter.top)
    gap = max(letter.left - last.right, last.left - letter.right)  # it may run to the left, too
    least = _SAME_WORD if has_blank else 1
    is_back = gap < -_BACK * height - (letter.right - letter.left)
    return gap > least * height or is_back


def _word(letters: list[_Letter]) -> Word:
    return Word(
        "".join(letter.text for letter in letters),
        min(letter.left for letter in letters),
        min(letter.top for letter in letters),
        max(letter.right for letter in letters),
        max(letter.bottom for letter in letters),
    )
