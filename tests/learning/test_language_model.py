"""Words get the probability that a language model in a local folder gives them."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch

from learning.errors import LanguageModelError
from learning.language_model import LanguageModel
from tests.encoders import LONGEST, write_bert
from tests.learning.language_models import write_causal, write_masked

TEXT = "ann lee, 44, of oslo."
ANN, LEE, OSLO = (0, 3), (4, 7), (16, 20)
LONG = f"{'so it was. ' * 20}{TEXT}{' and so on' * 20}"


@pytest.fixture(scope="module")
def masked(tmp_path_factory):
    return LanguageModel(write_masked(tmp_path_factory.mktemp("masked")), device="cpu")


@pytest.fixture(scope="module")
def causal(tmp_path_factory):
    return LanguageModel(write_causal(tmp_path_factory.mktemp("causal")), device="cpu")


def naive_masked(model, text, hidden, asked):
    """Hide the letters of `hidden`, read everything at once, look up the letters of `asked`."""
    tokenizer, network = model.network
    read = tokenizer(text, return_offsets_mapping=True, return_tensors="pt")
    ids, places = read["input_ids"].clone(), []
    for place, (start, end) in enumerate(read["offset_mapping"][0].tolist()):
        if any(start < stop and first < end for first, stop in hidden):
            ids[0, place] = tokenizer.mask_token_id
        if start < asked[1] and asked[0] < end:
            places.append(place)
    with torch.inference_mode():
        scores = torch.log_softmax(network(input_ids=ids).logits[0], dim=-1)
    return [scores[place, read["input_ids"][0, place]].item() for place in places]


def naive_causal(model, text, asked):
    tokenizer, network = model.network
    read = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
    ids = torch.tensor([[tokenizer.bos_token_id, *read["input_ids"]]])
    with torch.inference_mode():
        scores = torch.log_softmax(network(input_ids=ids).logits[0], dim=-1)
    return [
        scores[place, number].item()
        for place, (number, (start, end)) in enumerate(
            zip(read["input_ids"], read["offset_mapping"], strict=True)
        )
        if start < asked[1] and asked[0] < end
    ]


def test_a_masked_model_hides_one_span_at_a_time(masked):
    for span, found in zip((ANN, OSLO), masked.log_probabilities(TEXT, [ANN, OSLO]), strict=True):
        assert found == pytest.approx(naive_masked(masked, TEXT, [span], span), abs=1e-5)


def test_a_masked_model_hides_all_spans_of_a_masked_text(masked):
    spans = [OSLO, ANN, LEE]
    for span, found in zip(spans, masked.masked_log_probabilities(TEXT, spans), strict=True):
        assert found == pytest.approx(naive_masked(masked, TEXT, spans, span), abs=1e-5)


def test_a_causal_model_reads_what_stands_to_the_left(causal):
    spans = [ANN, OSLO]
    for ask in (causal.log_probabilities, causal.masked_log_probabilities):
        for span, found in zip(spans, ask(TEXT, spans), strict=True):
            assert found == pytest.approx(naive_causal(causal, TEXT, span), abs=1e-5)


def test_a_hidden_word_tells_nothing_about_itself(masked):
    ((*_, last),) = masked.log_probabilities("ann lee, 44", [ANN])
    ((*_, same),) = masked.log_probabilities("xyn lee, 44", [ANN])
    ((*_, other),) = masked.log_probabilities("xyn lee, 44", [(2, 3)])
    assert last == pytest.approx(same, abs=1e-5)
    assert last != pytest.approx(other, abs=1e-5)


def test_a_span_has_its_probabilities_whatever_is_asked_beside_it(masked, causal):
    for model in (masked, causal):
        together = model.log_probabilities(TEXT, [ANN, OSLO, LEE])
        model.forget()
        alone = [model.log_probabilities(TEXT, [span])[0] for span in (ANN, OSLO, LEE)]
        for one, other in zip(together, alone, strict=True):
            assert one == pytest.approx(other, abs=1e-5)


@pytest.mark.parametrize("ask", ["log_probabilities", "masked_log_probabilities"])
def test_a_word_far_into_a_long_text_is_read_with_what_stands_around_it(masked, causal, ask):
    start = LONG.index("lee")
    changed_near = LONG.replace("ann", "bob")
    changed_far = LONG.replace("so it was", "he is not", 1)
    for model in (masked, causal):
        (found,), (near,), (far,) = (
            getattr(model, ask)(text, [(start, start + 3)])
            for text in (LONG, changed_near, changed_far)
        )
        assert found == pytest.approx(far, abs=1e-5)
        assert found != pytest.approx(near, abs=1e-5)


def test_a_span_longer_than_any_window_gets_all_its_probabilities(masked, causal):
    letters = sum(not character.isspace() for character in LONG)
    assert letters > 3 * LONGEST
    for model in (masked, causal):
        (found,) = model.log_probabilities(LONG, [(0, len(LONG))])
        (together,) = model.masked_log_probabilities(LONG, [(0, len(LONG))])
        assert len(found) == len(together) == letters
        assert np.all(np.isfinite(found))


def test_a_span_without_a_word_gets_no_probability(masked, causal):
    for model in (masked, causal):
        for text, spans in (("ann  lee", [(3, 5)]), ("", [(0, 0)]), (TEXT, [])):
            assert [len(found) for found in model.log_probabilities(text, spans)] == [0] * len(
                spans
            )
            assert len(model.masked_log_probabilities(text, spans)) == len(spans)


def test_what_was_read_once_is_not_computed_again(masked, monkeypatch):
    first = masked.log_probabilities(TEXT, [ANN])
    monkeypatch.setattr(masked, "_predict", None)
    assert np.array_equal(masked.log_probabilities(TEXT, [ANN])[0], first[0])
    masked.forget()
    with pytest.raises(TypeError):
        masked.log_probabilities(TEXT, [ANN])


def test_the_kind_of_model_is_read_from_its_folder(masked, causal):
    assert masked.is_masked
    assert not causal.is_masked
    assert masked.identity != causal.identity


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(LanguageModelError, match="nowhere"):
        LanguageModel(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("lacking", "word"), [("config.json", "config"), ("model.safetensors", "weights")]
)
def test_what_a_folder_lacks_is_named_on_opening(tmp_path, lacking, word):
    (write_masked(tmp_path) / lacking).unlink()
    with pytest.raises(LanguageModelError, match=word) as caught:
        LanguageModel(tmp_path)
    assert str(tmp_path) in str(caught.value)


def test_pickled_weights_are_refused_with_the_way_out(tmp_path):
    (write_masked(tmp_path) / "model.safetensors").rename(tmp_path / "pytorch_model.bin")
    with pytest.raises(LanguageModelError, match="save them as safetensors"):
        LanguageModel(tmp_path)


def test_an_encoder_is_no_language_model(tmp_path):
    with pytest.raises(LanguageModelError, match="BertModel"):
        LanguageModel(write_bert(tmp_path))


def test_a_language_model_without_its_last_layer_is_refused(tmp_path):
    config = write_bert(tmp_path) / "config.json"
    config.write_text(
        json.dumps(json.loads(config.read_text()) | {"architectures": ["BertForMaskedLM"]})
    )
    with pytest.raises(LanguageModelError, match="lack"):
        LanguageModel(tmp_path).log_probabilities(TEXT, [ANN])


@pytest.mark.parametrize("content", [b"no json", b"[]", b'{"architectures": 3}', b"{}", b"\xff"])
def test_a_configuration_that_says_nothing_is_refused(tmp_path, content):
    (write_masked(tmp_path) / "config.json").write_bytes(content)
    with pytest.raises(LanguageModelError, match=str(tmp_path)):
        LanguageModel(tmp_path)


@pytest.mark.parametrize("broken", ["model.safetensors", "tokenizer.json"])
def test_a_broken_file_is_an_error_that_names_the_folder(tmp_path, broken):
    (write_masked(tmp_path) / broken).write_bytes(b"no such thing")
    with pytest.raises(LanguageModelError, match=str(tmp_path)):
        LanguageModel(tmp_path).log_probabilities(TEXT, [ANN])


def test_a_causal_model_needs_a_token_to_begin_with(tmp_path):
    write_causal(tmp_path)
    settings = tmp_path / "tokenizer_config.json"
    lacking = json.loads(settings.read_text()) | {"bos_token": None}
    settings.write_text(json.dumps(lacking))
    with pytest.raises(LanguageModelError, match="begin"):
        LanguageModel(tmp_path).log_probabilities(TEXT, [ANN])
