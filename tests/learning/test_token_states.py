"""States are read for texts of any length, whatever windows the encoder needs."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from learning.token_states import layers_between, token_states

SHORT = "ada met bo"
WORDS = [(0, 3), (4, 7), (8, 10)]


def test_a_token_has_the_mean_of_its_sub_words(tiny_encoder):
    tokenizer, network = tiny_encoder.network
    pieces = tokenizer(SHORT, return_tensors="pt").to(tiny_encoder.device)
    with torch.inference_mode():
        states = network(**pieces).last_hidden_state[0].cpu().numpy()
    found = token_states(tiny_encoder, SHORT, WORDS, [1])[:, 0]
    # [CLS] a ##d ##a m ##e ##t b ##o [SEP]
    wanted = [states[1:4].mean(0), states[4:7].mean(0), states[7:9].mean(0)]
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)


def test_every_token_of_a_long_text_has_a_state(tiny_encoder):
    text = "word " * 400
    offsets = [(at, at + 4) for at in range(0, len(text), 5)]
    states = token_states(tiny_encoder, text, offsets, layers_between(tiny_encoder))
    assert states.shape[0] == 400
    assert np.abs(states).sum(axis=(1, 2)).all()


def test_white_space_has_no_state(tiny_encoder):
    states = token_states(tiny_encoder, "a  b", [(0, 1), (1, 3), (3, 4)], [1])
    assert np.flatnonzero(np.abs(states).sum(axis=(1, 2))).tolist() == [0, 2]


@pytest.mark.parametrize("text", ["", " "])
def test_a_text_without_tokens_has_no_states(tiny_encoder, text):
    assert token_states(tiny_encoder, text, [], [0, 1]).shape == (0, 2, 16)
