"""What no list of a document may say: the names that its other masked spans hide.

A candidate that holds one, inflected or not, under another name of the same thing or in a word of
the same stem, would undo their masking. Words that stand in clear elsewhere give nothing away.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache, cached_property

from annotation.hidden_words import Hidden, HiddenWords
from annotation.types import SemanticType
from names.folding import fold
from names.words import Stems, Word, span_words, stems_of, words_of
from ontology.entries import Kind
from ontology.guarding import STEM_PREFIX, share_stem
from ontology.guarding_words import GENERIC_NAMES
from ontology.layers import Ontology
from ontology.spans import Span, Surroundings

_NAME = re.compile(r"[^\W\d_a-zß-ÿ][\w’'.-]*(?:\s+(?:of\s+(?:the\s+)?)?[^\W\d_a-zß-ÿ][\w’'.-]*)*")
"""Words with capitals in a row, "of" between them."""
_NAMELESS = frozenset({SemanticType.CODE, SemanticType.DATETIME, SemanticType.QUANTITY})
_PLACES = frozenset({Kind.SETTLEMENT, Kind.SUBDIVISION, Kind.COUNTRY, Kind.REGION, Kind.PLACE})


class DocumentGuard:
    """Finds candidates that say what other masked spans of the layer hide."""

    def __init__(self, surroundings: Surroundings, ontology: Ontology) -> None:
        self._surroundings = surroundings
        self._ontology = ontology
        self._terms_of = cache(self._find_terms)

    def leaks(self, generalization: str, span: Span) -> bool:
        """Tell whether a text says what another span of the document hides."""
        if len(self._surroundings.spans) == 1 or span.type is SemanticType.PERSON:
            return False  # nothing else is hidden; "PERSON 1" names nobody
        own = stems_of(span_words(span.text))
        read = (hidden for _, hidden in self._hidden.found_in(words_of(generalization)))
        if any(self._is_protected(hidden) and not hidden.is_own(own) for hidden in read):
            return True
        names = (name for name in _NAME.findall(generalization) if not self._is_clear(name))
        named = (hidden for name in names for hidden in self._named_by(name))
        return any(hidden.spans != {own} for hidden in named)

    @cached_property
    def _hidden(self) -> HiddenWords:
        mentions = (span.mention for span in self._surroundings.spans)
        return HiddenWords(mentions, self._ontology.lexicon)

    @cached_property
    def _clear_words(self) -> tuple[Word, ...]:
        return words_of(" … ".join(self._surroundings.clear))

    @cached_property
    def _clear_stems(self) -> frozenset[str]:
        return frozenset(stems_of(self._clear_words))

    @cached_property
    def _readable(self) -> frozenset[Stems]:
        found = self._hidden.found_in(self._clear_words)
        return frozenset(stems_of(hidden.words) for _, hidden in found)

    def _is_protected(self, hidden: Hidden) -> bool:
        """Tell whether words name something and stand nowhere in clear."""
        return hidden.is_name and stems_of(hidden.words) not in self._readable

    def _is_clear(self, name: str) -> bool:
        return self._clear_stems.issuperset(stems_of(words_of(name)))

    def _named_by(self, name: str) -> Iterator[Hidden]:
        """Yield what is hidden of the place that a name names, or has a word of its stem."""
        for term in self._terms_of(name):
            yield from self._by_term.get(term, ())
        for part in fold(name).split():
            if part not in GENERIC_NAMES:
                alike = self._by_beginning.get(part[:STEM_PREFIX], ())
                yield from (hidden for word, hidden in alike if share_stem(part, word))

    @cached_property
    def _names(self) -> tuple[Hidden, ...]:
        protected = filter(self._is_protected, self._hidden)
        return tuple(each for each in protected if each.mention.entity_type not in _NAMELESS)

    @cached_property
    def _by_term(self) -> Mapping[str, list[Hidden]]:
        """The hidden words by the usual names of the places that go by them."""
        found: defaultdict[str, list[Hidden]] = defaultdict(list)
        for hidden in self._names:
            for term in self._terms_of(" ".join(word.text for word in hidden.words)):
                found[term].append(hidden)
        return found

    @cached_property
    def _by_beginning(self) -> Mapping[str, list[tuple[str, Hidden]]]:
        """The hidden words with a capital, by the letters that all of their stem begin with."""
        found: defaultdict[str, list[tuple[str, Hidden]]] = defaultdict(list)
        for hidden in self._names:
            for key in (fold(word.text) for word in hidden.words if word.is_capital):
                found[key[:STEM_PREFIX]].append((key, hidden))
        return found

    def _find_terms(self, name: str) -> frozenset[str]:
        """Return the usual names of the places that go by a name."""
        senses = self._ontology.lookup(name)
        return frozenset(fold(sense.term) for sense in senses if sense.kind in _PLACES)
