"""Budgets of CPU seconds for each folder of tests, on two cores at 2.6 GHz.

They count every process that a test starts. Exceeding one fails nothing: the report at the end of a
run shows it to whoever adds tests.
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
    "tests/research/commands": 12,
    "tests/research/ontology": 12,
    "tests/research/selection/evaluation": 26,
    "tests/research/selection/families": 14,
    "tests/selection": 36,
    "tests/webapp": 285,
    "tests/webapp/cli": 62,
}
ANY_OTHER = 10


def line_of(folder: str, seconds: float) -> str:
    """Format the cost of a folder beside its budget."""
    budget = BUDGET.get(folder, ANY_OTHER)
    return f"{seconds:8,.1f} of {budget:3}  {folder}{'  OVER ITS BUDGET' * (seconds > budget)}"
