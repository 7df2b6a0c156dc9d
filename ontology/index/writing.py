"""Compiling entries into the files of an index."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import marisa_trie

from ontology.entries import Entry, Kind
from ontology.index import layout
from ontology.index.covering import CoverageCounter
from ontology.index.publishing import publish
from ontology.index.terms import TermWriter

_KINDS = {kind: number for number, kind in enumerate(Kind)}


@dataclass(slots=True)
class _Chain:
    """Generalizations as they stand in the files: where, by which strings, for how many entries."""

    place: int
    strings: tuple[int, ...]
    entries: int = 0


class IndexWriter:
    """Gathers the entries of all sources, then writes the files at once."""

    def __init__(self) -> None:
        self._sources: list[str] = []
        self._strings: dict[str, int] = {}
        self._generalizations = array("I")
        self._chains: dict[tuple[str, ...], _Chain] = {}
        self._coverage = CoverageCounter()
        self._senses = bytearray()
        self._entries = 0
        self._terms = TermWriter()

    def add(self, source: str, entries: Iterable[Entry]) -> int:
        """Take in entries of a source, all at once or in turns; returns how many they are."""
        if source not in self._sources:
            self._sources.append(source)
        number = self._sources.index(source)
        before = self._entries
        for entry in entries:
            self._terms.add(entry.names, self._entries)
            self._add_sense(entry, number)
        return self._entries - before

    def _add_sense(self, entry: Entry, source: int) -> None:
        chain = self._chain(tuple(dict.fromkeys(entry.generalizations)))
        chain.entries += 1
        self._coverage.add(chain.strings, entry)
        self._senses += layout.SENSE.pack(
            chain.place,
            self._string(entry.names[0]),
            self._string(
                entry.sense or (entry.generalizations[0] if entry.generalizations else "")
            ),
            entry.weight,
            _KINDS[entry.kind],
            source,
        )
        self._entries += 1

    def _string(self, text: str) -> int:
        return self._strings.setdefault(text, len(self._strings))

    def _chain(self, texts: tuple[str, ...]) -> _Chain:
        chain = self._chains.get(texts)
        if chain is None:
            strings = tuple(map(self._string, texts))
            chain = self._chains[texts] = _Chain(len(self._generalizations), strings)
            self._generalizations.append(len(strings))
            self._generalizations.extend(strings)
        return chain

    def write(self, folder: Path, description: Mapping[str, object]) -> None:
        """Write the files and make them the index of the folder, whatever was there before."""
        with publish(folder) as (unfinished, manifest):
            manifest |= {
                "format": layout.FORMAT,
                "sources": self._sources,
                "kinds": list(Kind),
                "entries": self._entries,
                "terms": len(self._terms),
                **description,
            }
            self._terms.write(unfinished, bytes(self._senses))
            self._write_senses(unfinished)

    def _write_senses(self, folder: Path) -> None:
        (folder / layout.SENSES).write_bytes(self._senses)
        (folder / layout.GENERALIZATIONS).write_bytes(self._generalizations.tobytes())
        texts = [text.encode() for text in self._strings]
        (folder / layout.STRINGS).write_bytes(b"".join(texts))
        ends = array("Q", accumulate(map(len, texts), initial=0))
        (folder / layout.OFFSETS).write_bytes(ends.tobytes())
        self._write_below(folder)
        self._write_covered(folder)

    def _write_below(self, folder: Path) -> None:
        counts: Counter[str] = Counter()
        for texts, chain in self._chains.items():
            counts.update(dict.fromkeys(texts, chain.entries))
        below = marisa_trie.RecordTrie(
            layout.BELOW_FORMAT,
            (
                (text, (count,))
                for text, count in counts.items()
                if not layout.UNSTORABLE.search(text)
            ),
        )
        below.save(str(folder / layout.BELOW))

    def _write_covered(self, folder: Path) -> None:
        covered = marisa_trie.RecordTrie(
            layout.COVERED_FORMAT,
            (
                (text, (covered.count, covered.inhabitants, covered.weight))
                for text, covered in self._coverage.count(list(self._strings))
                if not layout.UNSTORABLE.search(text)
            ),
        )
        covered.save(str(folder / layout.COVERED))


def write_index(
    folder: Path, sources: Mapping[str, Iterable[Entry]], description: Mapping[str, object]
) -> None:
    """Compile the entries of some sources into an index."""
    writer = IndexWriter()
    for name, entries in sources.items():
        writer.add(name, entries)
    writer.write(folder, description)
