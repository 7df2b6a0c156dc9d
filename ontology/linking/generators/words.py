"""Readings of a span by words of its own: the head of a name, its first word, its ending."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ontology.folding import fold
from ontology.naming import By, bare, is_head_said, kinds_told
from ontology.reading import RULES, Generator, Reading
from ontology.spans import Span
from ontology.taxonomy import TAXONOMY, Told

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
        for reading in readings_of(told, _GENERATORS[by], f"a name with “{told.word}”", span):
            own = (told.word,) if is_said and told.word not in reading.rungs else ()
            yield replace(reading, rungs=(*own, *reading.rungs))


def readings_of(told: Told, generator: Generator, reason: str, span: Span) -> Iterator[Reading]:
    """Yield a reading for each root that a kind leads to."""
    own = fold(bare(span.text))
    for root in sorted(TAXONOMY.roots(told.kind)):
        chain = TAXONOMY.chain(told.kind, root)
        rungs = chain[1:] if told.kind == own else chain
        yield Reading(rungs, RULES, reason, root, generator, word=told.word, tells=told.kind)
