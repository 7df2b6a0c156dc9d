"""Small annotated documents of our own sentences."""

from __future__ import annotations

from collections.abc import Iterable

from annotation.options import Option
from annotation.types import IdentifierType, SemanticType
from selection.examples import Example, ExampleDocument

TOWNS = {
    "Lillehammer": ("town in Norway", "town", "***"),
    "Innsbruck": ("city in Austria", "city", "***"),
    "Coimbra": ("city in Portugal", "city", "***"),
    "Tartu": ("city in Estonia", "city", "***"),
    "Galway": ("city in Ireland", "city", "***"),
}
TRADES = {
    "locksmith": ("craftsperson", "worker", "***"),
    "midwife": ("health professional", "worker", "***"),
    "organist": ("musician", "artist", "***"),
}


def document(doc_id: str, *chosen: int, annotators: Iterable[str] = ("una",)) -> ExampleDocument:
    """Return a document with one town for each number, which says what all annotators chose.

    Numbers are indexes of candidates; the last town is followed by a trade, chosen alike.
    """
    text, examples = f"Report {doc_id}. ", []
    spans = [(name, SemanticType.LOC, lists) for name, lists in TOWNS.items()][: len(chosen)]
    trade = list(TRADES)[len(doc_id) % len(TRADES)]
    spans.append((trade, SemanticType.DEM, TRADES[trade]))
    for number, (span, entity_type, texts) in enumerate(spans):
        start = len(text) + len("She was seen in ")
        text += f"She was seen in {span} again. "
        index = [*chosen, *chosen[-1:]][number] if chosen else None
        examples.append(
            Example(
                doc_id=doc_id,
                mention_id=f"{doc_id}-{number}",
                start=start,
                end=start + len(span),
                span_text=span,
                entity_type=entity_type,
                identifier_type=IdentifierType.QUASI,
                entity_id=f"e{number}",
                options=tuple(
                    Option(each, level, level, None if each == "***" else "P31")
                    for level, each in enumerate(texts, 1)
                ),
                choices={} if index is None else dict.fromkeys(annotators, texts[index]),
            )
        )
    return ExampleDocument(doc_id, text, tuple(examples))


def documents(count: int, chosen: int = 1) -> list[ExampleDocument]:
    """Return documents d1, d2, … in which everybody chose the candidate of one index."""
    return [document(f"d{number}", chosen, chosen) for number in range(1, count + 1)]
