"""States of an encoder for the words of a text of any length, by overlapping windows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from learning.encoding import MAX_TOKENS, Encoder, Vectors
from learning.local_transformer import positions

_BATCH = 16
"""Windows that are computed at once."""
_OVERLAP = 4
"""A window shares this part of its length with the next: what stands at a border is seen twice."""

Offsets = Sequence[tuple[int, int]]


def layers_between(encoder: Encoder) -> tuple[int, ...]:
    """Return the layers at a third, two thirds and the whole depth of an encoder."""
    _, network = encoder.network
    depth = int(network.config.num_hidden_layers)
    return tuple(sorted({depth // 3, 2 * depth // 3, depth}))


def token_states(encoder: Encoder, text: str, tokens: Offsets, layers: Sequence[int]) -> Vectors:
    """Return the states of tokens in some layers, shape (tokens, layers, dimensions).

    `tokens` are offsets into the text, half-open. A token has the mean of the states of its
    sub-words; one that the encoder does not read, as white space, has zeros.
    """
    sums = np.zeros((len(tokens), len(layers), encoder.dimensions), dtype=np.float32)
    counts = np.zeros(len(tokens), dtype=np.float32)
    token_at = _token_at(len(text), tokens)
    for offsets, states in _windows(encoder, text, layers):
        for (start, end), state in zip(offsets, states, strict=True):
            for token in np.unique(token_at[start:end]):
                if token >= 0:
                    sums[token] += state
                    counts[token] += 1
    sums /= np.maximum(counts, 1)[:, None, None]
    return sums


def _token_at(length: int, tokens: Offsets) -> NDArray[np.int64]:
    """Return for each character the number of its token, -1 between tokens."""
    token_at = np.full(length, -1, dtype=np.int64)
    for number, (start, end) in enumerate(tokens):
        token_at[start:end] = number
    return token_at


def _windows(
    encoder: Encoder, text: str, layers: Sequence[int]
) -> list[tuple[NDArray[np.int64], Vectors]]:
    """Return offsets (sub-words, 2) and states (sub-words, layers, dimensions) of each window."""
    import torch  # noqa: PLC0415 - loaded with the first text

    tokenizer, network = encoder.network
    size = min(MAX_TOKENS, positions(network.config, otherwise=MAX_TOKENS))
    pieces = tokenizer(
        text,
        truncation=True,
        max_length=size,
        stride=size // _OVERLAP,
        padding=True,
        return_overflowing_tokens=True,
        return_offsets_mapping=True,
        return_tensors="pt",
    )
    offsets = pieces.pop("offset_mapping").numpy()
    pieces.pop("overflow_to_sample_mapping")
    found = []
    for start in range(0, len(offsets), _BATCH):
        batch = {name: rows[start : start + _BATCH] for name, rows in pieces.items()}
        with torch.inference_mode():
            hidden = network(
                **{name: rows.to(encoder.device) for name, rows in batch.items()},
                output_hidden_states=True,
            ).hidden_states
        states = torch.stack([hidden[layer] for layer in layers], dim=2).float().cpu().numpy()
        found += list(zip(offsets[start : start + _BATCH], states, strict=True))
    return found


def vocabulary_ranks(encoder: Encoder, words: Sequence[str]) -> list[int | None]:
    """Return the place of each word in the encoder's vocabulary, None for one in several pieces.

    Vocabularies of sub-words list what is frequent first, so a place tells how common a word is.
    """
    if not words:
        return []
    tokenizer, _ = encoder.network
    pieces = tokenizer(list(words), add_special_tokens=False)["input_ids"]
    return [each[0] if len(each) == 1 else None for each in pieces]
