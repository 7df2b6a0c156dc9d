"""Span classification: what a span says, in which context, and what it looks like.

The published indicator fine-tunes an encoder on the span's text and type (Papadopoulou et al. 2023,
section 5.2). Here the encoder stays as it is, and a regression for each type learns from its
vectors (the span alone, the span in its context, its sentence) and from features of the span, which
some dozens of documents suffice for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from annotation.records import Document, Mention
from learning.errors import VersionError
from names.folding import fold
from research.errors import IndicatorError
from research.masking.indicators import Assessment, Floats, IndicatorKind, Resources, sigmoid
from research.masking.indicators.decisions import (
    decided_layers,
    decisions_of,
    document_numbers,
    require_both,
)
from research.masking.indicators.span_features import SpanFeatures
from research.masking.indicators.typed_regression import (
    Columns,
    TypedRegression,
    fit_typed_regression,
    stack,
)

_SETTINGS = "span_classification.json"
_FEATURE_SCALE = 0.08
"""How much a standardised feature weighs beside the 1/√dimensions of a vector's columns."""
_SURROUNDINGS_SCALE = 0.4
"""How much the vectors of sentence and document weigh beside those of the span."""
_PHRASES = {
    "type": "its type",
    "surface": "its form",
    "place": "its place",
    "frequency": "how often the text says it",
    "company": "the other mentions",
    "name": "the protected name",
    "knowledge": "how well known it is",
    "meaning": "what it says",
    "context": "what it means here",
    "sentence": "its sentence",
    "document": "the document",
}
_NAMED = 2
"""So many groups are named as evidence."""


class SpanClassification:
    """A regression over the vectors and features of a span."""

    def __init__(self, regression: TypedRegression, resources: Resources) -> None:
        self.regression = regression
        self.resources = resources

    def assess(self, document: Document, mentions: Sequence[Mention]) -> list[Assessment]:
        """Return the probability of each mention; mentions of one wording share theirs.

        A name that is masked here and stands in clear there would be no mask.
        """
        if not mentions:
            return []
        columns = _columns(document, mentions, self.resources)
        added = _shared(self.regression.contributions(columns), mentions)
        logits = np.sum(list(added.values()), axis=0)
        return [
            Assessment(
                float(sigmoid(logit)),
                _evidence({name: float(values[row]) for name, values in added.items()}),
            )
            for row, logit in enumerate(logits)
        ]

    def save(self, folder: Path) -> None:
        """Write the regression, and the identity of the resources its columns were made with."""
        self.regression.save(folder)
        settings = json.dumps(_identity(self.resources))
        (folder / _SETTINGS).write_text(settings, encoding="utf-8")


class SpanClassificationKind:
    """Trains with the text encoder, and with the ontology where there is one."""

    name = "span_classification"

    def lacking(self, resources: Resources) -> str | None:
        """Return one sentence where there is no encoder."""
        if resources.encoder is None:
            return "Span classification needs a text encoder (PALIMPSEST_ENCODER)."
        return None

    def fit(self, documents: Sequence[Document], resources: Resources) -> SpanClassification:
        """Train on all layers; raises TrainingError, IndicatorError, EncoderError."""
        self._require(resources)
        layers = list(decided_layers(documents))
        require_both(layers)
        regression = fit_typed_regression(
            stack([_columns(each.document, each.mentions, resources) for each in layers]),
            decisions_of(layers),
            document_numbers(layers),
            _group_scales(resources),
        )
        return SpanClassification(regression, resources)

    def load(self, folder: Path, resources: Resources) -> SpanClassification:
        """Open what `save` wrote; raises VersionError for another encoder or ontology."""
        self._require(resources)
        try:
            settings = json.loads((folder / _SETTINGS).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise VersionError(f"{folder} holds no span classification: {error!r}") from error
        if settings != _identity(resources):
            raise VersionError(
                f"The span classification in {folder} was trained with another text encoder, or "
                "differs in whether there is an ontology: train it anew."
            )
        return SpanClassification(TypedRegression.load(folder), resources)

    def _require(self, resources: Resources) -> None:
        if lacking := self.lacking(resources):
            raise IndicatorError(lacking)


def _identity(resources: Resources) -> dict[str, object]:
    encoder = resources.encoder
    return {
        "encoder": encoder.identity if encoder else None,
        "ontology": resources.ontology is not None,
    }


def _columns(document: Document, mentions: Sequence[Mention], resources: Resources) -> Columns:
    features = SpanFeatures(document, mentions, resources.ontology)
    spans = [(mention.start, mention.end) for mention in mentions]
    sentences = [features.sentence(mention) for mention in mentions]
    whole = (0, len(document.text))
    states = resources.states.read(document.text, [*spans, *sentences, whole])
    meaning = resources.states.encoder.encode([mention.span_text for mention in mentions])
    vectors = {
        "meaning": meaning,
        "context": states.upper[: len(spans)],
        "sentence": states.last[len(spans) : -1],
        "document": np.repeat(states.last[-1:], len(spans), axis=0),
    }
    groups = features.groups() | {name: each.astype(np.float64) for name, each in vectors.items()}
    return Columns(groups, [mention.entity_type for mention in mentions])


def _group_scales(resources: Resources) -> dict[str, float]:
    scale = resources.states.encoder.dimensions**-0.5
    of_span = dict.fromkeys(("meaning", "context"), scale)
    of_surroundings = dict.fromkeys(("sentence", "document"), _SURROUNDINGS_SCALE * scale)
    return dict.fromkeys(_PHRASES, _FEATURE_SCALE) | of_span | of_surroundings


def _shared(added: Mapping[str, Floats], mentions: Sequence[Mention]) -> dict[str, Floats]:
    """Give mentions of one wording and type the mean of what each adds."""
    keys = [(mention.entity_type, fold(mention.span_text)) for mention in mentions]
    _, groups = np.unique(np.array(["\0".join(key) for key in keys]), return_inverse=True)
    sizes = np.bincount(groups)
    return {
        name: (np.bincount(groups, weights=values) / sizes)[groups]
        for name, values in added.items()
    }


def _evidence(added: Mapping[str, float]) -> str:
    """Name what weighs most on the side that the probability falls on."""
    is_risky = sum(added.values()) > 0
    sided = {name: value if is_risky else -value for name, value in added.items()}
    most = [name for name in sorted(sided, key=lambda name: -sided[name]) if sided[name] > 0]
    named = " and ".join(_PHRASES[name] for name in most[:_NAMED])
    speak = "speak" if len(most) > 1 else "speaks"
    return f"{named} {speak} {'for' if is_risky else 'against'} masking"


KINDS: dict[str, IndicatorKind] = {"span_classification": SpanClassificationKind()}
