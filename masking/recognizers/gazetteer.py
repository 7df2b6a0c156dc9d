"""The ontology as a gazetteer: occupations, peoples, religions, diseases and languages.

What describes a person without naming anybody: the type DEM.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.spans import RecognizedSpan, spanning
from ontology.english import singular_noun
from ontology.entries import Kind, Sense

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span

    from ontology.layers import Ontology

_KINDS = frozenset({Kind.OCCUPATION, Kind.ROLE, Kind.PEOPLE, Kind.DISEASE, Kind.LANGUAGE})
_LONGEST = 5
"""Words of a phrase that are looked up together."""
_LAST = frozenset({"NOUN", "PROPN", "ADJ"})
_FIRST = frozenset({"NOUN", "PROPN", "ADJ", "X"})
_REMEMBERED = 1 << 14


class Gazetteer:
    """Looks up the phrases of a text; the usual sense of each decides."""

    name = "gazetteer"

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self._usual = lru_cache(_REMEMBERED)(self._find)

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield the longest phrase from each word on that the ontology knows as such a thing."""
        parts = [token.pos_ for token in doc]
        first = 0
        while first < len(doc):
            found = self._longest(doc, first, parts) if parts[first] in _FIRST else None
            if found is None:
                first += 1
                continue
            span, sense = found
            yield spanning(span, SemanticType.DEM, f"{sense.kind} in the ontology")
            first = span.end

    def _longest(self, doc: Doc, first: int, parts: Sequence[str]) -> tuple[Span, Sense] | None:
        for last in range(min(len(doc), first + _LONGEST), first, -1):
            if parts[last - 1] in _LAST and "\n" not in (span := doc[first:last]).text:
                sense = self._usual(span.text)
                if sense is not None and sense.kind in _KINDS and not _describes(span, sense):
                    return span, sense
        return None

    def _find(self, phrase: str) -> Sense | None:
        """Return the usual sense of a phrase or its singular; names only where it has a capital."""
        before, _, last = phrase.rpartition(" ")
        for form in (phrase, f"{before} {singular_noun(last)}".strip()):
            for sense in self._ontology.lookup(form):
                if phrase[0].isupper() or not sense.has_capital:
                    return sense
        return None


def _describes(span: Span, sense: Sense) -> bool:
    """Return whether a word names no kind of person there: "a few", "a professional boxer"."""
    token = span[0]
    is_role = sense.kind in (Kind.ROLE, Kind.OCCUPATION)
    return (
        len(span) == 1 and token.is_lower and (token.is_stop or (is_role and token.pos_ == "ADJ"))
    )
