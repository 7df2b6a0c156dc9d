"""The file of a backup: a ZIP of rows, models and uploads, and a manifest with checksums."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from webapp.platform.errors import DomainError

MANIFEST = "manifest.json"
FORMAT = 1
"""Of the file: a version that can't read it says so."""
CHUNK = 1 << 20


class BackupError(DomainError):
    """A file that is no backup, or is damaged, or of a version to come."""


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """What a backup holds."""

    palimpsest: str
    """The version that made it."""
    revision: str
    """The migration its rows are of."""
    made_at: str
    rows: Mapping[str, int]
    """table → the number of its rows"""
    last_ids: Mapping[str, int]
    """table → the last id that was given, of rows that may be gone"""
    checksums: Mapping[str, str] = field(default_factory=dict)
    """each file → its SHA-256"""
    format: int = FORMAT


class Writer:
    """A backup in the making."""

    def __init__(self, archive: ZipFile) -> None:
        self._archive = archive
        self._checksums: dict[str, str] = {}

    def write(self, name: str, pieces: Iterable[bytes]) -> int:
        """Write a file from its pieces; return how many they were."""
        digest, number = sha256(), 0
        with self._archive.open(name, "w", force_zip64=True) as file:
            for piece in pieces:
                digest.update(piece)
                file.write(piece)
                number += 1
        self._checksums[name] = digest.hexdigest()
        return number

    def finish(self, **about: Any) -> Manifest:  # noqa: ANN401 - the fields of a manifest
        """Write the manifest, the last of all: without it a file is no backup."""
        manifest = Manifest(checksums=self._checksums, **about)
        self._archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
        return manifest


@contextmanager
def written(path: Path) -> Iterator[Writer]:
    """Write a backup, for its owner's eyes only; the file has its name when it is whole.

    Raises BackupError where there is such a file.
    """
    if path.exists():
        raise BackupError(f"{path} is there already: a backup replaces nothing.")
    part = path.with_name(f"{path.name}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            with ZipFile(file, "w", compression=ZIP_DEFLATED) as archive:
                yield Writer(archive)
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
    finally:
        with suppress(FileNotFoundError):
            part.unlink()


@contextmanager
def opened(path: Path) -> Iterator[tuple[ZipFile, Manifest]]:
    """Open a backup whose every file is as it was written; raises BackupError."""
    try:
        archive = ZipFile(path)
    except (BadZipFile, IsADirectoryError) as error:
        raise BackupError(f"{path} is no backup of Palimpsest, or not all of one.") from error
    except FileNotFoundError as error:
        raise BackupError(f"There is no file {path}.") from error
    with archive:
        manifest = _manifest(path, archive)
        _check(path, archive, manifest)
        yield archive, manifest


def pieces_of(path: Path) -> Iterator[bytes]:
    """Read a file in pieces."""
    with path.open("rb") as file:
        while piece := file.read(CHUNK):
            yield piece


def _manifest(path: Path, archive: ZipFile) -> Manifest:
    try:
        found = json.loads(archive.read(MANIFEST))
        form = found["format"]
        if form == FORMAT:
            return Manifest(**found)
    except (BadZipFile, KeyError, TypeError, ValueError) as error:
        raise BackupError(f"{path} is no backup of Palimpsest.") from error
    raise BackupError(f"{path} was written by Palimpsest {found.get('palimpsest')}: take that one.")


def _check(path: Path, archive: ZipFile, manifest: Manifest) -> None:
    """Compare all files with the manifest before anything is made of them."""
    if set(archive.namelist()) != {MANIFEST, *manifest.checksums}:
        raise BackupError(f"{path} is damaged: it does not hold what its manifest lists.")
    for name, expected in manifest.checksums.items():
        try:
            digest = sha256()
            with archive.open(name) as file:
                while piece := file.read(CHUNK):
                    digest.update(piece)
        except (BadZipFile, zlib.error) as error:
            raise BackupError(f"{path} is damaged: {name} can't be read.") from error
        if digest.hexdigest() != expected:
            raise BackupError(f"{path} is damaged: {name} is not what was written.")
