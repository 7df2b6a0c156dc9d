"""Vectors of a token for linear models: states of a frozen encoder and of the pipeline, two views.

In the one a token inside a span that was recognized without training sees the mean of the span as
well, so that the words of a name share what is known of each; in the other it sees its neighbours.
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


def views_of(text: TokenizedText, encoder: Encoder) -> tuple[Matrix, Matrix]:
    """Return two views, each with a row of features for each token: (tokens, features)."""
    doc = text.doc
    offsets = [(token.idx, token.idx + len(token)) for token in doc]
    layers = layers_between(encoder)
    states = token_states(encoder, doc.text, offsets, layers)
    pipeline = np.asarray(doc.tensor, dtype=np.float32)
    recognized = _recognized(text)
    deep = states.reshape(len(doc), len(layers) * encoder.dimensions)
    own = np.concatenate([deep, pipeline], axis=1)
    by_span = np.concatenate([own, _span_means(text, own), recognized], axis=1)
    middle = states[:, len(layers) // 2]
    near = np.concatenate([middle, pipeline, recognized], axis=1)
    return by_span, np.concatenate([near, _shifted(near, 1), _shifted(near, -1)], axis=1)


def _shifted(rows: Matrix, by: int) -> Matrix:
    """Return for each token the row of the one so many places before it, zeros at the edge."""
    shifted = np.zeros_like(rows)
    if by > 0:
        shifted[by:] = rows[:-by]
    else:
        shifted[:by] = rows[-by:]
    return shifted


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
