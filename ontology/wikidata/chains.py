"""Finding chains: from the parents of an item to ever more general classes, never in a circle."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ontology.wikidata.graph import PART_OF, SUBCLASS_OF, Graph
from ontology.wikidata.vocabulary import is_removed

_UP = (SUBCLASS_OF, SUBCLASS_OF, SUBCLASS_OF, PART_OF)
"""The property by which a chain goes on that began with each: an instance of a class is an
instance of what the class is a subclass of. (The thesis went on by P31 again: a city is an
instance of "classification of human settlements", but Oslo is none.)"""

_UNKNOWN, _OPEN = -1, -2


class ChainFinder:
    """Finds the first and the longest chain of labels in the graph."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        size = len(graph.numbers)
        self._lengths = {way: np.full(size, _UNKNOWN, np.int16) for way in set(_UP)}
        self._next = {way: np.full(size, -1, np.int32) for way in set(_UP)}

    def first(self, parents: Sequence[int], property_: int) -> tuple[str, ...]:
        """Return the chain that takes the first parent at every step."""
        seen: dict[int, None] = {}
        node = parents[0]
        while node not in seen:
            seen[node] = None
            above = self._graph.parents(node, _UP[property_])
            node = next((parent for parent in above if parent not in seen), node)
        return self._labels(seen)

    def longest(self, parents: Sequence[int], property_: int) -> tuple[str, ...]:
        """Return the chain with the most labels; of equally long ones the last."""
        way = _UP[property_]
        best = max(reversed(parents), key=lambda node: self._length(node, way))
        chain, following = [best], self._next[way]
        while (node := int(following[chain[-1]])) >= 0:
            chain.append(node)
        return self._labels(dict.fromkeys(chain))

    def _labels(self, nodes: dict[int, None]) -> tuple[str, ...]:
        labels = map(self._graph.label, nodes)
        return tuple(dict.fromkeys(text for text in labels if text and not is_removed(text)))

    def _length(self, start: int, way: int) -> int:
        """Count the labels on the longest chain from a node, and remember each step of it.

        A step that would close a circle is not taken.
        """
        lengths, following = self._lengths[way], self._next[way]
        waiting = [start] if lengths[start] == _UNKNOWN else []
        while waiting:
            node = waiting[-1]
            if lengths[node] >= 0:
                waiting.pop()
                continue
            above = self._graph.parents(node, way)
            if lengths[node] == _UNKNOWN:
                lengths[node] = _OPEN
                waiting += [parent for parent in above if lengths[parent] == _UNKNOWN]
                continue
            waiting.pop()
            known = [parent for parent in above if lengths[parent] >= 0]
            best = max(reversed(known), key=lambda parent: int(lengths[parent]), default=-1)
            following[node] = best
            label = self._graph.label(node)
            is_counted = bool(label) and not is_removed(label)
            lengths[node] = is_counted + (int(lengths[best]) if best >= 0 else 0)
        return int(lengths[start])
