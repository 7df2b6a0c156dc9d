"""What goes for every indicator: learning, saving, lacking, no leak from test documents."""

from __future__ import annotations

from dataclasses import replace

import pytest

from learning.errors import LearningError, TrainingError, VersionError
from research.errors import IndicatorError
from research.masking.indicators import NAMES, Resources, indicator_kind
from tests.research.masking.indicators.documents import DOCUMENTS, document, mentions_of, undecided

TRAIN, TEST = DOCUMENTS[:9], DOCUMENTS[9:]


def probabilities(indicator, documents):
    return [
        assessment.probability
        for each in documents
        for assessment in indicator.assess(undecided(each), mentions_of(each))
    ]


@pytest.mark.parametrize("name", NAMES)
def test_probabilities_are_probabilities_and_have_evidence(name, resources):
    indicator = indicator_kind(name).fit(TRAIN, resources)
    for each in TEST:
        found = indicator.assess(undecided(each), mentions_of(each))
        assert len(found) == len(mentions_of(each))
        for assessment in found:
            assert assessment.probability is None or 0 <= assessment.probability <= 1
            assert assessment.evidence
    assert indicator.assess(TEST[0], ()) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_saved_indicator_says_the_same(name, resources, tmp_path):
    indicator = indicator_kind(name).fit(TRAIN, resources)
    indicator.save(tmp_path)
    opened = indicator_kind(name).load(tmp_path, resources)
    assert probabilities(opened, TEST) == pytest.approx(probabilities(indicator, TEST), abs=1e-9)
    assert {path.suffix for path in tmp_path.iterdir()} <= {".json", ".txt", ".safetensors"}


@pytest.mark.parametrize("name", NAMES)
def test_without_its_resources_an_indicator_says_so_in_one_sentence(name, tmp_path):
    kind = indicator_kind(name)
    lacking = kind.lacking(Resources())
    assert lacking.endswith(".")
    assert "\n" not in lacking
    with pytest.raises(IndicatorError) as caught:
        kind.fit(TRAIN, Resources())
    assert str(caught.value) == lacking
    with pytest.raises(IndicatorError):
        kind.load(tmp_path, Resources())


FILED = [name for name in NAMES if not name.startswith("sequence")]
"""What the others write is the token classifier's."""


@pytest.mark.parametrize("name", FILED)
def test_a_folder_of_something_else_is_refused(name, resources, tmp_path):
    with pytest.raises(VersionError):
        indicator_kind(name).load(tmp_path, resources)


DECIDING = [name for name in NAMES if not name.startswith("sequence")]


@pytest.mark.parametrize("name", DECIDING)
def test_where_everything_is_masked_there_is_nothing_to_learn(name, resources):
    layers = [
        replace(
            each.layers[0],
            mentions=tuple(mention for mention in mentions_of(each) if mention.is_masked),
        )
        for each in TRAIN
    ]
    masked = [replace(each, layers=(layer,)) for each, layer in zip(TRAIN, layers, strict=True)]
    with pytest.raises(TrainingError, match="left in clear"):
        indicator_kind(name).fit(masked, resources)


@pytest.mark.parametrize("name", NAMES)
def test_an_indicator_does_not_read_what_was_decided_in_the_document_it_assesses(name, resources):
    indicator = indicator_kind(name).fit(TRAIN, resources)
    inverted = document(10, inverted=True)
    before = [
        each.probability for each in indicator.assess(DOCUMENTS[10], mentions_of(DOCUMENTS[10]))
    ]
    after = [each.probability for each in indicator.assess(inverted, mentions_of(inverted))]
    assert before == after


@pytest.mark.parametrize("name", NAMES)
def test_an_indicator_learns_anew_each_time(name, resources):
    """Nothing trained in one fold may help the next."""
    kind = indicator_kind(name)
    before = probabilities(kind.fit(TRAIN, resources), TEST)
    kind.fit([document(number, inverted=True) for number in range(9, 12)], resources)
    assert probabilities(kind.fit(TRAIN, resources), TEST) == before


def test_a_name_of_no_indicator_is_a_key_error():
    with pytest.raises(KeyError):
        indicator_kind("tea_leaves")


def test_errors_of_indicators_are_those_that_pages_and_commands_catch():
    assert issubclass(IndicatorError, LearningError)
