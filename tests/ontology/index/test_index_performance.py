"""What the index of all sources promises: its size, its speed, its memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import quantiles
from timeit import default_timer

import pytest

from benchmarks.ontology.processes import fresh
from benchmarks.ontology.speed import draw_names, measure

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def speed(embedded):
    """The best of several rounds, so that what else the machine does counts little."""
    return fresh(measure, embedded.folder, draw_names(embedded.folder))


def test_seven_hundred_thousand_terms_are_known(embedded):
    assert len(embedded) >= 700_000
    assert embedded.manifest["terms"] == len(embedded)


def test_opening_takes_less_than_50_ms(speed):
    assert speed.open_ms <= 50


def test_memory_stays_below_150_mb(speed):
    assert speed.memory_mb <= 150
    assert speed.near_memory_mb <= 150


def test_an_exact_look_up_takes_less_than_50_microseconds(speed):
    median, most, _longest = speed.exact_us
    assert median <= 50
    assert most <= 50


def test_near_terms_take_less_than_5_ms_and_seldom_20(speed):
    median, most, _longest = speed.near_ms
    assert median <= 5
    assert most <= 20


def test_names_of_many_things_are_quick_too(embedded):
    times = []
    for name in ("Victoria", "San José", "head", "Liberty", "Union", "Springfield") * 20:
        begin = default_timer()
        embedded.lookup(name)
        times.append(default_timer() - begin)
    assert quantiles(times, n=2)[0] <= 50e-6


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
