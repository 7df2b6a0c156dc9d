"""WordNet: every English noun with its hypernyms, from near to far."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from math import log10

from ontology.entries import Entry, Kind
from ontology.ordering import nearest_first
from ontology.sources.source import Source
from ontology.sources.wordnet_files import PACKAGE, Synset, read_nouns, senses_of
from ontology.sources.wordnet_tops import EMPTY, TOPS, USEFUL_TOPS, leads_astray

_KINDS = {
    "04": Kind.ACT,
    "05": Kind.LIVING,
    "06": Kind.ARTIFACT,
    "07": Kind.ATTRIBUTE,
    "08": Kind.BODY,
    "09": Kind.COGNITION,
    "10": Kind.COMMUNICATION,
    "11": Kind.EVENT,
    "12": Kind.STATE,
    "13": Kind.SUBSTANCE,
    "14": Kind.CONCEPT,
    "15": Kind.PLACE,
    "16": Kind.COGNITION,
    "17": Kind.LANDFORM,
    "18": Kind.ROLE,
    "19": Kind.EVENT,
    "20": Kind.LIVING,
    "21": Kind.POSSESSION,
    "22": Kind.EVENT,
    "26": Kind.STATE,
    "27": Kind.SUBSTANCE,
    "28": Kind.TIME,
}
"""By lexicographer file (lexnames(5WN)); what is missing is a concept."""

_FINER_KINDS = {
    ("14", "organization"): Kind.ORGANIZATION,
    ("14", "gathering"): Kind.ORGANIZATION,
    ("14", "people"): Kind.PEOPLE,
    ("14", "ethnic group"): Kind.PEOPLE,
    ("18", "inhabitant"): Kind.PEOPLE,
    ("18", "religious person"): Kind.PEOPLE,
    ("10", "natural language"): Kind.LANGUAGE,
    ("26", "ill health"): Kind.DISEASE,
}
"""What stands below these is of a kind of its own."""

_PERSON_FILE = "18"
_PERSON = (TOPS, "person")
_HUMAN_AGENTS = frozenset({("18", "operator"), ("18", "catalyst")})
"""Causal agents for WordNet, persons for everybody else."""

_SENSE_WIDTH = 80


def _read() -> Iterator[Entry]:
    for synset in read_nouns().values():
        if not _is_famous_person(synset):
            yield Entry(
                names=synset.lemmas,
                generalizations=tuple(
                    text for text in chain_of(synset) if text not in synset.lemmas
                ),
                kind=kind_of(synset),
                weight=_weigh(synset),
                sense=_shorten(synset.gloss),
            )


def chain_of(synset: Synset) -> tuple[str, ...]:
    """Return the labels of the true and telling hypernyms of a synset, nearest first."""
    above = _telling(nearest_first(synset.offset, _true_parents))
    return tuple(dict.fromkeys(each.label for each in above))


@cache
def ancestors_of(offset: str) -> tuple[Synset, ...]:
    """Return all hypernyms that are not empty, nearest first."""
    return tuple(_telling(nearest_first(offset, _parents)))


def _telling(offsets: Iterable[str]) -> list[Synset]:
    return [read_nouns()[offset] for offset in offsets if not _is_empty(offset)]


@cache
def _parents(offset: str) -> tuple[str, ...]:
    synset = read_nouns()[offset]
    if (synset.file, synset.lemmas[0]) in _HUMAN_AGENTS:
        return tuple(each.offset for each in senses_of("person")[:1])
    return (*synset.classes, *synset.parents)


@cache
def _true_parents(offset: str) -> tuple[str, ...]:
    file = read_nouns()[offset].file
    parents = ((parent, read_nouns()[parent]) for parent in _parents(offset))
    return tuple(
        parent for parent, above in parents if not leads_astray(file, above.file, above.lemmas[0])
    )


def kind_of(synset: Synset) -> Kind:
    """Return the kind of a synset, by its lexicographer file and what it stands below."""
    path = ((above.file, above.lemmas[0]) for above in (synset, *ancestors_of(synset.offset)))
    finer = (_FINER_KINDS[place] for place in path if place in _FINER_KINDS)
    return next(finer, _KINDS.get(synset.file, Kind.CONCEPT))


@cache
def _is_empty(offset: str) -> bool:
    synset = read_nouns()[offset]
    if synset.file == TOPS:
        return synset.lemmas[0] not in USEFUL_TOPS
    return bool(synset.classes) or (synset.file, synset.lemmas[0]) in EMPTY


def _is_famous_person(synset: Synset) -> bool:
    """Tell whether a synset is a person's name, or a work that goes by it ("the music of …")."""
    if synset.classes and synset.file == _PERSON_FILE:
        return any(
            (above.file, above.lemmas[0]) == _PERSON for above in ancestors_of(synset.offset)
        )
    return synset.gloss.startswith("the music of ") and synset.lemmas[0][0].isupper()


def _weigh(synset: Synset) -> float:
    """Weigh by the tags in the corpus; the rank under the synset's most used name breaks ties."""
    count = sum(usage.count for usage in synset.usages)
    return log10(1 + count) + 0.1 / max(usage.rank for usage in synset.usages)


def _shorten(gloss: str) -> str:
    first = " ".join(gloss.partition(";")[0].split())
    if len(first) <= _SENSE_WIDTH:  # most are; asking textwrap takes a hundred times as long
        return first
    return textwrap.shorten(first, _SENSE_WIDTH, placeholder=" …")


SOURCE = Source(
    name="wordnet",
    label="WordNet 3.1 nouns",
    packages=(PACKAGE,),
    licence="WordNet licence",
    attribution=(
        "WordNet 3.1 © 2010 Princeton University, used under the WordNet licence "
        "(wordnet.princeton.edu/license-and-commercial-use)."
    ),
    read=_read,
)
