"""How many lists leak what other spans of their document hide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotation.hidden_words import HiddenWords
from annotation.records import MASK, Document
from names.words import words_of
from ontology.layers import Ontology
from ontology.proposing import propose
from ontology.spans import Span, Surroundings


@dataclass
class Leaks:
    """Lists with more than `***`, those with such a candidate, those where it is the first."""

    lists: int = 0
    any: int = 0
    first: int = 0

    def __str__(self) -> str:
        return f"{self.lists:,} lists, {self.any} give something back, {self.first} at once"


def measure(documents: Sequence[Document], ontology: Ontology) -> Leaks:
    """Propose for some documents and count."""
    leaks = Leaks()
    for document in documents:
        for layer in propose(document, ontology).layers:
            _count(leaks, Surroundings(document.text, layer.mentions), ontology)
    return leaks


def _count(leaks: Leaks, surroundings: Surroundings, ontology: Ontology) -> None:
    clear = words_of(" … ".join(surroundings.clear))
    hidden = {
        span.text: HiddenWords([span.mention], ontology.lexicon) for span in surroundings.spans
    }
    protected = {text: words for text, words in hidden.items() if not any(words.found_in(clear))}
    for span in surroundings.spans:
        candidates = list(_candidates(span))
        others = [words for text, words in protected.items() if text != span.text]
        given = [_leaks(candidate, others) for candidate in candidates]
        leaks.lists += bool(candidates)
        leaks.any += any(given)
        leaks.first += bool(given and given[0])


def _candidates(span: Span) -> Iterator[str]:
    lists = span.mention.replacement.iter_lists() if span.mention.replacement else ()
    return (text for _, texts in lists for text in texts if text != MASK)


def _leaks(candidate: str, others: Sequence[HiddenWords]) -> bool:
    words = words_of(candidate)
    return any(found.is_name for other in others for _, found in other.found_in(words))
