"""What the index costs: opening, memory, looking up, the terms near a name."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from string import ascii_lowercase
from timeit import default_timer

from benchmarks.ontology.processes import resident
from ontology.building import build, choose_sources
from ontology.index.reading import Index

SEED = 33
LOOKED_UP = 10_000
NEAR = 500
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Names:
    """What is asked: names as they stand in the index, and with an edit or two."""

    exact: list[str]
    near: list[str]


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured; memory is what the process grew by, in MiB."""

    open_ms: float
    memory_mb: float
    near_memory_mb: float
    exact_us: tuple[float, float, float]
    near_ms: tuple[float, float, float]


def draw_names(folder: Path) -> Names:
    """Draw names from an index, the same ones each time."""
    index, draw = Index(folder), random.Random(SEED)  # noqa: S311 - a sample, no secret
    terms = [
        index.files.terms.restore_key(number)
        for number in draw.sample(range(len(index)), min(LOOKED_UP, len(index)))
    ]
    return Names(terms, [_edited(term, draw) for term in terms[:NEAR]])


def _edited(term: str, draw: random.Random) -> str:
    """Change about one character in ten."""
    for _ in range(max(1, len(term) // 10)):
        place = draw.randrange(len(term))
        term = term[:place] + draw.choice(ascii_lowercase) + term[place + 1 :]
    return term


def measure(folder: Path, names: Names) -> Speed:
    """Measure in this process, which must be fresh."""
    before, begin = resident(), default_timer()
    index = Index(folder)
    opened = default_timer() - begin
    exact = _times(index.lookup, names.exact)
    memory = resident() - before
    near = _times(index.near, names.near)
    return Speed(
        opened * 1e3,
        memory,
        resident() - before,
        _middle(exact, 1e6),
        _middle(near, 1e3),
    )


def _times(ask: Callable[[str], object], names: Sequence[str]) -> list[float]:
    """Return the seconds for each name, the best of some rounds."""
    best = [float("inf")] * len(names)
    for _ in range(ROUNDS):
        for place, name in enumerate(names):
            begin = default_timer()
            ask(name)
            best[place] = min(best[place], default_timer() - begin)
    return best


def _middle(seconds: list[float], unit: float) -> tuple[float, float, float]:
    """Return median, 95 % and the longest."""
    cuts = quantiles(seconds, n=20)
    return cuts[9] * unit, cuts[18] * unit, max(seconds) * unit


def build_seconds(folder: Path) -> float:
    """Build the whole index and return how long it took."""
    begin = default_timer()
    build(folder, choose_sources(), lambda _step: None)
    return default_timer() - begin
