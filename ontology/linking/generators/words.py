"""Readings of a span by words of its own: the head of a name, its first word, its ending."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from annotation.sources import ListSource
from names.folding import fold
from ontology.layers import Ontology
from ontology.linking.geography import split_place
from ontology.naming import NamePart, bare, is_head_true, match_kinds
from ontology.reading import Generator, Reading
from ontology.spans import Span
from ontology.taxonomy import FLOORS, TAXONOMY, KindMatch

_REASONS = {
    NamePart.HEAD: "its noun: “{}”",
    NamePart.FIRST: "it begins with “{}”",
    NamePart.ENDING: "it ends in “-{}”",
    NamePart.ADJECTIVE: "its word: “{}”",
}
_PERSON = "person"
"""What somebody is called is a noun that may stand alone: "Minister of Trade" is a minister."""

_GENERATORS = {
    NamePart.HEAD: Generator.HEAD,
    NamePart.FIRST: Generator.FIRST,
    NamePart.ENDING: Generator.ENDING,
    NamePart.ADJECTIVE: Generator.ADJECTIVE,
}


def read_words(span: Span, ontology: Ontology) -> Iterator[Reading]:
    """Yield readings by the kinds that words of the span name, also before a place at its end."""
    name, _ = split_place(bare(span.text), ontology)
    for match, part in dict.fromkeys((*match_kinds(span.text), *match_kinds(name))):
        is_role = part is NamePart.HEAD and _PERSON in TAXONOMY.roots(match.kind)
        is_true = is_role and is_head_true(span.text)
        for reading in readings_of(
            match, _GENERATORS[part], _REASONS[part].format(match.word), span
        ):
            own = (match.word,) if is_true and match.word not in reading.generalizations else ()
            yield replace(reading, generalizations=(*own, *reading.generalizations))


def roots_for(kind: str, span: Span) -> list[str]:
    """Return the roots that a kind leads to: the one of the span's type alone, if it is there."""
    roots, floor = TAXONOMY.roots(kind), FLOORS.get(span.type, "")
    return [floor] if floor in roots else sorted(roots)


def readings_of(
    match: KindMatch, generator: Generator, reason: str, span: Span
) -> Iterator[Reading]:
    """Yield a reading for each root that a kind leads to, where it may be several things."""
    own = fold(bare(span.text))
    for root in roots_for(match.kind, span):
        chain = TAXONOMY.chain(match.kind, root)
        generalizations = chain[1:] if match.kind == own else chain
        yield Reading(
            generalizations,
            ListSource.RULES,
            reason,
            root,
            generator,
            word=match.word,
            named_kind=match.kind,
        )
