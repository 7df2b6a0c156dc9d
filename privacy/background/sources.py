"""People read from what a user gives: a folder or archive of text files, JSON lines, or JSON."""

from __future__ import annotations

import gzip
import json
import zipfile
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import IO, Protocol

from privacy.errors import BackgroundError

MAX_BYTES = 2 * 1024 * 1024 * 1024
"""A file that unpacks to more is not read: it would fill the memory."""

_FORMS = "a folder of .txt files, JSON lines, or JSON such as {id: text}, plain, .gz or .zip"
_BROKEN = (EOFError, zlib.error, gzip.BadGzipFile, zipfile.BadZipFile, RuntimeError)
"""What the standard library raises for packed files that are cut off, torn, or have a password."""
_UTF_16 = (BOM_UTF16_LE, BOM_UTF16_BE)
_ID, _TEXT = "id", "text"
_LINES = (".jsonl", ".ndjson")
_TEXTS = (".txt", ".text")


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Person:
    """A text about a person; a key that comes again has a further text, an empty one has none."""

    key: str
    text: str


def read_people(path: Path) -> Iterator[Person]:
    """Yield the texts of a file or folder, one at a time.

    Raises BackgroundError, which names the file, and the line where there are lines.
    """
    if path.is_dir():
        yield from _read_folder(path)
        return
    try:
        with path.open("rb") as file:
            yield from _read_file(path.name, file)
    except OSError as error:
        problem = f"{path.name}: it can't be read ({error.strerror or error})."
        raise BackgroundError(problem) from error


def _read_folder(folder: Path) -> Iterator[Person]:
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in _TEXTS)
    if not files:
        raise BackgroundError(f"{folder.name}: the folder has no .txt files. It takes {_FORMS}.")
    for path in files:
        place = path.relative_to(folder)
        try:
            content = path.read_bytes()
        except OSError as error:
            problem = f"{place}: it can't be read ({error.strerror or error})."
            raise BackgroundError(problem) from error
        yield Person(place.with_suffix("").as_posix(), _decoded(content, str(place)))


def _read_file(name: str, file: IO[bytes]) -> Iterator[Person]:
    suffix = PurePath(name).suffix.lower()
    if suffix == ".gz":
        with gzip.open(file) as unpacked:
            unpacked_name = name.removesuffix(PurePath(name).suffix)
            yield from _read_content(unpacked_name, _all_of(unpacked, name), name)
    elif suffix == ".zip":
        yield from _read_archive(name, file)
    else:
        yield from _read_content(name, _all_of(file, name), name)


def _all_of(stream: _Readable, name: str) -> bytes:
    try:
        content = stream.read(MAX_BYTES + 1)
    except _BROKEN as error:
        raise BackgroundError(f"{name}: it is broken, cut off or locked: {error}.") from error
    if len(content) > MAX_BYTES:
        raise BackgroundError(f"{name}: it has more than {MAX_BYTES >> 30} GiB: take a part of it.")
    return content


def _read_archive(name: str, file: IO[bytes]) -> Iterator[Person]:
    try:
        archive = zipfile.ZipFile(file)
    except zipfile.BadZipFile as error:
        raise BackgroundError(f"{name}: the archive is broken or cut off: {error}.") from error
    found = False
    with archive:
        for member in sorted(archive.namelist()):
            if PurePath(member).suffix.lower() in (*_TEXTS, *_LINES, ".json"):
                found = True
                place = f"{name}: {member}"
                yield from _read_content(member, _member(archive, member, place), place)
    if not found:
        raise BackgroundError(f"{name}: the archive has no texts. A background is {_FORMS}.")


def _member(archive: zipfile.ZipFile, member: str, place: str) -> bytes:
    try:
        stream = archive.open(member)
    except _BROKEN as error:
        raise BackgroundError(f"{place}: it is broken, cut off or locked: {error}.") from error
    with stream:
        return _all_of(stream, place)


def _read_content(name: str, content: bytes, place: str) -> Iterator[Person]:
    """Yield the people of a file, which messages call by its place."""
    suffix = PurePath(name).suffix.lower()
    text = _decoded(content, place)
    if suffix in _TEXTS:
        yield Person(PurePath(name).with_suffix("").as_posix(), text)
    elif suffix in _LINES:
        yield from _read_lines(place, text)
    elif suffix == ".json":
        yield from _read_json(place, text)
    else:
        raise BackgroundError(f"{place}: the kind of file is unknown. A background is {_FORMS}.")


def _decoded(content: bytes, name: str) -> str:
    place = content.find(b"\0")
    if place >= 0 and not content.startswith(_UTF_16):  # which is text that has NUL bytes
        line = content.count(b"\n", 0, place) + 1
        raise BackgroundError(f"{name}, line {line:,}: the file is binary, no text.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problem = f"{name}: byte {error.start:,} is no UTF-8 text. Save the file as UTF-8."
        raise BackgroundError(problem) from error


def _read_lines(name: str, text: str) -> Iterator[Person]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            place = f"{name}, line {number:,}"
            try:
                value = json.loads(line)
            except ValueError as error:
                raise BackgroundError(f"{place}: it is no JSON ({error}).") from error
            yield _person(value, place)


def _read_json(name: str, text: str) -> Iterator[Person]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"{name}, line {error.lineno:,}"
        raise BackgroundError(f"{place}: it is no JSON ({error.msg}).") from error
    if isinstance(value, dict):
        for key, texts in value.items():
            for each in (texts or [None]) if isinstance(texts, list) else [texts]:
                yield _person({_ID: key, _TEXT: each}, f"{name}, {key!r}")
    elif isinstance(value, list):
        for number, each in enumerate(value, start=1):
            yield _person(each, f"{name}, record {number:,}")
    else:
        raise BackgroundError(f"{name}: it holds no people. A background is {_FORMS}.")


def _person(value: object, place: str) -> Person:
    if not isinstance(value, dict) or _ID not in value or _TEXT not in value:
        raise BackgroundError(f'{place}: a person is {{"{_ID}": …, "{_TEXT}": …}}.')
    key, text = value[_ID], value[_TEXT]
    if not isinstance(key, str | int) or isinstance(key, bool) or not str(key).strip():
        raise BackgroundError(f'{place}: "{_ID}" must be a name or a number.')
    if not isinstance(text, str | None):
        raise BackgroundError(f'{place}: "{_TEXT}" must be a text.')
    return Person(str(key), text or "")
