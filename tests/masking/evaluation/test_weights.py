"""A token weighs what a language model could not guess of it."""

from __future__ import annotations

import numpy as np
import pytest

from learning.language_model import LanguageModel
from masking.evaluation import information_content, score_document
from tests.learning.language_models import write_masked
from tests.marked_layers import annotated, spans_of


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return LanguageModel(write_masked(tmp_path_factory.mktemp("masked")), device="cpu")


def test_a_token_weighs_as_its_least_probable_part_with_all_masks_in_place(model):
    text, tokens = "ann met bob.", [(0, 3), (8, 11)]
    parts = model.masked_log_probabilities(text, tokens)
    assert information_content(model)(text, tokens) == [-part.min() for part in parts]
    assert not np.array_equal(parts[0], model.log_probabilities(text, tokens)[0])


def test_what_the_model_does_not_see_weighs_nothing(model):
    assert information_content(model)("ann \u200b", [(4, 5)]) == [0.0]


def test_weighted_precision_gains_by_masking_what_is_hard_to_guess(model):
    document = annotated("d", one="[ann|a] met bob.")
    spans = spans_of(document, "ann", "met")
    found = score_document(document, spans, weigh=information_content(model))
    ann, met = information_content(model)(document.text, spans)
    assert found.weighted_precision.value == pytest.approx(ann / (ann + met))
    assert found.precision.value == 1 / 2
