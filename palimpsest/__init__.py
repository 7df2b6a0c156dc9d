"""Palimpsest as a library: `import palimpsest as p`, without Flask, home folder or settings.

Everything is imported when it is first asked for; `docs/library.md` shows all of it at work.
"""

from __future__ import annotations

from pkgutil import resolve_name
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from annotation.errors import RecordError
    from annotation.records import Document
    from masking.errors import PipelineError
    from ontology.errors import MissingIndexError
    from palimpsest.assessing import Assessment
    from palimpsest.assets import Assets
    from palimpsest.errors import HeldBackError, HeldBackWarning, LanguageWarning, PalimpsestError
    from palimpsest.library import (
        agreement,
        mask,
        outcomes,
        propose,
        risk,
        sanitize,
        score,
    )
    from palimpsest.library import (
        open as open,  # noqa: A004 - people write the whole name, palimpsest.open
    )
    from palimpsest.sanitizing.document import Outcome
    from privacy.errors import BackgroundError

_PLACES = {
    "Assessment": "palimpsest.assessing",
    "Assets": "palimpsest.assets",
    "BackgroundError": "privacy.errors",
    "Document": "annotation.records",
    "HeldBackError": "palimpsest.errors",
    "HeldBackWarning": "palimpsest.errors",
    "LanguageWarning": "palimpsest.errors",
    "MissingIndexError": "ontology.errors",
    "Outcome": "palimpsest.sanitizing.document",
    "PalimpsestError": "palimpsest.errors",
    "PipelineError": "masking.errors",
    "RecordError": "annotation.errors",
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
    "Assessment",
    "Assets",
    "BackgroundError",
    "Document",
    "HeldBackError",
    "HeldBackWarning",
    "LanguageWarning",
    "MissingIndexError",
    "Outcome",
    "PalimpsestError",
    "PipelineError",
    "RecordError",
    "agreement",
    "mask",
    "outcomes",
    "propose",
    "risk",
    "sanitize",
    "score",
]
"""Without `open`, which would hide that of Python from whoever imports all."""


def __getattr__(name: str) -> object:
    """Import what is asked for; raises AttributeError for what is not there."""
    if name not in _PLACES:
        raise AttributeError(f"module 'palimpsest' has no attribute {name!r}")
    return resolve_name(f"{_PLACES[name]}:{name}")


def __dir__() -> list[str]:
    return [*_PLACES]
