"""What the trainer reads: annotated documents in a file of JSON lines, written once, never changed.

The first line names what the file holds and the number of the format; then follows one line for
each document or request. A file appears whole or not at all: it is written beside its place and
renamed. The web application writes, the child process reads, and the other way round for sheets.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TypeVar

import orjson

from annotation.options import Option
from annotation.types import IdentifierType, SemanticType
from learning.errors import LearningError
from selection.examples import Example, ExampleDocument

FORMAT = 1
DOCUMENTS, REQUESTS, SHEETS = "documents", "requests", "sheets"

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Request:
    """A document to be suggested for, the annotator it is for, and the asker's own key for it."""

    key: str
    annotator: str | None
    document: ExampleDocument


def write_documents(path: Path, documents: Iterable[ExampleDocument]) -> int:
    """Write a snapshot and return the number of its documents; raises LearningError."""
    return _write(path, DOCUMENTS, (document_to_json(each) for each in documents))


def read_documents(path: Path) -> Iterator[ExampleDocument]:
    """Read a snapshot one document at a time; raises LearningError, which names the line."""
    return _read(path, DOCUMENTS, document_from_json)


def write_requests(path: Path, requests: Iterable[Request]) -> int:
    """Write what suggestions are asked for and return their number; raises LearningError."""
    values = (
        {"key": each.key, "annotator": each.annotator, "document": document_to_json(each.document)}
        for each in requests
    )
    return _write(path, REQUESTS, values)


def read_requests(path: Path) -> Iterator[Request]:
    """Read requests one at a time; raises LearningError, which names the line."""
    return _read(path, REQUESTS, _request_from_json)


def write_sheets(path: Path, sheets: Iterable[tuple[str, dict[str, Any]]]) -> int:
    """Write (key of the request, its sheet) and return their number; raises LearningError."""
    return _write(path, SHEETS, ({"key": key, "sheet": sheet} for key, sheet in sheets))


def read_sheets(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Read (key of the request, its sheet) one at a time; raises LearningError with the line."""
    return _read(path, SHEETS, lambda value: (_text(value["key"]), dict(value["sheet"])))


def checksum_of(path: Path) -> str:
    """Return the SHA-256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def document_to_json(document: ExampleDocument) -> dict[str, Any]:
    """Return a document as a JSON value; what an example repeats of its document is left out."""
    examples = [
        {
            "mention_id": example.mention_id,
            "start": example.start,
            "end": example.end,
            "entity_type": example.entity_type.value,
            "identifier_type": example.identifier_type.value,
            "entity_id": example.entity_id,
            "options": [[each.text, each.level, each.source] for each in example.options],
            "choices": dict(example.choices),
        }
        for example in document.examples
    ]
    return {"doc_id": document.doc_id, "text": document.text, "examples": examples}


def document_from_json(value: dict[str, Any]) -> ExampleDocument:
    """Build a document from its JSON value; raises KeyError, TypeError or ValueError."""
    doc_id, text = _text(value["doc_id"]), _text(value["text"])
    examples = tuple(_example_from_json(each, doc_id, text) for each in value["examples"])
    return ExampleDocument(doc_id, text, examples)


def _example_from_json(value: dict[str, Any], doc_id: str, text: str) -> Example:
    start, end = value["start"], value["end"]
    if not 0 <= start < end <= len(text):
        raise ValueError("offsets out of range")
    return Example(
        doc_id=doc_id,
        mention_id=_text(value["mention_id"]),
        start=start,
        end=end,
        span_text=text[start:end],
        entity_type=SemanticType(value["entity_type"]),
        identifier_type=IdentifierType(value["identifier_type"]),
        entity_id=_text(value["entity_id"]),
        options=tuple(
            Option(_text(option), number, int(level), source)
            for number, (option, level, source) in enumerate(value["options"], start=1)
        ),
        choices={name: _text(chosen) for name, chosen in value["choices"].items()},
    )


def _request_from_json(value: dict[str, Any]) -> Request:
    annotator = value["annotator"]
    return Request(
        _text(value["key"]),
        None if annotator is None else _text(annotator),
        document_from_json(value["document"]),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def _write(path: Path, holds: str, values: Iterable[dict[str, Any]]) -> int:
    count = 0
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        beside = Path(file.name)
        try:
            file.write(orjson.dumps({"palimpsest": holds, "format": FORMAT}) + b"\n")
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


def _read(path: Path, holds: str, parse: Callable[[Any], _Value]) -> Iterator[_Value]:
    try:
        file = path.open("rb")
    except OSError as error:
        raise LearningError(f"{path} can't be read: {error.strerror}.") from error
    with file:
        _check_header(path, file.readline(), holds)
        for number, line in enumerate(file, start=2):
            try:
                value = parse(orjson.loads(line))
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                problem = f"{path}, line {number}: the record is damaged or of another kind."
                raise LearningError(problem) from error
            yield value


def _check_header(path: Path, line: bytes, holds: str) -> None:
    try:
        header = orjson.loads(line)
        found, number = header["palimpsest"], header["format"]
    except (KeyError, TypeError, ValueError) as error:
        problem = f"{path}, line 1: the header is missing; this is no snapshot of ours."
        raise LearningError(problem) from error
    if found != holds:
        raise LearningError(f"{path}, line 1: the file holds {found}, not {holds}.")
    if number != FORMAT:
        raise LearningError(
            f"{path}, line 1: format {number}, but this program reads format {FORMAT}; "
            "write the snapshot again with this version."
        )
