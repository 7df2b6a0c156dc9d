"""A family is measured on every fold and seed; means, spread, intervals, cost and ablation."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import mean, stdev

import numpy as np
import pytest

from learning.errors import TrainingError
from research.selection.evaluation.evaluating import evaluate
from research.selection.evaluation.intervals import Sums, bootstrap_interval, difference, sum_up
from research.selection.evaluation.report import Report
from research.selection.evaluation.running import Plan
from research.selection.evaluation.tables import lines_of
from selection.evaluation.judging import judge
from selection.evaluation.learning import CurvePoint, curve_sizes, learning_curve
from selection.evaluation.protocols import Answer, answers_by_vote
from selection.families import Training
from tests.selection.evaluation.documents import document, varied
from tests.selection.evaluation.families import Honest, LastLevelFamily

DOCUMENTS = tuple(varied(number, ("ada", "benjamin")[number % 2]) for number in range(8))
MANY = (*DOCUMENTS, varied(8, "ada", "benjamin"))


@pytest.fixture
def plan(tiny_encoder):
    return Plan(DOCUMENTS, tiny_encoder, folds=4, seeds=(3, 4, 5))


def test_every_seed_is_a_run_and_the_figures_are_their_means(plan):
    report = evaluate(Honest(), plan)
    assert list(report.runs) == [3, 4, 5]
    assert len({run["choice_accuracy"] for run in report.runs.values()}) > 1
    for name in ("majority_accuracy", "mrr", "nll", "ece", "choice_accuracy", "newcomer_nll"):
        metrics = [run[name] for run in report.runs.values()]
        assert (report.of_choices | report.scores.to_json())[name] == pytest.approx(mean(metrics))
        assert report.spread[name] == pytest.approx(stdev(metrics))
    assert report.scores.examples == 24
    assert sum(map(sum, report.scores.confusion.counts)) == pytest.approx(24)
    assert sum(each.examples for each in report.scores.by_type.values()) == 24
    low, high = report.intervals["majority_accuracy"]
    assert low < report.scores.majority_accuracy < high


def test_the_same_plan_gives_the_same_figures(plan):
    one, other = (evaluate(Honest(), plan) for _ in range(2))
    assert (one.scores, one.intervals) == (other.scores, other.intervals)


def test_a_family_finds_no_vectors_that_another_has_left(plan):
    class Listening(Honest):
        def fit(self, documents, training):
            known.append("left by another" in training.encoder._known)
            return super().fit(documents, training)

    known = []
    plan.encoder.encode(["left by another"])
    evaluate(Listening(), plan)
    assert not any(known)


def test_a_single_seed_has_no_spread_and_says_so(tiny_encoder):
    plan = Plan(DOCUMENTS, tiny_encoder, folds=2, seeds=(0,))
    assert evaluate(Honest(), plan).spread is None


def test_with_documents_to_train_on_nothing_else_is_trained_on(tiny_encoder):
    family = Honest()
    plan = Plan(DOCUMENTS[4:], tiny_encoder, train=DOCUMENTS[:4], seeds=(0, 1, 2))
    report = evaluate(family, plan)
    assert set(map(tuple, family.trained_on)) == {("d0", "d1", "d2", "d3")}
    assert report.scores.documents == 4


def test_a_family_that_no_seed_changes_is_trained_on_a_file_once(tiny_encoder):
    plan = Plan(DOCUMENTS[4:], tiny_encoder, train=DOCUMENTS[:4], seeds=(0, 1, 2))
    report = evaluate(Honest(), plan)
    assert list(report.runs) == [0]
    assert report.spread is None


def test_a_personal_family_is_measured_by_next_choice_with_the_training_documents(tiny_encoder):
    family = LastLevelFamily()
    report = evaluate(family, Plan(MANY, tiny_encoder, folds=3, seeds=(0,)))
    assert report.is_personal
    assert report.scores.majority_accuracy == report.scores.any_accuracy
    assert report.scores.majority_accuracy == report.of_choices["choice_accuracy"]
    assert report.scores.documents == 8, "the document of two annotators is not asked for"
    asked = of_newcomers = 0
    for trained, model in zip(family.trained_on, family.models, strict=True):
        for walked, annotator, history in model.seen:
            asked += 1
            of_newcomers += not history
            assert walked.doc_id not in trained
            assert {each.doc_id for each in history} <= set(trained)
            assert all(annotator in each.annotators for each in history)
    assert (asked, of_newcomers) == (16, 8), "each once more, as if nothing else were known"


def test_where_nobody_annotated_alone_all_annotators_are_asked(tiny_encoder):
    both = tuple(varied(number, "ada", "benjamin") for number in range(4))
    report = evaluate(Honest(), Plan(both, tiny_encoder, folds=2, seeds=(0,)))
    assert 0 <= report.of_choices["choice_accuracy"] <= 1


def test_ablation_drops_each_group_in_three_seeds_and_says_what_it_is_worth(tiny_encoder):
    documents = [document(number, "ada", rule=lambda _, texts: texts[-1]) for number in range(4)]
    family = Honest()
    plan = Plan(tuple(documents), tiny_encoder, folds=2, seeds=(0,))
    ablation = evaluate(family, plan, ablating=True).ablation
    dropped = Counter(family.dropped)
    assert (dropped[frozenset({"types"})], dropped[frozenset({"texts"})]) == (6, 6)
    assert ablation["types"].worth == 0, "nothing depends on it"
    assert ablation["texts"].majority_accuracy == 0, "without it the first text is taken"
    assert ablation["texts"].worth == 1


def test_the_cost_is_measured_and_the_model_weighed(plan):
    cost = evaluate(Honest(), plan).cost
    assert cost.model_bytes == 5
    assert cost.training_seconds > 0
    assert cost.wall_milliseconds_per_document > 0


def test_importance_is_shared_out_over_the_models(plan):
    assert evaluate(Honest(), plan).importance == pytest.approx({"text": 0.25, "type": 0.75})


def test_the_interval_is_that_of_drawing_whole_documents_anew():
    answers = [
        Answer(each, np.eye(len(each.options))[0]) for one in DOCUMENTS for each in one.examples
    ]
    judged = [judge(answer) for answer in answers]
    low, high = bootstrap_interval(sum_up([judged], lambda each: each.by_majority))
    hits = np.array([each.by_majority for each in judged]).reshape(len(DOCUMENTS), -1)
    rng = np.random.default_rng(1)
    drawn = rng.integers(len(DOCUMENTS), size=(20_000, len(DOCUMENTS)))
    expected = np.quantile(hits[drawn].mean(axis=(1, 2)), [0.025, 0.975])
    assert (low, high) == pytest.approx(tuple(expected), abs=0.03)


def test_one_document_has_no_interval():
    answers = answers_by_vote(Honest().fit([], Training(encoder=None)), DOCUMENTS[:1])
    assert bootstrap_interval(sum_up([[judge(each) for each in answers]], lambda _: 1.0)) is None


def summed(rights: Mapping[str, Sequence[Sequence[float]]]) -> Sums:
    """Sum up what each document's examples are worth in each run."""
    documents = tuple(rights)
    totals = [float(np.sum(runs)) / len(runs) for runs in rights.values()]
    counts = [float(len(runs[0])) for runs in rights.values()]
    return Sums(documents, np.array(totals), np.array(counts))


