"""Readings of a span by words of its own: the head of a name, its first word, its ending."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ontology.folding import fold
from ontology.naming import By, bare, is_head_said, kinds_told
from ontology.reading import RULES, Generator, Reading
from ontology.spans import Span
from ontology.taxonomy import FLOORS, TAXONOMY, Told

_REASONS = {
    By.HEAD: "its noun: “{}”",
    By.FIRST: "it begins with “{}”",
    By.ENDING: "it ends in “-{}”",
    By.ADJECTIVE: "its word: “{}”",
}
_PERSON = "person"
"""What somebody is called is a noun that may stand alone: "Minister of Trade" is a minister."""

_GENERATORS = {
    By.HEAD: Generator.HEAD,
    By.FIRST: Generator.FIRST,
    By.ENDING: Generator.ENDING,
    By.ADJECTIVE: Generator.ADJECTIVE,
}


def read_words(span: Span) -> Iterator[Reading]:
    """Yield the kinds that words of the span tell."""
    for told, by in kinds_told(span.text):
        is_role = by is By.HEAD and _PERSON in TAXONOMY.roots(told.kind)
        is_said = is_role and is_head_said(span.text)
        for reading in readings_of(told, _GENERATORS[by], _REASONS[by].format(told.word), span):
            own = (told.word,) if is_said and told.word not in reading.rungs else ()
            yield replace(reading, rungs=(*own, *reading.rungs))


def roots_for(kind: str, span: Span) -> list[str]:
    """Return the roots that a kind leads to: the one of the span's type alone, if it is there."""
    roots, floor = TAXONOMY.roots(kind), FLOORS.get(span.type, "")
    return [floor] if floor in roots else sorted(roots)


def readings_of(told: Told, generator: Generator, reason: str, span: Span) -> Iterator[Reading]:
    """Yield a reading for each root that a kind leads to, where it may be several things."""
    own = fold(bare(span.text))
    for root in roots_for(told.kind, span):
        chain = TAXONOMY.chain(told.kind, root)
        rungs = chain[1:] if told.kind == own else chain
        yield Reading(rungs, RULES, reason, root, generator, word=told.word, tells=told.kind)
