"""The decisions of people: the mentions to train on, and whose name a document must hide."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from annotation.records import Document, Layout, Mention
from annotation.types import IdentifierType
from learning.errors import TrainingError
from masking.identifying import protected_entities
from names.folding import fold

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class DecidedLayer:
    """The mentions of one annotator of a document; annotators of one text are separate examples."""

    document: Document
    mentions: tuple[Mention, ...]

    @cached_property
    def undecided(self) -> tuple[Document, tuple[Mention, ...]]:
        """The document and the mentions without anybody's decisions, as input of indicators."""
        bare = replace(self.document, layers=(), generalized_text=None)
        mentions = (
            replace(
                mention,
                identifier_type=IdentifierType.QUASI,
                edit_type=None,
                confidential_status=None,
                replacement=None,
                layout=Layout(),
            )
            for mention in self.mentions
        )
        return bare, tuple(mentions)


def decided_layers(documents: Iterable[Document]) -> Iterator[DecidedLayer]:
    """Yield the layers that hold mentions, in stored order."""
    for document in documents:
        for layer in document.layers:
            if layer.mentions:
                yield DecidedLayer(document, layer.mentions)


def require_both(layers: Sequence[DecidedLayer]) -> None:
    """Refuse to learn where all mentions are masked or none is; raises TrainingError."""
    decided = {mention.is_masked for layer in layers for mention in layer.mentions}
    if decided != {True, False}:
        raise TrainingError(
            "There is nothing to learn from: the documents must hold mentions that were masked "
            "and mentions that were left in clear."
        )


def decisions_of(layers: Iterable[DecidedLayer]) -> NDArray[np.bool_]:
    """Return whether each mention must be masked (DIRECT or QUASI), all layers joined."""
    return np.array([each.is_masked for layer in layers for each in layer.mentions], dtype=bool)


def document_numbers(layers: Sequence[DecidedLayer]) -> NDArray[np.int64]:
    """Return for each mention a number that the layers of one text share, all layers joined."""
    numbers: dict[str, int] = {}
    found = [
        np.full(len(layer.mentions), numbers.setdefault(layer.document.text, len(numbers)))
        for layer in layers
    ]
    return np.concatenate(found)


def protected_mentions(document: Document, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions that name the people to protect: whom the task names, else the text."""
    names = (document.task,) if document.task else ()
    entities = protected_entities(mentions, names)
    return [mention for mention in mentions if mention.entity_id in entities]


def protected_name(document: Document, mentions: Sequence[Mention]) -> str:
    """Return the fullest name of the person to protect, empty where there is none."""
    names = [mention.span_text for mention in protected_mentions(document, mentions)]
    return max(names, key=lambda name: len(name_words(name)), default="")


def protected_words(document: Document, mentions: Sequence[Mention]) -> frozenset[str]:
    """Return the words of the names of the people to protect, folded."""
    names = protected_mentions(document, mentions)
    return frozenset(word for mention in names for word in name_words(mention.span_text))


def name_words(name: str) -> list[str]:
    """Return the words of a name, folded."""
    return [fold(word) for word in _WORD.findall(name)]
