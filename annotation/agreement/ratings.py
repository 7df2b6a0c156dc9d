"""Ratings: which annotator chose what for which mention."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from annotation.adjudication import without_gold
from annotation.errors import RecordError, shown
from annotation.options import level_of
from annotation.records import Document
from annotation.rendering import led_mentions
from annotation.types import SemanticType

Item = tuple[str, str]
"""The doc_id and mention_id of a rated mention."""

Rows = dict[Item, dict[str, "Rating"]]
"""Item → annotator → rating."""


@dataclass(frozen=True, slots=True)
class Rating:
    """One annotator's choice for one mention; `level` counts from 1, most specific first."""

    item: Item
    annotator: str
    level: int
    text: str
    entity_type: SemanticType


def ratings_from_documents(documents: Iterable[Document]) -> list[Rating]:
    """Return one rating for every name in the selections of the documents' mentions.

    Choices for a mention that another one leads do not count: nobody reads them. Nor does what was
    adjudicated over the annotators' layers. Raises ValueError
    where a chosen text is in none of its mention's lists.
    """
    return [
        Rating(
            item=(document.doc_id, mention.mention_id),
            annotator=annotator,
            level=level_of(mention.replacement, text),
            text=text,
            entity_type=mention.entity_type,
        )
        for document in documents
        for layer in without_gold(document).layers
        for led in [led_mentions(layer.mentions)]
        for mention in layer.mentions
        if mention.replacement is not None and mention.mention_id not in led
        for text, annotators in mention.replacement.selection.items()
        for annotator in annotators
    ]


def arrange(ratings: Iterable[Rating]) -> Rows:
    """Put ratings in document order, and each item's by the annotator's name.

    Raises RecordError where one annotator made two choices for one item.
    """
    rows: Rows = {}
    for rating in ratings:
        if rows.setdefault(rating.item, {}).setdefault(rating.annotator, rating) != rating:
            doc_id, mention_id = rating.item
            problem = f"annotator {shown(rating.annotator)} has more than one choice"
            raise RecordError(problem, doc_id=doc_id, mention_id=mention_id)
    return {
        item: {name: rows[item][name] for name in sorted(rows[item])}
        for item in sorted(rows, key=_document_order)
    }


def _document_order(item: Item) -> tuple[list[list[str | tuple[int, str]]], Item]:
    """Sort identifiers as people number them: em2 before em10."""
    return [_natural(identifier) for identifier in item], item


def _natural(identifier: str) -> list[str | tuple[int, str]]:
    parts: list[str | tuple[int, str]] = list(re.split(r"([0-9]+)", identifier))
    for position in range(1, len(parts), 2):
        digits = str(parts[position]).lstrip("0")
        # Longer means greater; int() refuses numbers of thousands of digits.
        parts[position] = (len(digits), digits)
    return parts
