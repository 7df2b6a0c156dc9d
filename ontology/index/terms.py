"""Writing the terms of an index: their numbers, what they name, and how near ones are found."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from zlib import crc32

import marisa_trie
import numpy as np
import numpy.typing as npt

from names.folding import MAX_KEY_LENGTH, fold
from ontology.index import layout
from ontology.index.signatures import sign

SENSES_OF_A_KIND = 8
"""How many senses of one kind and source a name keeps, the most usual: there are 400 San Josés."""

_SENSE = np.dtype(
    [
        ("generalizations", "<u4"),
        ("name", "<u4"),
        ("sense", "<u4"),
        ("weight", "<f4"),
        ("kind", "u1"),
        ("source", "u1"),
    ]
)
"""The same as layout.SENSE."""

_POSTING = np.dtype([("sense", "<u4"), ("checksum", "<u4"), ("has_capital", "u1")])
"""The same as layout.POSTING."""

_AT_ONCE = 50_000
"""Terms that are signed together: what bounds the memory."""


class TermWriter:
    """Gathers which names stand for which senses."""

    def __init__(self) -> None:
        self._terms: dict[str, int] = {}
        self._postings = bytearray()
        self._posted = array("I")

    def __len__(self) -> int:
        return len(self._terms)

    def add(self, names: Sequence[str], sense: int) -> None:
        """Take in the names of a sense."""
        for name in dict.fromkeys(names):
            key = fold(name)
            if 0 < len(key) <= MAX_KEY_LENGTH and not layout.UNSTORABLE.search(key):
                has_capital = name != name.lower()
                self._posted.append(self._terms.setdefault(key, len(self._terms)))
                self._postings += layout.POSTING.pack(sense, crc32(name.encode()), has_capital)

    def write(self, folder: Path, senses: bytes) -> None:
        """Write the files, given the SENSE records."""
        trie = marisa_trie.Trie(self._terms)
        trie.save(str(folder / layout.TERMS))
        numbers = np.fromiter(map(trie.key_id, self._terms), dtype="<u4", count=len(self))
        self._write_postings(folder, numbers, np.frombuffer(senses, dtype=_SENSE))
        _write_lengths(folder, list(self._terms), numbers)

    def _write_postings(
        self, folder: Path, numbers: npt.NDArray[np.uint32], senses: npt.NDArray[np.void]
    ) -> None:
        postings = np.frombuffer(bytes(self._postings), dtype=_POSTING)
        terms = numbers[np.asarray(self._posted, dtype="u4")]
        kept = _choose(terms, postings["has_capital"], senses[postings["sense"]])
        starts = np.cumsum(np.bincount(terms[kept] + 1, minlength=len(self) + 1))
        (folder / layout.STARTS).write_bytes(starts.astype("<u4").tobytes())
        (folder / layout.POSTINGS).write_bytes(postings[kept].tobytes())


def _choose(
    terms: npt.NDArray[np.uint32], has_capital: npt.NDArray[np.uint8], senses: npt.NDArray[np.void]
) -> npt.NDArray[np.intp]:
    """Return which postings to keep, by term and then weight."""
    alike = [has_capital, senses["kind"], senses["source"], terms]
    order = np.lexsort([-senses["weight"], *alike])
    is_first = np.ones(len(order), dtype=bool)
    is_first[1:] = np.any([np.diff(each[order]) != 0 for each in alike], axis=0)
    places = np.arange(len(order))
    ranks = places - np.maximum.accumulate(np.where(is_first, places, 0))
    kept = np.sort(order[ranks < SENSES_OF_A_KIND])
    return kept[np.lexsort([-senses["weight"][kept], terms[kept]])]


def _write_lengths(folder: Path, terms: Sequence[str], numbers: npt.NDArray[np.uint32]) -> None:
    lengths = np.fromiter(map(len, terms), dtype="u4", count=len(terms))
    starts = np.concatenate([[0], np.cumsum(np.bincount(lengths, minlength=MAX_KEY_LENGTH + 1))])
    (folder / layout.LENGTHS).write_bytes(starts.astype("<u4").tobytes())
    order = np.lexsort([numbers, lengths])
    (folder / layout.IDS).write_bytes(numbers[order].tobytes())
    characters, bigrams = folder / layout.CHARACTERS, folder / layout.BIGRAMS
    with characters.open("wb") as character_file, bigrams.open("wb") as bigram_file:
        for batch in _batches([terms[place] for place in order.tolist()]):
            signed = sign(batch)
            character_file.write(signed[0].astype("<u8").tobytes())
            bigram_file.write(signed[1].astype("<u8").tobytes())


def _batches(terms: Sequence[str]) -> Iterator[list[str]]:
    """Yield the terms in batches of one length each."""
    for _, same in groupby(terms, key=len):
        waiting = list(same)
        for start in range(0, len(waiting), _AT_ONCE):
            yield waiting[start : start + _AT_ONCE]
