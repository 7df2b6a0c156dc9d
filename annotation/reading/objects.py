"""JSON, and literals like it: each value has a line for itself, behind its key."""

from __future__ import annotations

import re
from collections.abc import Iterator

from annotation.reading.edits import Edit
from annotation.reading.keys import label_at

_KEY = re.compile(
    r"""(?: [{,\[]\s{0,200} | ^[ \t]{0,80} )
        (?P<quote>["']) (?P<key> [^"'\\\n:{}\[\]]{1,60} ) (?P=quote) \s?:\s{0,20}
        (?: (?:\[\s{0,200})? (?P<string>["']) )?""",
    re.VERBOSE | re.MULTILINE,
)
_END = re.compile(
    r"""(?<!\\)["'] (?: \s{0,200},\s{0,200} (?P<next>["']) | [ \t]{0,80}[}\]]{0,20} )""",
    re.VERBOSE,
)
"""The end of a string: the next one of a list begins, or what it stands in closes."""
_KEY_ENDS = re.compile(r"""[^"'\n]{0,60}["']\s?:""")
_ESCAPE = re.compile(r"""\\(?:u[0-9a-fA-F]{4}|[nrt"'/\\])""")
_SURROGATES = range(0xD800, 0xE000)
_LONGEST_STRING = 2_000


def objects(text: str) -> Iterator[Edit]:
    """Yield the keys of objects as labels of lines, and strings without their signs."""
    place = 0
    while match := _KEY.search(text, place):
        yield Edit(*match.span(), label_at(text, match.start(), match["key"]))
        place = match.end()
        while match["string"] and (end := _END.search(text, place, place + _LONGEST_STRING)):
            for escape in _ESCAPE.finditer(text, place, end.start()):
                yield Edit(*escape.span(), _unescaped(escape[0]), is_part=True)
            is_item = bool(end["next"]) and not _KEY_ENDS.match(text, end.end())
            if is_item:
                place = end.end()
                yield Edit(end.start(), place, label_at(text, end.start(), match["key"]))
                continue
            place = end.start() + 1 if end["next"] else end.end()
            yield Edit(end.start(), place, "" if text.startswith((",", "\n"), place) else "\n")
            break


def _unescaped(escape: str) -> str:
    if escape[1] == "u":
        unit = int(escape[2:], 16)
        return "\ufffd" if unit in _SURROGATES else chr(unit)
    return {"n": "\n", "r": "\n", "t": "\t"}.get(escape[1], escape[1])
