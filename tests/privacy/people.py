"""Made-up people for tests: what an attacker knows of them, and a text that hides one."""

from __future__ import annotations

from pathlib import Path

from annotation.records import Document, Layer, Mention, Replacement
from annotation.types import IdentifierType, SemanticType
from privacy.background import Background, Person, build

PEOPLE = {
    "ada-berg": "Growing up beside a lighthouse, she learned to repair clocks. Berg later ran a "
    "ferry company in Bergen and collected accordions; her novel won the harbour prize.",
    "bo-lind": "A goalkeeper of the national handball team, Lind trained police dogs in Malmö "
    "after an injury and opened a bakery with three ovens.",
    "cy-moss": "Moss, a barrister, defended beekeepers against the railway and wrote about "
    "meadows, moths and the law of hedges.",
    "di-funk": "Trained as a surgeon, Funk sailed to Greenland, where she mapped glaciers and "
    "recorded songs of hunters for the radio.",
    "ed-roux": "Roux painted theatre curtains, kept pigeons and was mayor of a village without "
    "a railway station for thirty years.",
}
TEXT = (
    "Ada Berg grew up by a lighthouse in Bergen. She repaired clocks, and her company ran a "
    "ferry. People liked her."
)
SPANS = (
    ("Ada Berg", SemanticType.PERSON, ["PERSON 1", "***"]),
    ("Bergen", SemanticType.LOC, ["city in Norway", "city", "***"]),
    ("company", SemanticType.ORG, ["railway company", "***"]),
)


def make_background(folder: Path, people: dict[str, str] = PEOPLE) -> Background:
    """Build a background in a folder and open it."""
    build((Person(*each) for each in people.items()), folder / "background", protected=[])
    return Background.open(folder / "background")


def make_document(text: str = TEXT) -> Document:
    """Make the document about Ada Berg, its spans with lists of replacements."""
    mentions = []
    for number, (span, semantic_type, texts) in enumerate(SPANS):
        start = text.index(span)
        replacement = Replacement({"made": texts})
        mentions.append(
            Mention(
                mention_id=f"m{number}",
                entity_type=semantic_type,
                start=start,
                end=start + len(span),
                span_text=span,
                identifier_type=IdentifierType.QUASI,
                entity_id=f"e{number}",
                replacement=replacement,
            )
        )
    return Document("ada-berg", text, (Layer("spans", tuple(mentions)),))
