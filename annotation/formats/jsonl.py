"""JSON lines: one object a line with `text`, perhaps `doc_id` and `meta`; other keys are kept."""

from collections.abc import Iterator

from annotation.errors import RecordError, locating
from annotation.formats.json_objects import RawObject, find_end, parse_object
from annotation.formats.json_stream import iter_lines
from annotation.formats.record_shape import document_from_json
from annotation.formats.source import Source
from annotation.records import Document, Json


def read(source: Source) -> Iterator[Document | RecordError]:
    """Read one document a line, or its fault; one without `doc_id` is named by file and line."""
    for raw in iter_lines(source.chunks()):
        try:
            found: Document | RecordError = _document(raw, f"{source.doc_id}-{raw.line}")
        except RecordError as fault:
            found = fault
        yield found


def _document(raw: RawObject, default_id: str) -> Document:
    if not raw.text.lstrip().startswith("{"):
        raise RecordError(f"line {raw.line} is not a JSON object")
    with locating(place=raw.place):
        if find_end(raw.text) is None:
            raise RecordError("the line does not hold one whole JSON object")
        defaults: dict[str, Json] = {"doc_id": default_id, "annotations": {}}
        return document_from_json(defaults | parse_object(raw))
