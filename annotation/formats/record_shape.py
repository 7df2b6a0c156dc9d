"""The JSON shape that WikiReplace and TAB share, both ways.

A `Layout` carries the order of the keys and the unknown keys, so that reading and writing a
record gives the same JSON value; keys it did not have before follow at the end in standard order.
"""

from __future__ import annotations

from collections.abc import Iterator

from annotation.errors import FaultCollector, RecordError, locating
from annotation.formats import fields, unsupported
from annotation.formats.correction_shape import (
    CORRECTIONS,
    corrections_from_json,
    corrections_to_json,
)
from annotation.formats.json_objects import NotJsonError, parse_object
from annotation.formats.json_stream import iter_array
from annotation.formats.layouts import compose, layout_of
from annotation.formats.replacement_shape import replacement_from_json, replacement_to_json
from annotation.formats.source import Source
from annotation.records import Document, Json, Layer, Mention
from annotation.types import ConfidentialStatus, EditType, IdentifierType, SemanticType

MAX_TEXT_CHARACTERS = 5_000_000
"""A longer text is refused: nobody could annotate it."""

_DOCUMENT_KEYS = (
    "annotations",
    "quality_checked",
    "text",
    "task",
    "meta",
    "doc_id",
    "dataset_type",
    "generalized_text",
)
_MENTION_KEYS = (
    "entity_type",
    "entity_mention_id",
    "start_offset",
    "end_offset",
    "span_text",
    "edit_type",
    "identifier_type",
    "related_mentions",
    "entity_id",
    "confidential_status",
    "replacement",
    CORRECTIONS,
)


def read_array(source: Source) -> Iterator[Document | RecordError]:
    """Read a JSON list of records, each a document or its fault.

    Raises RecordError where the list can't be read on.
    """
    for raw in iter_array(source.chunks()):
        try:
            with locating(place=raw.place):
                found: Document | RecordError = document_from_json(parse_object(raw))
        except NotJsonError:
            raise
        except RecordError as fault:
            found = fault
        yield found


def document_from_json(value: Json) -> Document:
    """Make a document of a JSON value; raises RecordError, which names document and mention."""
    record = fields.as_object(value, "the record")
    unsupported.check_record(record)
    doc_id = fields.name(record, "doc_id")
    with locating(doc_id=doc_id):
        return Document(
            doc_id=doc_id,
            text=checked_length(fields.text(record, "text")),
            layers=tuple(_layers(fields.required(record, "annotations"))),
            task=fields.optional_text(record, "task"),
            dataset_type=fields.optional_text(record, "dataset_type"),
            generalized_text=fields.optional_text(record, "generalized_text"),
            quality_checked=fields.optional_texts(record, "quality_checked"),
            meta=fields.as_json(record.get("meta"), "meta"),
            layout=layout_of(record, _DOCUMENT_KEYS),
        )


def checked_length(text: str) -> str:
    """Refuse a text that is too long; raises RecordError."""
    if len(text) > MAX_TEXT_CHARACTERS:
        problem = f"the text has {len(text):,} characters, the limit is {MAX_TEXT_CHARACTERS:,}"
        raise RecordError(problem)
    return text


def _layers(value: Json) -> Iterator[Layer]:
    for name, annotation in fields.as_object(value, "annotations").items():
        path = f"annotations.{name}"
        record = fields.as_object(annotation, path)
        with fields.within(path):
            items = fields.as_list(fields.required(record, "entity_mentions"), "entity_mentions")
        faults, mentions = FaultCollector(), list[Mention]()
        for index, item in enumerate(items):
            with faults.collecting():
                mentions.append(_mention(item, f"{path}.entity_mentions[{index}]"))
        faults.raise_if_any()
        yield Layer(name, tuple(mentions), layout_of(record, ("entity_mentions",)))


def _mention(value: Json, path: str) -> Mention:
    record = fields.as_object(value, path)
    with fields.within(path):
        mention_id = fields.name(record, "entity_mention_id")
    with locating(mention_id=mention_id):
        replacement = record.get("replacement")
        return Mention(
            mention_id=mention_id,
            entity_type=fields.member(record, "entity_type", SemanticType),
            start=fields.offset(record, "start_offset"),
            end=fields.offset(record, "end_offset"),
            span_text=fields.text(record, "span_text"),
            identifier_type=fields.member(record, "identifier_type", IdentifierType),
            entity_id=fields.name(record, "entity_id"),
            edit_type=fields.optional_member(record, "edit_type", EditType),
            confidential_status=fields.optional_member(
                record, "confidential_status", ConfidentialStatus
            ),
            related_mentions=fields.optional_texts(record, "related_mentions"),
            replacement=None if replacement is None else replacement_from_json(replacement),
            layout=layout_of(record, _MENTION_KEYS),
            corrections=corrections_from_json(record.get(CORRECTIONS) or {}, set(IdentifierType)),
        )


def document_to_json(document: Document) -> dict[str, Json]:
    """Make the JSON value of a document."""
    values: dict[str, Json] = {
        "annotations": {layer.name: _layer_to_json(layer) for layer in document.layers},
        "quality_checked": _as_list(document.quality_checked),
        "text": document.text,
        "task": document.task,
        "meta": document.meta,
        "doc_id": document.doc_id,
        "dataset_type": document.dataset_type,
        "generalized_text": document.generalized_text,
    }
    return compose(values, document.layout)


def _layer_to_json(layer: Layer) -> dict[str, Json]:
    mentions: list[Json] = [_mention_to_json(mention) for mention in layer.mentions]
    return compose({"entity_mentions": mentions}, layer.layout)


def _mention_to_json(mention: Mention) -> dict[str, Json]:
    replacement = mention.replacement
    values: dict[str, Json] = {
        "entity_type": mention.entity_type.value,
        "entity_mention_id": mention.mention_id,
        "start_offset": mention.start,
        "end_offset": mention.end,
        "span_text": mention.span_text,
        "edit_type": mention.edit_type and mention.edit_type.value,
        "identifier_type": mention.identifier_type.value,
        "related_mentions": _as_list(mention.related_mentions),
        "entity_id": mention.entity_id,
        "confidential_status": mention.confidential_status and mention.confidential_status.value,
        "replacement": None if replacement is None else replacement_to_json(replacement),
        CORRECTIONS: corrections_to_json(mention.corrections),
    }
    return compose(values, mention.layout)


def _as_list(texts: tuple[str, ...] | None) -> list[Json] | None:
    return None if texts is None else list(texts)
