from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import f1_score

from research.masking.indicators import indicator_kind
from research.masking.indicators.perturbation import fit_threshold, gains
from tests.research.masking.indicators.documents import DOCUMENTS, mentions_of


def test_a_gain_is_what_the_span_in_clear_adds_to_the_name(masked_model):
    each = DOCUMENTS[0]
    name, trade, *_ = mentions_of(each)
    places = [(name.start, name.end), (trade.start, trade.end)]
    (clear,) = masked_model.masked_log_probabilities(each.text, places[:1])
    hidden, _ = masked_model.masked_log_probabilities(each.text, places)
    found = gains(masked_model, each, mentions_of(each))
    assert found[0] == float("inf"), "the name itself"
    assert found[1] == pytest.approx(clear.mean() - hidden.mean())


def test_the_name_itself_is_a_risk_for_sure(resources):
    indicator = indicator_kind("perturbation").fit(DOCUMENTS, resources)
    assert indicator.assess(DOCUMENTS[0], mentions_of(DOCUMENTS[0]))[0].probability == 1


def test_where_nobody_is_named_it_cannot_tell(resources):
    indicator = indicator_kind("perturbation").fit(DOCUMENTS, resources)
    each = replace(DOCUMENTS[0], task=None)
    trade = mentions_of(each)[1]
    (found,) = indicator.assess(each, [trade])
    assert found.probability is None


def test_a_causal_model_cannot_look_around_a_hidden_name(resources, causal_model):
    lacking = indicator_kind("perturbation").lacking(
        replace(resources, language_model=causal_model)
    )
    assert "masked language model" in lacking


def test_the_threshold_divides_best_by_macro_f1():
    random = np.random.default_rng(3)
    values = np.round(random.normal(size=60), 1)
    decisions = values + random.normal(size=60) > 0.3
    threshold = fit_threshold(values, decisions)
    best = max(
        f1_score(decisions, values >= bound, average="macro") for bound in np.unique(values)[1:]
    )
    assert f1_score(decisions, values >= threshold.gain, average="macro") == pytest.approx(best)
    assert threshold.slope > 0


def test_gains_that_say_the_reverse_are_not_believed():
    values = np.arange(20.0)
    assert fit_threshold(values, values < 10).slope == 0
