"""Opening the files of an index, or saying why that can't be done."""

from __future__ import annotations

import json
import mmap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import marisa_trie

from ontology.errors import MissingIndexError
from ontology.index import layout

_REMEDY = "`palimpsest ontology build` makes it anew; where one is installed, delete this one"

Buffer = mmap.mmap | bytes


@dataclass(frozen=True, slots=True)
class Files:
    """The files of an index, mapped into memory: they stay, whoever replaces the index."""

    manifest: dict[str, Any]
    terms: marisa_trie.Trie
    starts: memoryview
    postings: Buffer
    senses: Buffer
    generalizations: memoryview
    strings: Buffer
    offsets: memoryview
    below: marisa_trie.RecordTrie
    covered: marisa_trie.RecordTrie
    ids: Buffer
    lengths: Buffer
    characters: Buffer
    bigrams: Buffer


def open_files(folder: Path) -> Files:
    """Open the files of the index in a folder; raises MissingIndexError."""
    manifest = _read_manifest(folder)
    try:
        return _map_files(folder, manifest)
    except FileNotFoundError:
        newer = _read_manifest(folder)
        if newer == manifest:
            raise MissingIndexError(f"the index in {folder} lacks files: {_REMEDY}") from None
        return _map_files(folder, newer)  # it was replaced while we opened it


def _read_manifest(folder: Path) -> dict[str, Any]:
    path = folder / layout.MANIFEST
    try:
        manifest = json.loads(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise MissingIndexError(
            f"there is no index in {folder}: `palimpsest ontology build` makes it, and the package "
            "palimpsest-text-ontology brings one"
        ) from None
    except OSError as error:
        raise MissingIndexError(f"{path} can't be read: {error.strerror}") from error
    except ValueError as error:
        raise MissingIndexError(f"{path} is broken ({error}): {_REMEDY}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != layout.FORMAT:
        raise MissingIndexError(f"the index in {folder} is of another version: {_REMEDY}")
    return manifest


def _map_files(folder: Path, manifest: dict[str, Any]) -> Files:
    try:
        data = folder / manifest["data"]
        _check_sizes(data, manifest["files"])
        return Files(
            manifest,
            marisa_trie.Trie().mmap(str(data / layout.TERMS)),
            memoryview(_map(data / layout.STARTS)).cast("I"),
            _map(data / layout.POSTINGS),
            _map(data / layout.SENSES),
            memoryview(_map(data / layout.GENERALIZATIONS)).cast("I"),
            _map(data / layout.STRINGS),
            memoryview(_map(data / layout.OFFSETS)).cast("Q"),
            marisa_trie.RecordTrie(layout.BELOW_FORMAT).mmap(str(data / layout.BELOW)),
            marisa_trie.RecordTrie(layout.COVERED_FORMAT).mmap(str(data / layout.COVERED)),
            _map(data / layout.IDS),
            _map(data / layout.LENGTHS),
            _map(data / layout.CHARACTERS),
            _map(data / layout.BIGRAMS),
        )
    except FileNotFoundError:
        raise
    except (OSError, RuntimeError, LookupError, TypeError, ValueError) as error:
        raise MissingIndexError(f"the index in {folder} is broken ({error}): {_REMEDY}") from error


def _check_sizes(data: Path, sizes: dict[str, int]) -> None:
    for name, size in sizes.items():
        found = (data / name).stat().st_size
        if found != size:
            raise ValueError(f"{name} has {found:,} bytes, not {size:,}")


def _map(path: Path) -> Buffer:
    with path.open("rb") as file:
        empty = path.stat().st_size == 0
        return b"" if empty else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
