"""Names for the files of a dataset's splits: letters, digits and underscores.

A split can be called anything, and files and the libraries that read them allow little.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from annotation.errors import RecordError, locating, shown
from annotation.formats.exchange.entries import Entry

WITHOUT_SPLIT = "train"
"""Where documents go that have no split: whoever loads a dataset without splits looks there."""

MAX_SPLITS = 100
"""Each has an open file; a dataset of more has something else where the split should be."""

_LONGEST = 50
_NO_LETTERS = re.compile(r"\W+")
_TAKEN_BY_LIBRARIES = "all"
"""What `datasets` calls all splits together."""


class SplitNames:
    """The file names of the splits met so far, each split's own."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def with_names(self, document: Sequence[Entry]) -> list[tuple[str, Entry]]:
        """Return a document's entries with the file names of their splits; raises RecordError."""
        named: list[tuple[str, Entry]] = []
        for entry in document:
            with locating(doc_id=entry.doc_id):
                named.append((self._name_of(entry.split or WITHOUT_SPLIT), entry))
        return named

    def _name_of(self, split: str) -> str:
        if split not in self._names:
            if len(self._names) == MAX_SPLITS:
                problem = f"its split {shown(split)} is one too many: a dataset has {MAX_SPLITS}"
                raise RecordError(problem)
            self._names[split] = self._free(_plain(split))
        return self._names[split]

    def _free(self, name: str) -> str:
        taken = {each.casefold() for each in self._names.values()} | {_TAKEN_BY_LIBRARIES}
        number, free = 1, name
        while free.casefold() in taken:
            number += 1
            free = f"{name}_{number}"
        return free


def _plain(split: str) -> str:
    return _NO_LETTERS.sub("_", split[:_LONGEST]).strip("_") or "split"
