"""What the folders of tests may cost: CPU seconds of two cores at 2.6 GHz, with all they start.

It fails nothing: who adds tests sees at the end of a run what they cost, and where there is room.
"""

from __future__ import annotations

BUDGET = {
    "tests": 22,
    "tests/annotation": 32,
    "tests/benchmarks": 12,
    "tests/browser": 365,
    "tests/masking": 23,
    "tests/masking/recognizers": 12,
    "tests/ontology": 16,
    "tests/ontology/sources": 16,
    "tests/ontology/wikidata": 14,
    "tests/privacy": 22,
    "tests/selection": 36,
    "tests/selection/evaluation": 24,
    "tests/selection/families": 18,
    "tests/webapp": 285,
    "tests/webapp/cli": 62,
}
ANY_OTHER = 10


def line_of(folder: str, seconds: float) -> str:
    """Write what a folder cost beside what it may cost."""
    budget = BUDGET.get(folder, ANY_OTHER)
    return f"{seconds:8,.1f} of {budget:3}  {folder}{'  OVER ITS BUDGET' * (seconds > budget)}"
