"""The promises of the index of all sources: its size, its memory, and the work of a look-up.

`python -m benchmarks.ontology` measures its speed: on a busy machine a test would measure the load.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any

import pytest
from rapidfuzz.distance import Levenshtein

from benchmarks.ontology.processes import fresh, resident
from benchmarks.ontology.speed import Names, draw_names
from ontology.index import nearest
from ontology.index.reading import Index

ROOT = Path(__file__).resolve().parents[3]


MANY_SENSES = ("Victoria", "San José", "head", "Liberty", "Union", "Springfield")


def calls(work: Callable[..., object], *arguments: object) -> int:
    """Count the functions that a piece of work calls, but for those that Cython made."""
    count = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work(*arguments)
    finally:
        sys.setprofile(None)
    return count


def grown_by(folder: Path, names: Names) -> tuple[float, float, float]:
    """Return the MiB by which a fresh process grows: by opening, by look-ups, by what is near."""
    before = resident()
    index = Index(folder)
    opened = resident() - before
    for name in names.exact:
        index.lookup(name)
    exact = resident() - before
    for name in names.near:
        index.near(name)
    return opened, exact, resident() - before


@pytest.fixture(scope="module")
def names(embedded):
    return draw_names(embedded.folder)


def test_seven_hundred_thousand_terms_are_known(embedded):
    assert len(embedded) >= 700_000
    assert embedded.manifest["terms"] == len(embedded)


def test_opening_reads_no_terms_and_memory_stays_below_150_mb(embedded, names):
    opened, exact, near = fresh(grown_by, embedded.folder, names)
    assert opened <= 20
    assert exact <= 150
    assert near <= 150


def test_an_exact_look_up_does_no_more_than_its_senses_ask_for(embedded, names):
    for name in (*names.exact, *MANY_SENSES):
        assert calls(embedded.lookup, name) <= 100 * max(1, len(embedded.lookup(name)))


def test_of_all_terms_few_are_compared_with_a_name(embedded, names, monkeypatch):
    compared = 0

    def distance(*given: Any, **options: Any) -> int:
        nonlocal compared
        compared += 1
        return Levenshtein.distance(*given, **options)

    monkeypatch.setattr(nearest, "Levenshtein", SimpleNamespace(distance=distance))
    for name in names.near:
        embedded.near(name)
    assert compared <= len(embedded) * len(names.near) / 5_000


def test_looking_up_exactly_needs_no_numpy(embedded):
    program = (
        "import sys; from pathlib import Path; from ontology.layers import Ontology\n"
        f"Ontology.open(Path({str(embedded.folder)!r})).lookup('Oslo')\n"
        "print(*sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not {"numpy", "rapidfuzz"} & set(loaded.stdout.split())
