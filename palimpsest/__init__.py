"""Palimpsest as a library: `import palimpsest as p`, without Flask, home folder or settings.

Everything is imported when it is first asked for; `docs/library.md` shows all of it at work.
"""

from __future__ import annotations

from pkgutil import resolve_name
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from annotation.records import Document
    from palimpsest.assets import Assets
    from palimpsest.errors import HeldBackError, HeldBackWarning, PalimpsestError
    from palimpsest.library import (
        agreement,
        mask,
        open,  # noqa: A004 - people write the whole name, palimpsest.open
        outcomes,
        propose,
        risk,
        sanitize,
        score,
    )

_PLACES = {
    "Assets": "palimpsest.assets",
    "Document": "annotation.records",
    "HeldBackError": "palimpsest.errors",
    "HeldBackWarning": "palimpsest.errors",
    "PalimpsestError": "palimpsest.errors",
    "agreement": "palimpsest.library",
    "mask": "palimpsest.library",
    "open": "palimpsest.library",
    "outcomes": "palimpsest.library",
    "propose": "palimpsest.library",
    "risk": "palimpsest.library",
    "sanitize": "palimpsest.library",
    "score": "palimpsest.library",
}
"""Name → the module that has it."""

__all__ = [
    "Assets",
    "Document",
    "HeldBackError",
    "HeldBackWarning",
    "PalimpsestError",
    "agreement",
    "mask",
    "open",
    "outcomes",
    "propose",
    "risk",
    "sanitize",
    "score",
]


def __getattr__(name: str) -> object:
    """Import what is asked for; raises AttributeError for what is not there."""
    if name not in _PLACES:
        raise AttributeError(f"module 'palimpsest' has no attribute {name!r}")
    return resolve_name(f"{_PLACES[name]}:{name}")


def __dir__() -> list[str]:
    return __all__
