"""TAB: a JSON list of court cases, each annotator with an own layer of mentions.

Source: Pilán et al. (2022). TAB has no place for replacements: they are left out on the way out.
"""

from dataclasses import replace

from annotation.formats.record_shape import document_to_json, read_array
from annotation.records import Document, Json, Layer, Layout, Mention

read = read_array


def to_json(document: Document) -> dict[str, Json]:
    """Make the JSON value of a document, without what TAB does not have."""
    return document_to_json(
        replace(
            document,
            generalized_text=None,
            layers=tuple(_bare_layer(layer) for layer in document.layers),
            layout=_without("generalized_text", document.layout),
        )
    )


def _bare_layer(layer: Layer) -> Layer:
    return replace(layer, mentions=tuple(_bare_mention(mention) for mention in layer.mentions))


def _bare_mention(mention: Mention) -> Mention:
    return replace(mention, replacement=None, layout=_without("replacement", mention.layout))


def _without(dropped: str, layout: Layout) -> Layout:
    return replace(layout, keys=tuple(key for key in layout.keys if key != dropped))
