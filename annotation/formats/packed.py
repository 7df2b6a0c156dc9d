"""What is packed as ZIP (archives, Word and OpenDocument files): unpacked in memory, bounded."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from annotation.errors import RecordError

if TYPE_CHECKING:
    from annotation.formats.source import Source

SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06")
"""What such a file begins with; the second one is empty."""

_MAX_DIRECTORY_BYTES = 16 * 1024 * 1024
"""The size of the list of members, which is read at once and takes many times the memory."""
_STEP_BYTES = 1024 * 1024
_ENCRYPTED = 0x1
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, OverflowError)
"""What the standard library raises for archives that are cut off, torn or forged."""


class _Bounded(io.BufferedReader):
    """A file that refuses to be read in a huge piece, as a list of members would be."""

    def read(self, size: int | None = -1, /) -> bytes:
        """Read up to `size` bytes; raises RecordError."""
        if size is not None and size > _MAX_DIRECTORY_BYTES:
            raise RecordError("the archive has too many members: split it into several")
        return super().read(size)


@contextmanager
def opened(source: Source) -> Iterator[zipfile.ZipFile]:
    """Open an archive; raises RecordError where it can't be read."""
    with _Bounded(cast("io.RawIOBase", source.open())) as stream:
        try:
            archive = zipfile.ZipFile(stream)
        except (*_BROKEN, NotImplementedError) as error:
            raise RecordError(f"the ZIP archive is broken or cut off: {error}") from error
        with archive:
            yield archive


def member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    """Unpack one member, up to `most` bytes; raises RecordError."""
    if info.flag_bits & _ENCRYPTED:
        raise RecordError("it is encrypted: unpack the archive with its password and read that")
    pieces: list[bytes] = []
    left = most
    try:
        with archive.open(info) as stream:
            while piece := stream.read(min(_STEP_BYTES, left + 1)):
                pieces.append(piece)
                left -= len(piece)
                if left < 0:
                    raise RecordError(f"unpacked, it has more than {most // 1024 // 1024:,} MiB")
    except NotImplementedError as error:
        raise RecordError(f"it is packed in a way that can't be read ({error})") from error
    except _BROKEN as error:
        raise RecordError(f"it is broken in the archive: {error}") from error
    return b"".join(pieces)


def find_member(archive: zipfile.ZipFile, name: str) -> zipfile.ZipInfo:
    """Look up a member that must be there; raises RecordError."""
    try:
        return archive.getinfo(name)
    except KeyError as error:
        raise RecordError(f"the file is broken: it has no {name}") from error
