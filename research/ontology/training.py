"""Making the scorer's weights from judged spans and from what annotators chose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.model_selection import GroupKFold, cross_val_predict

from ontology.layers import Ontology
from ontology.linking.choosing import COST, Scored
from ontology.linking.offering import Offering
from ontology.reading import Reading
from ontology.scoring.candidates import candidate_features
from ontology.scoring.features import Features, SpanContext, extract_features
from ontology.scoring.model import Model, Scorer
from ontology.spans import Surroundings
from research.ontology.judged import JudgedSpan

STRENGTHS = (0.1, 0.2, 0.4, 0.8)
"""Inverses of the penalty on large weights that are tried."""

_FOLDS = 5
_UNJUDGED = 0.3
"""The weight of what nobody judged: most of it is wrong."""

_PRECISION = 3
_SMALLEST = 0.05
"""Weights below this change nothing; rare features have such."""


@dataclass(frozen=True)
class Example:
    """A reading of a judged span, its features, and what is known of each text it may offer."""

    reading: Reading
    features: Features
    verdicts: Mapping[str, bool | None]

    @property
    def verdict(self) -> bool | None:
        """Whether the first text is right, and the second, which shows the sense, is not wrong.

        None where nobody judged the first text.
        """
        leading = [*self.verdicts.values()][:2]
        return leading[0] and False not in leading if leading else None


@dataclass(frozen=True)
class Examples:
    """All readings of a judged span, the span in its context, and what guards and chooses them."""

    judged: JudgedSpan
    context: SpanContext
    readings: tuple[Example, ...]
    offering: Offering

    @property
    def offered(self) -> frozenset[str]:
        """The texts that may be offered."""
        return frozenset(text for reading in self.readings for text in reading.verdicts)


@dataclass(frozen=True)
class Row:
    """What a model learns from: features in a document, and a verdict, None without one.

    What is not `is_offered` is scored, too, but nothing is learnt from it.
    """

    document: str
    features: Features
    verdict: bool | None
    is_offered: bool = True

    @property
    def weight(self) -> float:
        """The weight of the row when a model is fitted."""
        if not self.is_offered:
            return 0.0
        return _UNJUDGED if self.verdict is None else 1.0


@dataclass(frozen=True)
class Fitted:
    """A model, and the probability of each row when its document was held out.

    `loss` is the mean negative log-likelihood of those, `calibration` for each tenth of
    probability its mean, the share that was right, and how many rows.
    """

    strength: float
    model: Model
    held_out: npt.NDArray[np.float64]
    loss: float
    calibration: list[tuple[float, float, int]]


@dataclass(frozen=True)
class FittedScorer:
    """Both models, and what was scored of each span when its document was held out."""

    readings: Fitted
    candidates: Fitted
    held_out: list[Scored]

    @property
    def scorer(self) -> Scorer:
        """The scorer that has these models."""
        return Scorer(self.readings.model, self.candidates.model)


def gather_examples(spans: Iterable[JudgedSpan], ontology: Ontology) -> Iterator[Examples]:
    """Yield the readings of judged spans, as proposing scores them."""
    offerings: dict[Surroundings, Offering] = {}
    for judged in spans:
        span = judged.span
        known = offerings.get(span.surroundings)
        offering = offerings[span.surroundings] = known or Offering(span.surroundings, ontology)
        readings = offering.readings_of(span)
        context = SpanContext(span, ontology, readings)
        found = tuple(_example(reading, context, judged, offering) for reading in readings)
        yield Examples(judged, context, found, offering)


def _example(
    reading: Reading, context: SpanContext, judged: JudgedSpan, offering: Offering
) -> Example:
    offered = offering.guarded(reading, judged.span).generalizations
    verdicts = {text: judged.verdict(text) for text in offered}
    return Example(reading, extract_features(reading, context), verdicts)


def fit_scorer(
    examples: Sequence[Examples], strengths: Iterable[float] = STRENGTHS
) -> FittedScorer:
    """Fit both models; candidates are learnt from what readings were when held out."""
    rows = [
        Row(each.judged.document, row.features, row.verdict, bool(row.verdicts))
        for each in examples
        for row in each.readings
    ]
    readings = fit(rows, strengths)
    each_probability = iter(readings.held_out.tolist())
    scored = [[next(each_probability) for _ in each.readings] for each in examples]
    found = [
        candidate_features(each.context, own) for each, own in zip(examples, scored, strict=True)
    ]
    candidates = fit(
        [
            Row(each.judged.document, features, each.judged.verdict(text), text in each.offered)
            for each, own in zip(examples, found, strict=True)
            for text, features in own.items()
        ],
        strengths,
    )
    each_probability = iter(candidates.held_out.tolist())
    held_out = [
        Scored(
            tuple(zip(own, each.context.readings, strict=True)),
            {text: next(each_probability) for text in texts},
        )
        for each, own, texts in zip(examples, scored, found, strict=True)
    ]
    return FittedScorer(readings, candidates, held_out)


def fit(rows: Sequence[Row], strengths: Iterable[float] = STRENGTHS) -> Fitted:
    """Fit a model to rows, documents held out in turn; of the strengths the best stays."""
    vectorizer = DictVectorizer()
    matrix = vectorizer.fit_transform([row.features for row in rows])
    is_right = np.array([row.verdict is True for row in rows])
    counts = np.array([row.weight for row in rows])
    documents = {name: place for place, name in enumerate(dict.fromkeys(r.document for r in rows))}
    groups = np.array([documents[row.document] for row in rows])

    def hold_out(strength: float) -> tuple[float, float, npt.NDArray[np.float64]]:
        held_out = cross_val_predict(
            _logistic(strength),
            matrix,
            is_right,
            groups=groups,
            cv=GroupKFold(_FOLDS),
            method="predict_proba",
            params={"sample_weight": counts},
        )[:, 1]
        return float(log_loss(is_right, held_out, sample_weight=counts)), strength, held_out

    loss, strength, held_out = min(map(hold_out, strengths), key=lambda tried: tried[0])
    fitted = _logistic(strength).fit(matrix, is_right, sample_weight=counts)
    weights = {
        name: round(float(weight), _PRECISION)
        for name, weight in zip(vectorizer.get_feature_names_out(), fitted.coef_[0], strict=True)
        if abs(weight) >= _SMALLEST
    }
    model = Model(weights, round(float(fitted.intercept_[0]), _PRECISION))
    return Fitted(strength, model, held_out, loss, _calibration(is_right, held_out, counts))


def _logistic(strength: float) -> LogisticRegression:
    return LogisticRegression(C=strength, solver="newton-cg")


@dataclass(frozen=True, slots=True)
class Shares:
    """Of all spans those with a right text and with a wrong one; of those answered, first right.

    `readable` are those of which any reading has a right text: more than that no choice can make
    of them. `right_texts` and `wrong_texts` are how many of each a span has on average, `bits` how
    much its most specific right text tells, 0 without one.
    """

    readable: float
    right: float
    first: float
    wrong: float
    right_texts: float
    wrong_texts: float
    bits: float


def measure(examples: Sequence[Examples], scored: Sequence[Scored], cost: float = COST) -> Shares:
    """Return how good the lists are that these probabilities lead to."""
    readable = answered = right = first = wrong = right_texts = wrong_texts = 0
    bits = 0.0
    for each, own in zip(examples, scored, strict=True):
        readable += any(True in reading.verdicts.values() for reading in each.readings)
        if found := each.offering.choose(own, each.judged.span, cost):
            texts = found[1].generalizations
            verdicts = [each.judged.verdict(text) for text in texts]
            answered += 1
            right += True in verdicts
            first += verdicts[0] is True
            wrong += False in verdicts
            right_texts += verdicts.count(True)
            wrong_texts += verdicts.count(False)
            if True in verdicts:
                bits += each.offering.bits(texts[verdicts.index(True)], texts[-1])
    count = len(examples)
    return Shares(
        readable / count,
        right / count,
        first / max(1, answered),
        wrong / count,
        right_texts / count,
        wrong_texts / count,
        bits / count,
    )


def _calibration(
    is_right: npt.NDArray[np.bool_],
    probabilities: npt.NDArray[np.float64],
    counts: npt.NDArray[np.float64],
) -> list[tuple[float, float, int]]:
    tenth = np.minimum((probabilities * 10).astype(int), 9)
    return [
        (
            round(float(np.average(probabilities[own], weights=counts[own])), 3),
            round(float(np.average(is_right[own], weights=counts[own])), 3),
            int(own.sum()),
        )
        for own in (tenth == each for each in range(10))
        if own.any()
    ]
