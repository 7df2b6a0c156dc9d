"""A version is tried on what it and the version before never saw, and serves if it is not worse."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from learning.errors import TrainingError
from learning.promotion import ONE_IN, Terms, fingerprint, judge, judge_first, split
from learning.summaries import Scores
from selection.examples import ExampleDocument
from tests.selection.annotated import document, documents

NOTHING: frozenset[str] = frozenset()
TERMS = Terms("Right for {share} of {count}", "held-out choice", "the first replacement")


def fingerprints(some):
    return {fingerprint(each) for each in some}


growing = st.lists(st.sets(st.integers(0, 60), min_size=1, max_size=20), min_size=1, max_size=6)


@given(growing)
def test_what_a_version_was_trained_on_never_tries_a_later_one(additions):
    known: dict[int, ExampleDocument] = {}
    trained, current = set(), NOTHING
    for added in additions:
        known |= {number: document(f"d{number}", 1) for number in added}
        if len(known) < 2:
            continue
        divided = split(known.values(), current)
        training, held_out = fingerprints(divided.training), fingerprints(divided.held_out)
        assert training
        assert held_out
        assert divided.is_comparable
        assert not training & held_out
        assert training | held_out == fingerprints(known.values())
        assert not held_out & trained
        assert not held_out & current
        trained |= training
        current = frozenset(training)


@given(growing, st.data())
def test_a_refused_version_leaves_the_trial_of_the_next_one_fair(additions, data):
    known: dict[int, ExampleDocument] = {}
    current = NOTHING
    for added in additions:
        known |= {number: document(f"d{number}", 1) for number in added}
        if len(known) < 2:
            continue
        divided = split(known.values(), current)
        assert not fingerprints(divided.held_out) & (current | fingerprints(divided.training))
        if data.draw(st.booleans(), label="promoted"):
            current = frozenset(fingerprints(divided.training))


def test_about_one_document_in_five_is_held_out_whatever_the_others_are():
    many = documents(400)
    held_out = split(many, NOTHING).held_out
    assert len(many) / ONE_IN * 0.7 < len(held_out) < len(many) / ONE_IN * 1.3
    some = split(many[:200], NOTHING).held_out
    assert set(fingerprints(some)) == fingerprints(held_out) & fingerprints(many[:200])


def test_one_of_two_documents_is_held_out():
    for number in range(1, 40):
        pair = [document(f"d{number}", 1), document(f"e{number}", 1)]
        divided = split(pair, NOTHING)
        assert (len(divided.training), len(divided.held_out)) == (1, 1)


def test_where_the_current_version_has_seen_all_there_is_a_trial_but_no_comparison():
    ten = documents(10)
    divided = split(ten, fingerprints(ten))
    assert divided.held_out
    assert not divided.is_comparable


def test_a_text_known_under_another_id_is_known():
    ten = documents(10)
    again = [dataclasses.replace(each, doc_id=f"{each.doc_id}-again") for each in ten]
    divided = split(ten + again, NOTHING)
    assert not fingerprints(divided.training) & fingerprints(divided.held_out)
    new = document("new", 1)
    assert split([*again, new], fingerprints(ten)).held_out == (new,)


@pytest.mark.parametrize(
    ("few", "message"),
    [
        ([], "There are no annotated documents"),
        ([document("d1", 1)], "There is 1 annotated document;"),
        ([document("d1", 1), document("d1", 1)], "There is 1 annotated document;"),
    ],
)
def test_fewer_than_two_annotated_documents_are_too_few(few, message):
    with pytest.raises(TrainingError, match=message):
        split(few, NOTHING)


def test_a_version_that_is_not_worse_is_promoted_and_compared_in_its_reason():
    verdict = judge(Scores(142, 0.831, 0.521, 0.81), TERMS, current="version 3")
    assert verdict.promoted
    assert verdict.reason == (
        "Right for 83.1 % of 142 held-out choices; version 3: 81.0 %, "
        "the first replacement: 52.1 %."
    )


@pytest.mark.parametrize(
    ("scores", "promoted", "ending"),
    [
        (Scores(8, 0.5, 0.5, 0.5), True, "the first replacement: 50.0 %."),
        (Scores(8, 0.5, 0.5), True, "; the first replacement: 50.0 %."),
        (Scores(8, 0.5, 0.25, 0.75), False, ". Refused: it does worse than version 3."),
        (Scores(8, 0.5, 0.75, 0.5), False, ". Refused: it does worse than the first replacement."),
        (Scores(8, 0.5, 0.75), False, ". Refused: it does worse than the first replacement."),
        (
            Scores(8, 0.5, 0.75, 0.75),
            False,
            ". Refused: it does worse than version 3 and the first replacement.",
        ),
    ],
)
def test_a_worse_one_is_refused_and_an_equal_one_is_not(scores, promoted, ending):
    verdict = judge(scores, TERMS, current="version 3")
    assert verdict.promoted is promoted
    assert verdict.reason.endswith(ending)


@pytest.mark.parametrize(
    ("scores", "documents", "current", "refusal"),
    [
        (Scores(8, 0.75, 0.5, 0.625), 20, "the sample's", None),
        (Scores(8, 0.75, 0.5, 0.75), 20, "the sample's", "it is not better than the sample's"),
        (Scores(8, 0.75, 0.5), 20, "the sample's", "it could not be held against the sample's"),
        (Scores(8, 0.5, 0.75, 0.25), 20, "the sample's", "it does worse than the first"),
        (Scores(8, 0.75, 0.75), 20, None, None),
        (Scores(8, 1.0, 0.5, 0.625), 19, "the sample's", "needs 20 documents, this one had 19"),
    ],
)
def test_a_first_own_model_must_be_better_than_what_serves_and_know_enough(
    scores, documents, current, refusal
):
    verdict = judge_first(scores, TERMS, documents, 20, current=current)
    assert verdict.promoted is (refusal is None)
    assert ("Refused" in verdict.reason) is not verdict.promoted
    assert (refusal or "") in verdict.reason


def test_scores_that_differ_never_look_the_same():
    verdict = judge(Scores(4000, 3239 / 4000, 0.5, 3240 / 4000), TERMS)
    assert "Right for 80.97 %" in judge(Scores(4000, 3239 / 4000, 0.5, 3240 / 4000), TERMS).reason
    assert not verdict.promoted
    assert "Right for 1 of" not in judge(Scores(1, 1.0, 0.0), TERMS).reason
    assert "1 held-out choice;" in judge(Scores(1, 1.0, 0.0), TERMS).reason
