"""What stands at a word without a blank, and words that a line's end cuts.

Note numbers, bullets and brackets are set apart, so that a word ends where its letters do, whatever
a pipeline takes for a word. What codes and addresses are made of stays together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from mimetypes import types_map

from annotation.reading.edits import Edit

_SIGNS = re.compile(r"[†‡§¶※°®™©•·¹²³⁰⁴-⁹\[\]{}()<>»|^@+=;\\-]+")
_SET_APART_BEFORE = frozenset("†‡§¶※°®™©•·[{<|^")
"""Signs that end the word before them."""
_END_ALONE = frozenset("@+=")
"""Signs that end it where no word goes on behind them, as in a mail address one does."""
_SET_APART_BEHIND = frozenset(")]}>»†‡§¶※•·¹²³⁰⁴⁵⁶⁷⁸⁹|^;")
"""Signs behind which a word begins."""
_ADDRESS = re.compile(r"://\S*$|\bwww\.\S*$")
_NOTE_SIGNS = frozenset("¹²³⁰⁴⁵⁶⁷⁸⁹")
_NOTED = re.compile(r"[^\W\d_]{3}$")
"""The end of a word that has notes; shorter ones are units."""
_WORD = re.compile(r"[^\W\d_]+")
_TITLED = re.compile(r"[^\W\d_a-z][^\W\d_]+(?!\w)")
_DASHED = re.compile(r"(?:(?<!\d)[ \t(]|(?<=\d{4})\d)-[^\W\d_a-z][^\W\d_]")
"""A dash at a name, or a long number: dates have short ones."""
_JOINED_NAME = re.compile(r"\+[^\W\d_]{2,60}(?![\w.+-]{0,60}@)")
"""A word behind a plus that is not of a mail address."""
_BEFORE_PLUS = re.compile(r"(?<![\w.@/\\+-])[^\W\d_a-z][^\W\d_]{1,60}$")
"""A word with a capital that a plus joins to another."""
_IN_BRACKETS = re.compile(r"\((?!\w{1,2}\))")
_DIGITS = re.compile(r"\d{1,8}")
_BEFORE_DIGITS = re.compile(r"(?<![\w.@/\\-])[^\W\d_a-z][^\W\d_]{2,60}$")
_NOTE_DIGITS = 2
_YEAR = re.compile(r"(?:19|20)\d\d")
_IN_CODE = re.compile(r"[\w.,/-]")
_GOES_ON = re.compile(r"[\w-]|\.\w")
_BULLET = re.compile(
    r"^[ \t>]*(?:[-–—*+>»«◦○●▪■□‣]{1,3}(?=[^\W\d_])"
    r"|\d{1,2}[.)](?=[^\W\d_a-z][^\W\d_A-Z])(?!\w{1,20}\.?[ ]\d{4}))",
    re.MULTILINE,
)
"""The bullet of an item, or its number before a capital, which is no day of a month."""
_ABBREVIATION = re.compile(r"(?:(?<![\w.@/=-])[A-Z][a-z]{1,4}|(?<![\w.@/-])\d{3,4})\.$")
"""The end of a shortened title, or of a sentence that ends with a year."""
_FORGOTTEN_BLANK = re.compile(r"\.(?=[A-Z][^\W\d_A-Z]{1,60}(?![\w.@]))")
_DOMAINS = frozenset({".com"})
_ENDINGS = "|".join(
    sorted(ending[1:] for ending in types_map.keys() - _DOMAINS if ending[3:] and ending.isascii())
)
"""Endings of files that end no web address, so none of two letters either."""
_FILE_ENDING = re.compile(rf"\.(?:{_ENDINGS})(?!\w|[.@]\w)", re.IGNORECASE)
_FILE_STEM = re.compile(r"""(?<![^\s/\\<>"|:(\[])[^\s/\\<>"|:@]{2,80}$""")
_BREAK = re.compile(r"-[ \t]*\r?\n[ \t]*(?=[^\W\d_])")
_HYPHENATED = re.compile(r"[^\W\d_]+-[^\W\d_]+")
_HALF = re.compile(r"[^\W\d_]+$")
_LONGEST_WORD = 80


def glued(text: str) -> Iterator[Edit]:
    """Yield the blanks that are read between words and signs, and the words that lines cut."""
    for match in _SIGNS.finditer(text):
        borders = list(_borders_of(text, match))
        if borders and not _ADDRESS.search(
            text, max(0, match.start() - _LONGEST_WORD), match.start()
        ):
            yield from map(_blank, borders)
    for match in _DIGITS.finditer(text):
        yield from map(_blank, _borders_of_number(text, match))
    for match in _BULLET.finditer(text):
        yield _blank(match.end())
    for match in _FORGOTTEN_BLANK.finditer(text):
        if _ABBREVIATION.search(text, max(0, match.start() - _LONGEST_WORD), match.end()):
            yield _blank(match.end())
    yield from _files(text)
    yield from _rejoined(text)


def _blank(place: int) -> Edit:
    return Edit(place, place, " ")


def _borders_of(text: str, signs: re.Match[str]) -> Iterator[int]:
    """Yield where signs end the word before them, and where one begins behind them."""
    start, end = signs.span()
    parts_names = signs[0] == "+" and _joins_names(text, start)
    if text[max(0, start - 1) : start].isalpha() and (parts_names or _ends_word(text, signs)):
        yield start
    if text[end : end + 1].isalpha() and (parts_names or _begins_word(text, signs)):
        yield end


def _joins_names(text: str, plus: int) -> bool:
    """Return whether one of the words that a plus joins has a capital, and no address goes on."""
    if _JOINED_NAME.match(text, plus) is None:
        return False
    before = _BEFORE_PLUS.search(text, max(0, plus - _LONGEST_WORD), plus)
    return before is not None or text[plus + 1].isupper()


def _ends_word(text: str, signs: re.Match[str]) -> bool:
    first, start = signs[0][0], signs.start()
    if first in _NOTE_SIGNS:
        return _NOTED.search(text, max(0, start - _LONGEST_WORD), start) is not None
    if first in _END_ALONE and not text[signs.end() : signs.end() + 1].isalnum():
        return True
    is_bracket = first == "(" and _IN_BRACKETS.match(text, start) is not None
    return is_bracket or first in _SET_APART_BEFORE or signs[0].startswith("--")


def _begins_word(text: str, signs: re.Match[str]) -> bool:
    is_dash = signs[0] == "-" and _DASHED.match(text, signs.start() - 1) is not None
    begins = signs[0][-1] in _SET_APART_BEHIND or signs[0].endswith("--")
    return begins or is_dash or _is_stray(text, signs)


def _is_stray(text: str, signs: re.Match[str]) -> bool:
    """Return whether a backslash before a word is a stray one, not of a path."""
    if signs[0] != "\\" or not text[max(0, signs.start() - 1) : signs.start()].isspace():
        return False
    word = _WORD.match(text, signs.end())
    return word is not None and not text.startswith("\\", word.end())


def _borders_of_number(text: str, number: re.Match[str]) -> Iterator[int]:
    """Yield where the number of a note, or a year, stands at a name, and a name at a number."""
    start, end = number.span()
    if text[max(0, start - 1) : start].isalpha() and not _GOES_ON.match(text, end):
        is_note = end - start <= _NOTE_DIGITS or _YEAR.fullmatch(number[0])
        if is_note and _BEFORE_DIGITS.search(text, max(0, start - _LONGEST_WORD), start):
            yield start
    elif text[end : end + 1].isupper() and not (start and _IN_CODE.match(text, start - 1)):
        word = _TITLED.match(text, end)
        if word and not word[0].isupper():
            yield end


def _files(text: str) -> Iterator[Edit]:
    """Yield what parts the words in the name of a file."""
    for ending in _FILE_ENDING.finditer(text):
        stem = _FILE_STEM.search(text, max(0, ending.start() - _LONGEST_WORD), ending.start())
        if stem is None:
            continue
        for place, sign in enumerate(stem[0], stem.start()):
            if sign in "_-+":
                yield Edit(place, place + 1, " ")
        yield _blank(ending.start())


def _rejoined(text: str) -> Iterator[Edit]:
    """Yield hyphens at line ends within words: left out, unless the word has one by itself."""
    written: set[str] | None = None
    for match in _BREAK.finditer(text):
        half = _HALF.search(text, max(0, match.start() - _LONGEST_WORD), match.start())
        other = _WORD.match(text, match.end())
        if half is None or other is None:
            continue
        if written is None:
            written = {word.casefold() for word in _HYPHENATED.findall(text)}
        is_written = f"{half[0]}-{other[0]}".casefold() in written
        keeps = is_written or text.startswith("-", other.end()) or not other[0][0].islower()
        yield Edit(*match.span(), "-" if keeps else "", is_part=True)
