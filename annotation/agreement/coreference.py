"""How far annotators agree on which mentions are of one entity (TAB, section 5.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations
from math import comb
from statistics import fmean

from annotation.agreement.coefficients import cohen_kappa_of_counts
from annotation.agreement.layer_report import Coreference
from annotation.records import Document, Layer, Mention

_Borders = tuple[int, int]

LINKED = ("linked",)
APART = ("apart",)


class CoreferenceCounts:
    """How often two annotators judged pairs of mentions to be of one entity, or of two.

    A pair counts for two annotators if both marked both spans with the same borders and the spans
    are worded differently: those worded alike are linked by the tool, not by people.
    """

    def __init__(self) -> None:
        self._judged: dict[tuple[str, str], Counter[tuple[bool, bool]]] = {}

    def count(self, document: Document) -> None:
        """Take in the layers of a document."""
        marked = {layer.name: by_borders(layer) for layer in document.layers}
        for a, b in combinations(sorted(marked), 2):
            self._judged.setdefault((a, b), Counter()).update(_judgements(marked[a], marked[b]))

    def metrics(self) -> Coreference:
        """Return Cohen's κ, averaged over the pairs of annotators."""
        judged = [counts for counts in self._judged.values() if counts.total()]
        kappas = [kappa for kappa in map(cohen_kappa_of_counts, judged) if kappa is not None]
        return Coreference(
            kappa=fmean(kappas) if kappas else None,
            mention_pairs=sum(counts.total() for counts in judged),
            annotator_pairs=len(judged),
        )


def by_borders(layer: Layer) -> dict[_Borders, Mention]:
    """Index mentions; of several with the same borders the first in the record counts."""
    found: dict[_Borders, Mention] = {}
    for mention in layer.mentions:
        found.setdefault((mention.start, mention.end), mention)
    return found


def _judgements(
    first: Mapping[_Borders, Mention], second: Mapping[_Borders, Mention]
) -> Counter[tuple[bool, bool]]:
    """Count the pairs of mentions by whether the first and the second annotator linked them.

    Pairs are not formed: a document of a thousand mentions has half a million.
    """
    both = [
        (first[borders].entity_id, second[borders].entity_id, first[borders].span_text)
        for borders in first.keys() & second.keys()
    ]
    linked_by_both = _count_pairs((a, b) for a, b, _ in both) - _count_pairs(both)
    by_first = _count_pairs(a for a, _, _ in both) - _count_pairs((a, text) for a, _, text in both)
    by_second = _count_pairs(b for _, b, _ in both) - _count_pairs((b, text) for _, b, text in both)
    everything = comb(len(both), 2) - _count_pairs(text for _, _, text in both)
    counts = {
        (True, True): linked_by_both,
        (True, False): by_first - linked_by_both,
        (False, True): by_second - linked_by_both,
        (False, False): everything - by_first - by_second + linked_by_both,
    }
    return Counter(counts)


def _count_pairs(groups: Iterable[Hashable]) -> int:
    """Return how many pairs have both of their members in one group."""
    return sum(comb(size, 2) for size in Counter(groups).values())


@dataclass(frozen=True, slots=True)
class DifferingLink:
    """Two spans that are one entity for some annotators and two for others."""

    earlier: _Borders
    later: _Borders
    labels: Mapping[str, tuple[str, ...]]
    """LINKED or APART, by those who marked both."""


def differing_links(layers: Mapping[str, Mapping[_Borders, Mention]]) -> Iterator[DifferingLink]:
    """Yield the links that one annotator made and another, who marked both spans, did not.

    Of the mentions before that are of the same entity and worded differently the last one counts:
    who takes a person for two differs once for each mention, not for each pair of them.
    """
    links = {
        link
        for first, second in permutations(layers.values(), 2)
        for link in _links(first, second.keys())
        if not _is_linked(second, link)
    }
    for earlier, later in sorted(links, key=lambda link: (link[1], link[0])):
        labels = {
            name: LINKED if _is_linked(spans, (earlier, later)) else APART
            for name, spans in layers.items()
            if earlier in spans and later in spans
        }
        yield DifferingLink(earlier, later, labels)


def _links(
    spans: Mapping[_Borders, Mention], compared: Iterable[_Borders]
) -> Iterator[tuple[_Borders, _Borders]]:
    """Yield each mention that is compared with the last one before, of its entity, reworded."""
    last: dict[str, dict[str, _Borders]] = {}
    for borders in sorted(spans.keys() & set(compared)):
        mention = spans[borders]
        by_text = last.setdefault(mention.entity_id, {})
        others = [each for text, each in by_text.items() if text != mention.span_text]
        if others:
            yield max(others), borders
        by_text[mention.span_text] = borders


def _is_linked(spans: Mapping[_Borders, Mention], link: tuple[_Borders, _Borders]) -> bool:
    earlier, later = link
    return spans[earlier].entity_id == spans[later].entity_id
