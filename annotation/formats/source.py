"""Reading a file safely: bounded in size, strict in its encoding, a chunk at a time."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from annotation.errors import RecordError

MAX_FILE_BYTES = 256 * 1024 * 1024
"""A file above this is refused before it is read."""

_CHUNK_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read, the name people know it by, and who wants to hear how far the reading is."""

    path: Path
    name: str
    on_progress: Callable[[int], None] | None = None

    @property
    def stem(self) -> str:
        """The file's name without its last suffix."""
        return Path(self.name).stem

    def check_size(self) -> None:
        """Refuse a file that is too large; raises RecordError."""
        size = self.path.stat().st_size
        if size > MAX_FILE_BYTES:
            problem = (
                f"the file has {_mebibytes(size)}, the limit is {_mebibytes(MAX_FILE_BYTES)}; "
                "split it into several files"
            )
            raise RecordError(problem)

    def chunks(self) -> Iterator[str]:
        """Yield the text piece by piece, without the byte order mark; raises RecordError."""
        decoder = codecs.getincrementaldecoder("utf-8")()
        bytes_read = 0
        with self.path.open("rb") as stream:
            while chunk := stream.read(_CHUNK_BYTES):
                text = _decode(decoder, chunk, bytes_read)
                yield text.removeprefix("\ufeff") if bytes_read == 0 else text
                bytes_read += len(chunk)
                if self.on_progress:
                    self.on_progress(bytes_read)
        _decode(decoder, b"", bytes_read, final=True)


def _decode(
    decoder: codecs.IncrementalDecoder, chunk: bytes, offset: int, *, final: bool = False
) -> str:
    pending, _ = decoder.getstate()
    try:
        return decoder.decode(chunk, final)
    except UnicodeDecodeError as error:
        position = offset - len(pending) + error.start
        raise RecordError(f"broken UTF-8 at byte {position} ({error.reason})") from error


def _mebibytes(size: int) -> str:
    return f"{size / 1024 / 1024:,.0f} MiB"
