"""Reading a file safely: bounded in size, strict in its encoding, a chunk at a time."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from annotation.errors import RecordError
from annotation.formats import foreign

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
        bytes_read, is_ascii = 0, True
        with self.path.open("rb") as stream:
            while chunk := stream.read(_CHUNK_BYTES):
                text = _decode(decoder, chunk, bytes_read, is_ascii=is_ascii)
                is_ascii = is_ascii and text.isascii()
                yield text.removeprefix("\ufeff") if bytes_read == 0 else text
                bytes_read += len(chunk)
                if self.on_progress:
                    self.on_progress(bytes_read)
        _decode(decoder, b"", bytes_read, final=True)


def _decode(
    decoder: codecs.IncrementalDecoder,
    chunk: bytes,
    offset: int,
    *,
    is_ascii: bool = False,
    final: bool = False,
) -> str:
    """Decode a chunk; where `is_ascii` holds of all before it, the encoding can be guessed."""
    pending, _ = decoder.getstate()
    try:
        return decoder.decode(chunk, final)
    except UnicodeDecodeError as error:
        position = offset - len(pending) + error.start
        problem = f"broken UTF-8 at byte {position} ({error.reason})"
        before, rest = error.object[: error.start], error.object[error.start :]
        if is_ascii and before.isascii() and error.reason != "unexpected end of data":
            encoding = foreign.narrow_encoding(rest)
            problem += f"; it looks like {encoding} text: save it as UTF-8: "
            problem += foreign.recoding(encoding)
        raise RecordError(problem) from error


def _mebibytes(size: int) -> str:
    return f"{size / 1024 / 1024:,.0f} MiB"
