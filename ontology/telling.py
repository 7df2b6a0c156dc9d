"""The bits that a text tells of a thing, by which it narrows down what the thing may be."""

from __future__ import annotations

from functools import cache
from math import log2

from ontology.layers import Ontology
from ontology.taxonomy import TAXONOMY

MOST_BITS = 8.0
"""The most that a text earns: one in 256 of its sort is specific, whatever else is."""


class Telling:
    """The specificity of texts, by the entries that an index has below them."""

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self.bits = cache(self._bits)
        self._count = cache(self._count_entries)

    def _bits(self, text: str, end: str) -> float:
        """Return how many bits a text tells, up to MOST_BITS, in a list that ends in `end`.

        "person" tells nothing of a person, "scientist" leaves one of 100. An end that the table of
        kinds does not know is held against all that there is. What the index has no entry below is
        as specific as can be.
        """
        count = self._count(text)
        if not count:
            return MOST_BITS
        whole = (
            max(count, *map(self._count, TAXONOMY.roots(end)))
            if end in TAXONOMY
            else self._ontology.count_entries()
        )
        return min(log2(whole / count), MOST_BITS)

    def _count_entries(self, text: str) -> int:
        covered = self._ontology.covered(text)
        return covered.count if covered else 0
