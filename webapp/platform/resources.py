"""Where the files lie that are no modules: within this package, or beside it in a checkout."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

CODE = Path(str(files("webapp")))
"""The folder of this package; a package is never read out of an archive here."""
IS_CHECKOUT = not (CODE / "templates").is_dir()
"""Whether templates, static files and migrations lie beside this package, as in the repository."""
ROOT = CODE.parent if IS_CHECKOUT else CODE
"""The folder in which they lie."""


def folder(name: str) -> Path:
    """Return the folder `templates`, `static` or `migrations`."""
    return ROOT / name


def data(name: str) -> Path:
    """Return a file or folder of `webapp/data`."""
    return CODE / "data" / name
