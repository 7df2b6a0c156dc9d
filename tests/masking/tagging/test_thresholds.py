"""Thresholds are where recall or F1 is best among all that there are."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from masking.operating_points import OperatingPoint
from masking.tagging.thresholds import LEAST_PRECISION, fit_thresholds

tokens = st.lists(st.tuples(st.sampled_from(np.linspace(0, 1, 8)), st.booleans()), min_size=1)


def measures(pairs, threshold):
    hits = sum(gold for score, gold in pairs if score >= threshold)
    found = sum(score >= threshold for score, _ in pairs)
    wanted = sum(gold for _, gold in pairs)
    return hits / found, hits / wanted, 2 * hits / (found + wanted)


@given(tokens.filter(lambda pairs: any(gold for _, gold in pairs)))
def test_no_other_threshold_serves_better(pairs):
    scores = np.array([score for score, _ in pairs])
    fitted = fit_thresholds(scores, np.array([gold for _, gold in pairs]))
    every = {score: measures(pairs, score) for score, _ in pairs}
    best_f1 = max(f1 for *_, f1 in every.values())
    assert np.isclose(every[fitted[OperatingPoint.BALANCED]][2], best_f1)
    for point, least in LEAST_PRECISION.items():
        precision, recall, _ = every[fitted[point]]
        reached = [each for each in every.values() if each[0] >= least]
        if reached:
            assert precision >= least
            assert recall == max(each[1] for each in reached)
        else:
            assert precision == max(each[0] for each in every.values())
