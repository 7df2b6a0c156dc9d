"""Uploaded files, kept under names of ours until their import is over."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterable, Mapping
from datetime import timedelta
from pathlib import Path, PurePosixPath
from typing import BinaryIO
from zipfile import ZIP_STORED, ZipFile

from werkzeug.datastructures import FileStorage

from webapp.platform.config import Config

LONGEST_NAME = 200
FORGOTTEN_AFTER = timedelta(days=1)


def keep(config: Config, upload: FileStorage) -> str:
    """Store an upload where only we can read it; return the name it has there."""
    name, file = _new_file(config)
    with file:
        upload.save(file)
    return name


def keep_pasted(config: Config, content: bytes) -> str:
    """Store what was pasted like an upload."""
    name, file = _new_file(config)
    with file:
        file.write(content)
    return name


def keep_written(config: Config, pieces: Iterable[bytes]) -> str:
    """Store what is written here, piece by piece, like an upload."""
    name, file = _new_file(config)
    with file:
        file.writelines(pieces)
    return name


def _new_file(config: Config) -> tuple[str, BinaryIO]:
    folder = config.home / "uploads"
    folder.mkdir(mode=0o700, exist_ok=True)
    name = secrets.token_hex(16)
    descriptor = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    return name, os.fdopen(descriptor, "wb")


def keep_together(config: Config, files: Mapping[str, str]) -> str:
    """Pack uploads (the names people know them by → those they have here) in one; they go."""
    name, packed = _new_file(config)
    with packed, ZipFile(packed, "w", compression=ZIP_STORED) as archive:
        for shown, upload in files.items():
            archive.write(path_of(config, upload), shown)
    for upload in files.values():
        remove(config, upload)
    return name


def shown_name(upload: FileStorage) -> str:
    """Return the name people know a file by; it names a plain text's document, too."""
    return printable_name(PurePosixPath(upload.filename or "").name)


def printable_name(name: str) -> str:
    """Cut a name down to what can be shown."""
    printable = "".join(character for character in name if character.isprintable())
    return printable[-LONGEST_NAME:] or "file"


def path_of(config: Config, name: str) -> Path:
    """Return where an upload lies."""
    return config.home / "uploads" / name


def remove(config: Config, name: str) -> None:
    """Remove an upload that nobody needs any more."""
    path_of(config, name).unlink(missing_ok=True)


def remove_forgotten(config: Config, wanted: set[str]) -> None:
    """Remove uploads that no job speaks of; a young one may still get its job."""
    for path in (config.home / "uploads").glob("*"):
        is_young = time.time() - path.stat().st_mtime < FORGOTTEN_AFTER.total_seconds()
        if path.name not in wanted and not is_young:
            path.unlink(missing_ok=True)
