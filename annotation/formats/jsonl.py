"""JSON lines: one object a line with `text`, perhaps `doc_id` and `meta`; other keys are kept."""

from collections.abc import Iterator

from annotation.errors import locating
from annotation.formats.json_objects import parse_object
from annotation.formats.json_stream import iter_lines
from annotation.formats.record_shape import document_from_json
from annotation.formats.source import Source
from annotation.records import Document, Json


def read(source: Source) -> Iterator[Document]:
    """Read one document a line; one without `doc_id` is named by file and line."""
    for raw in iter_lines(source.chunks()):
        with locating(place=raw.place):
            defaults: dict[str, Json] = {"doc_id": f"{source.stem}-{raw.line}", "annotations": {}}
            document = document_from_json(defaults | parse_object(raw))
        yield document
