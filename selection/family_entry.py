"""The row of a family of models in the catalogue, for whoever adds one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FamilyEntry:
    """A family: its module, its name for people, what it needs that others do without."""

    module: str
    label: str
    libraries: tuple[str, ...] = ()
