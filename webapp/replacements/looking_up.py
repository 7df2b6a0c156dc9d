"""Looking a term up in the ontology: its senses, and the lists that spans of it would get."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.options import options_of
from annotation.reasons import Reason, reasons_of
from annotation.records import Document, Layer, Mention, Replacement
from annotation.types import IdentifierType, SemanticType
from ontology.entries import Sense
from ontology.layers import Ontology
from ontology.overrides import Overrides
from ontology.proposing import propose
from ontology.spans import LINKED
from ontology.taxonomy import FLOORS

MOST_SENSES = 12
"""The number of senses that a page shows."""


@dataclass(frozen=True, slots=True)
class LookedUp:
    """The answer of the ontology about a term."""

    senses: Sequence[Sense]
    more: int
    """The number of senses that are not shown."""
    lists: Sequence[tuple[SemanticType, Sequence[Reason]]]
    """The list by type, without `***`, and without lists that only name the type."""


def look_up(
    term: str, semantic_type: SemanticType | None, ontology: Ontology, overrides: Overrides
) -> LookedUp:
    """Return the senses of a term, and its lists as a span of one type or of any."""
    senses = ontology.lookup(term)
    types = [semantic_type] if semantic_type else LINKED
    lists = ((each, _list_of(term, each, ontology, overrides)) for each in types)
    return LookedUp(
        senses=senses[:MOST_SENSES],
        more=max(0, len(senses) - MOST_SENSES),
        lists=[
            (each, reasons)
            for each, reasons in lists
            if semantic_type
            or [reason.text for reason in reasons if reason.text != FLOORS.get(each)]
        ],
    )


def _list_of(
    term: str, semantic_type: SemanticType, ontology: Ontology, overrides: Overrides
) -> Sequence[Reason]:
    mention = Mention("span", semantic_type, 0, len(term), term, IdentifierType.QUASI, "entity")
    document = Document("look-up", term, (Layer("look-up", (mention,)),))
    (proposed,) = propose(document, ontology, overrides).iter_mentions()
    replacement = proposed.replacement or Replacement({})
    return reasons_of(options_of(replacement), replacement.origins)
