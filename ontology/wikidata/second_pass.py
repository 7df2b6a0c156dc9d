"""The second pass: which items to keep, and what stands above each of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from annotation.sources import ListSource
from ontology.entries import Kind
from ontology.wikidata.blocks import EDGE
from ontology.wikidata.chains import ChainFinder
from ontology.wikidata.concepts import Chains, Concept
from ontology.wikidata.graph import INSTANCE_OF, PART_OF, SUBCLASS_OF, Graph
from ontology.wikidata.items import PROPERTIES
from ontology.wikidata.marks import Marks
from ontology.wikidata.spill import Spill
from ontology.wikidata.vocabulary import COUNTRY, HUMAN, LEFT_OUT, is_code, kind_of

_ITEMS_AT_ONCE = 100_000

_Block = tuple[npt.NDArray[np.void], npt.NDArray[np.void], bytes]
"""Items, their edges one after the other, and the names that the items point into."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which items are kept, how many they are for each count of sitelinks, and whether all are."""

    kept: Marks
    countries: Marks
    by_sitelinks: npt.NDArray[np.int64]
    is_everything: bool


def choose(spill: Spill, graph: Graph, roots: Sequence[int]) -> Choice:
    """Keep what the roots ask for, but no pages, articles and names.

    A class as root keeps its instances and subclasses; human keeps what the statements of humans
    point to. Where there are no humans, the dump is an excerpt: nothing is told by that, and
    everything is kept.
    """
    is_everything = HUMAN in roots and not spill.counts.humans
    related = Marks(spill.related() if HUMAN in roots else ())
    wanted, unwanted = graph.below(roots), graph.below(LEFT_OUT)
    country_classes = graph.below([COUNTRY])
    kept, countries, left_out = Marks(), Marks(), Marks()
    for edges in spill.edges():
        is_class = edges["property"] == SUBCLASS_OF
        is_instance = edges["property"] == INSTANCE_OF
        kept.add(edges["source"][(is_class | is_instance) & wanted.has(edges["target"])])
        left_out.add(edges["source"][is_instance & unwanted.has(edges["target"])])
        countries.add(edges["source"][is_instance & country_classes.has(edges["target"])])
    chosen, by_sitelinks = Marks(), np.zeros(2**16, np.int64)
    for items in spill.items():
        numbers = items["number"]
        right = (is_everything | kept.has(numbers) | related.has(numbers)) & ~left_out.has(numbers)
        chosen.add(numbers[right])
        by_sitelinks += np.bincount(items["sitelinks"][right], minlength=2**16)
    return Choice(chosen, countries, by_sitelinks, is_everything)


@dataclass(frozen=True, slots=True)
class Share:
    """Some of the kept items: those of these counts of sitelinks, or every so many of them."""

    sitelinks: range = range(2**16)
    every: int = 1
    turn: int = 0

    def has(self, items: npt.NDArray[np.void]) -> npt.NDArray[np.bool_]:
        """Tell for each item whether it is among them."""
        links = items["sitelinks"]
        found: npt.NDArray[np.bool_] = (
            (links >= self.sitelinks.start)
            & (links < self.sitelinks.stop)
            & (items["number"] % self.every == self.turn)
        )
        return found


EVERYTHING = Share()


