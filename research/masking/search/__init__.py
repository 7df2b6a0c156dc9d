"""Searching for background knowledge about a person: on the web, or in a local collection.

fetching.py    one GET of JSON over HTTP, with its errors
google.py      Google's Programmable Search
searxng.py     a SearXNG instance
caching.py     answers remembered in a SQLite file, requests spaced out
collection.py  a folder of background documents, indexed by SQLite
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

TOP = 20
"""So many results are looked at: two pages of a web search (Papadopoulou et al. 2023, 5.5)."""


@dataclass(frozen=True, slots=True)
class Page:
    """One result: its title and what is shown of its text."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What a search found: the first pages and how many there are in all."""

    pages: Sequence[Page]
    hits: int
    """As the engine reports them: often a rough estimate."""


class SearchClient(Protocol):
    """Answers searches for a name together with a span."""

    @property
    def identity(self) -> str:
        """What distinguishes this source of answers from others, without any key."""
        ...

    @property
    def recipient(self) -> str | None:
        """Who gets names and spans to read; None where nothing leaves this machine."""
        ...

    def search(self, name: str, span: str) -> SearchAnswer:
        """Return the first TOP pages that hold both; raises SearchError."""
        ...


def quoted(name: str, span: str) -> str:
    """Return a query for both, each word for word."""
    parts = [part.replace('"', " ").strip() for part in (name, span)]
    return " ".join(f'"{part}"' for part in parts if part)
