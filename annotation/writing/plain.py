"""Anonymized texts as plain text and as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from annotation.changes import Change, changed

_HEAD = """\
<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Document</title>
<style>
body { max-width: 42em; margin: 2em auto; padding: 0 1em; font-family: serif; line-height: 1.5; }
p { margin: 0; min-height: 1.5em; white-space: pre-wrap; overflow-wrap: anywhere; }
mark { background: #fff3bf; color: inherit; }
</style>
</head>
<body>
"""
_END = "</body>\n</html>\n"


def text_file(text: str, changes: Sequence[Change]) -> bytes:
    """Write the text as UTF-8."""
    return changed(text, changes).encode()


def page(text: str, changes: Sequence[Change]) -> bytes:
    """Write a page that needs no other file: a paragraph a line, what was replaced marked."""
    lines = "".join(_pieces(text, changes)).split("\n")
    body = "".join(f'<p dir="auto">{line}</p>\n' for line in lines)
    return f"{_HEAD}{body}{_END}".encode()


def _pieces(text: str, changes: Sequence[Change]) -> Iterator[str]:
    end = 0
    for change in changes:
        yield escape(text[end : change.start] + change.lead, quote=False)
        yield "\n".join(
            f"<mark>{escape(line, quote=False)}</mark>" for line in change.text.split("\n")
        )
        end = change.end
    yield escape(text[end:], quote=False)
