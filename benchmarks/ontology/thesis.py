"""The thesis' way to look terms up: a JSON file read into a dict, and a scan over all terms."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from timeit import default_timer

from rapidfuzz.distance import Levenshtein

from benchmarks.ontology.processes import resident
from ontology.index.reading import Index

SCANNED = 2_000
"""Terms that the scan in pure Python is measured on; the whole takes minutes for each name."""


def write_json(index: Index, path: Path) -> None:
    """Write the terms of an index in the form of the thesis, each with its lists by source."""
    with path.open("w", encoding="utf-8") as file:
        file.write("{")
        for number in range(len(index)):
            term = index.files.terms.restore_key(number)
            lists = {sense.source: list(sense.generalizations) for sense in index.lookup_key(term)}
            properties = {
                name: {"first": generalizations, "longest": generalizations}
                for name, generalizations in lists.items()
            }
            value = {"id": f"Q{number}", "properties": properties}
            file.write(("," if number else "") + json.dumps(term) + ":" + json.dumps(value))
        file.write("}")


def measure(path: Path, names: Sequence[str], near_names: Sequence[str]) -> dict[str, float]:
    """Measure in this process, which must be fresh."""
    before, begin = resident(), default_timer()
    with path.open(encoding="utf-8") as file:
        ontology = json.load(file)
    opened, memory = default_timer() - begin, resident() - before
    begin = default_timer()
    for name in names:
        ontology.get(name)
    exact = (default_timer() - begin) / len(names)
    scans = [_scan(ontology, name) for name in near_names[:3]]
    loops = [_loop(ontology, name) for name in near_names[:9]]
    return {
        "size_mb": path.stat().st_size / 1e6,
        "open_ms": opened * 1e3,
        "memory_mb": memory,
        "exact_us": exact * 1e6,
        "scan_s": median(scans),
        "loop_ms": median(loops) * 1e3,
    }


def _scan(ontology: dict[str, object], name: str) -> float:
    """Return the seconds that a scan in pure Python would take, from a part of it."""
    begin = default_timer()
    terms = list(islice(ontology, 0, None, max(len(ontology) // SCANNED, 1)))
    for term in terms:
        distance(name, term)
    return (default_timer() - begin) * len(ontology) / len(terms)


def _loop(ontology: dict[str, object], name: str) -> float:
    """Return the seconds of a loop over all terms with a library in C++."""
    begin = default_timer()
    for term in ontology:
        limit = 15 * max(len(name), len(term)) // 100
        Levenshtein.distance(name, term, score_cutoff=limit)
    return default_timer() - begin


def distance(one: str, other: str) -> int:
    """Return the Levenshtein distance, by the textbook."""
    row = list(range(len(other) + 1))
    for i, here in enumerate(one, 1):
        diagonal, row[0] = row[0], i
        for j, there in enumerate(other, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (here != there))
    return row[-1]
