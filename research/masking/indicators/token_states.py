"""Encoder states of stretches of a text in their context, cached over folds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from learning.encoding import Encoder, Vectors
from learning.token_states import token_states

CACHE_SIZE = 1024
"""The number of texts whose states are cached."""
Span = tuple[int, int]
"""Start and end in code points, half-open."""


@dataclass(frozen=True, slots=True)
class MeanStates:
    """The mean states of the sub-words that spans touch; zeros where a span touches none."""

    upper: Vectors
    """The mean of the layers above the middle but for the last, shape (spans, dimensions)."""
    last: Vectors
    """The last layer, of the same shape."""


class StateReader:
    """Reads spans in their texts with an encoder; the last states are cached."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self._known: OrderedDict[tuple[str, tuple[Span, ...]], MeanStates] = OrderedDict()

    def read(self, text: str, spans: Sequence[Span]) -> MeanStates:
        """Return the mean states of spans of a text; raises EncoderError."""
        key = (text, tuple(spans))
        if key not in self._known:
            self._known[key] = self._read(text, key[1])
            if len(self._known) > CACHE_SIZE:
                self._known.popitem(last=False)
        return self._known[key]

    def _read(self, text: str, spans: Sequence[Span]) -> MeanStates:
        _, network = self.encoder.network
        depth = int(network.config.num_hidden_layers)
        # Layer 0 are the embeddings, before the first layer.
        layers = range(min((depth + 1) // 2, depth - 1), depth + 1)
        states = token_states(self.encoder, text, spans, layers)
        return MeanStates(states[:, :-1].mean(axis=1), states[:, -1])
