"""Files of JSON lines between the web application and a trainer: written once, never changed.

The first line names what the file holds and the number of the format; then follows one line for
each record. A file appears whole or not at all: it is written beside its place and renamed.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TypeVar

import orjson

from learning.errors import LearningError

FORMAT = 1

_Value = TypeVar("_Value")


def write_records(path: Path, content: str, values: Iterable[dict[str, Any]]) -> int:
    """Write JSON values and return their number; raises LearningError for what is none."""
    count = 0
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        beside = Path(file.name)
        try:
            file.write(orjson.dumps({"palimpsest": content, "format": FORMAT}) + b"\n")
            for value in values:
                count += 1
                file.write(orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        except orjson.JSONEncodeError as error:
            beside.unlink()
            problem = f"Record {count} for {path.name} can't be written as JSON: {error}."
            raise LearningError(problem) from error
        except BaseException:
            beside.unlink()
            raise
    beside.replace(path)
    return count


def read_records(path: Path, content: str, parse: Callable[[Any], _Value]) -> Iterator[_Value]:
    """Read records one at a time; raises LearningError, which names the line.

    `parse` raises KeyError, TypeError, ValueError or AttributeError for what is no such record.
    """
    try:
        file = path.open("rb")
    except OSError as error:
        raise LearningError(f"{path} can't be read: {error.strerror}.") from error
    with file:
        _check_header(path, file.readline(), content)
        for number, line in enumerate(file, start=2):
            try:
                value = parse(orjson.loads(line))
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                problem = f"{path}, line {number}: the record is damaged or of another kind."
                raise LearningError(problem) from error
            yield value


def checksum_of(path: Path) -> str:
    """Return the SHA-256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _check_header(path: Path, line: bytes, content: str) -> None:
    try:
        header = orjson.loads(line)
        found, number = header["palimpsest"], header["format"]
    except (KeyError, TypeError, ValueError) as error:
        problem = f"{path}, line 1: the header is missing; this is no snapshot of ours."
        raise LearningError(problem) from error
    if found != content:
        raise LearningError(f"{path}, line 1: the file holds {found}, not {content}.")
    if number != FORMAT:
        raise LearningError(
            f"{path}, line 1: format {number}, but this program reads format {FORMAT}; "
            "write the snapshot again with this version."
        )
