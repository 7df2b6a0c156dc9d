"""The published documents with a background for them, and how sure a figure is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from timeit import repeat

import numpy as np
from numpy.typing import NDArray

from annotation.formats import read_documents
from annotation.records import Document
from privacy.background import Background, Summary, build, read_people

ROUNDS = 1000
CALLS = 3
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


def milliseconds(call: Callable[[], object]) -> float:
    """Return how long a call takes, the best of some rounds."""
    return min(repeat(call, number=1, repeat=CALLS)) * 1000


def cost(name: str, values: Sequence[float], unit: str) -> str:
    """Return a line with what something costs."""
    p95 = quantiles(values, n=20)[-1]
    return f"{name}: median {median(values):.2f}, p95 {p95:.2f}, most {max(values):.2f} {unit}"


def told(name: str, values: Doubles, figure: Callable[[Doubles], float], digits: int = 1) -> str:
    """Return a line with a figure and its spread."""
    middle, low, high = spread(values, figure)
    return f"{name}: {middle:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"
