"""Which words are common and which are names, as the compiled sources know it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from names.parts import without_titles
from ontology.index.reading import Index

if TYPE_CHECKING:
    from ontology.layers import Layer

_DICTIONARY = "wordnet"
_LOWER_CASE = re.compile(r"(?<![\w-])[a-z]+(?!\w)")
_FIRST_PERSON = frozenset({"i", "me", "my", "we", "us", "our"})
"""What nobody says who explains a word."""
_SEVERAL = 2
_CACHE_SIZE = 1 << 16


class Lexicon:
    """Tells common words from names: WordNet writes the common ones in lower case.

    Its nouns are terms of the index. For all other words its explanations are read: who writes
    English prose uses them ("the", "united", "met").
    """

    def __init__(self, layers: Iterable[Layer]) -> None:
        self._layers = tuple(layers)
        self.is_common = lru_cache(_CACHE_SIZE)(self._is_common)

    def bare_name(self, name: str) -> str:
        """Return the name of a person without titles before it and suffixes after it."""
        return without_titles(name)

    def _is_common(self, word: str) -> bool:
        """Tell whether a word, or what it is the plural of, is in the dictionary in lower case."""
        key = word.casefold()
        forms = {key, key.removesuffix("s")} if len(key) > len("us") else {key}
        return not self._explaining.isdisjoint(forms) or any(map(self._is_noun, forms))

    def _is_noun(self, key: str) -> bool:
        return any(
            sense.source == _DICTIONARY and not sense.has_capital
            for layer in self._layers
            for sense in layer.lookup(key)
        )

    @cached_property
    def _explaining(self) -> frozenset[str]:
        """The words that explanations use, other than by chance."""
        indexes = (layer for layer in self._layers if isinstance(layer, Index))
        glosses = (gloss for index in indexes for gloss in index.iter_glosses(_DICTIONARY))
        counts = Counter(word for gloss in glosses for word in set(_LOWER_CASE.findall(gloss)))
        return _FIRST_PERSON.union(word for word, count in counts.items() if count >= _SEVERAL)
