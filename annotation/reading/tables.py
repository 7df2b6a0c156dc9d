"""Rows of cells in lines: each cell has a line for itself, behind the head of its column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from annotation.reading.edits import Edit, Stretch
from annotation.reading.keys import readable_key
from annotation.reading.segments import is_segment
from names.usual import is_given_name, is_surname

_LINE = re.compile(r"[^\n]+")
_DELIMITERS = "|\t;,"
_CLEAR = frozenset("|\t")
"""Delimiters that stand in no sentence."""
_QUOTED = re.compile(r'"(?:[^"\n]|""){0,500}"')
_RULE = re.compile(r"[\s|:+=-]+")
"""The line between the heads and the rows of a table of Markdown."""
_FEWEST_CELLS = 3
_FEWEST_LINES = 3
_DIGIT = re.compile(r"\d")
_HEAD = re.compile(r"[^\d\n@]{1,40}")
_MOST_WORDS = 4
_SMALL_WORD = re.compile(r"(?<!\w)[a-z]")
_STOP = re.compile(r"[.?!][\"'”’)]?\s*$")
_AROUND_CELLS = (" \t\r", '"', " \t")

Row = tuple[Stretch, Sequence[Stretch]]
"""A line and its cells."""


def tables(text: str) -> Iterator[Edit]:
    """Yield the separators of cells as line ends, and the heads of columns as labels."""
    if not any(delimiter in text for delimiter in _DELIMITERS):
        return
    rows = (_row(text, match.span()) for match in _LINE.finditer(text))
    for (delimiter, width), group in groupby(rows, key=lambda row: (row[0], len(row[2]))):
        block = [(line, cells) for _, line, cells in group]
        if delimiter and _is_table(text, delimiter, width, block):
            yield from _table(text, block)


def _row(text: str, line: Stretch) -> tuple[str, Stretch, list[Stretch]]:
    """Return the delimiter, if there is one, a line and its cells."""
    if not is_segment(text, line):
        for delimiter in _DELIMITERS:
            if text.find(delimiter, *line) >= 0:
                cells = _cells(text, line, delimiter)
                if delimiter not in _CLEAR and _is_sentence(text, cells):
                    break
                if len(cells) >= (2 if delimiter in _CLEAR else _FEWEST_CELLS):
                    return delimiter, line, cells
    return "", line, []


def _cells(text: str, line: Stretch, delimiter: str) -> list[Stretch]:
    """Cut a line into its cells, those in quotes whole."""
    cells = []
    start, end = line
    while start <= end:
        quoted = _QUOTED.match(text, start, end)
        stop = text.find(delimiter, quoted.end() if quoted else start, end)
        stop = end if stop < 0 else stop
        cells.append((start, stop))
        start = stop + 1
    return cells


def _is_sentence(text: str, cells: Sequence[Stretch]) -> bool:
    """Return whether a line with commas or semicolons is a sentence: blanks behind, a stop last."""
    has_blanks = all(text[start : start + 1].isspace() for start, _ in cells[1:])
    return has_blanks and _STOP.search(text, *cells[-1]) is not None


def _is_table(text: str, delimiter: str, width: int, block: Sequence[Row]) -> bool:
    """Return whether lines are rows: sentences have a blank behind the sign."""
    if delimiter in _CLEAR:
        return width >= _FEWEST_CELLS or len(block) > 1
    if len(block) >= _FEWEST_LINES and _heads(text, block):
        return True
    return all(
        not any(text[start : start + 1].isspace() for start, _ in cells[1:])
        and any(not _is_in_number(text, end) for _, end in cells[:-1])
        for _, cells in block
    )


def _is_in_number(text: str, place: int) -> bool:
    return text[max(0, place - 1) : place].isdigit() and text[place + 1 : place + 2].isdigit()


def _heads(text: str, block: Sequence[Row]) -> list[str]:
    """Return the heads of columns where the first row has them, else nothing.

    Heads are few words without digits and nobody's name, each another, and a column below one is of
    numbers.
    """
    heads = _words(text, block[0][1])
    body = [cells for line, cells in block[1:] if not _RULE.fullmatch(text, *line)]
    named = [head for head in heads if head]
    if not body or not named or len(set(named)) < len(named):
        return []
    if not all(map(_may_be_head, named)) or _is_form(text, block):
        return []
    columns = zip(*body, strict=True)
    is_numeric = any(
        all(_DIGIT.search(text, *cell) for cell in column)
        for head, column in zip(heads, columns, strict=True)
        if head
    )
    is_ruled = len(body) < len(block) - 1
    return list(map(readable_key, heads)) if is_numeric or is_ruled else []


def _words(text: str, cells: Sequence[Stretch]) -> list[str]:
    return [text[slice(*_bare(text, cell))] for cell in cells]


def _may_be_head(words: str) -> bool:
    first, *_, last = [*words.split(), ""]
    is_name = is_given_name(first) and is_surname(last)
    return _HEAD.fullmatch(words) is not None and len(words.split()) <= _MOST_WORDS and not is_name


def _is_form(text: str, block: Sequence[Row]) -> bool:
    """Return whether two columns are the labels of a form and its values: "Name | Ida Vang".

    Labels have small letters in them ("Date of birth"), or a name stands in the first row, or there
    are but two rows, the second of which is not somebody's. A rule below the first makes a table.
    """
    rows = [_words(text, cells) for _, cells in block]
    if {*map(len, rows)} != {2} or any(_RULE.fullmatch(text, *line) for line, _ in block):
        return False
    labels = [label for label, _ in rows]
    if not all(map(_may_be_head, labels)) or len({*labels}) < len(labels):
        return False
    names = rows[0][1].split()
    is_named = any(is_given_name(name) or is_surname(name) for name in names)
    _, *others = labels
    is_of_people = any(is_given_name(label.split()[0]) for label in others)
    is_short = len(others) == 1 and not is_of_people
    return is_named or is_short or any(map(_SMALL_WORD.search, others))


def _bare(text: str, cell: Stretch) -> Stretch:
    """Return where a cell stands without blanks and quotes around it."""
    start, end = cell
    for signs in _AROUND_CELLS:
        while start < end and text[start] in signs:
            start += 1
        while start < end and text[end - 1] in signs:
            end -= 1
    return start, end


def _table(text: str, block: Sequence[Row]) -> Iterator[Edit]:
    heads = _heads(text, block)
    if _is_form(text, block):
        for _, cells in block:
            (_, end), (start, _) = (_bare(text, cell) for cell in cells)
            yield Edit(end, start, " " if text.startswith(":", end - 1) else ": ")
        return
    for number, (line, cells) in enumerate(block):
        if (heads and number == 0) or _RULE.fullmatch(text, *line):
            yield Edit(*line, "")
            continue
        place = line[0]
        for cell, head in zip(cells, heads or [""] * len(cells), strict=True):
            start, end = _bare(text, cell)
            if start < end:
                apart, label = "\n" * (place > line[0]), f"{head}: " if head else ""
                if place < start or label:
                    yield Edit(place, start, apart + label)
                place = end
        if place < line[1]:
            yield Edit(place, line[1], "")
