from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from learning.errors import TrainingError, VersionError
from research.masking.combining import AtLeast, CombinedIndicators, LearnedCombination, fit_combined
from research.masking.indicators import Resources, indicator_kind
from research.masking.indicators.decisions import DecidedLayer
from research.masking.threshold_fitting import RECALLS, fit_operating_points
from tests.research.masking.indicators.documents import DOCUMENTS, document, mentions_of, undecided
from tests.research.masking.indicators.labellers import WordClassifier

NAN = float("nan")
KINDS = [indicator_kind(f"sequence_labelling_{match}") for match in ("full", "partial")]
RESOURCES = Resources(token_classifier=WordClassifier())


@pytest.mark.parametrize(("votes", "masked"), [(1, [True, True, False]), (2, [True, False, False])])
def test_so_many_indicators_must_agree(votes, masked):
    probabilities = np.array([[0.9, 0.5, NAN], [0.9, 0.1, NAN], [0.2, 0.1, NAN]])
    found = AtLeast(votes).combine(probabilities)
    assert (found >= 0.5).tolist() == masked
    assert (np.diff(found) <= 0).all()
    assert ((found > 0) & (found < 1)).all()


def answers(number):
    """Return decisions, and the probabilities of a good, a useless and a reversed indicator."""
    random = np.random.default_rng(5)
    decisions = random.random(number) < 0.6
    noise = random.normal(size=(number, 3))
    logits = noise + np.outer(2.0 * decisions - 1, [1.5, 0.0, -1.0])
    return decisions, 1 / (1 + np.exp(-logits))


def test_each_indicator_is_trusted_as_far_as_it_deserves():
    decisions, probabilities = answers(3000)
    combination = LearnedCombination.fit(probabilities, decisions)
    good, useless, reverse = combination.weights
    assert good > 1
    assert abs(useless) < 0.2
    assert reverse < -0.5


def test_probabilities_are_calibrated():
    decisions, probabilities = answers(20_000)
    found = LearnedCombination.fit(probabilities[:10_000], decisions[:10_000]).combine(
        probabilities[10_000:]
    )
    for low in np.arange(0, 1, 0.25):
        chosen = (found >= low) & (found < low + 0.25)
        assert found[chosen].mean() == pytest.approx(decisions[10_000:][chosen].mean(), abs=0.06)


def test_an_indicator_that_cannot_tell_does_not_stop_the_others():
    decisions, probabilities = answers(3000)
    probabilities[:1000, 1] = NAN
    combination = LearnedCombination.fit(probabilities, decisions)
    both = combination.combine(np.array([[0.95, NAN, 0.5], [0.05, NAN, 0.5]]))
    assert both[0] > 0.5 > both[1]


def test_a_sure_mistake_of_one_indicator_can_be_outvoted():
    decisions, probabilities = answers(3000)
    (found,) = LearnedCombination.fit(probabilities, decisions).combine(
        np.array([[0.999, 0.5, 1.0]])
    )
    assert found > 0.2


def test_trained_indicators_are_combined_and_saved(tmp_path):
    combined = fit_combined(DOCUMENTS, KINDS, RESOURCES, folds=3)
    each = DOCUMENTS[3]
    found = combined.assess(undecided(each), mentions_of(each))
    masked = [mention.is_masked for mention in mentions_of(each)]
    assert [assessment.probability >= 0.5 for assessment in found] == masked
    assert set(found[0].assessments) == {kind.name for kind in KINDS}
    combined.save(tmp_path)
    opened = CombinedIndicators.load(tmp_path, RESOURCES)
    assert opened.points == combined.points
    again = opened.assess(undecided(each), mentions_of(each))
    assert [assessment.probability for assessment in again] == [
        assessment.probability for assessment in found
    ]


def test_a_folder_of_something_else_is_refused(tmp_path):
    with pytest.raises(VersionError):
        CombinedIndicators.load(tmp_path, RESOURCES)
    (tmp_path / "combination.json").write_text('{"indicators": ["tea_leaves"]}')
    with pytest.raises(VersionError):
        CombinedIndicators.load(tmp_path, RESOURCES)


def test_one_document_is_too_few():
    with pytest.raises(TrainingError, match="two annotated documents"):
        fit_combined(DOCUMENTS[:1], KINDS, RESOURCES)


LAYERS = [DecidedLayer(each, mentions_of(each)) for each in DOCUMENTS]
MASKED = np.array([each.is_masked for layer in LAYERS for each in layer.mentions])


def test_points_run_from_privacy_to_utility_and_keep_their_promise():
    random = np.random.default_rng(2)
    probabilities = np.clip(MASKED * 0.3 + random.random(len(MASKED)) * 0.7, 0, 1)
    points = fit_operating_points(LAYERS, probabilities)
    assert [point.name for point in points] == list(RECALLS)
    for point, promised in zip(points, RECALLS.values(), strict=True):
        assert point.recall >= promised
        assert (probabilities >= point.threshold)[MASKED].mean() == pytest.approx(point.recall)
        assert MASKED[probabilities >= point.threshold].mean() == pytest.approx(point.precision)
    thresholds = [point.threshold for point in points]
    assert thresholds == sorted(thresholds)


def test_an_entity_counts_when_all_its_mentions_are_masked():
    layer = LAYERS[0]
    probabilities = np.array(
        [0.9, 0.1, 0.8, 0.1, 0.3, 0.8]
    )  # name, trade, town, number, name, town
    utility = fit_operating_points([layer], probabilities)[-1]
    assert (utility.recall, utility.er_di, utility.er_qi) == (1.0, 1.0, 1.0)
    probabilities = np.repeat(probabilities[None], 3, axis=0)
    probabilities[:2, 4] = 0.85
    three = fit_operating_points([layer] * 3, probabilities.ravel())[1]
    assert three.threshold > 0.3
    assert three.recall == pytest.approx(11 / 12)
    assert three.er_di == pytest.approx(2 / 3)
    assert three.er_qi == 1.0


def test_what_becomes_of_other_documents_is_not_noticed():
    inverted = replace(document(11, inverted=True), doc_id="d11")
    before = fit_combined(DOCUMENTS[:9], KINDS, RESOURCES, folds=3)
    fit_combined((*DOCUMENTS[:9], inverted), KINDS, RESOURCES, folds=3)
    after = fit_combined(DOCUMENTS[:9], KINDS, RESOURCES, folds=3)
    assert before.combination == after.combination
