"""What an annotator's choices say of the next: against sums done by hand, and what is not seen."""

from __future__ import annotations

import numpy as np
import pytest

from annotation.records import MASK
from selection.annotator_features import (
    FEATURES,
    PAST_SHARE,
    PRIORS,
    UNKNOWN,
    AnnotatorFeatures,
    Choices,
    Expectations,
    notes_on,
)
from selection.features.meaning import units_of
from selection.payload import SuggestionPayload
from selection.similarity import compare_candidates, compare_mentions
from tests.selection.example_documents import document


@pytest.fixture(scope="module")
def described(tiny_encoder):
    """A document of twelve mentions, and what is expected of anybody in it."""
    each = document("new", 12)
    draw = np.random.default_rng(0)
    chances = [draw.dirichlet(np.ones(len(example.options))) for example in each.examples]
    return each, units_of(each, tiny_encoder), SuggestionPayload.of(each, chances)


def features_of(described, past=None):
    each, units, payload = described
    types = [example.entity_type for example in each.examples]
    return AnnotatorFeatures(payload, notes_on(types, payload.texts, units, past))


def column(rows, name):
    return rows[:, FEATURES.index(name)]


OPEN = np.full(12, UNKNOWN)


def test_before_the_first_choice_only_what_is_expected_is_known(described):
    features = features_of(described)
    rows = features.features(OPEN, np.arange(12))
    assert np.allclose(
        np.exp(column(rows, "expected/log probability")), features.expected.probabilities
    )
    for number, name in enumerate(FEATURES):
        assert name.startswith("expected/") or not rows[:, number].any()


def test_a_surplus_is_what_was_chosen_less_what_was_expected(described):
    expected = Expectations(described[2])
    chosen = OPEN.copy()
    chosen[0] = described[2].texts[0].index(MASK)
    masked, taken = expected.surpluses(chosen)
    probabilities = expected.probabilities[: expected.sizes[0]]
    assert masked[0] == pytest.approx(1 - probabilities[-1])
    assert taken[: expected.sizes[0]] == pytest.approx(
        np.eye(len(probabilities))[-1] - probabilities
    )


def test_means_are_sums_weighted_by_kernels(described):
    features = features_of(described)
    chosen = OPEN.copy()
    chosen[[0, 1, 2, 5]] = 0
    known, wanted = np.array([0, 1, 2, 5]), np.array([4, 7])
    rows = features.features(chosen, wanted)
    masked, taken = features.expected.surpluses(chosen)
    asked, seen = features.units.take(wanted), features.units.take(known)
    lists = compare_mentions(asked, seen)[1]
    mean = lists @ masked[known] / (lists.sum(axis=1) + PRIORS["list"])
    assert column(rows, "here/list") == pytest.approx(mean[asked.owners] * asked.masks)
    texts = compare_candidates(asked, seen)[0]
    mean = texts @ taken[features.units.rows(known)] / (texts.sum(axis=1) + PRIORS["text"])
    assert column(rows, "here/text") == pytest.approx(mean)


def test_other_documents_count_less_and_only_in_what_is_pooled(described, tiny_encoder):
    _, units, payload = described
    other = document("old", 12)
    chosen = np.zeros(12, dtype=np.int64)
    past = Choices.of(units_of(other, tiny_encoder), Expectations(payload), chosen)
    rows = features_of(described, past).features(OPEN, np.arange(12))
    assert not column(rows, "here/list").any()
    lists = compare_mentions(units, past.units)[1]
    sums, cases = lists @ past.masked, lists.sum(axis=1)
    mean = PAST_SHARE * sums / (PAST_SHARE * cases + PRIORS["list"])
    pooled = column(rows, "pooled/list")
    assert pooled == pytest.approx(mean[units.owners] * units.masks, rel=5e-3, abs=1e-3)
    assert (pooled[units.masks] < 0).all()  # who took texts everywhere


def test_a_mention_is_described_the_same_alone_and_among_others(described):
    features = features_of(described)
    chosen = OPEN.copy()
    chosen[[0, 3, 8]] = 0
    alone = [features.features(chosen, np.array([number])) for number in (7, 4)]
    together = features.features(chosen, np.array([7, 4]))
    assert together.any()
    assert np.allclose(together, np.vstack(alone))


def test_stored_vectors_keep_their_angles(described):
    _, units, _ = described
    stored = features_of(described).units
    for name in ("spans", "texts", "lists"):
        one, other = getattr(units, name), getattr(stored, name)
        assert np.allclose(one @ one.T, other @ other.T, atol=0.05)
