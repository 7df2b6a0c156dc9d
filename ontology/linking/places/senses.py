"""Which place a name means: the senses of the index, ranked by size, spelling and context."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ontology.entries import Kind, Sense
from ontology.folding import fold
from ontology.layers import Ontology
from ontology.linking.organizations.places import country_of
from ontology.linking.places.context import (
    bonus,
    gather_evidence,
    is_elsewhere,
    is_in_state,
    places_named,
    told_beside,
    where,
)
from ontology.linking.places.kinds import KINDS as KINDS_OF_PLACE
from ontology.linking.places.kinds import PLACE, PLACE_NOUNS, kind_of_noun, ladder
from ontology.linking.reading import Reading
from ontology.spans import Span

KINDS = frozenset({Kind.SETTLEMENT, Kind.SUBDIVISION, Kind.COUNTRY, Kind.REGION})
_NATURAL = frozenset({Kind.LANDFORM, Kind.PLACE})
_DICTIONARY = "wordnet"
_GAZETTEERS = frozenset({"cities", "subdivisions", "countries"})
_EMPTY = frozenset({"location", "object", "artifact", "geographic point", "whole", "thing"})

_ALTERNATE = 1.5
"""How much less usual a thing is under another name: as if 30 times fewer people lived there."""

_SHORTENED = 0.5
"""The same for "Oklahoma", where it means Oklahoma City."""

_LONGER = re.compile(r"(?: \(| upon | on | am | an | bei | under | sur | del? | di | in |, ).*")
"""What a full name has more than the usual one: "Newcastle upon Tyne", "Kempten (Allgäu)"."""

_INEXACT = 0.3
_TOLD = 5.0
"""What lies in the place named beside it outweighs any size."""

_IN_A_DICTIONARY = 4.4
"""A mountain or river that a dictionary has is as usual as a settlement of 25,000 people."""

_TOWN_IN_A_DICTIONARY = 3.0
_IN_ITS_GLOSS = 0.6
"""A settlement that the dictionary means, by where its gloss puts it, is more usual."""

_GOVERNED = frozenset({"populated place", "administrative region", "part of a city"})

_OTHER_WORDS = {
    "vicinity": "neighborhood",
    "public square": "square",
    "mountain peak": "summit",
    "government building": "public building",
    "seaport": "port city",
}
"""What WordNet calls a kind → what we do."""

_WIKIDATA = 4.0
_DOUBT = 0.4
"""Of two senses that differ by less, neither is sure."""

_USUAL = 6.0
"""A settlement of less weight is not meant for sure where the text names a namesake's state."""

_DOUBT_OF_STATE = 2.5
_DOUBT_OF_CITY = 0.5
"""The same as `_DOUBT`, for a namesake in such a state, and for the city of a subdivision."""

_DOUBT_AT_HOME = 1.0
"""The same for namesakes in the country in which a text is, where it names no state of theirs."""

_SHORT = 3
"""Letters; so short a name is an abbreviation and must be spelled exactly."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A sense with how usual it is here; `is_told` says that the text names where it lies.

    `is_elsewhere` says that the document names other countries only, `is_in_state` that it names
    the state or region that a settlement lies in, `is_here` that it speaks for the sense at all.
    """

    sense: Sense
    score: float
    is_told: bool = False
    is_elsewhere: bool = False
    is_in_state: bool = False
    is_here: bool = False


Accepts = Callable[[Sense], bool]


def accept_all(_: Sense) -> bool:
    """Accept every sense."""
    return True


def rank(
    name: str,
    span: Span,
    ontology: Ontology,
    *,
    qualifiers: Iterable[str] = (),
    accepts: Accepts = accept_all,
) -> list[Ranked]:
    """Return the places that a name may mean in a span, the most likely first."""
    senses = [sense for sense in _iter_places(name, ontology) if accepts(sense)]
    if not senses:
        return []
    told = _outer_names([*qualifiers, *told_beside(span)], ontology)
    evidence = gather_evidence(span.surroundings, ontology)
    own = fold(name)
    glosses = " ".join(fold(sense.sense) for sense in senses if _is_town_in_dictionary(sense))
    ranked = []
    for sense in senses:
        is_told, speaks = bool(told & where(sense)), bonus(sense, evidence, own)
        ranked.append(
            Ranked(
                sense,
                _weigh(sense, own, glosses) + speaks + _TOLD * is_told,
                is_told,
                is_elsewhere(sense, evidence, own),
                is_in_state(sense, evidence, own),
                speaks > 0,
            )
        )
    return sorted(ranked, key=lambda each: -each.score)


def _outer_names(names: Iterable[str], ontology: Ontology) -> frozenset[str]:
    return frozenset(
        place for name in names for place in (fold(name), *places_named(name, ontology))
    )


