"""Which mentions name the same person: PERSON 1, PERSON 2, in the order they come in the text."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import count

from annotation.records import MASK, Mention
from annotation.types import SemanticType
from ontology.rules.persons.clustering import group
from ontology.spans import Surroundings

__all__ = ["is_numbered", "number_persons", "without_numbers"]


_NUMBERED = re.compile(r"PERSON ([0-9]{1,6})", re.ASCII)
_NUMBERED_WITHIN = re.compile(rf"\b{_NUMBERED.pattern}\b", re.ASCII)


def is_numbered(text: str) -> bool:
    """Tell whether a text is the number of a person in a document: "PERSON 2"."""
    return _NUMBERED.fullmatch(text) is not None


def without_numbers(text: str) -> str:
    """Put `***` in the place of numbers of persons: they count the people of one document."""
    return _NUMBERED_WITHIN.sub(MASK, text)


def number_persons(
    surroundings: Surroundings,
    unchanged: Collection[str] = frozenset(),
    *,
    by_entity: bool = False,
) -> Mapping[str, str]:
    """Return "PERSON n" for each masked mention of a person, by mention_id.

    `unchanged` are the mentions whose lists stay: a person that has a number there keeps it, and
    nobody else is given it. `by_entity` says that somebody settled who is who: mentions of one
    entity are one person and no others are, whatever their names say.
    """
    spans = [span for span in surroundings.spans if span.type is SemanticType.PERSON]
    persons: Sequence[Hashable] = (
        [span.mention.entity_id for span in spans] if by_entity else group(spans)
    )
    numbers: dict[Hashable, int] = {}
    taken: set[int] = set()
    for span, person in zip(spans, persons, strict=True):
        if (
            span.mention.mention_id in unchanged
            and (number := _number_in(span.mention)) is not None
        ):
            numbers.setdefault(person, number)
            taken.add(number)
    free = (number for number in count(1) if number not in taken)
    numbered = {}
    for span, person in zip(spans, persons, strict=True):
        if person not in numbers:
            numbers[person] = next(free)
        numbered[span.mention.mention_id] = f"PERSON {numbers[person]}"
    return numbered


def _number_in(mention: Mention) -> int | None:
    lists = mention.replacement.iter_lists() if mention.replacement else ()
    found = (_NUMBERED.fullmatch(text) for _, texts in lists for text in texts)
    return next((int(match[1]) for match in found if match), None)
