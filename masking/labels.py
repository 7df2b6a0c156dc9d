"""Labels of fields at the beginning of lines: "From:", "Date of birth:", a word before a tab.

What names a field names nobody.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from email.headerregistry import HeaderRegistry

_WORD = r"[^\W\d_](?:[\w'’/&-]|\.(?=[\w:\t ]))*"
_LABEL = re.compile(
    rf"^[ \t>*_#-]*({_WORD}(?:[ ]{_WORD}){{0,4}})[ ]?[*_]*(?::(?=[\s*_]|$)|(?=\t))", re.MULTILINE
)
_PART = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_ACRONYM = re.compile(r"[A-Z]{2,5}")
_HEADERS = frozenset(HeaderRegistry().registry)
"""Fields of mails, in small letters (RFC 5322)."""


class FieldLabels:
    """Tells labels of fields from names, by a predicate for words that are common, not names."""

    def __init__(self, is_common: Callable[[str], bool]) -> None:
        self._is_common = is_common

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where labels of fields stand, the colon included."""
        for match in _LABEL.finditer(text):
            if self.is_field(match[1]):
                yield match.start(1), match.end()

    def is_field(self, label: str) -> bool:
        """Return whether each word of a label is a common one or made of capitals ("DOB")."""
        words = _PART.findall(label)
        return is_mail_header(label) or all(
            self._is_common(word) or _ACRONYM.fullmatch(word) for word in words
        )


def is_mail_header(label: str) -> bool:
    """Return whether a label names a field of a mail, such as "Subject"."""
    return label.casefold() in _HEADERS
