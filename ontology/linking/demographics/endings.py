"""The last rungs of a demographic span, and the classes that are trusted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ontology.entries import Sense
from ontology.linking.word_lists import read_words

PROFESSION = "profession"
PERSON = "person"

_CLASSES = {noun: end for end, noun in read_words("person_classes.txt")}
"""Classes of persons that may stand above a noun, and what their ladders end in."""

_OCCUPATIONAL = frozenset(
    """actor administrator adviser artist assistant athlete attendant aviator banker broadcaster
    businessperson cleric clergyman craftsman dancer diplomat director doctor
    driver editor educator employee
    engineer entertainer executive expert farmer financier journalist judge laborer lawman lawyer
    maker manager merchant musician official operator performer pilot policeman politician priest
    producer professional sailor scholar scientist secretary servant serviceman soldier specialist
    spokesperson supervisor teacher trainer worker writer""".split()
) | {"film maker", "skilled worker", "spiritual leader"}
"""Whoever is one of these has a profession."""

_PARENTS = {noun: parent for parent, noun in read_words("person_parents.txt")}
"""What we say ourselves where a thesaurus says what nobody would."""

_LAST_RESORTS = frozenset({"worker"})
"""What is true, and tells little: for where there is nothing better."""

_SAID = {
    "Lord": "aristocrat",
    "academician": "academic",
    "ballplayer": "baseball player",
    "businessman": "businessperson",
    "commissioned military officer": "military officer",
    "commissioned naval officer": "naval officer",
    "commissioned officer": "military officer",
    "enrollee": "student",
    "general officer": "military officer",
    "juvenile": "young person",
    "lawgiver": "legislator",
    "lawman": "law enforcement officer",
    "male aristocrat": "aristocrat",
    "female aristocrat": "aristocrat",
    "mariner": "sailor",
    "policeman": "police officer",
    "serviceman": "member of the armed forces",
    "sovereign": "monarch",
}
"""Hypernyms that are said otherwise."""


def is_occupational(nouns: Iterable[str]) -> bool:
    """Tell whether one of these says that somebody has a profession."""
    return not _OCCUPATIONAL.isdisjoint(nouns)


def end_role(own: str, named: Sequence[str], sense: Sense, rungs: Sequence[str]) -> tuple[str, ...]:
    """Close the ladder of a role: a profession where it is one, else a person.

    `own` is the noun itself, `named` are shorter forms of the span, `rungs` what `sense` is.
    """
    said = [_SAID.get(rung, rung) for rung in rungs]
    trusted = [rung for rung in said if rung in _CLASSES or sense.term.endswith(f" {rung}")]
    if own in _PARENTS:
        trusted = [_PARENTS[own]]
    useful = [*named, *(trusted or [rung for rung in rungs if rung in _LAST_RESORTS])]
    is_calling = is_occupational([own, *named, *rungs])
    is_calling = is_calling or any(_CLASSES.get(rung) == PROFESSION for rung in trusted)
    end = PROFESSION if is_calling else PERSON
    return tuple(dict.fromkeys([*(useful or [PERSON]), end]))
