"""Everything that is measured of a family, on one plan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from selection.evaluation.ablation import Ablated, ablate
from selection.evaluation.averaging import deviations, mean_scores, means, metrics_of
from selection.evaluation.curves import learning_curve_over_folds
from selection.evaluation.intervals import bootstrap_interval
from selection.evaluation.judging import Judged, judge
from selection.evaluation.learning import CurvePoint
from selection.evaluation.measures import Scores, score
from selection.evaluation.running import OnProgress, Plan, Run, run, same_answers
from selection.evaluation.timing import Cost, cost_of
from selection.families import Family

_BOUNDED: dict[str, Callable[[Judged], float]] = {
    "majority_accuracy": lambda judged: judged.by_majority,
    "any_accuracy": lambda judged: judged.by_any,
    "mrr": lambda judged: judged.reciprocal_rank,
}
CHOICE_ACCURACY = "choice_accuracy"


@dataclass(frozen=True, slots=True)
class FamilyReport:
    """What is reported of a family.

    `scores` are means over the seeds: of next choices for a personal family, else by vote. `runs`
    maps each seed to its metrics, of which `spread` is the standard deviation, if there are
    several; `intervals` are 95 % bootstrap intervals of the means, over documents.
    """

    scores: Scores
    choice_accuracy: float
    is_personal: bool
    runs: dict[int, dict[str, float]]
    spread: dict[str, float] | None
    intervals: dict[str, tuple[float, float] | None]
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
    on_progress("time and size")
    cost = cost_of(family, plan)
    if drawing:
        on_progress("learning curve")
    return FamilyReport(
        scores=mean_scores([each.main for each in runs]),
        choice_accuracy=means(metrics)[CHOICE_ACCURACY],
        is_personal=runs[0].is_personal,
        runs=dict(zip((each.seed for each in runs), metrics, strict=True)),
        spread=deviations(metrics),
        intervals=_intervals(runs),
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
    metrics = metrics_of(score(each.main))
    return metrics | {CHOICE_ACCURACY: score(each.by_choice).majority_accuracy}


def _intervals(runs: Sequence[Run]) -> dict[str, tuple[float, float] | None]:
    main = [judge(answer) for each in runs for answer in each.main]
    intervals = {name: bootstrap_interval(main, metric) for name, metric in _BOUNDED.items()}
    by_choice = [judge(answer) for each in runs for answer in each.by_choice]
    intervals[CHOICE_ACCURACY] = bootstrap_interval(by_choice, _BOUNDED["majority_accuracy"])
    return intervals
