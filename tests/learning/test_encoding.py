"""Any transformer in a local folder becomes vectors; what is no such folder is named."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from learning.encoding import MOST_TEXTS, Encoder, default_folder, passes
from learning.errors import EncoderError
from learning.requirements import EXTRA
from tests.encoders import DIMENSIONS, write_bert, write_electra, write_xlm_roberta

TEXTS = ["Oslo", "山口さん", "", "a very long line " * 50]


@pytest.mark.parametrize("write", [write_bert, write_electra, write_xlm_roberta])
def test_any_architecture_and_language_gives_one_vector_of_length_one_a_text(tmp_path, write):
    encoder = Encoder(write(tmp_path))
    vectors = encoder.encode(TEXTS)
    assert vectors.shape == (len(TEXTS), encoder.dimensions) == (len(TEXTS), DIMENSIONS)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(len(TEXTS)), abs=1e-5)


def test_a_text_has_its_vector_whatever_stands_beside_it(tiny_encoder_folder):
    alone = [Encoder(tiny_encoder_folder).encode([text])[0] for text in TEXTS]
    together = Encoder(tiny_encoder_folder).encode(TEXTS)
    assert together == pytest.approx(np.stack(alone), abs=1e-5)


def test_texts_of_about_the_same_length_are_encoded_together():
    assert passes([4, 5, 5, 40, 42]) == [range(3), range(3, 5)]
    assert passes([4, 5, 6]) == [range(3)]


@given(st.lists(st.integers(1, 256), max_size=3 * MOST_TEXTS).map(sorted))
def test_each_text_is_encoded_once_and_never_too_many_at_a_time(lengths):
    found = passes(lengths)
    assert [place for each in found for place in each] == list(range(len(lengths)))
    assert all(len(each) <= MOST_TEXTS for each in found)


def test_no_texts_give_no_vectors(tiny_encoder):
    assert tiny_encoder.encode([]).shape == (0, DIMENSIONS)


def test_encoders_are_distinguished_by_their_weights(tmp_path, tiny_encoder):
    assert Encoder(write_bert(tmp_path / "same")).identity == tiny_encoder.identity
    assert Encoder(write_electra(tmp_path / "other")).identity != tiny_encoder.identity


def test_without_torch_an_encoder_is_refused_when_it_is_opened(tiny_encoder_folder, monkeypatch):
    monkeypatch.setattr("learning.local_transformer.find_spec", lambda _name: None)
    with pytest.raises(EncoderError, match=re.escape(EXTRA)):
        Encoder(tiny_encoder_folder)


def test_a_missing_folder_is_named_with_its_setting(tmp_path):
    with pytest.raises(EncoderError, match=r"nowhere \(PALIMPSEST_ENCODER\)"):
        Encoder(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("lacking", "word"),
    [("config.json", "config"), ("model.safetensors", "weights"), ("tokenizer.json", "tokenizer")],
)
def test_what_a_folder_lacks_is_named(tmp_path, lacking, word):
    (write_bert(tmp_path) / lacking).unlink()
    with pytest.raises(EncoderError, match=word) as caught:
        Encoder(tmp_path).encode(TEXTS)
    assert str(tmp_path) in str(caught.value)


def test_pickled_weights_are_refused_with_the_way_out(tmp_path):
    (write_bert(tmp_path) / "model.safetensors").rename(tmp_path / "pytorch_model.bin")
    with pytest.raises(EncoderError, match="save them as safetensors"):
        Encoder(tmp_path)


@pytest.mark.parametrize("broken", ["model.safetensors", "config.json", "tokenizer.json"])
def test_a_broken_file_is_an_error_that_names_the_folder(tmp_path, broken):
    (write_bert(tmp_path) / broken).write_bytes(b"no such thing")
    with pytest.raises(EncoderError) as caught:
        Encoder(tmp_path).encode(["Oslo"])
    assert str(tmp_path) in str(caught.value)


def test_the_encoder_that_comes_with_the_program_knows_what_words_mean():
    kin, stranger, word = Encoder(default_folder()).encode(["physician", "river bank", "a doctor"])
    assert kin @ word > stranger @ word + 0.2
