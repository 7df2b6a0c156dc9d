"""What an encoder makes of stretches of a text in their context, texts of any length.

Long texts are read in windows that overlap by half; a sub-word's state comes from the window where
it has more context.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learning.encoding import Encoder, Vectors, window_size

BATCH = 16
"""Windows that are computed at once."""
KEPT = 1024
"""Texts whose answers are remembered."""
Span = tuple[int, int]
"""Start and end in code points, half-open."""


@dataclass(frozen=True, slots=True)
class MeanStates:
    """The mean states of the sub-words that spans touch; zeros where a span touches none."""

    upper: Vectors
    """The mean of the layers above the middle but for the last, shape (spans, dimensions)."""
    last: Vectors
    """The last layer, of the same shape."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """Consecutive sub-words of a text: where they stand and their states."""

    offsets: NDArray[np.int64]
    """Shape (sub-words, 2)."""
    states: Vectors
    """Shape (sub-words, 2, dimensions): upper and last."""


class StateReader:
    """Reads spans in their texts with an encoder, the last answers remembered."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self._known: OrderedDict[tuple[str, tuple[Span, ...]], MeanStates] = OrderedDict()

    def read(self, text: str, spans: Sequence[Span]) -> MeanStates:
        """Return the mean states of spans of a text; raises EncoderError."""
        key = (text, tuple(spans))
        if key not in self._known:
            self._known[key] = self._read(text, key[1])
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        return self._known[key]

    def _read(self, text: str, spans: Sequence[Span]) -> MeanStates:
        """Add up span by span, so that the states of a long text are never held at once."""
        sums = np.zeros((len(spans), 2, self.encoder.dimensions), dtype=np.float64)
        counts = np.zeros(len(spans))
        for piece in self._pieces(text):
            starts, ends = piece.offsets[:, 0], piece.offsets[:, 1]
            for number, (start, end) in enumerate(spans):
                touched = slice(
                    int(np.searchsorted(ends, start, side="right")),
                    int(np.searchsorted(starts, end, side="left")),
                )
                sums[number] += piece.states[touched].sum(axis=0)
                counts[number] += max(0, touched.stop - touched.start)
        means = (sums / np.maximum(counts, 1)[:, None, None]).astype(np.float32)
        return MeanStates(means[:, 0], means[:, 1])

    def _pieces(self, text: str) -> Iterator[_Piece]:
        tokenizer, network = self.encoder.network
        room = window_size(network.config)
        overlap = (room - tokenizer.num_special_tokens_to_add()) // 2
        windows = tokenizer(
            text,
            truncation=True,
            max_length=room,
            stride=overlap,
            return_overflowing_tokens=True,
            return_offsets_mapping=True,
            return_special_tokens_mask=True,
        )
        total = len(windows["input_ids"])
        for first in range(0, total, BATCH):
            numbers = range(first, min(first + BATCH, total))
            states = self._states(network, [windows["input_ids"][number] for number in numbers])
            for number, found in zip(numbers, states, strict=True):
                own = np.flatnonzero(np.array(windows["special_tokens_mask"][number]) == 0)
                # Of the sub-words that two windows share, each keeps the half that is its own.
                begin = overlap // 2 if number else 0
                finish = len(own) - (overlap - overlap // 2 if number + 1 < total else 0)
                kept = own[begin:finish]
                offsets = np.array(windows["offset_mapping"][number], dtype=np.int64)
                yield _Piece(offsets[kept], found[kept])

    def _states(self, network: Any, windows: Sequence[Sequence[int]]) -> Vectors:  # noqa: ANN401 - what AutoModel opens has no common type
        """Return the states of some windows, shape (windows, sub-words, 2, dimensions)."""
        import torch  # noqa: PLC0415 - loaded with the first text

        width = max(map(len, windows))
        ids = torch.zeros((len(windows), width), dtype=torch.long)
        attended = torch.zeros_like(ids)
        for row, window in enumerate(windows):
            ids[row, : len(window)] = torch.tensor(window)
            attended[row, : len(window)] = 1
        device = self.encoder.device
        with torch.inference_mode():
            layers = network(
                input_ids=ids.to(device),
                attention_mask=attended.to(device),
                output_hidden_states=True,
            ).hidden_states
        # hidden_states begin with the embeddings, before the first layer.
        middle = min(len(layers) // 2, len(layers) - 2)
        upper = torch.stack(layers[middle:-1]).mean(dim=0)
        found: Vectors = torch.stack([upper, layers[-1]], dim=2).float().cpu().numpy()
        return found
