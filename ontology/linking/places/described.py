"""Reading a place by what its name or the text says of it, where no index knows it."""

from __future__ import annotations

from ontology.entries import Kind, Sense
from ontology.folding import fold
from ontology.layers import Ontology
from ontology.linking.cues import CUE_SOURCE, cues_beside
from ontology.linking.organizations import kinds as organizations_kinds
from ontology.linking.organizations import names as organizations_names
from ontology.linking.phrases import core, singular
from ontology.linking.places.addresses import ladder_of_address
from ontology.linking.places.context import (
    gather_evidence,
    is_elsewhere,
    told_beside,
    where,
)
from ontology.linking.places.doubts import is_stage
from ontology.linking.places.kinds import (
    PLACE,
    PLACE_NOUNS,
    kind_of_name,
    kind_of_noun,
    ladder,
)
from ontology.linking.places.names import bare, split_qualified
from ontology.linking.places.senses import KINDS, rank
from ontology.linking.reading import Reading
from ontology.sources.territories import with_article
from ontology.spans import Span

_BUILT = frozenset({Kind.ARTIFACT, Kind.LANDFORM, Kind.PLACE})
_EMPTY = frozenset({"location", "artifact", "object", "geographic point", "whole", "group"})
_OF_MISSPELLED = 4.5
_LONG = 7
_CLOSE = 1


def read_address(span: Span, ontology: Ontology) -> Reading | None:
    """Read a street with its number, a numbered road, a room or a postal code."""
    first, qualifiers = split_qualified(span.text)
    rungs = ladder_of_address(bare(span.text)) or ladder_of_address(first)
    if not rungs:
        return None
    located = _located(rungs[0], qualifiers, span, ontology)
    return Reading((*located, *rungs), CUE_SOURCE, f"{rungs[0]}, by its form")


def read_kind(span: Span, ontology: Ontology) -> Reading | None:
    """Read a name by the words in it that say what it is: "Kiel Canal", "Lake Como"."""
    text = bare(span.text)
    first, qualifiers = split_qualified(span.text)
    for name in dict.fromkeys([first, text.partition(" (")[0], text]):
        kind = kind_of_name(name)
        if kind is not None and not (is_stage(span) and "open space" in ladder(kind)):
            located = _located(kind, qualifiers, span, ontology)
            return Reading((*located, *ladder(kind)), CUE_SOURCE, f"{kind}, by its name")
    return None


def _located(noun: str, names: list[str], span: Span, ontology: Ontology) -> tuple[str, ...]:
    """Return "castle in Norway" where the text names a place there, nothing otherwise."""
    for name in reversed([*names, *told_beside(span)]):
        ranked = rank(name, span, ontology)
        if ranked:
            sense = ranked[0].sense
            if sense.kind not in KINDS or "near" in span.after[:8]:
                continue
            country = sense.term if sense.kind is Kind.COUNTRY else _country_of(sense)
            return (f"{noun} in {with_article(country)}",) if country else ()
    return ()


def _country_of(sense: Sense) -> str:
    """Return the country that a settlement or subdivision lies in, as the index spells it."""
    return (
        sense.sense.partition(" of " if " in " not in sense.sense else " in ")[2]
        .rpartition(", ")[2]
        .removeprefix("the ")
    )


def read_organization(span: Span, _: Ontology) -> Reading | None:
    """Read the name of a school or a court, where it stands for its building."""
    name = bare(span.text)
    found = organizations_names.read_name(name) if name[:1].isupper() and " " in name else None
    if found is None:
        return None
    return Reading(organizations_kinds.ladder(found.kind), CUE_SOURCE, f"{found.kind}, by its name")


def read_noun(span: Span, ontology: Ontology) -> Reading | None:
    """Read a common noun by what it is: "a hospital" → "medical facility"."""
    if bare(span.text)[:1].isupper() and span.before.strip():
        return None
    phrase = core(bare(span.text).lower())
    kind = kind_of_noun(phrase)
    if kind is not None:
        return Reading(ladder(kind), CUE_SOURCE, f"{kind}, by the noun")
    words = phrase.split()
    for place in range(len(words)):
        noun = " ".join(words[place:])
        for form in dict.fromkeys([noun, singular(noun)]):
            reading = _read_common(form, ontology)
            if reading is not None:
                return reading
    return None


def _read_common(noun: str, ontology: Ontology) -> Reading | None:
    for sense in ontology.lookup(noun):
        is_place = sense.kind in _BUILT and bool(PLACE_NOUNS & set(sense.rungs))
        if not sense.has_capital and is_place:
            rungs = tuple(rung for rung in (noun, *sense.rungs) if rung not in _EMPTY)
            return Reading((*rungs, PLACE), sense.source, f"noun: {noun}")
    return None


def read_cue(span: Span, _: Ontology) -> Reading | None:
    """Read a span by a noun beside it: "the nursing home X", "X, a suburb of"."""
    for cue in cues_beside(span):
        kind = kind_of_noun(cue.noun) if not cue.others else None
        if kind is not None:
            return Reading(ladder(kind), CUE_SOURCE, f"cue: {cue.told}")
    return None


def read_misspelled(span: Span, ontology: Ontology) -> Reading | None:
    """Read a long name as the only place whose name differs by one letter."""
    name = bare(span.text)
    if len(name) < _LONG or not name[0].isupper():
        return None
    keys = [key for key, distance in ontology.near(name) if distance <= _CLOSE]
    alike = [key for key in keys if key[0] == name[0].casefold()]
    found = [
        sense
        for key in alike
        for sense in ontology.lookup_key(key)
        if sense.kind in (Kind.SETTLEMENT, Kind.SUBDIVISION, Kind.COUNTRY) and sense.has_capital
    ]
    evidence = gather_evidence(span.surroundings, ontology)
    usual = [sense for sense in found if sense.weight >= _OF_MISSPELLED]
    if (
        any(is_elsewhere(sense, evidence, fold(name)) for sense in usual)
        or len({where(sense) for sense in usual}) != 1
    ):
        return None
    return Reading.of(max(usual, key=lambda sense: sense.weight))


def read_located(span: Span, ontology: Ontology) -> Reading | None:
    """Read an unknown name by the country that the text puts it in: "place in Norway"."""
    _, qualifiers = split_qualified(span.text)
    rungs = _located(PLACE, qualifiers, span, ontology)
    return Reading((*rungs, PLACE), CUE_SOURCE, "by where it lies") if rungs else None
