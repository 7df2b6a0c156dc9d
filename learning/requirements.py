"""What training needs that whoever only annotates or masks does without."""

from __future__ import annotations

from importlib.util import find_spec

EXTRA = "palimpsest-text[train]"
"""What to install it by."""
LIBRARIES = ("torch", "transformers", "lightgbm", "sklearn")


def missing_for_training() -> str | None:
    """Return the first library that training lacks here, None if it has all; loads nothing."""
    return next((library for library in LIBRARIES if not find_spec(library)), None)
