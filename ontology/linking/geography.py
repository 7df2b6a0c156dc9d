"""The countries and states that a document speaks of: evidence of which namesake a place is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from names.folding import fold
from ontology.entries import Kind, Sense
from ontology.layers import Ontology
from ontology.spans import LINKED, Span, Surroundings

Evidence = Mapping[str, Mapping[str, float]]
"""Folded name of a country or state → folded texts that are evidence of it, with weights."""

_ALL = ""
"""The key of all texts that are evidence of any country."""

_WHERE = re.compile(r"^[\w' -]+? (?:in|of) (?:the )?(.+)$")
_NAMES = re.compile(r"[A-ZÀ-Þ][\w'’.-]*(?:\s+(?:of\s+|and\s+)?[A-ZÀ-Þ][\w'’.-]*)*")
_STOP = re.compile(r"(?<=[a-zà-þ]{4})\.\s+")
"""Where a sentence ends; the stop of an abbreviation stands behind fewer letters."""

_DETERMINER = re.compile(r"^(?:The|An?|In|At|His|Her|From|On)\s+")
_WELL_KNOWN = 5.0
"""A settlement of this weight is evidence of the country that it lies in."""

_LARGE = frozenset({Kind.COUNTRY, Kind.SUBDIVISION})
_LOCAL = frozenset({Kind.SETTLEMENT, Kind.SUBDIVISION})
_PLACES = frozenset({Kind.COUNTRY, Kind.REGION, Kind.SUBDIVISION, Kind.SETTLEMENT})
_NATIONAL = frozenset({Kind.COUNTRY, Kind.PEOPLE})
NAMESAKE = 1.0
"""By how much less than the best-known place of its name, as log10, a place is a mere namesake."""

_NAMED = 2.0
_DERIVED = 1.0
"""A country that is named weighs more than one in which a named city lies."""

_LONGEST_PLACE = 3
"""In words: "Rio de Janeiro"."""

_SHARED = " County"
"""Counties of one name are in many states, and evidence of none of them."""

_WORDS = 3
_COUNTRY_BONUS = 3.0
_STATE_BONUS = 1.0
_UNSURE = 1.0
"""What little evidence there is counts less than its share."""

_BESIDE = re.compile(r"^(?:,\s+(?:(?:in|near)\s+)?|\s+(?:in|\()\s*)(?:the\s+)?")
_SOURCES = frozenset({"cities", "subdivisions", "countries"})


def containing_places(sense: Sense) -> frozenset[str]:
    """Return the folded names of the places that a place lies in; of a country, its own."""
    if sense.kind is Kind.COUNTRY:
        return frozenset({fold(sense.term)})
    found = _WHERE.match(sense.sense) if sense.source in _SOURCES else None
    parts = found.group(1).split(", ") if found else []
    return frozenset(fold(part).removeprefix("the ") for part in parts)


def is_weighed(sense: Sense) -> bool:
    """Tell whether a sense is a place that its source weighs by how many people know it."""
    return sense.source in _SOURCES and sense.kind in _PLACES


def country_of(sense: Sense) -> str:
    """Return the country that a place lies in as the index spells it, itself where it is one."""
    if sense.kind is Kind.COUNTRY:
        return sense.term
    if sense.kind not in _LOCAL or sense.source not in _SOURCES:
        return ""
    outer = sense.sense.partition(" of " if " in " not in sense.sense else " in ")[2]
    return outer.rpartition(", ")[2].removeprefix("the ")


def names_behind(span: Span) -> list[str]:
    """Return the names that follow a span and say where it lies: "Trondheim, Norway"."""
    found = _BESIDE.match(span.after)
    if not found:
        return []
    rest = span.after[found.end() :]
    name = _NAMES.match(rest)
    if not name:
        return []
    after = rest[name.end() :]
    next_name = re.match(r",\s+", after)
    more = _NAMES.match(after[next_name.end() :]) if next_name else None
    return [_without_stop(found.group()) for found in (name, more) if found]


def _without_stop(name: str) -> str:
    """Drop the full stop of the sentence, and keep that of an abbreviation."""
    return name if name.count(".") > 1 else name.rstrip(".")


def split_place(name: str, ontology: Ontology) -> tuple[str, tuple[str, ...]]:
    """Split "Queen Mary Hospital Hong Kong" where a place that is known beyond itself begins."""
    words = name.split()
    for length in range(min(_LONGEST_PLACE, len(words) - 1), 0, -1):
        first, place = words[:-length], " ".join(words[-length:])
        is_apart = first[-1][0].isupper()  # no "University of", no "Tour de"
        if is_apart and is_known_place(place, ontology):
            return " ".join(first), (place,)
    return name, ()


def is_known_place(name: str, ontology: Ontology) -> bool:
    """Tell a place that names of organizations are taken from: no village, and no common word."""
    usual = _usual(name, ontology, lambda sense: bool(sense.generalizations))
    return (
        usual is not None
        and not ontology.lexicon.is_common(name)
        and (usual.kind in _LARGE or (usual.kind in _LOCAL and usual.weight >= _WELL_KNOWN))
    )


def places_named(name: str, ontology: Ontology) -> frozenset[str]:
    """Return the folded names that a country's or state's name stands for.

    A large city stands for the state or country that it lies in: "Camden, London".
    """
    is_short = len(name) <= len("Mass")
    senses = ontology.lookup(name.removesuffix(".")) or ontology.lookup(name)
    found = {
        fold(sense.term)
        for sense in senses
        if _is_large(sense) and (sense.is_exact or not is_short)
    }
    if found:
        return frozenset({*found, fold(name)})
    city = _usual(name, ontology, _is_well_known)
    return containing_places(city) if city else frozenset()


def support_of(sense: Sense, evidence: Evidence, own: str) -> float:
    """Return how much of the evidence is for a sense, apart from mentions of the same text."""
    total = _sum(evidence.get(_ALL), own)
    if not total:
        return 0.0
    states = _states_of(sense)
    shares = {place: _sum(evidence.get(place), own) for place in containing_places(sense)}
    state = max((shares.get(place, 0.0) for place in states), default=0.0)
    country = max((share for place, share in shares.items() if place not in states), default=0.0)
    return _COUNTRY_BONUS * country / (total + _UNSURE) + _STATE_BONUS * state / (state + _UNSURE)


def is_elsewhere(sense: Sense, evidence: Evidence, own: str) -> bool:
    """Tell whether the document names countries and none of them, nor a state, that holds this."""
    outer = containing_places(sense)
    return (
        bool(outer)
        and _sum(evidence.get(_ALL), own) >= _NAMED
        and not any(_sum(evidence.get(place), own) for place in outer)
    )


def is_in_state(sense: Sense, evidence: Evidence, own: str) -> bool:
    """Tell whether the document names the state or region that a settlement lies in."""
    states = _states_of(sense) if sense.kind is Kind.SETTLEMENT else frozenset()
    return any(_sum(evidence.get(state), own) for state in states)


def _sum(weights: Mapping[str, float] | None, own: str) -> float:
    return sum(weight for text, weight in (weights or {}).items() if text != own)


def _states_of(sense: Sense) -> frozenset[str]:
    """Return the smaller of the places that a settlement lies in."""
    if sense.kind is Kind.COUNTRY or sense.source not in _SOURCES or ", " not in sense.sense:
        return frozenset()
    found = _WHERE.match(sense.sense)
    smaller = found.group(1).split(", ")[0] if found else ""
    return frozenset({fold(smaller).removeprefix("the ")})


@lru_cache(maxsize=4)
def gather_evidence(surroundings: Surroundings, ontology: Ontology) -> Evidence:
    """Return the names in a document that are evidence of countries and states, with weights."""
    found: dict[str, dict[str, float]] = {}
    mentioned = dict.fromkeys(_iter_texts(surroundings))
    names = (part for name in _NAMES.findall(surroundings.text) for part in _STOP.split(name))
    others = dict.fromkeys(map(_without_stop, names))
    texts = [(text, _is_well_known) for text in mentioned]
    texts += [(text, _is_national) for text in others if text not in mentioned]
    for text, accepts in texts:
        name = _DETERMINER.sub("", text)
        senses = [_usual(name, ontology, accepts)]
        if senses[0] is None and " " in name:
            senses = [_usual(word, ontology, _is_national) for word in name.split()[:_WORDS]]
        for best in filter(None, senses):
            weight = _NAMED if best.kind in _NATIONAL else _DERIVED
            for place in (*_places_of(best, ontology), _ALL):
                found.setdefault(place, {})[fold(text)] = weight
    return found


def _iter_texts(surroundings: Surroundings) -> Iterator[str]:
    for mention in surroundings.mentions:
        if mention.entity_type in LINKED:
            yield from _NAMES.findall(mention.span_text)


def _usual(text: str, ontology: Ontology, accepts: Callable[[Sense], bool]) -> Sense | None:
    """Return the usual one of the accepted senses of a name."""
    return max(
        (sense for sense in ontology.lookup(text) if accepts(sense)),
        key=lambda sense: weight_by_name(sense, text),
        default=None,
    )


def weight_by_name(sense: Sense, name: str) -> float:
    """Return the weight of a place that is called so; less where that is not its usual name."""
    return sense.weight - (fold(sense.term) != fold(name))


def _places_of(sense: Sense, ontology: Ontology) -> frozenset[str]:
    """Return the countries and states that a sense is evidence of; a demonym is of its country."""
    if sense.kind is Kind.PEOPLE:
        home = sense.sense.removeprefix("of ")
        found = _usual(home, ontology, _is_large)
        return frozenset({fold(home)}) | (containing_places(found) if found else frozenset())
    if sense.term.endswith(_SHARED):
        return containing_places(sense) - _states_of(sense)
    return containing_places(sense) | (
        {fold(sense.term)} if sense.kind is Kind.SUBDIVISION else frozenset()
    )


def _is_large(sense: Sense) -> bool:
    return sense.source in _SOURCES and sense.kind in _LARGE


def _is_national(sense: Sense) -> bool:
    is_people = sense.kind is Kind.PEOPLE and sense.sense.startswith("of ")
    return is_people or (sense.source in _SOURCES and sense.kind is Kind.COUNTRY)


def _is_well_known(sense: Sense) -> bool:
    if sense.kind is Kind.PEOPLE:
        return sense.sense.startswith("of ") and sense.weight >= _WELL_KNOWN
    return sense.source in _SOURCES and (sense.kind is Kind.COUNTRY or sense.weight >= _WELL_KNOWN)
