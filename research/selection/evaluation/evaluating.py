"""Everything that is measured of a family, on one plan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from research.selection.evaluation.ablation import Ablated, ablate
from research.selection.evaluation.averaging import deviations, mean_scores, metrics_of
from research.selection.evaluation.curves import learning_curve_over_folds
from research.selection.evaluation.intervals import Interval, Sums, bootstrap_interval, sum_up
from research.selection.evaluation.running import OnProgress, Plan, Run, run, same_answers
from research.selection.evaluation.timing import Cost, cost_of
from selection.evaluation.judging import Judged, judge
from selection.evaluation.learning import CurvePoint
from selection.evaluation.measures import Scores, score
from selection.evaluation.protocols import Answer
from selection.families import Family

_ACCURACY, _NLL = "majority_accuracy", "nll"
_BOUNDED: dict[str, Callable[[Judged], float]] = {
    _ACCURACY: lambda judged: judged.by_majority,
    "any_accuracy": lambda judged: judged.by_any,
    "mrr": lambda judged: judged.reciprocal_rank,
    _NLL: lambda judged: judged.surprise,
}
CHOICE_ACCURACY, CHOICE_NLL = "choice_accuracy", "choice_nll"
NEWCOMER_ACCURACY, NEWCOMER_NLL = "newcomer_accuracy", "newcomer_nll"
OF_CHOICES = (CHOICE_ACCURACY, CHOICE_NLL, NEWCOMER_ACCURACY, NEWCOMER_NLL)
"""Of next choices, whatever the rest is of; a newcomer has no other documents."""


@dataclass(frozen=True, slots=True)
class FamilyReport:
    """What is reported of a family.

    `scores` are means over the seeds: of next choices for a personal family, else by vote;
    `of_choices` those of `OF_CHOICES`. `runs` maps each seed to its metrics, of which `spread` is
    the standard deviation, if there are several; `intervals` are 95 % bootstrap intervals of the
    means, over documents. `sums` are what families are compared by: by vote for all of them, and of
    next choices.
    """

    scores: Scores
    of_choices: dict[str, float]
    is_personal: bool
    runs: dict[int, dict[str, float]]
    spread: dict[str, float] | None
    intervals: dict[str, Interval]
    sums: dict[str, Sums]
    cost: Cost
    importance: dict[str, float]
    curve: list[CurvePoint]
    ablation: dict[str, Ablated]


def evaluate(
    family: Family,
    plan: Plan,
    *,
    ablating: bool = False,
    drawing: bool = False,
    on_progress: OnProgress = lambda _doing: None,
) -> FamilyReport:
    """Measure a family; `drawing` adds the learning curve. Raises LearningError."""
    # The last bits of a vector depend on its batch: a family starts as if it were the only one.
    plan.encoder.forget()
    runs = _runs(family, plan, on_progress)
    metrics = [_metrics(each) for each in runs]
    by_vote = _sums([each.by_vote for each in runs])
    by_choice = _sums([each.by_choice for each in runs])
    of_newcomers = _sums([each.of_newcomers for each in runs])
    sums = (each[metric] for each in (by_choice, of_newcomers) for metric in (_ACCURACY, _NLL))
    of_choices = dict(zip(OF_CHOICES, sums, strict=True))
    main = (by_choice if runs[0].is_personal else by_vote) | of_choices
    on_progress("time and size")
    cost = cost_of(family, plan)
    if drawing:
        on_progress("learning curve")
    return FamilyReport(
        scores=mean_scores([each.main for each in runs]),
        of_choices={name: each.mean for name, each in of_choices.items()},
        is_personal=runs[0].is_personal,
        runs=dict(zip((each.seed for each in runs), metrics, strict=True)),
        spread=deviations(metrics),
        intervals={name: bootstrap_interval(each) for name, each in main.items()},
        sums=by_vote | of_choices,
        cost=cost,
        importance=runs[0].importance,
        curve=learning_curve_over_folds(family, plan) if drawing else [],
        ablation=ablate(family, plan, runs, on_progress) if ablating else {},
    )


def _runs(family: Family, plan: Plan, on_progress: OnProgress) -> list[Run]:
    """Run once for each seed, and once in all where the seed of training changes nothing."""
    runs: list[Run] = []
    for seed in plan.seeds:
        on_progress(f"seed {seed}")
        found = run(family, plan, seed)
        if plan.train is not None and runs and same_answers(runs[0].main, found.main):
            break
        runs.append(found)
    return runs


def _metrics(each: Run) -> dict[str, float]:
    by_choice, of_newcomers = score(each.by_choice), score(each.of_newcomers)
    return metrics_of(score(each.main)) | {
        CHOICE_ACCURACY: by_choice.majority_accuracy,
        CHOICE_NLL: by_choice.nll,
        NEWCOMER_ACCURACY: of_newcomers.majority_accuracy,
        NEWCOMER_NLL: of_newcomers.nll,
    }


def _sums(runs: Sequence[Sequence[Answer]]) -> dict[str, Sums]:
    judged = [[judge(answer) for answer in answers] for answers in runs]
    return {name: sum_up(judged, metric) for name, metric in _BOUNDED.items()}
