"""Linking the mentions of an entity, as TAB does, so that one decision goes for all of them.

Identical strings are linked by default, parts of a person's name to that person, an acronym to its
long form; a pronoun is nothing (Pilán et al. 2022, section 4.2).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from annotation.records import Mention
from annotation.types import SemanticType
from names.same import FullNames, name_key
from ontology.rules.persons import number_persons
from ontology.spans import Surroundings

_BY_PARTS = frozenset({SemanticType.ORG, SemanticType.LOC, SemanticType.MISC})
"""Types whose names are shortened and made into acronyms."""


def link(text: str, mentions: Sequence[Mention], prefix: str) -> list[Mention]:
    """Return the mentions with entity ids: `prefix`, "_e" and a number in text order."""
    surroundings = Surroundings(text, mentions)
    persons = number_persons(surroundings)
    keys = {mention.mention_id: _key(mention, persons) for mention in mentions}
    full_of = _short_forms(mentions)
    numbers: dict[str, int] = {}
    linked = []
    for mention in surroundings.mentions:
        key = keys[mention.mention_id]
        number = numbers.setdefault(full_of.get(key, key), len(numbers) + 1)
        linked.append(replace(mention, entity_id=f"{prefix}_e{number}"))
    return linked


def _key(mention: Mention, persons: Mapping[str, str]) -> str:
    return persons.get(mention.mention_id) or _name_key(mention)


def _name_key(mention: Mention) -> str:
    return f"{mention.entity_type} {name_key(mention.span_text)}"


def _short_forms(mentions: Sequence[Mention]) -> dict[str, str]:
    """Return for each short form the key of the longest name that it shortens."""
    names: defaultdict[SemanticType, dict[str, str]] = defaultdict(dict)
    for mention in mentions:
        if mention.entity_type in _BY_PARTS:
            names[mention.entity_type][_name_key(mention)] = mention.span_text
    shortened: dict[str, str] = {}
    for of_type in names.values():
        keys = {text: key for key, text in of_type.items()}
        full = FullNames(keys)
        for key, text in of_type.items():
            if (longest := next(full.shortened_to(text), None)) is not None:
                shortened[key] = keys[longest]
    return shortened
