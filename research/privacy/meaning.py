"""Fitting the attack by meaning: what each of its features weighs, and how sure it can be.

The weights are those under which the people of the documents are likeliest among all people of the
background (conditional logit), but that a background may say nothing of somebody: that share is
taken for drawn by chance, so that nothing is learnt from whom no attack could find. Measured is
what weights say of documents that they were not fitted on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotation.records import Document
from learning.encoding import Encoder
from privacy.attacks.meaning import FEATURES, Comparison, Sight, combine
from privacy.attacks.words import best_two, rank_of
from privacy.background import Background
from research.privacy.renderings import Rendering, render
from research.privacy.words import Case, confidence_weights, fewer_people

Floats = NDArray[np.float32]

UNFINDABLE = 0.3
"""The share of people of whom a background says too little for any attack."""
FITTED_ON = (Rendering.ORIGINAL, Rendering.CHOSEN, Rendering.MASKED)
_PENALTY = 1.0
_FOLDS = 10


@dataclass(frozen=True, slots=True)
class Seen:
    """What the attack sees of a document in one rendering, and the number of its person."""

    doc_id: str
    rendering: Rendering
    sight: Sight
    person: int


def see_all(
    documents: Sequence[Document], background: Background, encoder: Encoder
) -> Iterator[Seen]:
    """Yield what the attack sees of all renderings of the documents about people known."""
    comparison = Comparison(background, encoder)
    for document in documents:
        person = background.number_of(document.doc_id)
        for rendering in Rendering if person is not None else ():
            text = render(document, rendering)
            if text is not None and person is not None:
                yield Seen(document.doc_id, rendering, comparison.see(text), person)


def fit_combination(seen: Sequence[Seen]) -> Floats:
    """Return what each feature weighs, shape (features,)."""
    from scipy.optimize import minimize  # noqa: PLC0415 - heavy

    some = [each for each in seen if each.rendering in FITTED_ON]
    features = np.stack([each.sight.standing_out()[0] for each in some]).astype(float)
    rows, people = np.arange(len(some)), np.array([each.person for each in some])

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        scores = features @ weights
        likely = np.exp(scores - scores.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        found = (1 - UNFINDABLE) * likely[rows, people]
        mixed = found + UNFINDABLE / features.shape[1]
        ahead = features[rows, people] - (likely[..., None] * features).sum(axis=1)
        slope = ((found / mixed)[:, None] * ahead).sum(axis=0)
        penalty = _PENALTY * weights @ weights / 2
        return penalty - np.log(mixed).sum(), _PENALTY * weights - slope

    fitted = minimize(loss, np.full(len(FEATURES), 0.5), jac=True, method="L-BFGS-B")
    return np.array(fitted.x, np.float32)


def left_out(seen: Sequence[Seen]) -> dict[str, Floats]:
    """Return for each document the weights that were fitted without it."""
    from sklearn.model_selection import GroupKFold  # noqa: PLC0415 - heavy

    weights: dict[str, Floats] = {}
    groups = [each.doc_id for each in seen]
    for train, test in GroupKFold(min(_FOLDS, len(set(groups)))).split(groups, groups=groups):
        fitted = fit_combination([seen[place] for place in train])
        weights |= {groups[place]: fitted for place in test}
    return weights


def found_first(seen: Sequence[Seen], weights: dict[str, Floats], rendering: Rendering) -> float:
    """Return the share of documents in one rendering whose people come first."""
    ranks = [
        rank_of(each.person, combine(each.sight, weights[each.doc_id])[0])
        for each in seen
        if each.rendering is rendering
    ]
    return float(np.mean(np.array(ranks) == 1))


def cases_of(seen: Sequence[Seen], weights: dict[str, Floats]) -> Iterator[Case]:
    """Yield attacks among all people and among fewer, the person being there or not."""
    for each in seen:
        for fewer, people, is_in in fewer_people(len(each.sight.features), each.person):
            scores, summary = combine(each.sight.among(people), weights[each.doc_id])
            is_right = bool(people[best_two(scores)[0]] == each.person)
            yield Case(each.doc_id, each.rendering, fewer, summary, is_in, is_right)


def fit_meaning(
    documents: Sequence[Document], background: Background, encoder: Encoder
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the weights of the features and those of the confidence, each with how good it is.

    Raises EncoderError where the encoder can't be loaded.
    """
    seen = list(see_all(documents, background, encoder))
    weights = left_out(seen)
    coefficients = zip(FEATURES, fit_combination(seen).tolist(), strict=True)
    found = {each.name.lower(): round(found_first(seen, weights, each), 4) for each in Rendering}
    return (
        {"coefficients": dict(coefficients), "cross_validated": {"found_first": found}},
        confidence_weights(list(cases_of(seen, weights))),
    )
