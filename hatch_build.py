"""Takes what is no package into the wheel: templates, static files and migrations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("templates", "static", "migrations")
VENDOR = ("htmx.min.js", "literata-latin-400-normal.woff2", "literata-latin-ext-400-normal.woff2")


class Resources(BuildHookInterface):  # type: ignore[type-arg] # hatchling's own configuration
    """The folders beside the packages, which lie within `webapp` once they are installed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the folders; raises FileNotFoundError where `make` has not brought the front end.

        A checkout that is installed where it lies, the version `editable`, has them beside it.
        """
        if version != "standard":
            return
        root = Path(self.root)
        for name in VENDOR:
            if not (root / "static" / "vendor" / name).is_file():
                raise FileNotFoundError(f"no static/vendor/{name}: `make wheels` brings it")
        for name in FOLDERS:
            build_data["force_include"][str(root / name)] = f"webapp/{name}"
