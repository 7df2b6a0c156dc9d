from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from learning.errors import VersionError
from research.masking.indicators import indicator_kind
from research.masking.indicators.lm_probability import describe
from tests.research.masking.indicators.documents import DOCUMENTS, mentions_of


def test_five_numbers_tell_how_hard_a_span_is_to_guess(masked_model):
    each = DOCUMENTS[0]
    described = describe(masked_model, each.text, mentions_of(each))
    mention = mentions_of(each)[0]
    (own,) = masked_model.log_probabilities(each.text, [(mention.start, mention.end)])
    assert described[0] == pytest.approx(
        [own.min(), own.max(), np.median(own), own.mean(), own.sum()]
    )


def test_a_causal_model_serves_as_well(causal_model, resources):
    other = replace(resources, language_model=causal_model)
    indicator = indicator_kind("lm_probability").fit(DOCUMENTS, other)
    assert indicator.assess(DOCUMENTS[0], mentions_of(DOCUMENTS[0]))[0].probability is not None


@pytest.mark.parametrize("name", ["lm_probability", "lm_probability_trees", "perturbation"])
def test_what_was_trained_with_another_model_is_refused(name, resources, tmp_path):
    indicator = indicator_kind(name).fit(DOCUMENTS, resources)
    indicator.save(tmp_path)
    (tmp_path / "language_model.txt").write_text("another")
    with pytest.raises(VersionError, match="another language model"):
        indicator_kind(name).load(tmp_path, resources)