def test_a_difference_is_known_better_than_what_it_is_of():
    hard = {f"d{number}": [[float(number % 2)] * 9 + [0.0]] for number in range(30)}
    better = {name: [[*runs[0][:-1], 1.0]] for name, runs in hard.items()}
    found = difference(summed(better), summed(hard))
    assert found.mean == pytest.approx(0.1)
    assert found.interval == pytest.approx((0.1, 0.1))
    low, high = bootstrap_interval(summed(hard))
    assert high - low > 0.2


def test_runs_count_as_their_mean_however_many_there_are():
    one, several = (
        summed({"a": [[1, 0]], "b": [[1, 1]]}),
        summed({"a": [[1, 0], [0, 0]], "b": [[1, 1]] * 2}),
    )
    assert difference(one, several).mean == pytest.approx(0.5 / 4)


def test_families_that_answered_for_other_examples_are_not_compared():
    with pytest.raises(ValueError, match="different examples"):
        difference(summed({"a": [[1.0]], "b": [[1.0]]}), summed({"a": [[1.0]], "c": [[1.0]]}))
    with pytest.raises(ValueError, match="different examples"):
        difference(summed({"a": [[1.0]]}), summed({"a": [[1.0, 0.0]]}))


def test_families_are_compared_by_vote_and_by_next_choice(plan):
    families = {"walker": evaluate(LastLevelFamily(), plan), "honest": evaluate(Honest(), plan)}
    report = Report(plan, families)
    found = report.differences()["walker", "honest"]
    walker, honest = families.values()
    assert found["choice_accuracy"].mean == pytest.approx(
        walker.of_choices["choice_accuracy"] - honest.of_choices["choice_accuracy"]
    )
    assert found["nll"].mean == pytest.approx(walker.sums["nll"].mean - honest.scores.nll)
    low, high = found["choice_nll"].interval
    assert low <= found["choice_nll"].mean <= high
    assert any(line.startswith("walker − honest") for line in lines_of(report))


def test_the_learning_curve_grows_from_five_documents_to_all():
    assert curve_sizes(70) == [5, 10, 19, 36, 70]
    assert curve_sizes(3) == [3]
    assert curve_sizes(6) == [5, 6]
    found = learning_curve(lambda some: len(some) / 10, list(range(10)), points=2)
    assert found == [CurvePoint(5, 0.5), CurvePoint(10, 1.0)]


def test_a_point_of_the_curve_is_left_out_where_so_few_documents_do_not_suffice():
    def measure(some):
        if len(some) < 10:
            raise TrainingError("too few")
        return 0.5

    assert learning_curve(measure, list(range(10)), points=2) == [CurvePoint(10, 0.5)]


def test_the_curve_of_a_family_ends_with_its_accuracy(tiny_encoder):
    documents = tuple(varied(number, "ada") for number in range(14))
    family = Honest()
    report = evaluate(family, Plan(documents, tiny_encoder, folds=2, seeds=(0,)), drawing=True)
    assert [point.documents for point in report.curve] == [5, 6, 7]
    assert report.curve[-1].accuracy == report.scores.majority_accuracy
    assert family.trained_on[-1] == family.trained_on[1], "all documents, in the same order"
    assert set(family.trained_on[-2]) < set(family.trained_on[-1])


def test_the_report_is_json_and_readable(plan):
    families = {
        "honest": evaluate(Honest(), plan, ablating=True),
        "walker": evaluate(LastLevelFamily(), plan),
    }
    report = Report(plan, families, {"other": "It needs a library."})
    value = json.loads(json.dumps(report.to_json(), allow_nan=False))
    assert value["documents"] == 8
    assert value["families"]["walker"]["protocol"] == "by next choice"
    lines = list(lines_of(report))
    assert "All metrics of walker are of next choices (own choice = majority)." in lines
    assert "other was not measured: It needs a library." in lines
    accuracy = value["families"]["honest"]["majority_accuracy"]
    assert any(line.startswith("honest") and f"{100 * accuracy:.2f} ±" in line for line in lines)
    assert max(map(len, lines)) <= 130
