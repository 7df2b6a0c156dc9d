"""The distribution that is installed: its name and its version."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of

NAME = "palimpsest-text"
"""The name to install it by: `palimpsest` alone is somebody else's."""


def version() -> str:
    """Return the version that is installed; a checkout that nobody installed has none."""
    try:
        return version_of(NAME)
    except PackageNotFoundError:
        return "(not installed)"
