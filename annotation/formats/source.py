"""Reading a file safely: bounded in size, strict in its encoding, a chunk at a time."""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from annotation.errors import RecordError
from annotation.formats import encoding, unsupported
from annotation.formats.encoding import Encoding

MAX_FILE_BYTES = 256 * 1024 * 1024
"""A file above this is refused before it is read."""

_CHUNK_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read, the name people know it by, and the options of the reading."""

    path: Path
    name: str
    on_progress: Callable[[int], None] | None = None
    """Called with the number of bytes read so far."""
    on_note: Callable[[str], None] | None = None
    """Called with what people should know of a document that was read."""
    text_column: str | None = None
    """Which column of a table is the text."""
    text_columns: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    """Which one it is in tables of exactly these columns, whatever it is in others."""
    place: str | None = None
    """Where the file lies in its folder or archive, if documents are to be named by that."""
    content: bytes | None = None
    """What the file holds, if it lies in an archive and not at `path`."""
    on_file: Callable[[str, Source], None] | None = None
    """Called with the doc_id and the source of a file that is one document and can be written again
    in its layout."""

    @property
    def doc_id(self) -> str:
        """The name of the document that the file holds: its place, or its own without suffix."""
        return self.place or Path(self.name).stem

    def open(self) -> BinaryIO:
        """Open the file; whoever does it closes it."""
        return self.path.open("rb") if self.content is None else io.BytesIO(self.content)

    @property
    def size(self) -> int:
        """The number of bytes."""
        return self.path.stat().st_size if self.content is None else len(self.content)

    def check_size(self) -> None:
        """Refuse a file that is too large; raises RecordError."""
        if self.size > MAX_FILE_BYTES:
            problem = (
                f"the file has {mebibytes(self.size)}, the limit is {mebibytes(MAX_FILE_BYTES)}; "
                "split it into several files"
            )
            raise RecordError(problem)

    def report_progress(self, bytes_read: int) -> None:
        """Pass on how far the reading is."""
        if self.on_progress:
            self.on_progress(bytes_read)

    def hand_over(self, doc_id: str) -> None:
        """Pass on this file as a document that can be written again in its layout."""
        if self.on_file:
            self.on_file(doc_id, self)

    def note(self, what: str) -> None:
        """Pass on what people should know of this file."""
        if self.on_note:
            self.on_note(f"{self.name}: {what}")

    def encoding(self) -> Encoding:
        """Detect how the text is encoded; looks at all of the file."""
        with self.open() as stream:
            return encoding.detect_encoding(stream)

    def read(self, most: int) -> bytes:
        """Read all of it, up to `most` bytes; raises RecordError where there is more."""
        if self.size > most:
            problem = f"the file has {mebibytes(self.size)}, the limit of its kind is "
            raise RecordError(problem + mebibytes(most))
        with self.open() as stream:
            content = stream.read()
        self.report_progress(len(content))
        return content

    def chunks(self, codec: str | None = None) -> Iterator[str]:
        """Yield the text piece by piece, without the byte order mark; raises RecordError.

        Without a codec it is UTF-8, unless it is UTF-16 or UTF-32 for certain.
        """
        with self.open() as stream:
            codec = codec or encoding.certain_codec(stream.read(encoding.HEAD_BYTES)) or "utf-8"
            stream.seek(0)
            decoder = codecs.getincrementaldecoder(codec)()
            bytes_read, is_ascii = 0, True
            while chunk := stream.read(_CHUNK_BYTES):
                text = _decode(decoder, chunk, bytes_read, codec, is_ascii=is_ascii)
                is_ascii = is_ascii and text.isascii()
                yield text.removeprefix("\ufeff") if bytes_read == 0 else text
                bytes_read += len(chunk)
                self.report_progress(bytes_read)
        _decode(decoder, b"", bytes_read, codec, final=True)


def _decode(
    decoder: codecs.IncrementalDecoder,
    chunk: bytes,
    offset: int,
    codec: str,
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
        problem = f"broken {Encoding(codec).name} at byte {position} ({error.reason})"
        before, rest = error.object[: error.start], error.object[error.start :]
        is_ascii = is_ascii and before.isascii() and codec == "utf-8"
        if is_ascii and error.reason != "unexpected end of data":
            guessed = unsupported.guess_single_byte_encoding(rest)
            problem += f"; it looks like {guessed} text: save it as UTF-8: "
            problem += unsupported.recode_command(guessed)
        raise RecordError(problem) from error


def mebibytes(size: int) -> str:
    """Return a size in words."""
    return f"{size / 1024 / 1024:,.0f} MiB"
