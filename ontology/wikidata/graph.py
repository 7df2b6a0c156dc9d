"""What others are instances, subclasses or parts of: the upper part of Wikidata, in arrays."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ontology.wikidata.blocks import EDGE
from ontology.wikidata.items import PROPERTIES
from ontology.wikidata.marks import Marks, Numbers
from ontology.wikidata.spill import Spill
from ontology.wikidata.vocabulary import EARTH, known_classes

Nodes = npt.NDArray[np.int32]
CACHED_LABELS = 200_000
INSTANCE_OF, SUBCLASS_OF, METACLASS_FOR, PART_OF = range(len(PROPERTIES))


class Graph:
    """Every item that another one points to, with its label and its own parents.

    A node is the place of an item's number among `numbers`, which are sorted.
    """

    def __init__(self, spill: Spill) -> None:
        known = np.array(sorted(known_classes()), np.uint32)
        targets = Marks([known])
        for edges in spill.edges():
            targets.add(edges["target"])
        self.numbers: Numbers = targets.numbers()
        self._read_labels(spill)
        own = [edges[targets.has(edges["source"])] for edges in spill.edges()]
        rows = np.concatenate([*own, self._known_edges()])
        self.rows = rows[rows["source"] != EARTH]
        self._parents = [
            self._sort(self.rows[self.rows["property"] == number]) for number in range(4)
        ]

    def _read_labels(self, spill: Spill) -> None:
        self._places = np.zeros(len(self.numbers), np.uint64)
        self._lengths = np.zeros(len(self.numbers), np.uint32)
        for items in spill.items():
            nodes = self.nodes(items["number"])
            found = nodes >= 0
            self._places[nodes[found]] = items["names"][found]
            self._lengths[nodes[found]] = items["length"][found]
        self._names = os.open(spill.path("names"), os.O_RDONLY)
        self.label = lru_cache(CACHED_LABELS)(self._label)

    def close(self) -> None:
        """Close the file that the labels are read from."""
        os.close(self._names)

    def _known_edges(self) -> npt.NDArray[np.void]:
        """Return what we know of classes that the dump itself does not describe."""
        missing = self._lengths[self.nodes(np.array(list(known_classes()), np.uint32))] == 0
        return np.array(
            [
                (number, parent, SUBCLASS_OF)
                for (number, (_, parents)), is_missing in zip(
                    known_classes().items(), missing, strict=True
                )
                if is_missing
                for parent in parents
            ],
            EDGE,
        )

    def _sort(self, rows: npt.NDArray[np.void]) -> tuple[Nodes, Nodes]:
        """Return where the parents of each node begin, and all parents."""
        sources = self.nodes(rows["source"])
        order = np.argsort(sources, kind="stable")
        begins = np.searchsorted(sources[order], np.arange(len(self.numbers) + 1, dtype=np.int32))
        return begins.astype(np.int32), self.nodes(rows["target"])[order]

    def nodes(self, numbers: Numbers) -> Nodes:
        """Return the nodes of items, -1 where nothing points to one."""
        places = np.searchsorted(self.numbers, numbers)
        places[places == len(self.numbers)] = 0
        return np.where(self.numbers[places] == numbers, places, -1).astype(np.int32)

    def parents(self, node: int, property_: int) -> list[int]:
        """Return the nodes that one points to by a property (its place in PROPERTIES)."""
        begins, targets = self._parents[property_]
        found: list[int] = targets[begins[node] : begins[node + 1]].tolist()
        return found

    def _label(self, node: int) -> str:
        """Return the label of a node, empty where there is none."""
        length = int(self._lengths[node])
        if not length:
            return known_classes().get(int(self.numbers[node]), ("", ()))[0]
        text = os.pread(self._names, length, int(self._places[node])).decode()
        return text.partition("\n")[0]

    def below(self, roots: Iterable[int]) -> Marks:
        """Mark classes and all their subclasses."""
        marked = np.zeros(len(self.numbers), bool)
        starts = np.array(sorted(roots), np.uint32)
        nodes = self.nodes(starts)
        marked[nodes[nodes >= 0]] = True
        rows = self.rows[self.rows["property"] == SUBCLASS_OF]
        sources, targets = self.nodes(rows["source"]), self.nodes(rows["target"])
        count = -1
        while count != (count := int(marked.sum())):
            marked[sources[marked[targets]]] = True
        return Marks([starts, self.numbers[marked]])
