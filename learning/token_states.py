"""States of an encoder for the words of a text of any length, by windows that overlap by half."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from learning.encoding import Encoder, Vectors, window_size

_BATCH = 16
"""Windows that are computed at once."""

Offsets = Sequence[tuple[int, int]]


def layers_between(encoder: Encoder) -> tuple[int, ...]:
    """Return the layers at a third, two thirds and the whole depth of an encoder."""
    _, network = encoder.network
    depth = int(network.config.num_hidden_layers)
    return tuple(sorted({depth // 3, 2 * depth // 3, depth}))


def token_states(encoder: Encoder, text: str, tokens: Offsets, layers: Sequence[int]) -> Vectors:
    """Return the states of stretches of a text in some layers, shape (tokens, layers, dimensions).

    `tokens` are offsets into the text, half-open; they may overlap. Each has the mean of the states
    of the sub-words that it touches; one that the encoder does not read, as white space, has zeros.
    """
    places = np.asarray(tokens, dtype=np.int64).reshape(-1, 2)
    sums = np.zeros((len(places), len(layers), encoder.dimensions), dtype=np.float32)
    counts = np.zeros(len(places), dtype=np.float32)
    for offsets, states in _windows(encoder, text, layers):
        firsts = np.searchsorted(offsets[:, 1], places[:, 0], side="right")
        lasts = np.searchsorted(offsets[:, 0], places[:, 1], side="left")
        for number in np.flatnonzero(firsts < lasts):
            touched = states[firsts[number] : lasts[number]]
            sums[number] += touched.sum(axis=0)
            counts[number] += len(touched)
    sums /= np.maximum(counts, 1)[:, None, None]
    return sums


def _windows(
    encoder: Encoder, text: str, layers: Sequence[int]
) -> Iterator[tuple[NDArray[np.int64], Vectors]]:
    """Yield offsets (sub-words, 2) and states (sub-words, layers, dimensions), window by window.

    Of the sub-words that two windows share, each gives the half that has more context in it.
    """
    import torch  # noqa: PLC0415 - loaded with the first text

    tokenizer, network = encoder.network
    size = window_size(network.config)
    shared = (size - tokenizer.num_special_tokens_to_add()) // 2
    pieces = tokenizer(
        text,
        truncation=True,
        max_length=size,
        stride=shared,
        padding=True,
        return_overflowing_tokens=True,
        return_offsets_mapping=True,
        return_special_tokens_mask=True,
        return_tensors="pt",
    )
    offsets = pieces.pop("offset_mapping").numpy()
    is_special = pieces.pop("special_tokens_mask").numpy().astype(bool)
    pieces.pop("overflow_to_sample_mapping")
    total = len(offsets)
    for start in range(0, total, _BATCH):
        batch = {name: rows[start : start + _BATCH] for name, rows in pieces.items()}
        with torch.inference_mode():
            hidden = network(
                **{name: rows.to(encoder.device) for name, rows in batch.items()},
                output_hidden_states=True,
            ).hidden_states
        states = torch.stack([hidden[layer] for layer in layers], dim=2).float().cpu().numpy()
        for number, found in enumerate(states, start):
            own = np.flatnonzero(~is_special[number])
            begin = shared // 2 if number else 0
            finish = len(own) - (shared - shared // 2 if number + 1 < total else 0)
            yield offsets[number][own[begin:finish]], found[own[begin:finish]]


def vocabulary_ranks(encoder: Encoder, words: Sequence[str]) -> list[int | None]:
    """Return the place of each word in the encoder's vocabulary, None for one in several pieces.

    Vocabularies of sub-words list what is frequent first, so a place shows how common a word is.
    """
    if not words:
        return []
    tokenizer, _ = encoder.network
    pieces = tokenizer(list(words), add_special_tokens=False)["input_ids"]
    return [each[0] if len(each) == 1 else None for each in pieces]
