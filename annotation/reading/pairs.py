"""Pairs of a key and a value in a line, as in logs and query strings: each has its own line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from annotation.reading.edits import Edit
from annotation.reading.keys import label_at

_PAIR = re.compile(
    r"""(?<![\w?&;/.=%$-]) (?P<key> [A-Za-z][\w.-]{1,30} ) = (?![=>~])
        (?: (?P<quote>["']) (?P<quoted> [^"'\n]{0,200} ) (?P=quote)
          | (?P<bare> [^\s,;&"'|]{1,200}
              (?: (?: [ ] [^\W\d_]{1,40} ){1,2} (?= [ ] [A-Za-z][\w.-]{1,30} = ) )? ) )""",
    re.VERBOSE,
)
"""A value goes on over words up to the next key: "to=Rose Stone tries=1"."""
_BEHIND = (" ", ",", ";")
_PARAMETER = r"""[A-Za-z][\w.\[\]-]{0,40} = [^\s&"'<>]{0,200}"""
_QUERY = re.compile(
    rf"""(?: (?<=[?]) | (?<![^\s"'(<]) ) {_PARAMETER} (?: & {_PARAMETER} ){{1,40}}""", re.VERBOSE
)
_PARTS = re.compile(r"&?(?P<key>[^=&]+)=(?P<value>[^&]*)")
_ENCODED = re.compile(r"(?:%[0-9a-fA-F]{2})+|\+")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S{0,500}$")
"""A web address is hidden whole."""
_REACH = 500


def pairs(text: str) -> Iterator[Edit]:
    """Yield the keys of pairs as labels of lines."""
    if "=" not in text:
        return
    yield from _query_strings(text)
    found = list(_PAIR.finditer(text))
    starts = {match.start() for match in found}
    for match in found:
        start, end = match.span("quoted" if match["quote"] else "bare")
        yield Edit(match.start(), start, label_at(text, match.start(), match["key"]))
        stop = match.end() + text.startswith(_BEHIND, match.end())
        is_last = stop == len(text) or stop in starts or text.startswith("\n", stop)
        yield Edit(end, stop, "" if is_last else "\n")


def _query_strings(text: str) -> Iterator[Edit]:
    for match in _QUERY.finditer(text):
        if _ADDRESS.search(text, max(0, match.start() - _REACH), match.start()):
            continue
        for part in _PARTS.finditer(text, *match.span()):
            label = label_at(text, part.start(), part["key"])
            yield Edit(part.start(), part.start("value"), label)
            for sign in _ENCODED.finditer(text, *part.span("value")):
                read = " " if sign[0] == "+" else unquote(sign[0])
                yield Edit(*sign.span(), read, is_part=True)
        if match.end() < len(text):
            yield Edit(match.end(), match.end(), "\n")
