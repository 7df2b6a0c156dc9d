"""The key to a folder of numbered documents: which number is which document, and what it became.

It lies beside the folder, for its owner alone: names of documents often are names of people. A
line is written after the document's file is whole, so that a killed run goes on where it was.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path

from palimpsest.errors import PalimpsestError
from palimpsest.sanitizing.document import State


@dataclass(frozen=True, slots=True)
class Entry:
    """The state of a document; `fingerprint` is of its text and of how it was to be sanitized."""

    number: int
    document: str
    fingerprint: str
    state: State
    problems: tuple[str, ...] = ()
    source: str = ""
    """The file that the document was read from, "" where an earlier version left none."""


class Ledger:
    """The entries of a folder, the last of each document; new ones are appended.

    A run that ends leaves one line for each document, see `leave`.
    """

    def __init__(self, folder: Path) -> None:
        """Read what is there; raises PalimpsestError for a line that is none of ours."""
        self.path = folder.with_name(f"{folder.name}.key.jsonl")
        self._entries = {entry.document: entry for entry in self._read()}
        used = {entry.number for entry in self._entries.values()}
        self._free = (number for number in count(1) if number not in used)

    def number_of(self, document: str) -> int:
        """Return the number of a document, the next free one for a new document.

        Numbers that a killed run gave away without an entry are free: whatever it wrote under them
        is replaced.
        """
        entry = self._entries.get(document)
        return next(self._free) if entry is None else entry.number

    def known(self, document: str, fingerprint: str) -> Entry | None:
        """Return the entry of a document that was sanitized in the same way."""
        entry = self._entries.get(document)
        return entry if entry is not None and entry.fingerprint == fingerprint else None

    def add(self, entries: Sequence[Entry]) -> None:
        """Write entries, on disk before this returns."""
        descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "a", encoding="utf-8") as file:
            file.writelines(map(_line, entries))
            file.flush()
            os.fsync(file.fileno())
        self._entries |= {entry.document: entry for entry in entries}

    def gone(self, is_gone: Callable[[Entry], bool]) -> list[Entry]:
        """Return the entries of what is not to be kept."""
        return [*filter(is_gone, self._entries.values())]

    def leave(self, gone: Sequence[Entry]) -> None:
        """Write the key anew without some entries, whole or not at all; files go before this."""
        for entry in gone:
            del self._entries[entry.document]
        if self._entries or self.path.exists():
            write_whole(self.path, "".join(map(_line, self._entries.values())))

    def _read(self) -> Iterator[Entry]:
        if not self.path.exists():
            return
        lines = self.path.read_bytes().split(b"\n")
        if lines[-1]:  # a kill cut it short: that document is done again
            os.truncate(self.path, self.path.stat().st_size - len(lines[-1]))
        for number, line in enumerate(lines[:-1], 1):
            try:
                value = json.loads(line)
                state = State(value.pop("state"))
                yield Entry(**value | {"state": state, "problems": tuple(value["problems"])})
            except (ValueError, TypeError, KeyError) as error:
                raise PalimpsestError(f"{self.path}, line {number}: no entry of ours.") from error


def _line(entry: Entry) -> str:
    return json.dumps(asdict(entry), ensure_ascii=False) + "\n"


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all; a draft that a kill leaves, the next run replaces."""
    draft = path.with_name(f".{path.name}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(text.encode("utf-8", "surrogatepass"))
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
