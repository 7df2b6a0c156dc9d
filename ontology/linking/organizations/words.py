"""Organizations that a dictionary knows: proper names, and common nouns at the head of a name."""

from __future__ import annotations

from itertools import takewhile

from ontology.entries import Kind, Sense
from ontology.layers import Ontology
from ontology.linking.organizations.contexts import is_about_sports
from ontology.linking.organizations.names import strip_name
from ontology.linking.reading import Reading
from ontology.spans import Span

_FLOOR = "organization"
_RETOLD = {"terrorist organization": "militant group", "party": "political party"}
"""What is too hard a word, or too wide a one, for a replacement."""

_MOVEMENTS = frozenset({"political movement", "social movement"})
"""What a dictionary counts among groups, and running text among organizations."""

_VAGUE = frozenset(
    {
        "group",
        "unit",
        "social movement",
        "social unit",
        "administrative unit",
        "force",
        "gathering",
        "collection",
    }
    | {
        "assembly",
        "alliance",
        "intelligence",
        "establishment",
        "structure",
        "artifact",
        "social group",
    }
)


def read_proper_word(span: Span, ontology: Ontology) -> Reading | None:
    """Read a proper name that a dictionary has as an organization."""
    name = strip_name(span.text)
    if name.isupper() and is_about_sports(span):  # leagues have the initials of unions
        return None
    for sense in ontology.lookup(name):
        is_body = sense.kind is Kind.ORGANIZATION or not _MOVEMENTS.isdisjoint(sense.rungs)
        if is_body and sense.has_capital and sense.is_exact:
            return _reading(sense, ())
    return None


def read_common_head(span: Span, ontology: Ontology) -> Reading | None:
    """Read a name of several words by its last one, where that means an organization only."""
    *before, head = strip_name(span.text).split() or [""]
    noun = head.lower()
    if not before or head.isupper():
        return None
    senses = [sense for sense in ontology.lookup(noun) if not sense.has_capital and sense.is_exact]
    if len(senses) != 1 or senses[0].kind is not Kind.ORGANIZATION:
        return None
    return _reading(senses[0], (noun,))


def _reading(sense: Sense, own: tuple[str, ...]) -> Reading | None:
    specific = takewhile(lambda rung: rung != _FLOOR, sense.rungs)
    told = (_RETOLD.get(rung, rung) for rung in specific if rung not in _VAGUE)
    rungs = (*own, *told)
    return Reading(rungs, sense.source, f"{sense.term}: {sense.sense}") if rungs else None
