"""Peoples by where they live: "Norwegian" → "Scandinavian" → "Northern European" → "European".

Countries' demonyms come from countryinfo and i18n-nationality, those of regions and cities from the
adjectives and inhabitants of WordNet. Every generalization is both an adjective and a noun, so
that it fits in place of either.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import log10

from names.folding import fold
from ontology.entries import Entry, Kind
from ontology.sources.peoples import (
    COUNTRIES,
    NATIONALITIES,
    TERRITORIES,
    generalizations_of,
    read_countries,
)
from ontology.sources.source import Source
from ontology.sources.wordnet import ancestors_of
from ontology.sources.wordnet_files import PACKAGE as WORDNET
from ontology.sources.wordnet_files import Synset, iter_adjectives, read_nouns

_INHABITANT = re.compile(
    r"(?:native|inhabitant|citizen|resident)(?: or \w+)* (?:of|from) (?:the )?(?P<place>[^;,(]+)"
)
_PERSON_OF = re.compile(r"person of (?P<demonym>[A-Z]\w+) nationality")
_PLACES = frozenset({"15", "17"})
_CONTINENTS = {
    "Europe": ("European",),
    "Asia": ("Asian",),
    "Africa": ("African",),
    "North America": ("North American",),
    "South America": ("South American",),
}
_PARTS = frozenset({"American state", "town", "Canadian province"})
_PERSONS = "18"
_SMALL = 3.0  # a weight like log10 of the inhabitants, for regions and cities


def _read() -> Iterator[Entry]:
    """Yield each people once: a later entry need not repeat what an earlier one has."""
    listed: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for entry in [*_read_nations(), *_read_adjectives(), *_read_inhabitants()]:
        names = tuple(name for name in entry.names if name not in listed[entry.generalizations])
        listed[entry.generalizations].update(names)
        if names and entry.generalizations:
            yield replace(entry, names=names)


def _read_nations() -> Iterator[Entry]:
    for country in read_countries():
        if country.demonyms:
            weight = log10(max(country.inhabitants, 1))
            yield _entry(
                country.demonyms, generalizations_of(country.code), weight, country.names[0]
            )


def _entry(
    names: tuple[str, ...], generalizations: tuple[str, ...], weight: float, place: str
) -> Entry:
    higher = tuple(text for text in generalizations if text not in names)
    return Entry(names, higher, Kind.PEOPLE, weight, f"of {place}")


def _read_adjectives() -> Iterator[Entry]:
    nouns = read_nouns()
    for adjective in iter_adjectives():
        places = [nouns[offset] for offset in adjective.nouns if nouns[offset].file in _PLACES]
        if adjective.lemmas[0][0].isupper() and places and places[0].classes:
            yield _entry(
                adjective.lemmas, _generalizations_at(places[0]), _SMALL, places[0].lemmas[0]
            )


def _read_inhabitants() -> Iterator[Entry]:
    for synset in read_nouns().values():
        if synset.file != _PERSONS or synset.classes or not synset.lemmas[0][0].isupper():
            continue
        gloss = synset.gloss.partition(";")[0]
        if match := _INHABITANT.search(gloss):
            place = _places().get(fold(match["place"]))
            if place is not None:
                yield _entry(synset.lemmas, _generalizations_at(place), _SMALL, place.lemmas[0])
        elif match := _PERSON_OF.search(gloss):
            code = _demonyms().get(match["demonym"])
            if code:
                yield _entry(
                    synset.lemmas,
                    generalizations_of(code),
                    _SMALL,
                    f"{match['demonym']} nationality",
                )


def _generalizations_at(place: Synset) -> tuple[str, ...]:
    """Return what the people of a place are: of its country, of the country's regions."""
    code = _code_of(place)
    if code:
        return generalizations_of(code)
    wholes = [read_nouns()[offset] for offset in place.wholes]
    countries = [code for whole in wholes if (code := _code_of(whole))]
    if countries:
        return _shared_by([(*_demonym(code), *generalizations_of(code)) for code in countries])
    chains = [_CONTINENTS.get(whole.lemmas[0]) or _generalizations_at(whole) for whole in wholes]
    return _shared_by([chain for chain in chains if chain])


def _shared_by(chains: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the generalizations that hold in every whole that a place is a part of."""
    first, *others = chains or [()]
    return tuple(text for text in first if all(text in other for other in others))


def _code_of(place: Synset) -> str | None:
    """Return the code of a country; a state of the same name is none ("Georgia")."""
    if place.file != "15" or _PARTS & {above.label for above in ancestors_of(place.offset)}:
        return None
    return next((_codes()[key] for key in map(fold, place.lemmas) if key in _codes()), None)


def _demonym(code: str) -> tuple[str, ...]:
    return next((each.demonyms[:1] for each in read_countries() if each.code == code), ())


@cache
def _codes() -> dict[str, str]:
    """Country codes by folded name; "Georgia" is the country, whose places come first."""
    return {
        fold(name): country.code
        for country in reversed(read_countries())
        for name in country.names
        if len(name) > len("ISO")
    }


@cache
def _demonyms() -> dict[str, str]:
    return {
        demonym: country.code
        for country in reversed(read_countries())
        for demonym in country.demonyms
    }


@cache
def _places() -> dict[str, Synset]:
    """Places by folded name, the most usual first."""
    ranked = sorted(
        (usage.rank, synset.offset, fold(lemma), synset)
        for synset in read_nouns().values()
        if synset.file in _PLACES and synset.classes
        for lemma, usage in zip(synset.lemmas, synset.usages, strict=True)
    )
    return {name: synset for *_, name, synset in reversed(ranked)}


SOURCE = Source(
    name="demonyms",
    label="Demonyms of countries, regions and cities",
    packages=(COUNTRIES, NATIONALITIES, TERRITORIES, WORDNET),
    licence="MIT, Unicode and WordNet licences",
    attribution=(
        "countryinfo © 2018 Porimol Chandro, MIT; i18n-nationality © 2016 widdix GmbH, MIT; "
        "CLDR © Unicode, Inc., Unicode licence; WordNet 3.1 © 2010 Princeton University."
    ),
    read=_read,
)
