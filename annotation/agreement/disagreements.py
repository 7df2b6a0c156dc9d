"""Which labels annotators give to one and the same span (TAB, appendix A)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from itertools import combinations
from typing import TypeVar

from annotation.records import Document, Mention
from annotation.types import IdentifierType, SemanticType

_Label = TypeVar("_Label", bound=StrEnum)


def count_disagreements(
    document: Document,
    entity_types: Counter[tuple[SemanticType, SemanticType]],
    identifier_types: dict[SemanticType, Counter[tuple[IdentifierType, IdentifierType]]],
) -> None:
    """Add the disagreements of a document's layers to the counts.

    Spans with the same borders are compared; identifier types, those of one entity type. However
    many annotators differ over a span in the same way, it counts once. Pairs stand in the order of
    the enums.
    """
    marked: dict[tuple[int, int], list[Mention]] = {}
    for mention in document.iter_mentions():
        marked.setdefault((mention.start, mention.end), []).append(mention)
    for mentions in marked.values():
        entity_types.update(_pairs(SemanticType, (mention.entity_type for mention in mentions)))
        for kind in {mention.entity_type for mention in mentions}:
            of_kind = [
                mention.identifier_type for mention in mentions if mention.entity_type is kind
            ]
            pairs = list(_pairs(IdentifierType, of_kind))
            if pairs:
                identifier_types.setdefault(kind, Counter()).update(pairs)


def _pairs(labels: type[_Label], given: Iterable[_Label]) -> Iterable[tuple[_Label, _Label]]:
    present = set(given)
    return combinations([label for label in labels if label in present], 2)
