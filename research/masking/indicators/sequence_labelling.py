"""Sequence labelling: a classifier labels the tokens of a text MASK or NO_MASK.

A detected span is a risk if all of its tokens are labelled MASK (full match), or if one is (partial
match); so its probability is the least, or the greatest, of its tokens' (Papadopoulou et al. 2023,
section 5.4). A token that stays in clear where it must not costs more in training than the reverse:
(10, 1) as in TAB (Pilán et al. 2022, section 7.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from annotation.records import Document, Mention
from research.errors import IndicatorError
from research.masking.indicators import Assessment, Floats, IndicatorKind, Resources

CLASS_WEIGHTS = (10.0, 1.0)
"""The weight of a token that must be masked, and of one that need not."""


@dataclass(frozen=True, slots=True)
class TokenProbabilities:
    """The probability of each token of a text that it must be masked."""

    offsets: NDArray[np.int64]
    """Code points, half-open, in text order; shape (tokens, 2)."""
    probabilities: Floats
    """Shape (tokens,)."""


class TokenLabeller(Protocol):
    """A trained token classifier."""

    def probabilities(self, text: str) -> TokenProbabilities:
        """Return the probability of each token; long texts are read in windows."""
        ...

    def save(self, folder: Path) -> None:
        """Write the trained parameters into an existing folder, without pickle."""
        ...


class TokenClassifier(Protocol):
    """Trains and loads token labellers."""

    def fit(
        self, documents: Sequence[Document], *, class_weights: tuple[float, float], seed: int
    ) -> TokenLabeller:
        """Train on all layers, each a document of its own; raises TrainingError."""
        ...

    def load(self, folder: Path) -> TokenLabeller:
        """Open what `save` wrote; raises VersionError."""
        ...


class Match(Enum):
    """Which token of a span decides over it."""

    FULL = "full"
    """All must be MASK: the one with the lowest probability decides."""
    PARTIAL = "partial"
    """One must be MASK: the one with the highest probability decides."""


class SequenceLabelling:
    """A token classifier, and which token decides over a span."""

    def __init__(self, labeller: TokenLabeller, match: Match) -> None:
        self.labeller = labeller
        self.match = match

    def assess(self, document: Document, mentions: Sequence[Mention]) -> list[Assessment]:
        """Return the probability of each mention; None for one that holds no token."""
        if not mentions:
            return []
        tokens = self.labeller.probabilities(document.text)
        return [self._assessment(document.text, tokens, mention) for mention in mentions]

    def save(self, folder: Path) -> None:
        """Write the token classifier."""
        self.labeller.save(folder)

    def _assessment(self, text: str, tokens: TokenProbabilities, mention: Mention) -> Assessment:
        first = int(np.searchsorted(tokens.offsets[:, 1], mention.start, side="right"))
        last = int(np.searchsorted(tokens.offsets[:, 0], mention.end, side="left"))
        if first >= last:
            return Assessment(None, "it holds no token")
        own = tokens.probabilities[first:last]
        is_full = self.match is Match.FULL
        place = int(own.argmin() if is_full else own.argmax())
        start, end = tokens.offsets[first + place]
        rank = "least" if is_full else "most"
        return Assessment(
            float(own[place]), f"of its words “{text[start:end]}” asks {rank} for a mask"
        )


class SequenceLabellingKind:
    """Trains with a token classifier."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.name = f"sequence_labelling_{match.value}"

    def lacking(self, resources: Resources) -> str | None:
        """Return one sentence where there is no token classifier."""
        if resources.token_classifier is None:
            return "Sequence labelling needs a token classifier, and there is none to train."
        return None

    def fit(self, documents: Sequence[Document], resources: Resources) -> SequenceLabelling:
        """Train the token classifier; raises TrainingError, IndicatorError."""
        labeller = self._classifier(resources).fit(
            documents, class_weights=CLASS_WEIGHTS, seed=resources.seed
        )
        return SequenceLabelling(labeller, self.match)

    def load(self, folder: Path, resources: Resources) -> SequenceLabelling:
        """Open what `save` wrote; raises VersionError, IndicatorError."""
        return SequenceLabelling(self._classifier(resources).load(folder), self.match)

    def _classifier(self, resources: Resources) -> TokenClassifier:
        lacking = self.lacking(resources)
        if lacking or resources.token_classifier is None:
            raise IndicatorError(lacking or "There is no token classifier.")
        return resources.token_classifier


KINDS: dict[str, IndicatorKind] = {
    kind.name: kind for kind in map(SequenceLabellingKind, (Match.FULL, Match.PARTIAL))
}
