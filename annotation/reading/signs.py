"""Signs that a reader does not see, or takes for others.

Characters without width, blanks and hyphens that keep lines together, letters in compatibility
forms, and accents written behind their letters (Unicode Standard Annexes 14, 15 and 44).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from annotation.reading.edits import Edit

_JOINED = "\u0590-\u109f\u1780-\u18af"
"""Scripts in which a character without width changes how the letters beside it look."""
_UNSEEN = (
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Controls, what is ignored by default, and format characters that are not drawn."""
_JOINERS = "\u200c\u200d"
_BLANKS = "\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
_LINE_ENDS = "\u2028\u2029\x85"
_HYPHENS = "\u2010\u2011\ufe63\uff0d"
_APOSTROPHES = "\xb4`\u02b9\u02bc\u2032\uff07"
_FORMS = (
    "\u24b6-\u24e9\ufb00-\ufb4f\ufb50-\ufdfb\ufe70-\ufefc\uff01-\uff06\uff08-\uff0c"
    "\uff0e-\uff5e\uff66-\uff9f\uffa1-\uffdc\U0001d400-\U0001d7ff\U0001f130-\U0001f149"
)
"""Letters and signs in compatibility forms: ligatures, circled, wide, of formulas."""
_SIGNS = re.compile(
    rf"(?P<unseen>[{_UNSEEN}]+)|(?P<joiner>[{_JOINERS}]+)|(?P<blank>[{_BLANKS}])"
    rf"|(?P<line>[{_LINE_ENDS}])|(?P<hyphen>[{_HYPHENS}])|(?P<apostrophe>[{_APOSTROPHES}])"
    rf"|(?P<form>[{_FORMS}])"
)
_IN_JOINED = re.compile(rf"[{_JOINED}][{_JOINERS}]+[{_JOINED}]")
_HALVED = re.compile(r"(?<![^\W_])[^\W\d_a-z][^\W\d_]+[\u2010\u2011][^\W\d_A-Z]$")
"""A name that a hyphen halves; the second of two names has a capital."""
_REACH = 60
_IN_WORD = re.compile(r"\w.\w")
_ACCENTED = re.compile(r"[\s\S]?[\u0300-\U0010ffff]+")
_READ_AS = {
    "unseen": "",
    "joiner": "",
    "blank": " ",
    "line": "\n",
    "hyphen": "-",
    "apostrophe": "'",
}


def signs(text: str) -> Iterator[Edit]:
    """Yield what is read in the place of signs that are not seen or seen as others."""
    if text.isascii() and _SIGNS.search(text) is None:
        return
    if not unicodedata.is_normalized("NFC", text):
        yield from _composed(text)
    for match in _SIGNS.finditer(text):
        kind = str(match.lastgroup)
        if kind == "joiner" and _IN_JOINED.match(text, max(0, match.start() - 1)):
            continue
        if kind == "apostrophe" and not _IN_WORD.match(text, max(0, match.start() - 1)):
            continue
        if kind == "hyphen" and _HALVED.search(
            text, max(0, match.start() - _REACH), match.end() + 1
        ):
            yield Edit(*match.span(), "", is_part=True)
            continue
        read = _READ_AS.get(kind)
        if read is None:
            read = unicodedata.normalize("NFKC", match[0])
        yield Edit(*match.span(), read, is_part=True)


def _composed(text: str) -> Iterator[Edit]:
    """Yield the letters whose accents are characters of their own."""
    for match in _ACCENTED.finditer(text):
        for start, end in _pieces(text, *match.span()):
            piece = text[start:end]
            if (joined := unicodedata.normalize("NFC", piece)) != piece:
                yield Edit(start, end, joined, is_part=True)


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut a stretch of text so that its composed pieces are the composed stretch."""
    for place in range(start + 1, end):
        if not (unicodedata.combining(text[place]) or _joins(text[start:place], text[place])):
            yield start, place
            start = place
    yield start, end


def _joins(piece: str, character: str) -> bool:
    apart = unicodedata.normalize("NFC", piece) + unicodedata.normalize("NFC", character)
    return unicodedata.normalize("NFC", piece + character) != apart
