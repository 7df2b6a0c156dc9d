"""An answer held against what was chosen, as published (Olstad, 2023, 5.4).

The answer for an example is its most likely candidate, the first in the list where several are. It
is right by majority if no text was chosen more often (ties: any of them), right by any choice if
anybody chose it. An example with probabilities of 0 throughout has no answer, which is wrong.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from selection.evaluation.protocols import Answer

LEAST = 1e-6
"""What a probability counts at least in the log-likelihood: a 0 is dear, and not infinitely so."""
NONE = 0
"""The level of no answer, and of a choice that is not among the candidates."""


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer with what came of it.

    `truth` and `level` are levels as published: of the most-voted text (of the answer where that is
    one, else the first in the list) and of the answer. `agreeing` is the share of the choices that
    the answer agrees with, `golden` the number of most-voted candidates.
    """

    answer: Answer
    by_majority: bool
    by_any: bool
    reciprocal_rank: float
    confidence: float
    agreeing: float
    surprise: float
    truth: int
    level: int
    golden: int


def judge(answer: Answer) -> Judged:
    """Hold an answer against the choices of its example, of which there must be some."""
    example, probabilities = answer.example, answer.probabilities
    votes, chosen = example.votes, Counter(example.choices.values())
    most = max(chosen.values())
    best = np.flatnonzero(votes == most)
    index = int(probabilities.argmax()) if probabilities.any() else None
    right = index is not None and index in best
    true = index if right else (int(best[0]) if best.size else None)
    shares = votes / chosen.total()
    log_likelihood = float(shares @ np.log(np.maximum(probabilities, LEAST)))
    unlisted = 1 - float(shares.sum())
    return Judged(
        answer=answer,
        by_majority=bool(right),
        by_any=index is not None and bool(votes[index]),
        reciprocal_rank=_reciprocal_rank(probabilities, best),
        confidence=float(probabilities.max()),
        agreeing=0.0 if index is None else float(shares[index]),
        surprise=-(log_likelihood + unlisted * float(np.log(LEAST))),
        truth=_level(answer, true),
        level=_level(answer, index),
        golden=int(best.size),
    )


def _level(answer: Answer, index: int | None) -> int:
    return NONE if index is None else answer.example.options[index].level


def _reciprocal_rank(probabilities: NDArray[np.float64], best: NDArray[np.intp]) -> float:
    """Rank of the best-ranked most-voted text; of equally likely ones the first in the list."""
    if not probabilities.any() or not best.size:
        return 0.0
    ranks = np.empty(len(probabilities))
    ranks[np.argsort(-probabilities, kind="stable")] = np.arange(1, len(probabilities) + 1)
    return float(1 / ranks[best].min())
