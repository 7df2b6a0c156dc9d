"""A dump file in chunks of whole lines: plain, gzip or bzip2, from any place that it stopped at."""

from __future__ import annotations

import bz2
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol

from ontology.errors import SourceError

READ_BYTES = 1024 * 1024
LEAST_PIECE_BYTES = 100
MAX_LINE_BYTES = 256 * 1024 * 1024
"""What has no line break for so long is no dump; the largest entities have some 10 MB."""

DUMP_SHAPE = "a Wikidata dump is `[`, one entity a line, `]`, plain or compressed by gzip or bzip2"


class Compression(Enum):
    """How the file is compressed, by its first bytes."""

    PLAIN = b""
    GZIP = b"\x1f\x8b"
    BZIP2 = b"BZh"

    @classmethod
    def of(cls, path: Path) -> Compression:
        """Look at the beginning of a file; raises SourceError where it cannot be read."""
        try:
            with path.open("rb") as file:
                head = file.read(3)
        except OSError as error:
            raise SourceError(f"cannot read {path}: {error.strerror}") from error
        return next(
            kind for kind in (cls.GZIP, cls.BZIP2, cls.PLAIN) if head.startswith(kind.value)
        )


class Place(NamedTuple):
    """Where a chunk begins: a compressed member's first byte, and how much of it is behind us.

    In a plain file every byte begins a member.
    """

    member: int = 0
    skip: int = 0


BEGINNING = Place()


@dataclass(frozen=True, slots=True)
class Chunk:
    """Whole lines, or (in a plain file) the bytes of the file in which they begin.

    `done` is how far into the file we are, `next` where the next chunk begins.
    """

    data: bytes | range
    done: int
    next: Place


def iter_chunks(path: Path, size: int, place: Place = BEGINNING) -> Iterator[Chunk]:
    """Yield the file in chunks of about `size` bytes; raises SourceError where it is damaged."""
    compression = Compression.of(path)
    if compression is Compression.PLAIN:
        length = path.stat().st_size
        for start in range(place.member, length, size):
            end = min(start + size, length)
            yield Chunk(range(start, end), end, Place(end))
        return
    with path.open("rb") as file:
        yield from _join(_pieces(file, _MEMBERS[compression], place, size), size, path)


def read_lines(path: Path, span: range) -> bytes:
    """Return the lines of a plain file that begin in a stretch of it."""
    with path.open("rb") as file:
        if span.start:
            file.seek(span.start - 1)
            file.readline(MAX_LINE_BYTES)
        missing = span.stop - file.tell()
        if missing <= 0:
            return b""
        data = file.read(missing)
        return data if data.endswith(b"\n") else data + file.readline(MAX_LINE_BYTES)


class _Piece(NamedTuple):
    """Decompressed bytes, the place of the first, and how far into the file they took us."""

    data: bytes
    place: Place
    done: int


class _Member(Protocol):
    """A compressed stream of its own within the file."""

    def inflate(self, data: bytes, most: int) -> Iterator[bytes]:
        """Yield what some bytes hold, at most so many bytes at a time."""

    @property
    def rest(self) -> bytes | None:
        """What follows the member's end; None before it."""


class _GzipMember(_Member):
    def __init__(self) -> None:
        self._stream = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)

    def inflate(self, data: bytes, most: int) -> Iterator[bytes]:
        while data and not self._stream.eof:
            yield self._stream.decompress(data, most)
            data = self._stream.unconsumed_tail

    @property
    def rest(self) -> bytes | None:
        return self._stream.unused_data if self._stream.eof else None


class _Bzip2Member(_Member):
    def __init__(self) -> None:
        self._stream = bz2.BZ2Decompressor()

    def inflate(self, data: bytes, most: int) -> Iterator[bytes]:
        yield self._stream.decompress(data, most)
        while not (self._stream.eof or self._stream.needs_input):
            yield self._stream.decompress(b"", most)

    @property
    def rest(self) -> bytes | None:
        return self._stream.unused_data if self._stream.eof else None


_MEMBERS: dict[Compression, type[_Member]] = {
    Compression.GZIP: _GzipMember,
    Compression.BZIP2: _Bzip2Member,
}


def _pieces(file: BinaryIO, new_member: type[_Member], place: Place, size: int) -> Iterator[_Piece]:
    """Decompress from a member's beginning; what is behind `place` is passed over, not yielded."""
    file.seek(place.member)
    begin, produced, skip = place.member, 0, place.skip
    member, most = new_member(), max(LEAST_PIECE_BYTES, min(size, READ_BYTES))
    while data := file.read(READ_BYTES):
        while data:
            if member.rest is not None:
                data = data.lstrip(b"\0")  # padding between members
                begin, produced, member = file.tell() - len(data), 0, new_member()
                continue
            for out in _checked(member.inflate(data, most), file):
                passed = min(skip, len(out))
                skip -= passed
                if passed < len(out):
                    yield _Piece(out[passed:], Place(begin, produced + passed), file.tell())
                produced += len(out)
            data = member.rest or b""
    if member.rest is None and file.tell() > begin:
        raise SourceError(f"{file.name} ends in the middle, after {file.tell():,} bytes")


def _checked(pieces: Iterator[bytes], file: BinaryIO) -> Iterator[bytes]:
    try:
        yield from pieces
    except (zlib.error, OSError) as error:
        raise SourceError(f"{file.name} is damaged near byte {file.tell():,}: {error}") from error


def _join(pieces: Iterator[_Piece], size: int, path: Path) -> Iterator[Chunk]:
    """Put pieces together and cut them where a line ends."""
    waiting: list[_Piece] = []
    length = 0
    for piece in pieces:
        waiting.append(piece)
        length += len(piece.data)
        if length < size:
            continue
        cut = piece.data.rfind(b"\n") + 1
        if cut:
            rest = _Piece(piece.data[cut:], piece.place._replace(skip=piece.place.skip + cut), 0)
            data = b"".join(part.data for part in waiting)
            yield Chunk(data[: length - len(rest.data)], piece.done, rest.place)
            waiting, length = [rest], len(rest.data)
        elif length > MAX_LINE_BYTES:
            raise SourceError(f"{path} holds no lines: {DUMP_SHAPE}")
    if length:
        data = b"".join(part.data for part in waiting)
        yield Chunk(data, path.stat().st_size, Place(path.stat().st_size))
