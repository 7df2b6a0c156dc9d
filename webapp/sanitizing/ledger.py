"""The key to a folder of numbered documents: which number is which document, and what it became.

It lies beside the folder, for its owner alone: names of documents often are names of people. A
line is written after the document's file is whole, so that a killed run goes on where it was.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from webapp.errors import DomainError
from webapp.sanitizing.chain import State


@dataclass(frozen=True, slots=True)
class Entry:
    """What became of a document; `fingerprint` tells its text and how it was to be sanitized."""

    number: int
    document: str
    fingerprint: str
    state: State
    problems: tuple[str, ...] = ()


class Ledger:
    """The entries of a folder, the last of each document; new ones are appended."""

    def __init__(self, folder: Path) -> None:
        """Read what is there; raises DomainError for a line that is none of ours."""
        self.path = folder.with_name(f"{folder.name}.key.jsonl")
        self._entries = {entry.document: entry for entry in self._read()}
        self._next = 1 + max((entry.number for entry in self._entries.values()), default=0)

    def number_of(self, document: str) -> int:
        """Return the number of a document, a new one for a new document."""
        entry = self._entries.get(document)
        if entry is not None:
            return entry.number
        self._next += 1
        return self._next - 1

    def known(self, document: str, fingerprint: str) -> Entry | None:
        """Return the entry of a document that was sanitized in the same way."""
        entry = self._entries.get(document)
        return entry if entry is not None and entry.fingerprint == fingerprint else None

    def add(self, entry: Entry) -> None:
        """Write an entry, on disk before this returns."""
        line = json.dumps(asdict(entry), ensure_ascii=False) + "\n"
        descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "a", encoding="utf-8") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        self._entries[entry.document] = entry

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
                raise DomainError(f"{self.path}, line {number}: no entry of ours.") from error
