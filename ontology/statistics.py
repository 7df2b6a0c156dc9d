"""What an index holds, source by source: the thesis' table 3.3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

import numpy as np
import numpy.typing as npt

from ontology.index import layout
from ontology.index.reading import Index

_SENSE = np.dtype(
    {
        "names": ["chain", "source"],
        "formats": ["<u4", "u1"],
        "offsets": [0, layout.SENSE.size - 1],
        "itemsize": layout.SENSE.size,
    }
)
_POSTING = np.dtype(
    {"names": ["sense"], "formats": ["<u4"], "offsets": [0], "itemsize": layout.POSTING.size}
)

_Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SourceStatistics:
    """One row: a source of the embedded index, or a property of Wikidata.

    `generalizations` counts those of all its concepts, `distinct` the different texts among them;
    `used` counts the concepts that have a generalization, `average` how many such a one has.
    """

    source: str
    concepts: int
    terms: int
    generalizations: int
    distinct: int
    used: int

    @property
    def average(self) -> float:
        """How many generalizations a concept has that has any."""
        return self.generalizations / self.used if self.used else 0.0


@dataclass(frozen=True, slots=True)
class IndexStatistics:
    """The rows of an index, their sum, and how many terms more than one source knows."""

    rows: tuple[SourceStatistics, ...]
    total: SourceStatistics
    shared_terms: int

    def to_json(self) -> dict[str, object]:
        """Return the figures for programs."""
        rows = [asdict(row) | {"average": row.average} for row in (*self.rows, self.total)]
        return {"sources": rows, "shared_terms": self.shared_terms}


def measure(index: Index) -> IndexStatistics:
    """Count what the sources of an index give."""
    senses = np.frombuffer(index.files.senses, dtype=_SENSE)
    chains, sources = senses["chain"].astype(np.int64), senses["source"].astype(np.int64)
    pairs = _terms_with_sources(index, sources)
    generalizations = np.asarray(index.files.generalizations, dtype=np.int64)
    rows = tuple(
        _row(name, generalizations, chains[sources == number], int((pairs[:, 1] == number).sum()))
        for number, name in enumerate(index.manifest["sources"])
    )
    total = _row("total", generalizations, chains, len(index))
    _, counts = np.unique(pairs[:, 0], return_counts=True)
    return IndexStatistics(rows, total, int(np.count_nonzero(counts > 1)))


def _terms_with_sources(index: Index, sources: _Numbers) -> _Numbers:
    """Return each (term, source) pair once."""
    starts = np.asarray(index.files.starts, dtype=np.int64)
    terms = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    postings = np.frombuffer(index.files.postings, dtype=_POSTING)
    pairs = np.column_stack([terms, sources[postings["sense"]]])
    return np.unique(pairs, axis=0)


def _row(name: str, generalizations: _Numbers, chains: _Numbers, terms: int) -> SourceStatistics:
    lengths = generalizations[chains]
    texts = {text for chain in np.unique(chains) for text in _texts(generalizations, int(chain))}
    return SourceStatistics(
        source=name,
        concepts=len(chains),
        terms=terms,
        generalizations=int(lengths.sum()),
        distinct=len(texts),
        used=int(np.count_nonzero(lengths)),
    )


def _texts(generalizations: _Numbers, chain: int) -> Iterator[int]:
    """Return the numbers of the texts on a chain."""
    yield from generalizations[chain + 1 : chain + 1 + generalizations[chain]].tolist()
