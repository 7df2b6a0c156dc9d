"""The published documents with a background for them, and how sure a figure is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from annotation.formats import read_documents
from annotation.records import Document
from privacy.background import Background, Summary, build, read_people

ROUNDS = 1000
_SEED = 0
_LEAST, _MOST = 2.5, 97.5

Doubles = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Materials:
    """Documents, the source of a background, and the background built from it."""

    documents: Sequence[Document]
    source: Path
    background: Background
    summary: Summary


@contextmanager
def prepared(documents: Path, source: Path, *, with_copies: bool = False) -> Iterator[Materials]:
    """Build a background in a folder of its own; copies of the documents are taken out of it."""
    read = list(read_documents(documents))
    protected = [] if with_copies else [document.text for document in read]
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "background"
        summary = build(read_people(source), folder, protected=protected)
        yield Materials(read, source, Background.open(folder), summary)


def spread(values: Doubles, figure: Callable[[Doubles], float]) -> tuple[float, float, float]:
    """Return a figure with the middle 95 % of what it is for documents drawn anew.

    `values` has a row a document.
    """
    draw = np.random.default_rng(_SEED)
    drawn = [figure(values[draw.integers(len(values), size=len(values))]) for _ in range(ROUNDS)]
    low, high = np.nanpercentile(drawn, [_LEAST, _MOST])
    return figure(values), float(low), float(high)


def told(name: str, values: Doubles, figure: Callable[[Doubles], float], digits: int = 1) -> str:
    """Return a line with a figure and its spread."""
    middle, low, high = spread(values, figure)
    return f"{name}: {middle:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"
