"""Budgets of CPU seconds for folders of tests, on two cores at 2.6 GHz.

A budget holds for the folders within, too, that have none of their own. They count every process
that a test starts. Exceeding one fails nothing: the report at the end of a run shows it to whoever
adds tests.
"""

from __future__ import annotations

from pathlib import Path

BUDGET = {
    "tests": 45,
    "tests/annotation": 32,
    "tests/benchmarks": 12,
    "tests/browser": 365,
    "tests/masking": 23,
    "tests/masking/recognizers": 12,
    "tests/ontology": 16,
    "tests/ontology/sources": 16,
    "tests/ontology/wikidata": 14,
    "tests/palimpsest": 32,
    "tests/privacy": 22,
    "tests/research/commands": 12,
    "tests/research/ontology": 12,
    "tests/research/selection/evaluation": 26,
    "tests/research/selection/families": 14,
    "tests/selection": 36,
    "tests/webapp": 285,
    "tests/webapp/cli": 62,
}
ANY_OTHER = 10


def budgeted(folder: Path) -> str:
    """Return the folder whose budget a folder of tests counts for: the nearest above, or itself."""
    above = (path.as_posix() for path in (folder, *folder.parents))
    return next((path for path in above if path in BUDGET and path != "tests"), folder.as_posix())


def line_of(folder: str, seconds: float) -> str:
    """Format the cost of a folder beside its budget."""
    budget = BUDGET.get(folder, ANY_OTHER)
    return f"{seconds:8,.1f} of {budget:3}  {folder}{'  OVER ITS BUDGET' * (seconds > budget)}"
