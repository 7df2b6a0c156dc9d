"""Whether the share of meaning that is kept orders choices as a published measure does.

Text Preserved Similarity (Pilán, Manzanares-Salor, Sánchez and Lison, 2024) sums over the terms of
a text how informative each is, times the cosine of what an encoder makes of it and of what stands
in its place: 1 for what is in clear, 0 for what is suppressed. Between renderings of one document
nothing differs but its spans, so that these alone order them.

The published one asks BERT how informative a term is, and ALBERT how alike two are. Neither comes
along: the encoder is MiniLM here, and a term tells as much as its words are rare in the texts of
the background, or all terms tell the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import log2
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr

from annotation.correcting import as_corrected
from annotation.records import MASK, Document, Mention
from annotation.rendering import chosen_text, rendered_mentions
from benchmarks.privacy.materials import Doubles, Materials, told
from learning.encoding import Encoder
from names.words import stems_of, words_of
from ontology.layers import Ontology
from privacy.background import Background
from privacy.figures import Figures
from research.privacy.renderings import candidates_of

MIXTURES = 20
"""So many renderings of a document, each span's text drawn, are ordered beside the usual ones."""
KINDS = ("usual renderings", "drawn ones", "all")
_SEED = 0
Weigh = Callable[[Mention], float]
Share = Callable[[Mention, str], float]


def keeping_lines(materials: Materials, index: Path) -> Iterator[str]:
    """Yield how alike both order the renderings of a document: mean rank correlation within it."""
    figures, encoder = Figures(Ontology.open(index)), Encoder.open()
    kept = _Shares(_telling(materials.background), lambda *each: _kept(figures, *each))
    weights: dict[str, Weigh] = {
        "words by their frequency": _rareness(materials.background),
        "all terms alike": lambda _mention: 1.0,
    }
    documents = [(each, _renderings(each)) for each in materials.documents]
    for (label, weigh), kind in product(weights.items(), KINDS):
        published = _Shares(weigh, lambda *each: _likeness(encoder, *each))
        found = np.array(
            [_correlation(each, known[kind], kept, published) for each, known in documents]
        )
        some = found[~np.isnan(found)]
        line = told(f"{label}, {kind}: Spearman within documents", some, _mean, 3)
        yield f"{line}, {len(some)} documents"


class _Shares:
    """A measure: what is left of a document is the mean of its spans, each by its weight."""

    def __init__(self, weigh: Weigh, share: Share) -> None:
        self._weigh, self._share = weigh, share

    def of(self, mentions: Sequence[Mention], chosen: Mapping[str, str]) -> float:
        weights = np.array([self._weigh(each) for each in mentions])
        shares = np.array([self._share(each, chosen[each.mention_id]) for each in mentions])
        return float(weights @ shares / weights.sum())


def _renderings(document: Document) -> dict[str, list[dict[str, str]]]:
    """Return for each kind the renderings of a document: what stands in each span."""
    mentions = list(rendered_mentions(as_corrected(document)))
    offered = {each.mention_id: candidates_of(each) for each in mentions}
    usual = [
        {each.mention_id: each.span_text for each in mentions},
        {key: texts[0] for key, texts in offered.items()},
        {key: texts[max(0, len(texts) - 2)] for key, texts in offered.items()},
        dict.fromkeys(offered, MASK),
    ]
    chosen = {each.mention_id: chosen_text(each) for each in mentions}
    if None not in chosen.values():
        usual.append({key: text or MASK for key, text in chosen.items()})
    draw = np.random.default_rng(_SEED)
    drawn = [
        {key: str(draw.choice(texts)) for key, texts in offered.items()} for _ in range(MIXTURES)
    ]
    return dict(zip(KINDS, (usual, drawn, usual + drawn), strict=True))


def _correlation(
    document: Document, renderings: Sequence[Mapping[str, str]], one: _Shares, other: _Shares
) -> float:
    """Return Spearman's correlation of two measures; NaN where one of them is all the same."""
    mentions = list(rendered_mentions(as_corrected(document)))
    values = np.array(
        [[each.of(mentions, chosen) for each in (one, other)] for chosen in renderings]
    )
    if not mentions or (np.ptp(values, axis=0) == 0).any():
        return np.nan
    return float(spearmanr(values[:, 0], values[:, 1]).statistic)


def _kept(figures: Figures, mention: Mention, text: str) -> float:
    if text == mention.span_text:
        return 1.0
    texts = candidates_of(mention)
    listed = texts if text in texts else (text, *texts)
    return figures.of(mention.span_text, mention.entity_type, listed)[listed.index(text)].kept


def _telling(background: Background) -> Weigh:
    """Return how much a span tells, as pages weigh it: by how few people have its words."""

    def weigh(mention: Mention) -> float:
        stems = set(stems_of(words_of(mention.span_text)))
        return sum(background.informativeness(stems).values()) or 1.0

    return weigh


def _likeness(encoder: Encoder, mention: Mention, text: str) -> float:
    if text == MASK:
        return 0.0
    own, other = encoder.encode([mention.span_text, text])
    return float(np.clip(own @ other, 0, 1))


def _rareness(background: Background) -> Weigh:
    """Return how much a span tells: −log2 of how often its words stand in the background."""
    counts = Counter(
        stem for key in background.keys for stem in stems_of(words_of(background.text_of(key)))
    )
    total = sum(counts.values()) + len(counts)

    def weigh(mention: Mention) -> float:
        stems = stems_of(words_of(mention.span_text))
        return sum(-log2((counts[stem] + 1) / total) for stem in stems) or 1.0

    return weigh


def _mean(values: Doubles) -> float:
    return float(np.mean(values))
