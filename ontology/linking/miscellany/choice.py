"""Which sense of a common noun a place in a text asks for."""

from __future__ import annotations

import re

from ontology.entries import Kind, Sense
from ontology.linking.miscellany.matters import Matter, matters_around, matters_of
from ontology.spans import Span

_COUNTABLE = frozenset({Kind.ARTIFACT, Kind.ROLE, Kind.BODY, Kind.LANDFORM, Kind.PLACE})
_SUBSTANCES = frozenset("drug medicine fabric clothing material product covering work".split())
_NO_ARTICLE = re.compile(
    r"\b(?:(?:appl\w+|claim\w*|petition\w*|reasons?|requests?|suspicion|ask(?:ed|s|ing)?)\s+(?:for|of)"
    r"|(?:seek|seeks|seeking|sought|claim(?:ed|s)?|grant(?:ed|s)?|refus(?:ed|es)|feared"
    r"|convicted\s+of|charged\s+with|accused\s+of|guilty\s+of|stud(?:y|ies|ied)))\s+$",
    re.IGNORECASE,
)
"""Words after which a noun that can be counted would have an article."""

_UNSAID = frozenset(
    """protection reasoning thinking tenure wrongdoing transgression psychological higher
    abstraction entity whole relation""".split()
) | {"speech act", "higher cognitive process", "information service", "self-defense"}
"""What a thesaurus says of things, and nobody else."""

_ENOUGH = ("crime", "activity")
"""Rungs above which there is nothing better: a crime is an event, but no text would say so."""

_MATTER_BONUS = 1.0
_PERSON_MALUS = 1.5


def said(rungs: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rungs that a reader would say, up to the last that tells something."""
    for last in _ENOUGH:
        if last in rungs:
            rungs = rungs[: rungs.index(last) + 1]
    return tuple(rung for rung in rungs if rung not in _UNSAID)


def is_of_matter(sense: Sense, span: Span) -> bool:
    """Tell whether a sense belongs to what the text is about."""
    return not matters_around(span).isdisjoint(matters_of(sense))


def _is_countable(sense: Sense) -> bool:
    """Tell whether a sense needs an article: "a shelter", but "medicine" and "dismissal"."""
    return sense.kind in _COUNTABLE and _SUBSTANCES.isdisjoint(sense.rungs)


def may_stand(sense: Sense, span: Span) -> bool:
    """Tell whether a sense may stand without an article where none is: "applied for asylum"."""
    return not (_is_countable(sense) and _NO_ARTICLE.search(span.before))


def rank(sense: Sense, span: Span) -> tuple[bool, float]:
    """Rank a sense of a common noun: a disease of the sick first, a person last."""
    bonus = _MATTER_BONUS * is_of_matter(sense, span) - _PERSON_MALUS * (sense.kind is Kind.ROLE)
    is_ill = sense.kind is Kind.DISEASE and Matter.MEDICINE in matters_around(span)
    return is_ill, sense.weight + bonus
