"""The first pass on disk: appended to, and cut back to its last checkpoint after a kill.

`items.bin` and `edges.bin` hold the records of blocks.py in the order of the dump, `names.bin` the
names that the items point into, `related.bin` what humans point to. `checkpoint.json` says how
long each of them was when it was written, where in the dump that was, and what was seen.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from ontology.wikidata.blocks import EDGE, ITEM, NUMBER, Block, Counts
from ontology.wikidata.dump import Chunk, Place

FORMAT = 1
FILES = ("items", "names", "edges", "related")
RECORDS_AT_ONCE = 1_000_000
_CHECKPOINT = "checkpoint.json"


class Spill:
    """What the first pass found, in a folder."""

    def __init__(self, folder: Path, dump: Path) -> None:
        """Open the folder of a dump; what another dump left there is removed."""
        self.folder = folder
        self._dump = _identity(dump)
        self.counts = Counts()
        self.place = Place()
        self.is_complete = False
        self._lengths = dict.fromkeys(FILES, 0)
        if not self._restore():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            for name in FILES:
                self.path(name).touch()

    def path(self, name: str) -> Path:
        """Return the file of some records."""
        return self.folder / f"{name}.bin"

    def fill(self, blocks: Iterator[tuple[Chunk, Block]]) -> Iterator[Chunk]:
        """Append what the chunks hold, a checkpoint after each; yields the chunks behind us."""
        with ExitStack() as stack:
            files = {name: stack.enter_context(self.path(name).open("ab")) for name in FILES}
            for chunk, block in blocks:
                self._append(files, block)
                self.counts.add(block.counts)
                self.place = chunk.next
                self._save()
                yield chunk
        self.is_complete = True
        self._save()

    def _append(self, files: Mapping[str, BinaryIO], block: Block) -> None:
        items = np.frombuffer(block.items, ITEM).copy()
        items["names"] += self._lengths["names"]
        parts = {
            "items": items.tobytes(),
            "names": block.names,
            "edges": block.edges,
            "related": block.related,
        }
        for name, data in parts.items():
            files[name].write(data)
            files[name].flush()
            self._lengths[name] += len(data)

    def _save(self) -> None:
        state = {
            "format": FORMAT,
            "dump": self._dump,
            "place": self.place,
            "lengths": self._lengths,
            "counts": asdict(self.counts),
            "is_complete": self.is_complete,
        }
        new = self.folder / f"{_CHECKPOINT}.new"
        new.write_text(json.dumps(state))
        new.replace(self.folder / _CHECKPOINT)

    def _restore(self) -> bool:
        """Go back to the checkpoint; False where there is none of this dump."""
        try:
            state: dict[str, Any] = json.loads((self.folder / _CHECKPOINT).read_text())
        except (FileNotFoundError, ValueError):
            return False
        if (state["format"], state["dump"]) != (FORMAT, self._dump):
            return False
        for name, length in state["lengths"].items():
            if not self.path(name).is_file() or self.path(name).stat().st_size < length:
                return False  # the machine died before the file was on the disk
            os.truncate(self.path(name), length)
        self._lengths = state["lengths"]
        self.place = Place(*state["place"])
        self.counts = Counts(**state["counts"])
        self.is_complete = state["is_complete"]
        return True

    def items(self) -> Iterator[npt.NDArray[np.void]]:
        """Yield the ITEM records, many at a time."""
        return self._records("items", ITEM)

    def edges(self) -> Iterator[npt.NDArray[np.void]]:
        """Yield the EDGE records, many at a time."""
        return self._records("edges", EDGE)

    def related(self) -> Iterator[npt.NDArray[np.uint32]]:
        """Yield the numbers of what humans point to, many at a time, some more than once."""
        return self._records("related", NUMBER)

    def _records(self, name: str, dtype: np.dtype[Any]) -> Iterator[npt.NDArray[Any]]:
        with self.path(name).open("rb") as file:
            while len(block := np.fromfile(file, dtype, RECORDS_AT_ONCE)):
                yield block

    def remove(self) -> None:
        """Delete the folder."""
        shutil.rmtree(self.folder)


def _identity(dump: Path) -> list[object]:
    status = dump.stat()
    return [str(dump.resolve()), status.st_size, status.st_mtime_ns]
