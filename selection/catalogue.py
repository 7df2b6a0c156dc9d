"""The families of models by name: a row each, light to read, for pages and commands.

A family's module is loaded when the family is asked for (`selection.families.family_named`).
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec


@dataclass(frozen=True, slots=True)
class FamilyEntry:
    """A family: its module, its name for people, what it needs that others do without."""

    module: str
    label: str
    libraries: tuple[str, ...] = ()


CATALOGUE = {
    "personal": FamilyEntry("selection.families.personal", "Personal ranking"),
    "ranker": FamilyEntry("selection.families.ranker", "Ranking"),
    "context-aware": FamilyEntry("selection.published.context_aware", "Context-aware"),
    "binary": FamilyEntry("selection.published.binary", "Binary"),
    "multiclass": FamilyEntry("selection.published.multiclass", "Multiclass"),
    "feature-based": FamilyEntry(
        "selection.published.feature_based", "Feature-based", ("catboost", "xgboost")
    ),
    "baseline": FamilyEntry("selection.families.baseline", "First replacement"),
}
"""In the order in which they are offered, the default first."""

NAMES = tuple(CATALOGUE)
DEFAULT = NAMES[0]


def label_of(family: str) -> str:
    """Name a family for people; one that this version of the program does not know by its name."""
    return CATALOGUE[family].label if family in CATALOGUE else family


def missing_library(family: str) -> str | None:
    """Return the library that a family lacks here, None if it has all; loads nothing."""
    needed = CATALOGUE[family].libraries if family in CATALOGUE else ()
    return next((library for library in needed if not find_spec(library)), None)
