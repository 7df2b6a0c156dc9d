"""One list from all readings of a span: the best of them, or what namesakes share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ontology.reading import Reading

Scored = tuple[float, Reading]
"""A reading with the probability that it is right."""

_LOOKED_AT = 3
"""How many texts of a list people look at before they choose."""


def choose(scored: Sequence[Scored]) -> Scored | None:
    """Return the reading that is worth most, with its probability; None where none is worth it.

    Each text is as likely as the likeliest reading that has it. Where no reading is worth it, the
    likeliest and its namesakes may be together: then what enough of them share is offered.
    """
    probabilities: dict[str, float] = {}
    for probability, reading in sorted(scored, key=lambda each: each[0]):
        probabilities.update(dict.fromkeys(reading.generalizations, probability))
    sure = [each for each in scored if _gain(each[0]) > 0]
    if not sure and scored:
        return _shared(max(scored, key=lambda each: each[0])[1], scored)
    return max(sure, key=lambda each: _worth(each[1], probabilities), default=None)


def _gain(probability: float) -> float:
    """Return the expected gain of a text, which is 1 where it is right and -1 where it is wrong."""
    return 2 * probability - 1


def _worth(reading: Reading, probabilities: Mapping[str, float]) -> float:
    return sum(_gain(probabilities[text]) for text in reading.generalizations[:_LOOKED_AT])


def _shared(likeliest: Reading, scored: Sequence[Scored]) -> Scored | None:
    """Return the texts that hold for namesakes which together are likely enough."""
    alike = [
        each
        for each in scored
        if (each[1].kind, each[1].source, each[1].generator)
        == (likeliest.kind, likeliest.source, likeliest.generator)
    ]
    total = {
        text: sum(probability for probability, reading in alike if text in reading.generalizations)
        for text in likeliest.generalizations
    }
    kept = tuple(text for text in likeliest.generalizations if _gain(total[text]) > 0)
    return (total[kept[0]], replace(likeliest, generalizations=kept)) if kept else None
