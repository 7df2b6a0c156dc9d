"""What the trainer and the web application exchange, in files: documents, requests, payloads.

The web application writes documents and requests, the child process reads; the other way round for
payloads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotation.options import Option
from annotation.types import IdentifierType, SemanticType
from learning.record_files import read_records, write_records
from selection.examples import Example, ExampleDocument
from selection.payload import SuggestionPayload

DOCUMENTS, REQUESTS, PAYLOADS = "documents", "requests", "payloads"


@dataclass(frozen=True, slots=True)
class Request:
    """A document to be suggested for, the annotator it is for, and the asker's own key for it."""

    key: str
    annotator: str | None
    document: ExampleDocument


def write_documents(path: Path, documents: Iterable[ExampleDocument]) -> int:
    """Write a snapshot and return the number of its documents; raises LearningError."""
    return write_records(path, DOCUMENTS, (document_to_json(each) for each in documents))


def read_documents(path: Path) -> Iterator[ExampleDocument]:
    """Read a snapshot one document at a time; raises LearningError, which names the line."""
    return read_records(path, DOCUMENTS, document_from_json)


def write_requests(path: Path, requests: Iterable[Request]) -> int:
    """Write what suggestions are asked for and return their number; raises LearningError."""
    values = (
        {"key": each.key, "annotator": each.annotator, "document": document_to_json(each.document)}
        for each in requests
    )
    return write_records(path, REQUESTS, values)


def read_requests(path: Path) -> Iterator[Request]:
    """Read requests one at a time; raises LearningError, which names the line."""
    return read_records(path, REQUESTS, _request_from_json)


def write_payloads(path: Path, payloads: Iterable[tuple[str, SuggestionPayload]]) -> int:
    """Write (key of the request, its payload) and return their number; raises LearningError."""
    return write_records(
        path, PAYLOADS, ({"key": key, "payload": each.to_json()} for key, each in payloads)
    )


def read_payloads(path: Path) -> Iterator[tuple[str, SuggestionPayload]]:
    """Read (key of the request, its payload) one at a time; raises LearningError with the line."""
    return read_records(path, PAYLOADS, _payload_from_json)


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
            "proposed": list(example.proposed),
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
        proposed=tuple(_text(each) for each in value["proposed"]),
    )


def _request_from_json(value: dict[str, Any]) -> Request:
    annotator = value["annotator"]
    return Request(
        _text(value["key"]),
        None if annotator is None else _text(annotator),
        document_from_json(value["document"]),
    )


def _payload_from_json(value: dict[str, Any]) -> tuple[str, SuggestionPayload]:
    return _text(value["key"]), SuggestionPayload.from_json(value["payload"])


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value
