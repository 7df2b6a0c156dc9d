"""The features of a candidate for the scorer: one text of a span, pooled over its readings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from math import log

from names.folding import fold
from ontology.phrases import head
from ontology.reading import Reading
from ontology.scoring.features import Features, SpanContext

_CERTAIN = 1e-3
"""How near to 0 and 1 probabilities are told apart."""
_LAST_PLACE = 4
_CACHE_SIZE = 1 << 14


def candidate_features(
    context: SpanContext, probabilities: Sequence[float], certain: Collection[str] = ()
) -> dict[str, Features]:
    """Return the features of each text that the readings of a span have.

    `probabilities` are those of the readings of `context`. A text is described by the likeliest
    reading that has it, and by how likely all are together that have it; those that are, folded, in
    `certain` are known to be right.
    """
    likeliest: dict[str, tuple[float, Reading]] = {}
    totals: dict[str, float] = {}
    for probability, reading in zip(probabilities, context.readings, strict=True):
        for text in reading.generalizations:
            totals[text] = totals.get(text, 0.0) + probability
            if probability > likeliest.get(text, (-1.0, reading))[0]:
                likeliest[text] = probability, reading
    return {
        text: {
            "likeliest": _log_odds(1.0 if fold(text) in certain else probability),
            f"likeliest source={reading.source}": _log_odds(
                1.0 if fold(text) in certain else probability
            ),
            "together": _log_odds(1.0 if fold(text) in certain else totals[text]),
            **dict.fromkeys(_iter_names(text, reading, context), 1.0),
        }
        for text, (probability, reading) in likeliest.items()
    }


def _iter_names(text: str, reading: Reading, context: SpanContext) -> Iterator[str]:
    noun = _noun(text)
    place = min(reading.generalizations.index(text), _LAST_PLACE)
    yield f"text={text}"
    yield f"text={text} shape={context.shape}"
    yield f"text={text} slot={context.slot}"
    yield f"noun={noun}"
    yield f"noun={noun} type={context.span.type.value}"
    yield f"top={reading.generalizations[0]}"
    yield f"place={place}"
    yield f"by={reading.generator.value}"
    yield f"source={reading.source} place={place}"
    yield f"kind={reading.kind} type={context.span.type.value}"


@lru_cache(_CACHE_SIZE)
def _noun(text: str) -> str:
    return fold(head(text))


def _log_odds(probability: float) -> float:
    within = min(max(probability, _CERTAIN), 1 - _CERTAIN)
    return log(within / (1 - within))
