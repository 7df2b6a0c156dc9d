"""Steps for what people do or are to others: occupations, family, standing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ontology.entries import Kind, Sense
from ontology.layers import Ontology
from ontology.linking.demographics.endings import PERSON, end_role, is_occupational
from ontology.linking.demographics.fields import (
    Field,
    fields_around,
    fields_of,
    fields_of_text,
)
from ontology.linking.demographics.peoples import DEMONYMS
from ontology.linking.phrases import coordinates, head, singular, strip_determiner, variants
from ontology.linking.reading import Reading
from ontology.spans import Span

_KINDS = frozenset({Kind.ROLE, Kind.OCCUPATION, Kind.PEOPLE})
_NOTIONS = frozenset(
    {
        Kind.ACT,
        Kind.ARTIFACT,
        Kind.ATTRIBUTE,
        Kind.COGNITION,
        Kind.COMMUNICATION,
        Kind.EVENT,
        Kind.POSSESSION,
        Kind.STATE,
    }
)
_STANDING = frozenset({Kind.STATE, Kind.ATTRIBUTE})
_PERSON_SUFFIX = re.compile(r"[a-z-]{3,}(?:ist|[^e]er|tor|man|woman|person|ian|eer)s?")
_MAKES_PERSON = re.compile(r"\b(?:an?|as|the|and|former|his|her|their)\s+(?:[\w-]+\s+)?$")
_LEVELS = 3
_NO_PERSONS = frozenset({"unpleasant person", "unwelcome person", "group", "belief", "genus"})
_FIELD_BONUS = 2.0
_CALLING_BONUS = 0.4
_CLOSE = 0.35
"""Senses whose scores differ by less are as likely as each other."""

_EXPANDED = {
    "CFO": "chief financial officer",
    "CIO": "chief information officer",
    "COO": "chief operating officer",
    "CTO": "chief technology officer",
    "DJ": "disc jockey",
    "GP": "general practitioner",
    "MC": "master of ceremonies",
    "QC": "lawyer",
    "VP": "vice president",
}
_GLOSSED = re.compile(r"\S+ \((?P<gloss>[a-z]+)\)")
_GLOSS = re.compile(r"\s*\((?P<gloss>[a-z]+)\)")
"""A foreign word and what it means: "rishi (sage)", or the meaning behind it."""

_PREFIX = re.compile(r"^(?:co|ex|multi|semi)-(?=[a-z])", re.IGNORECASE)
_CHANGES_THE_HEAD = frozenset({"vice", "deputy", "sub", "under", "acting", "would", "non"})


def read_role(span: Span, ontology: Ontology) -> Reading | None:
    """Read a noun for a person, by its longest form that is known."""
    fields = fields_around(span)
    glossed = _GLOSSED.fullmatch(span.text) or _GLOSS.match(span.after)
    known = _read(span.text, fields, ontology)
    if glossed and (known is None or _GLOSSED.fullmatch(span.text)):
        gloss = _read(glossed["gloss"], fields, ontology)
        if gloss is not None:
            rungs = dict.fromkeys([glossed["gloss"], *gloss.rungs])
            return Reading(tuple(rungs), gloss.source, gloss.sense)
    return known


def read_several_roles(span: Span, ontology: Ontology) -> Reading | None:
    """Read "actor and director", "singer-songwriter": what all of them are."""
    members = coordinates(span.text)
    is_compound = len(members) == 1
    if is_compound:
        members = span.text.split("-")
    if len(members) == 1:
        return None
    fields = fields_around(span) | fields_of_text(span.text)
    readings = [_read(member, fields, ontology) for member in members]
    found = [reading for reading in readings if reading is not None]
    if not found or (len(found) < len(members) and is_compound):
        return None
    shared = [rung for rung in found[0].rungs if all(rung in each.rungs for each in found)]
    if len(found) < len(members):  # one of them at least is a profession, or a person
        shared = shared[-1:]
    told = "; ".join(reading.sense for reading in found)
    return Reading(tuple(shared) or (PERSON,), found[0].source, told)


def read_notion(span: Span, ontology: Ontology) -> Reading | None:
    """Read a noun for a state, an attribute or a field of activity ("citizenship")."""
    for form in variants(span.text):
        senses = [
            sense
            for sense in ontology.lookup(form)
            if sense.kind in _NOTIONS and not _is_piece_of_name(form, span, sense)
        ]
        if senses and (span.text != span.text.lower() or form == form.lower()):
            standing = [sense for sense in senses if sense.kind in _STANDING]
            chosen = choose(standing or senses, fields_around(span))
            rungs = _common_rungs(chosen)[:_LEVELS]
            if rungs:
                told = f"{chosen[0].term}: {chosen[0].sense}"
                return Reading(tuple(rungs), chosen[0].source, told)
    return None


def _is_piece_of_name(form: str, span: Span, sense: Sense) -> bool:
    """Tell whether a noun is but the end of a name: "United Kingdom" is no kingdom of fish."""
    is_shorter = len(form) < len(strip_determiner(span.text))
    return is_shorter and form[:1].isupper() and not sense.has_capital


def read_suffix(span: Span, _: Ontology) -> Reading | None:
    """Read an unknown noun as a person where its ending and the words before it say so."""
    noun = head(span.text)
    if not _PERSON_SUFFIX.fullmatch(noun) or not _MAKES_PERSON.search(span.before):
        return None
    rungs = ("scientist", "profession") if noun.endswith("ologist") else ("person",)
    return Reading(rungs, "rules", f"ending: {noun}")


def _read(text: str, fields: frozenset[Field], ontology: Ontology) -> Reading | None:
    bare = _PREFIX.sub("", _EXPANDED.get(text, text))
    for form in variants(bare):
        senses = person_senses(form, ontology)
        if senses:
            chosen = choose(senses, fields)
            shorter = _shorter(text, form, keeps_capital=chosen[0].has_capital)
            untrue = _superior_of(bare, ontology)
            rungs = [rung for rung in _common_rungs(chosen) if rung not in untrue]
            told = f"{chosen[0].term}: {chosen[0].sense}"
            ladder = end_role(singular(head(form)).lower(), shorter, chosen[0], rungs)
            rest = tuple(rung for rung in ladder if rung.casefold() not in _same_as(text))
            return Reading(rest, chosen[0].source, told)
    return None


def _shorter(text: str, form: str, *, keeps_capital: bool) -> list[str]:
    """Offer a shorter form of a phrase where it is still true: a vice president is no president."""
    if form.casefold() in _same_as(text) or not _CHANGES_THE_HEAD.isdisjoint(_words(text)):
        return []
    return [form if keeps_capital or form[1:] != form[1:].lower() else form.lower()]


def _same_as(text: str) -> set[str]:
    bare = strip_determiner(text)
    return {bare.casefold(), singular(bare).casefold()}


def _superior_of(text: str, ontology: Ontology) -> set[str]:
    """Return the names of what a vice or deputy stands below ("vice chairman" → "chairman" …)."""
    words = _words(text)
    if len(words) == 1 or _CHANGES_THE_HEAD.isdisjoint(words[:1]):
        return set()
    superior = " ".join(words[1:])
    return {superior, *(sense.term for sense in person_senses(superior, ontology))}


def _words(text: str) -> list[str]:
    return text.lower().replace("-", " ").split()


def person_senses(form: str, ontology: Ontology) -> list[Sense]:
    """Return the senses of a noun that are persons; a name with a capital needs one in the text."""
    return [
        sense
        for sense in ontology.lookup(form)
        if sense.kind in _KINDS
        and sense.source != DEMONYMS
        and _NO_PERSONS.isdisjoint(sense.rungs)
        and (form != form.lower() or not sense.has_capital)
    ]


def choose(senses: list[Sense], fields: frozenset[Field]) -> list[Sense]:
    """Return the senses that fit the walks of life best; several where none is ahead."""
    scores = {
        id(sense): sense.weight
        + _FIELD_BONUS * bool(fields & fields_of(sense))
        + _CALLING_BONUS * is_occupational(sense.rungs)
        for sense in senses
    }
    best = max(senses, key=lambda sense: scores[id(sense)])
    return [
        best,
        *(
            sense
            for sense in senses
            if sense is not best and scores[id(sense)] > scores[id(best)] - _CLOSE
        ),
    ]


def _common_rungs(senses: Iterable[Sense]) -> list[str]:
    first, *others = senses
    return [rung for rung in first.rungs if all(rung in other.rungs for other in others)]


def _without(text: str, rungs: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(rung for rung in rungs if rung.casefold() != text.casefold())
