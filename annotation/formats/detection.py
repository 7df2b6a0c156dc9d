"""Telling a file's format by its content: what it begins with, and the keys of its first record."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from annotation.errors import RecordError
from annotation.formats import foreign, marked_text
from annotation.formats.json_objects import parse_object
from annotation.formats.json_stream import first_object, opening
from annotation.formats.source import Source
from annotation.records import Json


class Format(StrEnum):
    """The file formats that documents come in."""

    WIKIREPLACE = "wikireplace"
    TAB = "tab"
    TEXT = "text"
    JSONL = "jsonl"
    MARKED = "marked"


_NAMED_JSON = {".json": Format.WIKIREPLACE, ".jsonl": Format.JSONL, ".ndjson": Format.JSONL}
"""What a file claims to be that holds no JSON: reading it then says that it doesn't."""


def detect(source: Source) -> Format:
    """Tell the format; raises RecordError for an empty file, broken UTF-8 or what is no format.

    A file that looks like prose is plain text, unless its name says JSON or marked text.
    """
    is_marked = source.name.lower().endswith(marked_text.SUFFIX)
    match opening(source.chunks()):
        case "":
            raise RecordError("the file is empty")
        case _ if is_marked:
            return Format.MARKED
        case "[" | "[{" | "[]" | "{" | '{"' | "{}" as begin:
            record = _first_record(source)
            foreign.check_label_studio(record)
            if begin.startswith("["):
                return _detect_array_kind(record)
            if "annotations" not in record:
                return Format.JSONL
            foreign.check_record(record)
            return Format.WIKIREPLACE
        case _ if named := _NAMED_JSON.get(Path(source.name).suffix.lower()):
            return named
        case _:
            foreign.check_text(source.name, next(source.chunks()))
            return Format.TEXT


def _first_record(source: Source) -> dict[str, Json]:
    """Parse the first record; a broken one is left to the reader, who says where it is broken."""
    try:
        return parse_object(first_object(source.chunks()))
    except RecordError:
        return {}


def _detect_array_kind(record: dict[str, Json]) -> Format:
    mention_keys = _mention_keys(record.get("annotations"))
    if "generalized_text" in record or "replacement" in mention_keys:
        return Format.WIKIREPLACE
    if "quality_checked" in record or "confidential_status" in mention_keys:
        return Format.TAB
    return Format.WIKIREPLACE


def _mention_keys(annotations: Json) -> set[str]:
    layers = annotations.values() if isinstance(annotations, dict) else ()
    mention_lists = [layer.get("entity_mentions") for layer in layers if isinstance(layer, dict)]
    mentions = [mention for items in mention_lists if isinstance(items, list) for mention in items]
    return {key for mention in mentions if isinstance(mention, dict) for key in mention}
