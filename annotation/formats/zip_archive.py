"""ZIP archives: the files in them, read one after the other in memory, nothing put on the disk.

A document is named by its place in the archive. What people did not put there is passed over.
"""

from __future__ import annotations

import stat
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from annotation.errors import RecordError
from annotation.formats import marked_text, packed
from annotation.formats.source import Source, mebibytes

MAX_MEMBER_BYTES = 64 * 1024 * 1024
"""A larger file in an archive is refused: it is read into memory."""

MAX_UNPACKED_BYTES = 1024 * 1024 * 1024
"""An archive that unpacks to more is not read on."""

_SYSTEM = frozenset({"__macosx", "thumbs.db", "desktop.ini"})
"""What operating systems leave beside people's files."""
_UTF_8_NAME = 0x800


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


def members(source: Source) -> Iterator[Source | RecordError]:
    """Yield the files of an archive, or why one can't be unpacked; raises RecordError."""
    with packed.opened(source) as archive:
        files = {
            _name(info): info
            for info in archive.infolist()
            if not info.filename.endswith("/") and not is_hidden(_name(info))
        }
        if not files:
            raise RecordError("the archive holds no file")
        named = places(files)
        left, done = MAX_UNPACKED_BYTES, 0
        for path, info in files.items():
            file = f"{source.name} / {path}"
            try:
                content = _content(archive, info, left)
            except RecordError as fault:
                yield fault.located(file=file)
            else:
                left -= len(content)
                place = f"{source.place}/{named[path]}" if source.place else named[path]
                yield replace(source, name=file, place=place, content=content, on_progress=None)
            done += info.compress_size
            source.report_progress(min(done, source.size))


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, left: int) -> bytes:
    if stat.S_ISLNK(info.external_attr >> 16):
        raise RecordError("it is a link, not a file")
    if left <= 0:
        limit = mebibytes(MAX_UNPACKED_BYTES)
        raise RecordError(f"the archive unpacks to more than {limit}: split it into several")
    return packed.member(archive, info, MAX_MEMBER_BYTES)


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
