"""Making a record fit a project in which replacements are chosen: one shared layer.

Court cases (TAB) come with a layer of spans for every annotator. Where these chose for the same
spans, their layers are one; where nothing was chosen, one of them is taken. Layers that hold what
annotators changed of the shared one are theirs, where a project has such; elsewhere they are
refused, so that nothing of them is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from annotation.adjudication import is_gold, without_gold
from annotation.errors import RecordError, shown
from annotation.formats.marked_text import LAYER as SHARED
from annotation.joining import joined
from annotation.overlaying import annotator_of, corrects_others
from annotation.records import Document, Layer
from webapp.platform.models import ProjectKind


@dataclass(frozen=True, slots=True)
class Adapted:
    """A document as the project takes it, and what that cost."""

    document: Document
    layers_left_out: int = 0
    is_gold_left_out: bool = False
    """Whether an adjudicated layer stood beside those of annotators, which count."""


def adapt(document: Document, kind: ProjectKind) -> Adapted:
    """Take one shared layer; raises RecordError where several differ and have replacement lists.

    So it does where a project of this kind has no place for what annotators changed.
    """
    own = [layer for layer in document.layers if corrects_others(layer)]
    _check_own(own, kind)
    shared = [layer for layer in document.layers if not corrects_others(layer)]
    if len(shared) <= 1:
        return Adapted(document)
    marked = [layer for layer in shared if not is_gold(layer)]
    if any(mention.replacement for layer in shared for mention in layer.mentions):
        one = marked[0] if len(marked) == 1 else joined(marked or shared, SHARED)
        if one is None:
            raise RecordError(
                f"it has {len(shared)} layers of spans with replacement lists; this kind of "
                "project takes one: import the file into a masking project"
            )
        left = marked != shared and bool(marked)
        return Adapted(replace(document, layers=(one, *own)), is_gold_left_out=left)
    taken = replace(document, layers=(_chosen_layer(document, shared), *own))
    return Adapted(taken, layers_left_out=len(shared) - 1)


def set_gold_aside(document: Document) -> Adapted:
    """Take the layers of annotators where these are all that is annotated, as in masking projects.

    A gold layer alone is taken as a layer like others: nothing else is there.
    """
    taken = without_gold(document)
    return Adapted(taken, is_gold_left_out=taken.layers != document.layers)


def _check_own(own: Sequence[Layer], kind: ProjectKind) -> None:
    if own and kind is not ProjectKind.ONE_PASS:
        raise RecordError(
            "it has layers in which annotators corrected what is hidden; a replacement project "
            f"has none: import the file into a project of the kind “{ProjectKind.ONE_PASS.label}”"
        )
    owners = Counter(map(annotator_of, own))
    for name, count in owners.items():
        if count > 1:
            raise RecordError(f"it has {count} layers in which {shown(name)} corrected others")


def _chosen_layer(document: Document, shared: Sequence[Layer]) -> Layer:
    """Choose a gold layer, else the first that was checked for quality, else the first."""
    checked = document.quality_checked or ()
    in_order = sorted(shared, key=lambda each: (not is_gold(each), each.name not in checked))
    return in_order[0]
