"""Putting an index in the place of another: all at once, or not at all."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from filelock import FileLock

from ontology.index import layout

UNFINISHED = ".unfinished-"
_DATA = re.compile(rf"[0-9a-f]{{16}}|{re.escape(UNFINISHED)}.*")


@contextmanager
def publish(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Give a folder for the files and a manifest to fill; at the end they are the index.

    Whoever is killed before leaves the old index in use, and the next one tidies up.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / ".building.lock"):
        _tidy(folder, keep=_data_of(folder))
        manifest: dict[str, Any] = {}
        with TemporaryDirectory(dir=folder, prefix=UNFINISHED, ignore_cleanup_errors=True) as name:
            unfinished = Path(name) / "data"
            unfinished.mkdir()
            yield unfinished, manifest
            manifest |= _seal(unfinished)
            data = folder / manifest["data"]
            if not data.exists():
                unfinished.replace(data)
            written = Path(name) / layout.MANIFEST
            written.write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", "utf-8")
            written.replace(folder / layout.MANIFEST)
        _tidy(folder, keep=manifest["data"])


def _seal(folder: Path) -> dict[str, object]:
    """Return the sizes of the files and the name that their checksum gives the folder."""
    digest = hashlib.sha256()
    sizes = {}
    for path in sorted(folder.iterdir()):
        sizes[path.name] = path.stat().st_size
        digest.update(path.name.encode())
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return {"data": digest.hexdigest()[:16], "files": sizes}


def _data_of(folder: Path) -> str | None:
    try:
        return str(json.loads((folder / layout.MANIFEST).read_bytes())["data"])
    except (OSError, ValueError, LookupError, TypeError):
        return None


def _tidy(folder: Path, *, keep: str | None) -> None:
    """Remove what earlier builds left."""
    for path in folder.iterdir():
        if path.is_dir() and _DATA.fullmatch(path.name) and path.name != keep:
            shutil.rmtree(path, ignore_errors=True)
