"""A token classifier that remembers words: the share of its places in masked mentions."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import numpy as np

from research.masking.indicators.sequence_labelling import TokenProbabilities

_TOKEN = re.compile(r"\w+")


class WordLabeller:
    def __init__(self, shares: dict[str, float], default: float) -> None:
        self.shares = shares
        self.default = default

    def probabilities(self, text: str) -> TokenProbabilities:
        found = list(_TOKEN.finditer(text))
        offsets = np.array([each.span() for each in found], dtype=np.int64).reshape(-1, 2)
        return TokenProbabilities(
            offsets, np.array([self.shares.get(each[0], self.default) for each in found])
        )

    def save(self, folder: Path) -> None:
        (folder / "words.json").write_text(json.dumps([self.shares, self.default]))


class WordClassifier:
    """Remembers with which class weights it was asked to learn."""

    def __init__(self) -> None:
        self.class_weights: list[tuple[float, float]] = []

    def fit(self, documents, *, class_weights, seed):  # noqa: ARG002 - nothing here is random
        self.class_weights.append(class_weights)
        counts: Counter[tuple[str, bool]] = Counter()
        for each in documents:
            for mention in each.iter_mentions():
                words = _TOKEN.findall(mention.span_text)
                counts.update((word, mention.is_masked) for word in words)
        shares = {
            word: (counts[word, True] + 1) / (counts[word, True] + counts[word, False] + 2)
            for word, _ in counts
        }
        return WordLabeller(shares, 0.5)

    def load(self, folder: Path) -> WordLabeller:
        return WordLabeller(*json.loads((folder / "words.json").read_text()))
