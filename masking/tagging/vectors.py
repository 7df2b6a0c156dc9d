"""What a linear model sees of a token: states of a frozen encoder and of the pipeline.

A token inside a span that was recognized without training sees the mean of the span as well, so
that the words of a name share what is known of each.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from annotation.types import SemanticType
from learning.encoding import Encoder
from learning.token_states import layers_between, token_states
from masking.tagging.tokens import TokenizedText

Matrix = NDArray[np.float32]

_TYPES = tuple(SemanticType)


def vectors_of(text: TokenizedText, encoder: Encoder) -> Matrix:
    """Return a row of figures for each token, shape (tokens, figures)."""
    doc = text.doc
    offsets = [(token.idx, token.idx + len(token)) for token in doc]
    layers = layers_between(encoder)
    states = token_states(encoder, doc.text, offsets, layers)
    states = states.reshape(len(doc), len(layers) * encoder.dimensions)
    pipeline = np.asarray(doc.tensor, dtype=np.float32)
    own = np.concatenate([states, pipeline], axis=1)
    return np.concatenate([own, _span_means(text, own), _recognized(text)], axis=1)


def _span_means(text: TokenizedText, rows: Matrix) -> Matrix:
    """Return for each token the mean row of its span, or its own row outside."""
    means = rows.copy()
    for span in text.spans:
        means[span.start : span.end] = rows[span.start : span.end].mean(axis=0)
    return means


def _recognized(text: TokenizedText) -> Matrix:
    """Return as zeros and ones which type was recognized, where a span begins and ends."""
    rows = np.zeros((len(text.doc), len(_TYPES) + 2), dtype=np.float32)
    for span in text.spans:
        rows[span.start : span.end, _TYPES.index(span.entity_type)] = 1
        rows[span.start, -2] = rows[span.end - 1, -1] = 1
    return rows
