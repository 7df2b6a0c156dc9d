"""How far annotators agree on which mentions are of one entity (TAB, section 5.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from itertools import combinations
from math import comb
from statistics import fmean

from annotation.agreement.coefficients import cohen_kappa_of_counts
from annotation.agreement.layer_report import Coreference
from annotation.records import Document, Layer, Mention

_Borders = tuple[int, int]


class CoreferenceCounts:
    """How often two annotators judged pairs of mentions to be of one entity, or of two.

    A pair counts for two annotators if both marked both spans with the same borders and the spans
    are worded differently: those worded alike are linked by the tool, not by people.
    """

    def __init__(self) -> None:
        self._judged: dict[tuple[str, str], Counter[tuple[bool, bool]]] = {}

    def count(self, document: Document) -> None:
        """Take in the layers of a document."""
        marked = {layer.name: _by_borders(layer) for layer in document.layers}
        for a, b in combinations(sorted(marked), 2):
            self._judged.setdefault((a, b), Counter()).update(_judgements(marked[a], marked[b]))

    def figures(self) -> Coreference:
        """Return Cohen's κ, averaged over the pairs of annotators."""
        judged = [counts for counts in self._judged.values() if counts.total()]
        kappas = [kappa for kappa in map(cohen_kappa_of_counts, judged) if kappa is not None]
        return Coreference(
            kappa=fmean(kappas) if kappas else None,
            mention_pairs=sum(counts.total() for counts in judged),
            annotator_pairs=len(judged),
        )


def _by_borders(layer: Layer) -> dict[_Borders, Mention]:
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
