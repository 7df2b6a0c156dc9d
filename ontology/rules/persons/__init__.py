"""Which mentions name the same person: PERSON 1, PERSON 2, in the order they come in the text."""

from __future__ import annotations

from collections.abc import Mapping

from annotation.types import SemanticType
from ontology.rules.persons.clustering import group
from ontology.spans import Surroundings

__all__ = ["number_persons"]


def number_persons(surroundings: Surroundings) -> Mapping[str, str]:
    """Return "PERSON n" for each masked mention of a person, by mention_id."""
    spans = [span for span in surroundings.spans if span.type is SemanticType.PERSON]
    numbers: dict[int, int] = {}
    return {
        span.mention.mention_id: f"PERSON {numbers.setdefault(person, len(numbers) + 1)}"
        for span, person in zip(spans, group(spans), strict=True)
    }
