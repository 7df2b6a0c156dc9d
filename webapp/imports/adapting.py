"""Making a record fit a replacement project: one shared layer.

Court cases (TAB) come with a layer of spans for every annotator.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from annotation.errors import RecordError
from annotation.records import Document, Layer


@dataclass(frozen=True, slots=True)
class Adapted:
    """A document as the project takes it, and what that cost."""

    document: Document
    layers_left_out: int = 0


def adapt(document: Document) -> Adapted:
    """Take one layer; raises RecordError where several have replacement lists."""
    if len(document.layers) <= 1:
        return Adapted(document)
    if any(mention.replacement for mention in document.iter_mentions()):
        raise RecordError(
            f"it has {len(document.layers)} layers of spans with replacement lists; a replacement "
            "project takes one: import the file into a masking project"
        )
    taken = replace(document, layers=(_chosen_layer(document),))
    return Adapted(taken, layers_left_out=len(document.layers) - 1)


def _chosen_layer(document: Document) -> Layer:
    """Choose the first layer that was checked for quality, else the first."""
    checked = document.quality_checked or ()
    in_order = sorted(document.layers, key=lambda layer: layer.name not in checked)
    return in_order[0]
