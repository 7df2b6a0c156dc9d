"""How the letters of a file are encoded: by its mark, as UTF-8, else by a guess that is noted.

The guess is chardet's, whose models know letter pairs of languages. Of a short text they know
little, so Windows-1252, which most such files have, wins where it is nearly as likely.
"""

from __future__ import annotations

import codecs
import io
import re
from dataclasses import dataclass
from typing import BinaryIO

HEAD_BYTES = 4096
"""What shows an encoding for certain is in the first bytes."""
_STEP_BYTES = 256 * 1024
_AROUND_BYTES = 128 * 1024
"""How much of a file is looked at before and behind its first odd byte."""

_MARKS = {
    b"\xff\xfe\0\0": "utf-32-le",
    b"\0\0\xfe\xff": "utf-32-be",
    b"\xff\xfe": "utf-16-le",
    b"\xfe\xff": "utf-16-be",
    b"\xef\xbb\xbf": "utf-8",
}
"""Byte order marks, the longer ones first."""

_CONTROLS = re.compile("[\0-\x08\x0e-\x1a\x1c-\x1f]")

_COMMON = tuple(
    "cp1252 cp1251 cp932 gb18030 euc-jp cp949 big5hkscs cp1250 cp1254 cp1253 cp1255 cp1256 koi8-r "
    "cp1257 mac-roman cp850 cp437 iso-8859-2 iso-8859-15 tis-620 cp1258 cp866".split()
)
"""What people's files are in; of rarer ones a short text looks like any."""
_MOST_COMMON = "cp1252"
_NEARLY = 0.7
"""How likely the most common encoding must be, measured by the likeliest one."""

_SUPERSETS = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
"""What is meant by the names in web pages and mails, as browsers take them."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """A codec by Python's name, and whether it was only guessed."""

    codec: str
    is_guess: bool = False

    @property
    def name(self) -> str:
        """The name that people know."""
        return self.codec.replace("cp125", "Windows-125").upper().replace("WINDOWS", "Windows")

    @property
    def note(self) -> str:
        """The note for people where this was guessed."""
        return f"read as {self.name}, which is a guess: look whether its letters are right"


UTF_8 = Encoding("utf-8")


def detect_encoding(stream: BinaryIO) -> Encoding:
    """Detect the encoding of a stream that can be sought in.

    What is mostly UTF-8 is called that: whoever reads it finds where it is broken.
    """
    if codec := certain_codec(stream.read(HEAD_BYTES)):
        return Encoding(codec)
    stream.seek(0)
    fault, right = _first_fault(stream)
    if fault is None:
        return UTF_8
    start = max(0, fault - _AROUND_BYTES)
    stream.seek(start)
    sample = stream.read(2 * _AROUND_BYTES)
    return UTF_8 if right >= _count_broken(sample) else _guess(sample)


def certain_codec(head: bytes) -> str | None:
    """Detect the encoding by a byte order mark, or UTF-16 by zeros in every other byte of Latin."""
    marked = next((codec for mark, codec in _MARKS.items() if head.startswith(mark)), None)
    even, odd = head[::2].count(0), head[1::2].count(0)
    if marked or max(even, odd) <= len(head) // 3 or min(even, odd):
        return marked
    codec = "utf-16-be" if even else "utf-16-le"
    text = head[: len(head) // 2 * 2].decode(codec, errors="replace")
    is_text = 2 * sum(map(str.isascii, text)) > len(text) and not _CONTROLS.search(text)
    return codec if is_text else None


def decode(content: bytes, declared: Encoding | None = None) -> tuple[str, Encoding]:
    """Decode a page or a part of a mail, as UTF-8, as it is declared, or by a guess.

    Raises UnicodeDecodeError where even the guess does not hold.
    """
    encoding = _declared(content, declared) or detect_encoding(io.BytesIO(content))
    return content.decode(encoding.codec).removeprefix("\ufeff"), encoding


def _declared(content: bytes, declared: Encoding | None) -> Encoding | None:
    """Return what a page declares, if that can read it and it is not UTF-8 anyhow."""
    if declared is None or certain_codec(content[:HEAD_BYTES]) or _can_read(content, "utf-8"):
        return None
    try:
        codec = codecs.lookup(declared.codec.strip("\"' ")).name
    except LookupError:
        return None
    codec = _SUPERSETS.get(codec, codec)
    return Encoding(codec, declared.is_guess) if _can_read(content, codec) else None


def _can_read(content: bytes, codec: str) -> bool:
    try:
        content.decode(codec)
    except (UnicodeError, LookupError):  # LookupError: a codec such as base64 makes no text
        return False
    return True


def _first_fault(stream: BinaryIO) -> tuple[int | None, int]:
    """Find the first byte that is not UTF-8, and how many were before it that are not ASCII."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    done = right = 0
    while True:
        chunk = stream.read(_STEP_BYTES)
        pending, _ = decoder.getstate()
        try:
            text = decoder.decode(chunk, not chunk)
        except UnicodeDecodeError as error:
            before = error.object[: error.start]
            return done - len(pending) + error.start, right + len(before) - len(before.decode())
        if not chunk:
            return None, right
        done += len(chunk)
        right += len(chunk) - len(text)


def _count_broken(sample: bytes) -> int:
    """Count what is not UTF-8, less what is: another encoding rarely looks so."""
    text = sample.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    return 2 * broken - sum(not character.isascii() for character in text)


def _guess(sample: bytes) -> Encoding:
    """Guess the encoding of bytes that are not UTF-8, by the words that are not ASCII.

    The others are alike in most encodings, and there may be thousands of them.
    """
    import chardet  # noqa: PLC0415 - its models take 35 MiB

    words = sample.split()
    odd = {index for index, word in enumerate(words) if not word.isascii()}
    sample_words = b" ".join(
        word
        for index, word in enumerate(words)
        if not odd.isdisjoint((index - 1, index, index + 1))
    )
    confidences: dict[str, float] = {}
    for each in chardet.detect_all(sample_words, ignore_threshold=True, include_encodings=_COMMON):
        if each["encoding"]:
            confidences.setdefault(codecs.lookup(each["encoding"]).name, each["confidence"])
    best = max(confidences, key=lambda codec: confidences[codec], default=_MOST_COMMON)
    if confidences.get(_MOST_COMMON, 0) >= _NEARLY * confidences.get(best, 0):
        best = _MOST_COMMON
    return Encoding(best, is_guess=True)
