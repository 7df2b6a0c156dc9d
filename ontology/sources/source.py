"""What every source gives: its entries, its packages, its licence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ontology.entries import Entry
from ontology.packages import Package


@dataclass(frozen=True, slots=True)
class Source:
    """A body of knowledge that compiles into the index.

    `read` yields the entries in an order that depends on the data alone; it raises
    MissingPackageError, or SourceError where the data is not as expected. `attribution` is what
    NOTICE must say of the data, whoever packaged it.
    """

    name: str
    label: str
    packages: tuple[Package, ...]
    licence: str
    attribution: str
    read: Callable[[], Iterator[Entry]]
