"""Steps for nationality, region and ethnicity, whether noun or adjective."""

from __future__ import annotations

import re

from ontology.entries import Kind, Sense
from ontology.layers import Ontology
from ontology.linking.phrases import is_plural, singular, strip_determiner, variants
from ontology.linking.reading import Reading
from ontology.spans import Span

_NATIONALITY = "nationality"
_ORIGIN = "geographic origin"
_ETHNIC = "ethnic group"
DEMONYMS = "demonyms"
"""The source whose names are peoples of countries, regions and cities."""

_SOURCE = "rules"

_CONTINENTS = re.compile(
    r"(?:(?:North|South|East|West|Central|Latin|Southeast|Middle)(?:ern)? ?)?"
    r"(?:American|European|Asian|African|Oceanian|Scandinavian|Caribbean|Arab|Slav(?:ic)?|Eastern)"
)
_JOINT = re.compile(r"(?:-born |-raised |-based |[ -](?:and )?)")
_COMPOUND = re.compile(r"(?P<people>[\w ]+)(?P<ending>-(?:born|based|raised|trained|speaking))")
_PERSONS = frozenset(
    "national citizen subject immigrant refugee emigrant expatriate exile migrant".split()
)
_ENDS = dict.fromkeys("minority community people tribe clan diaspora".split(), _ETHNIC)
_DESCENT = re.compile(
    r"(?P<people>.+) (?P<noun>origins?|descent|ancestry|background|extraction|heritage|ethnicity|"
    rf"nationality|citizenship|{'|'.join(_ENDS)}|(?:{'|'.join(sorted(_PERSONS))})s?)"
)
_ARTICLE = re.compile(r"\b(?:an?|the|every|one|two|another|other)\s+(?:[\w-]+\s+)?$", re.IGNORECASE)
NOUN_FOLLOWS = re.compile(r"\s+(?!(?:who|and|or|of|in|by|from|at|on|with|was|is|has|had)\b)[\w“\"]")
_ABBREVIATIONS = {
    "US": "American",
    "U.S.": "American",
    "USA": "American",
    "UK": "British",
    "U.K.": "British",
}
_OF_A_REGION = 3.0  # the weight that regions and cities have among the demonyms
_LEVELS = 4


def read_people(span: Span, ontology: Ontology) -> Reading | None:
    """Read a demonym: the regions where the people live, then what it tells."""
    for form in variants(span.text):
        sense = _demonym(form, ontology)
        if sense is not None:
            return _close(sense, span, form)
    return None


def read_birthplace(span: Span, ontology: Ontology) -> Reading | None:
    """Read "Norwegian-born", "French-speaking" with the regions in the people's place."""
    match = _COMPOUND.fullmatch(strip_determiner(span.text))
    sense = _demonym(match["people"], ontology) if match else None
    if match is None or sense is None:
        return None
    if match["ending"] == "-speaking":
        return Reading(("language community",), _SOURCE, f"language: {match['people']}")
    rungs = tuple(f"{rung}{match['ending']}" for rung in sense.rungs[:_LEVELS])
    return Reading((*rungs, _ORIGIN), sense.source, f"{sense.term}: {sense.sense}")


def read_descent(span: Span, ontology: Ontology) -> Reading | None:
    """Read "Norwegian descent", "British nationals" with the regions in the people's place."""
    match = _DESCENT.fullmatch(strip_determiner(span.text))
    sense = _demonym(match["people"], ontology) if match else None
    if match is None or sense is None:
        return None
    noun = singular(match["noun"])
    end = "person" if noun in _PERSONS else _ENDS.get(noun, "ethnic origin")
    rungs = tuple(f"{rung} {noun}" for rung in sense.rungs[:_LEVELS])
    return Reading((*rungs, end), sense.source, f"{sense.term}: {sense.sense}")


def read_mixed_people(span: Span, ontology: Ontology) -> Reading | None:
    """Read two demonyms at once ("Italian-American", "English-born Canadian")."""
    parts = _JOINT.split(strip_determiner(span.text))
    if len(parts) != len(("first", "last")):
        return None
    first, last = (_demonym(part, ontology) for part in parts)
    if last is None:
        return None
    above = first.rungs[-1] if first is not None else parts[0]
    own = parts[1]
    rungs = [f"{above} {own}", own, *last.rungs] if first is not None else [own, *last.rungs]
    shown = [rung for rung in dict.fromkeys(rungs) if rung != strip_determiner(span.text)]
    return Reading((*shown, _NATIONALITY), last.source, f"{own}: {last.sense}")


def read_origin(span: Span, ontology: Ontology) -> Reading | None:
    """Read a people that is none of a country: a continent's, an ethnic group."""
    text = strip_determiner(span.text)
    if _CONTINENTS.fullmatch(text.removesuffix("s")):
        wider = [word for word in text.removesuffix("s").split()[1:] if word.endswith("n")]
        nouns = ["person"] if is_noun(span) else []
        return Reading((*wider, *nouns, _ORIGIN), _SOURCE, f"region: {text}")
    for form in variants(text):
        senses = [
            sense
            for sense in ontology.lookup(form)
            if sense.kind is Kind.PEOPLE and sense.has_capital and not _is_belief(sense)
        ]
        if senses and form[:1].isupper():
            kept = [rung for rung in senses[0].rungs if rung[:1].isupper()]
            reading = Reading.of(senses[0])
            end = "person" if is_noun(span) else _ETHNIC
            return Reading((*kept, end), reading.source, reading.sense)
    return None


def read_state(span: Span, ontology: Ontology) -> Reading | None:
    """Read a country's name that stands for its people by its region: "two Malta nationals"."""
    senses = ontology.lookup(strip_determiner(span.text))
    country = next((sense for sense in senses[:1] if sense.kind is Kind.COUNTRY), None)
    if country is None:
        return None
    regions = tuple(rung.partition(" in ")[2] for rung in country.rungs if " in " in rung)
    return Reading(regions, country.source, f"{country.term}: {country.sense}")


def is_people(word: str, ontology: Ontology) -> bool:
    """Tell whether a word is the demonym of a country, a region or a city."""
    return _demonym(word, ontology) is not None


def _demonym(form: str, ontology: Ontology) -> Sense | None:
    """Return the likeliest people of a name; it needs its capital."""
    if not form[:1].isupper():
        return None
    name = _ABBREVIATIONS.get(form, form)
    senses = [sense for sense in ontology.lookup(name) if sense.source == DEMONYMS]
    return senses[0] if senses else None


def _close(sense: Sense, span: Span, form: str) -> Reading:
    shorter = [form] if form != span.text and form in span.text.split() else []
    end = "person" if is_noun(span) else _what_it_tells(sense)
    rungs = tuple(dict.fromkeys([*shorter, *sense.rungs[:_LEVELS], end]))
    return Reading(rungs, sense.source, f"{sense.term}: {sense.sense}")


def _what_it_tells(sense: Sense) -> str:
    return _NATIONALITY if sense.weight > _OF_A_REGION else _ORIGIN


def is_noun(span: Span) -> bool:
    """Tell "a Norwegian" and "Norwegians" from "a Norwegian painter" and "is Norwegian"."""
    if is_plural(span.text):
        return True
    return bool(_ARTICLE.search(span.before)) and not NOUN_FOLLOWS.match(span.after)


def _is_belief(sense: Sense) -> bool:
    return "religious person" in sense.rungs
