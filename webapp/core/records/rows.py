"""The rows of a record: columns without the keys to other rows, which the import knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from annotation import records
from annotation.records import Layout, Replacement
from annotation.rendering import led_mentions

TableRow = dict[str, Any]
"""Column name → value, without the keys to other rows."""


def document_row(document: records.Document) -> TableRow:
    """Make the row of a document."""
    checked = document.quality_checked
    return {
        "doc_id": document.doc_id,
        "text": document.text,
        "task": document.task,
        "dataset_type": document.dataset_type,
        "generalized_text": document.generalized_text,
        "quality_checked": None if checked is None else list(checked),
        "meta": document.meta,
        "layout": stored_layout(document.layout),
    }


def layer_row(layer: records.Layer, position: int) -> TableRow:
    """Make the row of a document's layer."""
    return {"name": layer.name, "position": position, "layout": stored_layout(layer.layout)}


def mention_rows(layer: records.Layer) -> Iterator[TableRow]:
    """Make the rows of a layer's mentions."""
    led = led_mentions(layer.mentions)
    for position, mention in enumerate(layer.mentions):
        yield _mention_row(mention, position) | {"is_led": mention.mention_id in led}


def _mention_row(mention: records.Mention, position: int) -> TableRow:
    """Make the row of a mention; the selection becomes choices, which are rows apart."""
    related = mention.related_mentions
    layout = stored_layout(mention.layout)
    if mention.replacement:
        layout["replacement"] = stored_layout(mention.replacement.layout) | _unchosen(
            mention.replacement
        )
    return {
        "position": position,
        "mention_id": mention.mention_id,
        "entity_id": mention.entity_id,
        "entity_type": mention.entity_type,
        "start_offset": mention.start,
        "end_offset": mention.end,
        "span_text": mention.span_text,
        "identifier_type": mention.identifier_type,
        "edit_type": mention.edit_type,
        "confidential_status": mention.confidential_status,
        "related_mentions": None if related is None else list(related),
        **replacement_row(mention.replacement),
        "layout": layout,
    }


def replacement_row(replacement: Replacement | None) -> TableRow:
    """Make the columns of what is offered; a list that came without its reasons has none.

    What was read from a file has a layout, what was proposed here has not: there the reasons are
    known, even where nothing but `***` is offered.
    """
    if replacement is None:
        return {"generalizations": None, "origins": None}
    is_from_file = bool(replacement.layout.keys)
    origins = {text: asdict(origin) for text, origin in replacement.origins.items()}
    return {
        "generalizations": replacement.generalizations,
        "origins": None if is_from_file and not origins else origins,
    }


def _unchosen(replacement: Replacement) -> TableRow:
    """Keep what stands in a record though nobody chose it, with its place: it makes no choices."""
    selection = enumerate(replacement.selection.items())
    places = {text: place for place, (text, names) in selection if not names}
    return {"unchosen": places} if places else {}


def stored_layout(layout: Layout) -> TableRow:
    """Return a layout as a column keeps it."""
    return {"keys": list(layout.keys), "extra": dict(layout.extra)}
