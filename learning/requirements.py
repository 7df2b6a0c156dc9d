"""The libraries of training, which nobody needs who only annotates or masks."""

from __future__ import annotations

from importlib.util import find_spec

EXTRA = "palimpsest-text[train]"
"""The extra that brings them."""
LIBRARIES = ("torch", "transformers", "lightgbm", "sklearn")


def missing_for_training() -> str | None:
    """Return the first library that training lacks here, None if it has all; loads nothing."""
    return next((library for library in LIBRARIES if not find_spec(library)), None)
