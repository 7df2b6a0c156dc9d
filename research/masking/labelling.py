"""The taggers as a token classifier, for the risk indicator *sequence labelling*."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from annotation.records import Document
from learning.errors import TrainingError, VersionError
from masking.recognizers.trained import Resources, TaggerInputCache
from masking.tagging.ensemble import Ensemble, TrainingExample
from research.masking.indicators.sequence_labelling import TokenProbabilities

_ODDS = "odds.txt"


class TaggerLabeller:
    """Trained taggers, whose odds of a mask are multiplied by a factor."""

    def __init__(self, ensemble: Ensemble, odds: float, inputs: TaggerInputCache) -> None:
        self.ensemble = ensemble
        self.odds = odds
        self._inputs = inputs

    def probabilities(self, text: str) -> TokenProbabilities:
        """Return the probability of each token that is no white space."""
        tagged = self.ensemble.tag(self._inputs[text])
        own = [token.i for token in tagged.doc if not token.is_space]
        offsets = [(tagged.doc[i].idx, tagged.doc[i].idx + len(tagged.doc[i])) for i in own]
        masked = tagged.masked[own] * self.odds
        return TokenProbabilities(
            np.array(offsets, dtype=np.int64).reshape(-1, 2),
            masked / (masked + 1 - tagged.masked[own]),
        )

    def save(self, folder: Path) -> None:
        """Write the taggers and the odds."""
        self.ensemble.save(folder)
        (folder / _ODDS).write_text(repr(self.odds), encoding="utf-8")


class TaggerClassifier:
    """Trains taggers; class weights act on their calibrated probabilities.

    Weighting a class w times in training multiplies the odds that a calibrated model gives it by w,
    so that the taggers need not be trained again for every weight.
    """

    def __init__(self, resources: Resources) -> None:
        self._inputs = TaggerInputCache(resources)

    def fit(
        self,
        documents: Sequence[Document],
        *,
        class_weights: tuple[float, float],
        seed: int,  # noqa: ARG002 - the interface of token classifiers; nothing here is random
    ) -> TaggerLabeller:
        """Train on all layers; raises TrainingError where no mention must be masked."""
        if not any(mention.is_masked for each in documents for mention in each.iter_mentions()):
            raise TrainingError("No mention in these documents must be masked: nothing to learn.")
        examples = [
            TrainingExample.of(self._inputs[document.text], layer)
            for document in documents
            for layer in document.layers
        ]
        masked, other = class_weights
        return TaggerLabeller(Ensemble.fit(examples), masked / other, self._inputs)

    def load(self, folder: Path) -> TaggerLabeller:
        """Open what `save` wrote; raises VersionError."""
        ensemble = Ensemble.open(folder)
        try:
            odds = float((folder / _ODDS).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise VersionError(f"{folder} holds no labels of tokens: {error}") from error
        return TaggerLabeller(ensemble, odds, self._inputs)
