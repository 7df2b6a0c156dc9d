"""Entries without originals: the generalized text, whose spans are what was put into it."""

from __future__ import annotations

from collections.abc import Iterator

from annotation.formats.exchange.entries import Entry, Span
from annotation.records import MASK
from annotation.rendering import chosen_text
from annotation.sanitizing import Sanitized


def entry_of(sanitized: Sanitized, number: int, annotator: str) -> Entry:
    """Return what may go out of a sanitized document in the place of its entries.

    There is one, for in the text of one annotator may stand what another one hides. Documents,
    mentions and entities are numbered; of what was imported, nothing but the split comes along.
    """
    text = "".join(piece.text for piece in sanitized.pieces)
    split = sanitized.record.get("dataset_type")
    return Entry(
        doc_id=str(number),
        text=text,
        annotator=annotator,
        spans=tuple(_spans(sanitized)),
        split=split if isinstance(split, str) else None,
        generalized_text=text,
    )


def _spans(sanitized: Sanitized) -> Iterator[Span]:
    entities: dict[str, int] = {}
    start = 0
    numbered = 0
    for piece in sanitized.pieces:
        end = start + len(piece.text)
        if mention := piece.owner:
            numbered += 1
            yield Span(
                mention_id=str(numbered),
                start=start,
                end=end,
                text=piece.text,
                entity_type=mention.entity_type,
                identifier_type=mention.identifier_type,
                entity_id=str(entities.setdefault(mention.entity_id, len(entities) + 1)),
                replacement=chosen_text(mention) or MASK,
            )
        start = end
