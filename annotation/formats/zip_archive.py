"""ZIP archives: the files in them, read one after the other in memory, nothing put on the disk.

A document is named by its place in the archive. What people did not put there is passed over.
"""

from __future__ import annotations

import stat
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from annotation.errors import RecordError, locating
from annotation.formats import marked_text, packed
from annotation.formats.source import Source, mebibytes

MAX_MEMBER_BYTES = 64 * 1024 * 1024
"""A larger file in an archive is refused: it is read into memory."""

MAX_UNPACKED_BYTES = 1024 * 1024 * 1024
"""An archive that unpacks to more, with the archives in it, is not read on."""

_SYSTEM = frozenset({"__macosx", "thumbs.db", "desktop.ini"})
"""What operating systems leave beside people's files."""
_UTF_8_NAME = 0x800


@dataclass(slots=True)
class Allowance:
    """The number of bytes that may still be unpacked of an archive and of those in it."""

    left: int = field(default_factory=lambda: MAX_UNPACKED_BYTES)


def is_hidden(path: str) -> bool:
    """Whether a file is none of people's own: hidden, a system's, or the lock of an open one."""
    parts = PurePosixPath(path).parts
    return not parts or any(
        part.startswith((".", "~$")) or part.lower() in _SYSTEM for part in parts
    )


def places(paths: Iterable[str]) -> dict[str, str]:
    """Name the documents of files by their paths, without suffixes where that tells them apart."""
    short = {path: _without_suffix(path) for path in paths}
    counts = Counter(short.values())
    return {
        path: path if counts[name] > 1 or name in short else name for path, name in short.items()
    }


class Archive:
    """The files of an open archive that people put there."""

    def __init__(self, source: Source, archive: zipfile.ZipFile, allowance: Allowance) -> None:
        self.source = source
        self._archive = archive
        self._allowance = allowance
        self._files = {
            _name(info): info
            for info in archive.infolist()
            if not info.filename.endswith("/") and not is_hidden(_name(info))
        }
        if not self._files:
            raise RecordError("the archive holds no file")
        self._places = places(self._files)
        self._done = 0

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the files in their order."""
        return tuple(self._files)

    def file_of(self, path: str) -> str:
        """Return how messages call a file."""
        return f"{self.source.name} / {path}"

    def member(self, path: str) -> Source:
        """Unpack a file; raises RecordError."""
        info = self._files[path]
        try:
            with locating(file=self.file_of(path)):
                content = self._content(info)
        finally:
            self._done += info.compress_size
            self.source.report_progress(min(self._done, self.source.size))
        return replace(
            self.source,
            name=self.file_of(path),
            place=self.place_of(path),
            content=content,
            on_progress=None,
        )

    def place_of(self, path: str) -> str:
        """Return the name of the document that a file holds."""
        place = self._places[path]
        return f"{self.source.place}/{place}" if self.source.place else place

    def _content(self, info: zipfile.ZipInfo) -> bytes:
        if stat.S_ISLNK(info.external_attr >> 16):
            raise RecordError("it is a link, not a file")
        if self._allowance.left <= 0:
            limit = mebibytes(MAX_UNPACKED_BYTES)
            raise RecordError(f"the archive unpacks to more than {limit}: split it into several")
        content = packed.member(self._archive, info, MAX_MEMBER_BYTES)
        self._allowance.left -= len(content)
        return content


@contextmanager
def opened(source: Source, allowance: Allowance) -> Iterator[Archive]:
    """Open an archive; raises RecordError where it can't be read."""
    with packed.opened(source) as archive:
        yield Archive(source, archive, allowance)


def _name(info: zipfile.ZipInfo) -> str:
    """Return a member's path; some programs write UTF-8 and do not say so."""
    if info.flag_bits & _UTF_8_NAME:
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.filename


def _without_suffix(path: str) -> str:
    if path.lower().endswith(marked_text.SUFFIX):
        return path[: -len(marked_text.SUFFIX)]
    return PurePosixPath(path).with_suffix("").as_posix()
