"""Organizations that the index knows by name."""

from __future__ import annotations

import re
from itertools import takewhile

from ontology.entries import Kind, Sense
from ontology.folding import fold
from ontology.layers import Ontology
from ontology.linking.organizations.names import read_name, strip_name
from ontology.linking.reading import Reading
from ontology.spans import Span
from ontology.wikidata.items import PROPERTIES

_NAMED = frozenset({Kind.SCHOOL, Kind.TEAM, Kind.BRAND})
_BODIES = frozenset({*_NAMED, Kind.ORGANIZATION})
_FLOOR = "organization"
_WORD = re.compile(r"[^\W\d_]+")
_IN_A_COUNTRY = re.compile(r" in (?:the )?[A-ZÀ-Þ]")
_USUAL = frozenset(
    """
    national royal international central state federal public american british european christian
    catholic lutheran methodist baptist technical medical agricultural polytechnic royale saint st
    santa san new old north south east west northern southern eastern western first united general
    holy sacred our immaculate and of for the de la le du des di da y e und et
    """.split()
)
"""Words that names in all countries share; a name of these alone tells no country."""


def read_dump(span: Span, ontology: Ontology) -> Reading | None:
    """Read a name that a Wikidata dump has as an organization, spelled as in the text."""
    for name in dict.fromkeys([span.text, strip_name(span.text)]):
        senses = [
            sense
            for sense in ontology.lookup(name)
            if sense.source in PROPERTIES and sense.kind in _BODIES
            if sense.has_capital and sense.is_exact
        ]
        best = {sense.term: sense for sense in reversed(senses)}
        rungs = _shared(list(reversed(best.values()))) if senses else ()
        if rungs:
            specific = tuple(takewhile(lambda rung: rung != _FLOOR, rungs))
            return Reading(specific, senses[0].source, f"{senses[0].term}: {senses[0].sense}")
    return None


def read_known_name(span: Span, ontology: Ontology) -> Reading | None:
    """Read a name of several words that stands in the index."""
    name = strip_name(span.text)
    if " " not in name:
        return None
    if read_name(name) and not _is_distinctive(name, ontology):
        return None
    found = _read(span.text, ontology)
    is_titled = name != span.text and span.text.startswith("The ")
    return found or (None if is_titled else _read(name, ontology))


def read_single_brand(span: Span, ontology: Ontology) -> Reading | None:
    """Read a name of one word that is a brand or a team and no word of the language."""
    for name in dict.fromkeys([span.text, strip_name(span.text)]):
        is_word = any(not sense.has_capital for sense in ontology.lookup(name))
        if " " not in name and name[:1].isupper() and not is_word:
            found = _read(name, ontology, is_alone=True)
            if found:
                return found
    return None


def _read(name: str, ontology: Ontology, *, is_alone: bool = False) -> Reading | None:
    senses = [
        sense
        for sense in ontology.lookup(name)
        if sense.kind in _NAMED and sense.has_capital and not (is_alone and sense.term != name)
    ]
    if not senses:
        return None
    rungs = _shared(senses)
    if len(senses) > 1 or not _is_distinctive(name, ontology):
        rungs = tuple(rung for rung in rungs if not _IN_A_COUNTRY.search(rung))
    if not rungs:
        return None
    first = senses[0]
    return Reading(rungs, first.source, f"{first.term}: {first.sense}")


def _shared(senses: list[Sense]) -> tuple[str, ...]:
    """Return the rungs that are true whichever of the senses is meant."""
    return tuple(
        rung for rung in senses[0].rungs if all(rung in other.rungs for other in senses[1:])
    )


def _is_distinctive(name: str, ontology: Ontology) -> bool:
    """Tell whether a name has a word that is neither usual in names nor a common noun."""
    words = [fold(word) for word in _WORD.findall(name)]
    if words[:1] in (["st"], ["saint"]):
        return False
    return any(
        word not in _USUAL and all(sense.has_capital for sense in ontology.lookup(word))
        for word in words
    )