def _iter_places(name: str, ontology: Ontology) -> Iterator[Sense]:
    """Yield the senses that are places; a name has a capital, and so must its lemma."""
    if not any(char.isupper() for char in name) and name.isascii():
        return
    for sense in ontology.lookup(name):
        is_built = sense.kind is Kind.ARTIFACT and not PLACE_NOUNS.isdisjoint(sense.rungs)
        is_place = sense.kind in KINDS or sense.kind in _NATURAL or is_built
        spelled = sense.is_exact or len(name.replace(".", "")) > _SHORT
        if is_place and sense.has_capital and spelled and sense.rungs:
            yield sense


def _weigh(sense: Sense, own: str, glosses: str) -> float:
    term = fold(sense.term)
    weight = sense.weight
    if sense.source == _DICTIONARY:
        is_town = _is_town_in_dictionary(sense)
        weight = (_TOWN_IN_A_DICTIONARY if is_town else _IN_A_DICTIONARY) + weight / 2
    elif sense.source not in _GAZETTEERS:
        weight += _WIKIDATA
    elif _is_local(sense) and any(place in glosses for place in where(sense)):
        weight += _IN_ITS_GLOSS
    return weight - _penalty(term, own) - _INEXACT * (not sense.is_exact)


def _penalty(term: str, own: str) -> float:
    if own in (term, _LONGER.sub("", term)):
        return 0.0
    return _SHORTENED if term == f"{own} city" else _ALTERNATE


def _is_local(sense: Sense) -> bool:
    """Tell settlements and first-level subdivisions, which are "of" their country."""
    is_first_level = sense.kind is Kind.SUBDIVISION and " of " in sense.sense
    return is_first_level or sense.kind is Kind.SETTLEMENT


def _is_town_in_dictionary(sense: Sense) -> bool:
    if sense.source != _DICTIONARY or sense.kind is not Kind.PLACE:
        return False
    kind = kind_of_noun(_OTHER_WORDS.get(sense.rungs[0], sense.rungs[0]))
    return kind is not None and not _GOVERNED.isdisjoint(ladder(kind))


def decide(ranked: list[Ranked]) -> Reading | None:
    """Read a span as its most likely sense; where two are as likely, as what both are."""
    if not ranked:
        return None
    best = ranked[0]
    if any(_is_its_city(each, best) for each in ranked[1:]):
        rungs = (f"{PLACE} in {country_of(best.sense)}", PLACE)
        return Reading(rungs, best.sense.source, f"{best.sense.sense}, or its city")
    rivals = [each for each in ranked[1:] if _is_rival(each, best)]
    reading = Reading.of(best.sense)
    shared = tuple(
        rung
        for rung in _clean(best.sense.rungs)
        if all(rung in rival.sense.rungs for rival in rivals)
    )
    if rivals and shared and shared[0] != PLACE:
        shared = (*_in_common(shared, [best, *rivals]), *shared)
        return Reading(shared, reading.source, f"one of several called {best.sense.term}")
    return Reading(_clean(best.sense.rungs), reading.source, reading.sense)


def _in_common(shared: tuple[str, ...], ranked: list[Ranked]) -> tuple[str, ...]:
    """Return where all of some namesakes lie, if what they share does not tell it."""
    countries = {country_of(each.sense) for each in ranked}
    is_told = any(" in " in rung for rung in shared)
    if is_told or len(countries) > 1 or not all(countries):
        return ()
    return (f"{shared[0]} in {countries.pop()}",)


def _is_rival(other: Ranked, best: Ranked) -> bool:
    if other.sense.kind is not best.sense.kind:
        return False
    margin = best.score - other.score
    is_nearer = other.is_in_state and margin < _DOUBT_OF_STATE
    is_open = not (best.is_in_state or best.is_told) and best.sense.weight < _USUAL
    return margin < _DOUBT or (is_open and (is_nearer or _is_alike(other, best, margin)))


def _is_alike(other: Ranked, best: Ranked, margin: float) -> bool:
    """Tell a namesake in another state of the country in which the text is."""
    is_here = best.is_here and other.is_here and other.sense.kind is Kind.SETTLEMENT
    return is_here and margin < _DOUBT_AT_HOME and where(other.sense) != where(best.sense)


def _is_its_city(other: Ranked, best: Ranked) -> bool:
    """Tell whether a subdivision is hardly more usual than the city that it is named after."""
    return (
        best.sense.kind is Kind.SUBDIVISION
        and other.sense.kind is Kind.SETTLEMENT
        and best.score - other.score < _DOUBT_OF_CITY
        and fold(best.sense.term) in where(other.sense)
        and bool(country_of(best.sense))
    )


def _clean(rungs: tuple[str, ...]) -> tuple[str, ...]:
    """Put our ladder above a kind that we know; drop what says less than "place"."""
    kind = _OTHER_WORDS.get(rungs[0], rungs[0])
    if kind in KINDS_OF_PLACE:
        return ladder(kind)
    return tuple(rung for rung in rungs if rung not in _EMPTY)
