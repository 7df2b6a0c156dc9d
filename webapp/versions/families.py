"""The families of models in words for people."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

LABELS = {
    "personal": "Personal ranking",
    "ranker": "Ranking",
    "context-aware": "Context-aware",
    "binary": "Binary",
    "multiclass": "Multiclass",
    "feature-based": "Feature-based",
    "baseline": "First replacement",
}
"""In the order in which they are offered, the default first."""


@dataclass(frozen=True, slots=True)
class FamilyOffer:
    """A family to be trained; `lacks` names a library that is not installed."""

    name: str
    label: str
    lacks: str | None


def label_of(family: str) -> str:
    """Name a family for people; one that this version of the program does not know by its name."""
    return LABELS.get(family, family)


def families_offered() -> list[FamilyOffer]:
    """List all families, with what they lack here."""
    # Loaded where it is asked for: it brings numpy, which most web processes do without.
    families = import_module("selection.families")
    return [
        FamilyOffer(name, label, families.missing_library(name)) for name, label in LABELS.items()
    ]
