"""Rows of other tools' JSON: a list of objects, or one object a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from annotation.errors import RecordError, locating
from annotation.formats import fields
from annotation.formats.json_objects import RawObject, find_end, parse_object
from annotation.formats.json_stream import iter_array, iter_lines, opening
from annotation.formats.source import Source
from annotation.records import Json


def iter_rows(source: Source) -> Iterator[RawObject]:
    """Yield the rows of a file one by one; raises RecordError where it can't be read on."""
    is_list = opening(source.chunks()).startswith("[")
    return (iter_array if is_list else iter_lines)(source.chunks())


def parse_row(raw: RawObject) -> dict[str, Json]:
    """Parse a row; raises RecordError, which names its place."""
    with locating(place=raw.place):
        if not raw.text.lstrip().startswith("{") or find_end(raw.text) is None:
            raise RecordError("the line does not hold one whole JSON object")
        return parse_object(raw)


def filled_text(record: Mapping[str, Json], key: str) -> str | None:
    """Take a string that may be missing, null or empty, which are all the same."""
    return fields.optional_text(record, key) or None
