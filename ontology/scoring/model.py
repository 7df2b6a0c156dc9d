"""The probability that a reading is right: a logistic model whose weights are data.

`weights.json` is written by `python -m ontology.scoring` and says from what and when it was made.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path

from ontology.layers import Ontology
from ontology.reading import Reading
from ontology.scoring.features import Features, SpanContext, extract_features
from ontology.spans import Span

WEIGHTS = Path(__file__).parent / "weights.json"


@dataclass(frozen=True)
class Model:
    """The weights of features, and the bias."""

    weights: Mapping[str, float]
    bias: float

    def probability(self, features: Features) -> float:
        """Return the probability that a reading of these features is right."""
        total = self.bias + sum(
            value * self.weights[name] for name, value in features.items() if name in self.weights
        )
        return 1 / (1 + exp(-total))

    def probabilities(
        self, readings: Sequence[Reading], span: Span, ontology: Ontology
    ) -> list[float]:
        """Return the probability of each reading of a span."""
        context = SpanContext(span, ontology, readings)
        return [self.probability(extract_features(reading, context)) for reading in readings]


@cache
def load_model() -> Model:
    """Return the model that comes with the program."""
    stored = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return Model(stored["weights"], stored["bias"])