def share_out(choice: Choice, most: int) -> list[Share]:
    """Cut the kept items into shares of about `most`, the best known first."""
    shares: list[Share] = []
    end, size = len(choice.by_sitelinks), 0
    for links in range(end - 1, -1, -1):
        count = int(choice.by_sitelinks[links])
        if size and size + count > most:
            shares.append(Share(range(links + 1, end)))
            end, size = links + 1, 0
        size += count
    parts = max(1, -(-size // most))
    return shares + [Share(range(end), parts, turn) for turn in range(parts)]


def iter_concepts(
    spill: Spill, graph: Graph, choice: Choice, share: Share = EVERYTHING
) -> Iterator[Concept]:
    """Yield the concepts of the kept items that have a generalization, in the dump's order."""
    describer = _Describer(graph)
    for items, edges, names in _blocks(spill):
        ends = np.cumsum(items["edges"]).tolist()
        nodes, properties = graph.nodes(edges["target"]).tolist(), edges["property"].tolist()
        is_country = choice.countries.has(items["number"])
        wanted = choice.kept.has(items["number"]) & share.has(items)
        base = int(items["names"][0])
        for place in np.flatnonzero(wanted).tolist():
            item = items[place]
            begin = int(item["names"]) - base
            text = names[begin : begin + int(item["length"])].decode()
            parents: dict[int, list[int]] = {}
            for edge in range(ends[place] - int(item["edges"]), ends[place]):
                parents.setdefault(properties[edge], []).append(nodes[edge])
            concept = describer.describe(
                item, text.split("\n"), parents, is_country=bool(is_country[place])
            )
            if concept is not None:
                yield concept


def _blocks(spill: Spill) -> Iterator[_Block]:
    with spill.path("edges").open("rb") as edge_file, spill.path("names").open("rb") as name_file:
        for many in spill.items():
            for start in range(0, len(many), _ITEMS_AT_ONCE):
                items = many[start : start + _ITEMS_AT_ONCE]
                edges = np.fromfile(edge_file, EDGE, int(items["edges"].sum()))
                yield items, edges, name_file.read(int(items["length"].sum()))


class _Describer:
    """Says of an item what it is, ever more generally."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._finder = ChainFinder(graph)

    def describe(
        self, item: np.void, names: list[str], parents: Mapping[int, list[int]], *, is_country: bool
    ) -> Concept | None:
        """Return the concept of an item; None where nothing stands above it."""
        label = names[0]
        called = tuple(name for name in names if name == label or not is_code(name, label))
        chains = {
            PROPERTIES[number]: self._chains(nodes, number, called)
            for number, nodes in parents.items()
        }
        if is_country:
            instance = chains.get(ListSource.INSTANCE_OF)
            chains[ListSource.INSTANCE_OF] = self._as_country(instance, parents.get(PART_OF, []))
        chains = {name: both for name, both in chains.items() if both.first or both.longest}
        if not chains:
            return None
        weight = math.log10(1 + int(item["sitelinks"]))
        return Concept(f"Q{item['number']}", called, chains, weight)

    def _chains(self, nodes: list[int], property_: int, names: Sequence[str]) -> Chains:
        own = {name.casefold() for name in names}
        longest, *every = (
            tuple(label for label in chain if label.casefold() not in own)
            for chain in (
                self._finder.longest(nodes, property_),
                *(self._finder.first([node], property_) for node in nodes),
            )
        )
        return Chains(every[0] or longest, longest, tuple(filter(None, every)))

    def _as_country(self, chains: Chains | None, wholes: Sequence[int]) -> Chains:
        """Add "country in …" and "country", and end there (thesis 3.2.1)."""
        places = (self._graph.label(node) for node in wholes if self._is_region(node))
        place = next((label for label in places if label), None)
        where = (f"country in {place}",) if place else ()
        own = _until_country(chains.longest if chains else ())
        first = _until_country(chains.first if chains else ())
        return Chains((*(where or first), "country"), (*own, "country"))

    def _is_region(self, node: int) -> bool:
        classes = self._graph.parents(node, INSTANCE_OF)
        labels = (label for each in classes for label in self._finder.first([each], INSTANCE_OF))
        return any(kind_of(label) is Kind.REGION for label in labels)


def _until_country(chain: Sequence[str]) -> tuple[str, ...]:
    """Return the generalizations that are kinds of country."""
    found = []
    for label in chain:
        if label == "country" or kind_of(label) is not Kind.COUNTRY:
            break
        found.append(label)
    return tuple(found)
