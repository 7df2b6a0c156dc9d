"""The families of models by name: a row each, light to read, for pages and commands.

Packages that are installed beside this program add families by entry points of the group
`palimpsest.families`, each of which names a mapping of names to entries. A family's module is
loaded when the family is asked for (`selection.families.family_named`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec

from selection.family_entry import FamilyEntry

GROUP = "palimpsest.families"
RESEARCH_EXTRA = "palimpsest-text[research]"
"""The extra with the families that others published."""
DEFAULT = "personal"


@cache
def catalogue() -> Mapping[str, FamilyEntry]:
    """Return all families by name, in the order in which they are offered, the default first."""
    return {
        DEFAULT: FamilyEntry(
            "selection.families.personal", "Personal ranking", ("torch", "transformers")
        ),
        "ranker": FamilyEntry(
            "selection.families.ranker", "Ranking", ("torch", "transformers", "lightgbm")
        ),
        **{name: entry for families in _registered() for name, entry in families.items()},
        "baseline": FamilyEntry("selection.families.baseline", "First replacement"),
    }


def _registered() -> Iterator[Mapping[str, FamilyEntry]]:
    """Yield what installed packages add, in the order of their names."""
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        yield point.load()


def label_of(family: str) -> str:
    """Name a family for people; one that this version of the program does not know by its name."""
    entry = catalogue().get(family)
    return entry.label if entry else family


def missing_library(family: str) -> str | None:
    """Return the library that a family lacks here, None if it has all; loads nothing."""
    entry = catalogue().get(family)
    needed = entry.libraries if entry else ()
    return next((library for library in needed if not find_spec(library)), None)
