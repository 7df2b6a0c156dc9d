"""Making the scorer's weights from judged spans and from what annotators chose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.model_selection import GroupKFold, cross_val_predict

from ontology.guarding import guard
from ontology.guarding_document import DocumentGuard
from ontology.layers import Ontology
from ontology.linking.choosing import choose
from ontology.linking.pool import gather
from ontology.linking.slots import fit_to_slot
from ontology.reading import Reading
from ontology.scoring.features import Features, SpanContext, extract_features
from ontology.scoring.judged import JudgedSpan
from ontology.spans import Surroundings
from ontology.taxonomy import VAGUE

_FOLDS = 5
_UNJUDGED = 0.3
"""The weight of a reading that nobody judged: most of them are wrong."""

_PRECISION = 3


@dataclass(frozen=True)
class Example:
    """A reading of a judged span as it is offered, its features, and what is known of each text."""

    reading: Reading
    features: Features
    verdicts: tuple[bool | None, ...]

    @property
    def is_right(self) -> bool:
        """Whether the first text is right, and the second, which shows the sense, is not wrong."""
        return bool(self.verdicts[0]) and False not in self.verdicts[:2]

    @property
    def is_unjudged(self) -> bool:
        """Whether nobody judged the first text."""
        return self.verdicts[0] is None


@dataclass(frozen=True)
class Examples:
    """All readings of a judged span."""

    judged: JudgedSpan
    readings: tuple[Example, ...]


@dataclass(frozen=True)
class Fitted:
    """Weights with their bias, the probability of each reading when its document was held out.

    `loss` is the mean negative log-likelihood of those.
    """

    strength: float
    weights: dict[str, float]
    bias: float
    held_out: npt.NDArray[np.float64]
    loss: float


def gather_examples(spans: Iterable[JudgedSpan], ontology: Ontology) -> Iterator[Examples]:
    """Yield the readings of judged spans, guarded as proposing guards them."""
    guards: dict[Surroundings, DocumentGuard] = {}
    for judged in spans:
        span = judged.span
        document = guards.setdefault(span.surroundings, DocumentGuard(span.surroundings, ontology))
        readings = []
        for reading in gather(span, ontology):
            fitted = fit_to_slot(reading, span)
            generalizations = tuple(
                text
                for text in guard(fitted.generalizations, span, ontology.count_below)
                if text not in VAGUE and not document.leaks(text, span)
            )
            if generalizations:
                readings.append(replace(fitted, generalizations=generalizations))
        context = SpanContext(span, ontology, readings)
        yield Examples(
            judged,
            tuple(
                Example(
                    reading,
                    extract_features(reading, context),
                    tuple(map(judged.verdict, reading.generalizations)),
                )
                for reading in readings
            ),
        )


def fit(examples: Sequence[Examples], strength: float) -> Fitted:
    """Fit the weights: is the first text of a reading right? Documents are held out in turn.

    `strength` is the inverse of the penalty on large weights.
    """
    rows = [(each.judged, row) for each in examples for row in each.readings]
    vectorizer = DictVectorizer()
    matrix = vectorizer.fit_transform([row.features for _, row in rows])
    is_right = np.array([row.is_right for _, row in rows])
    counts = np.array([_UNJUDGED if row.is_unjudged else 1.0 for _, row in rows])
    documents = {
        name: position for position, name in enumerate(dict.fromkeys(j.document for j, _ in rows))
    }
    groups = np.array([documents[judged.document] for judged, _ in rows])
    model = LogisticRegression(C=strength, max_iter=5000)
    held_out = cross_val_predict(
        model,
        matrix,
        is_right,
        groups=groups,
        cv=GroupKFold(_FOLDS),
        method="predict_proba",
        params={"sample_weight": counts},
    )[:, 1]
    model.fit(matrix, is_right, sample_weight=counts)
    weights = {
        name: round(float(weight), _PRECISION)
        for name, weight in zip(vectorizer.get_feature_names_out(), model.coef_[0], strict=True)
        if abs(weight) >= 10**-_PRECISION
    }
    loss = float(log_loss(is_right, held_out, sample_weight=counts))
    bias = round(float(model.intercept_[0]), _PRECISION)
    return Fitted(strength, weights, bias, held_out, loss)


@dataclass(frozen=True, slots=True)
class Shares:
    """Of all spans those with a right text and with a wrong one; of those answered, first right."""

    right: float
    first: float
    wrong: float


def measure(examples: Sequence[Examples], probabilities: npt.NDArray[np.float64]) -> Shares:
    """Return how good the lists are that these probabilities of the readings lead to."""
    position = answered = right = first = wrong = 0
    for each in examples:
        rows = each.readings
        own = probabilities[position : position + len(rows)].tolist()
        position += len(rows)
        found = choose([*zip(own, (row.reading for row in rows), strict=True)])
        if found:
            verdicts = [each.judged.verdict(text) for text in found[1].generalizations]
            answered += 1
            right += True in verdicts
            first += verdicts[0] is True
            wrong += False in verdicts
    return Shares(right / len(examples), first / max(1, answered), wrong / len(examples))


def calibration(
    examples: Sequence[Examples], probabilities: npt.NDArray[np.float64]
) -> list[tuple[float, float, int]]:
    """Return for each tenth of probability its mean, the share that was right, and how many."""
    is_right = np.array([row.is_right for each in examples for row in each.readings])
    tenth = np.minimum((probabilities * 10).astype(int), 9)
    return [
        (
            round(float(probabilities[tenth == each].mean()), 3),
            round(float(is_right[tenth == each].mean()), 3),
            int((tenth == each).sum()),
        )
        for each in range(10)
        if (tenth == each).any()
    ]
