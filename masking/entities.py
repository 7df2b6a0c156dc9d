"""Linking the mentions of an entity, as TAB does, so that one decision goes for all of them.

Identical strings are linked by default, parts of a person's name to that person, an acronym to its
long form; a pronoun is nothing (Pilán et al. 2022, section 4.2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from annotation.records import Mention
from annotation.types import SemanticType
from ontology.coreference import is_short_form, name_key
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
    names = {
        _name_key(mention): mention for mention in mentions if mention.entity_type in _BY_PARTS
    }
    longest = sorted(names.items(), key=lambda item: -len(item[1].span_text))
    shortened: dict[str, str] = {}
    for key, mention in names.items():
        for other_key, other in longest:
            is_longer = len(other.span_text) > len(mention.span_text)
            if (
                is_longer
                and other.entity_type is mention.entity_type
                and is_short_form(mention.span_text, other.span_text)
            ):
                shortened[key] = other_key
                break
    return shortened
