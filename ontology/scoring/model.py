"""How probable it is that a reading is right, and a text that it offers: logistic models.

Their weights are data: `weights.json` is written by `python -m research.ontology` and says from
what and when it was made.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, fsum
from pathlib import Path

from ontology.layers import Ontology
from ontology.linking.choosing import Scored
from ontology.reading import Reading
from ontology.scoring.candidates import candidate_features
from ontology.scoring.features import Features, SpanContext, extract_features
from ontology.spans import Span

WEIGHTS = Path(__file__).parent / "weights.json"


@dataclass(frozen=True)
class Model:
    """The weights of features, and the bias."""

    weights: Mapping[str, float]
    bias: float

    def probability(self, features: Features) -> float:
        """Return the probability that what has these features is right.

        The sum is exact, so that the order of the features decides nothing.
        """
        parts = (
            value * self.weights[name] for name, value in features.items() if name in self.weights
        )
        return 1 / (1 + exp(-fsum((self.bias, *parts))))


@dataclass(frozen=True)
class Scorer:
    """A model of readings, and one of the candidates that they offer, by what the first says."""

    readings: Model
    candidates: Model

    def score(
        self,
        readings: Sequence[Reading],
        span: Span,
        ontology: Ontology,
        certain: Collection[str] = (),
    ) -> Scored:
        """Return the probability of each reading of a span and of each text in them.

        `certain` are folded texts that somebody said are right.
        """
        context = SpanContext(span, ontology, readings)
        probabilities = [
            self.readings.probability(extract_features(reading, context)) for reading in readings
        ]
        candidates = candidate_features(context, probabilities, certain).items()
        return Scored(
            tuple(zip(probabilities, readings, strict=True)),
            {text: self.candidates.probability(features) for text, features in candidates},
        )


@cache
def load_scorer() -> Scorer:
    """Return the scorer that comes with the program."""
    stored = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return Scorer(
        *(
            Model(stored[name]["weights"], stored[name]["bias"])
            for name in ("readings", "candidates")
        )
    )
