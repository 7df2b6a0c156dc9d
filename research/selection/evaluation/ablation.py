"""What each group of features is worth: train ablated it, and see what is lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from research.selection.evaluation.running import OnProgress, Plan, Run, run
from selection.evaluation.measures import Scores, score
from selection.families import Family

SEEDS = 3
"""Ablated models are the mean of so many (as in Olstad, 2023, 5.4)."""


@dataclass(frozen=True, slots=True)
class Ablated:
    """The main metrics without a group of features, and what it is worth by majority.

    `worth` is the accuracy with everything less that without the group, on the same seeds.
    """

    majority_accuracy: float
    any_accuracy: float
    mrr: float
    worth: float


def ablate(
    family: Family, plan: Plan, runs: Sequence[Run], on_progress: OnProgress
) -> dict[str, Ablated]:
    """Return group → metrics without it; `runs` are those with everything, to spare them."""
    seeds = tuple(plan.seeds[0] + number for number in range(SEEDS))
    plan = replace(plan, seeds=seeds)
    known = {each.seed: each for each in runs}
    whole = _means([known.get(seed) or run(family, plan, seed) for seed in seeds])
    ablated = {}
    for group in family.groups:
        on_progress(f"without {group}")
        means = _means([run(family, plan, seed, ablated=frozenset({group})) for seed in seeds])
        worth = whole["majority_accuracy"] - means["majority_accuracy"]
        ablated[group] = Ablated(**means, worth=worth)
    return ablated


def _means(runs: Sequence[Run]) -> Mapping[str, float]:
    scores: list[Scores] = [score(each.main) for each in runs]
    return {
        name: float(np.mean([getattr(each, name) for each in scores]))
        for name in ("majority_accuracy", "any_accuracy", "mrr")
    }
