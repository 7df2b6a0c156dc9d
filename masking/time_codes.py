"""The time codes of subtitles, transcripts and logs: places in a run, of which nothing is hidden.

SRT and WebVTT have "00:00:03,000 --> 00:00:05,200" and may number each; transcripts say behind or
before who speaks how far the recording has run; kernels log the seconds since they started.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

_STAMP = r"(?:\d{1,3}:)?[0-5]?\d:[0-5]\d(?:[.,]\d{1,3})?"
_CUE = re.compile(
    rf"""(?:^[ \t]*\d{{1,5}}[ \t]*\r?\n)? ^[ \t]*
        {_STAMP} [ \t]*--?>[ \t]* {_STAMP} (?:[ \t]+[a-z]{{1,10}}:[\w.,%-]{{1,20}}){{0,6}}""",
    re.MULTILINE | re.VERBOSE,
)
"""From when to when a subtitle is shown, its number before and its place on the screen behind."""
_OFFSET = re.compile(
    rf"""^[ \t>*_]{{0,8}} (?:[\[(](?P<bracketed>{_STAMP})[\])] | (?P<first>{_STAMP})(?=[ \t]|\r?$))
      | ^[^\n\d:]{{1,50}} [ \t,(\[]
        (?P<behind>{_STAMP}) (?= [ \t]*\r?$ | [)\]][ \t]*:?[ \t]*\r?$ | [)\]]?:[ \t] )""",
    re.MULTILINE | re.VERBOSE,
)
"""How far a recording has run, before what is said or behind who says it."""
_UPTIME = re.compile(r"(?:^|(?<=: ))\[[ ]{0,6}\d{1,7}\.\d{6}\](?=[ ]|$)", re.MULTILINE)
"""The seconds that a kernel has run, before what it logs: "[   12.345678] usb 1-1: …"."""
_STARTS = 60
"""Seconds in which somebody says something at the beginning of a recording."""
_OFTEN = 2


def time_codes(text: str) -> Iterator[tuple[int, int]]:
    """Yield where time codes stand in a text, in text order.

    Those of subtitles are looked for first, then those of logs, then offsets.
    """
    for form in (_CUE, _UPTIME):
        if found := [match.span() for match in form.finditer(text)]:
            yield from found
            return
    yield from _offsets(text)


def _offsets(text: str) -> list[tuple[int, int]]:
    """Return where offsets stand, in text order.

    They begin near zero and never go back, as no times of day do. One alone is
    known by its single zero: "0:03".
    """
    found = [match.span(match.lastgroup or 0) for match in _OFFSET.finditer(text)]
    stamps = [text[start:end] for start, end in found]
    seconds = list(map(_seconds, stamps))
    if not seconds or seconds[0] >= _STARTS:
        return []
    is_clear = len(found) >= _OFTEN or stamps[0].startswith("0:")
    rises = all(before <= after for before, after in pairwise(seconds))
    return found if is_clear and rises else []


def _seconds(stamp: str) -> int:
    total = 0
    for part in re.split(r"[.,]", stamp)[0].split(":"):
        total = 60 * total + int(part)
    return total
