"""Training the judge: what annotators masked of what is found, and of which types it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from annotation.records import Document, Layer
from annotation.types import IdentifierType, SemanticType
from masking.evaluation.coverage import iter_tokens
from masking.evaluation.gold import GoldDocument
from masking.identifying import is_settled
from masking.judging.model import Judge
from masking.spans import RecognizedSpan

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

    from masking.detecting import Detector

STRENGTH = 0.1
"""The inverse of the penalty on large weights: the best of a few on documents held out."""
_DIRECT_COST = 3
"""How much worse it is to leave a direct identifier readable than another mask.

A judgement of value, which no documents could tell.
"""
_FEWEST = 3
"""Examples that a feature must have: what is rarer teaches nothing of other texts."""
_LEAST_WEIGHT = 0.02
_DIGITS = 2
_MOST_STEPS = 500
_TOLERANCE = 2e-3


@dataclass(frozen=True, slots=True)
class Source:
    """Texts that were marked in one way, and how much their examples count."""

    name: str
    weight: float
    is_complete: bool
    """Whether all that must be masked is marked; else marks only tell types."""
    is_home: bool = False
    """Whether new texts are expected to be marked so."""


@dataclass(frozen=True, slots=True)
class Example:
    """A found span: its features, the share of annotators for each type, and of masked words."""

    source: Source
    features: frozenset[str]
    types: Mapping[SemanticType, float]
    masked: float
    is_direct: bool = False
    """Whether some annotator found that it identifies by itself."""


def gather_examples(
    documents: Iterable[Document], source: Source, detector: Detector
) -> Iterator[Example]:
    """Yield the examples of documents as they are read; what is settled is none."""
    for document in documents:
        gold = GoldDocument(document)
        found = detector.find(detector.pipeline.parse(document.text))
        for span in found.spans:
            if not is_settled(span):
                features = frozenset(found.evidence.features(span))
                types, masked = _types(span, document.layers), _masked(span, document, gold)
                yield Example(source, features, types, masked, _is_direct(span, document))


def _types(span: RecognizedSpan, layers: Sequence[Layer]) -> dict[SemanticType, float]:
    """Return the share of layers in which the span shares most letters with a mask of each type."""
    types: Counter[SemanticType] = Counter()
    for layer in layers:
        shared = {
            mention.entity_type: min(span.end, mention.end) - max(span.start, mention.start)
            for mention in layer.mentions
            if mention.is_masked and mention.start < span.end and span.start < mention.end
        }
        if shared:
            types[max(shared, key=shared.__getitem__)] += 1
    return {each: count / len(layers) for each, count in types.items()}


def _is_direct(span: RecognizedSpan, document: Document) -> bool:
    return any(
        mention.identifier_type is IdentifierType.DIRECT
        and mention.start < span.end
        and span.start < mention.end
        for mention in document.iter_mentions()
    )


def _masked(span: RecognizedSpan, document: Document, gold: GoldDocument) -> float:
    words = list(iter_tokens(document.text, span.start, span.end))
    agreeing = sum(gold.count_agreeing(*word) for word in words)
    return agreeing / max(1, len(words) * gold.annotators)


def fit(examples: Sequence[Example]) -> Judge:
    """Fit the weights; what rests on few examples is left out.

    What other sources than the home mark differently is learnt apart: their features count twice,
    once for all and once for this source, whose copies are then thrown away (Daumé 2007).
    """
    counts = Counter(feature for each in examples for feature in each.features)
    frequent = {feature for feature, count in counts.items() if count >= _FEWEST}
    vectorizer = DictVectorizer()
    matrix = vectorizer.fit_transform(
        [dict.fromkeys(_copied(each, frequent), 1.0) for each in examples]
    )
    types = _fit_model(matrix, [list(each.types.items()) for each in examples], examples)
    masked = _fit_model(matrix, [_decisions(each) for each in examples], examples)
    columns = np.vstack([types.coef_, masked.coef_]).T
    weights = {
        str(name): [round(float(weight), _DIGITS) for weight in column]
        for name, column in zip(vectorizer.get_feature_names_out(), columns, strict=True)
        if name in frequent and np.abs(column).max() >= _LEAST_WEIGHT
    }
    bias = [round(float(each), _DIGITS) for each in [*types.intercept_, *masked.intercept_]]
    return Judge([*map(SemanticType, types.classes_)], bias, weights)


def _copied(example: Example, frequent: Set[str]) -> Iterator[str]:
    for feature in sorted(example.features & frequent):
        yield feature
        if not example.source.is_home:
            yield f"{example.source.name}: {feature}"


def _decisions(example: Example) -> list[tuple[bool, float]]:
    """Return whether the span had to be masked, each answer with its share, where that is known."""
    cost = _DIRECT_COST if example.is_direct else 1
    return [(True, cost * example.masked), (False, 1 - example.masked)] * example.source.is_complete


def _fit_model(
    matrix: csr_matrix,
    answers: Sequence[Sequence[tuple[Any, float]]],
    examples: Sequence[Example],
) -> LogisticRegression:
    """Fit a model to the answers for each row, which count by their share and source."""
    rows = [
        (place, answer, share * example.source.weight)
        for place, (each, example) in enumerate(zip(answers, examples, strict=True))
        for answer, share in each
        if share > 0
    ]
    places, labels, weights = zip(*rows, strict=True)
    model = LogisticRegression(C=STRENGTH, max_iter=_MOST_STEPS, tol=_TOLERANCE)
    return model.fit(matrix[list(places)], labels, sample_weight=weights)
