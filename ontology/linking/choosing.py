"""One list from all readings of a span: of the reading that is worth most, what is likely right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ontology.reading import Reading

_LEAST = 0.5
"""How probable the surest text of a list is at least: more likely right than wrong."""
BESIDE_THE_SUREST = 0.85
"""How probable any other is, where the surest is right.

No figure settles it, so that it is set by hand: counting right and wrong texts alike would have
half of it or less, counting lists with a wrong text the surest alone. Up to here lists with a wrong
text become rare and hardly a right list is lost; above it right texts are lost faster
(docs/ontology.md has the table, which training prints).
"""
_LOOKED_AT = 3
"""How many texts of a list people look at before they choose."""


@dataclass(frozen=True, slots=True)
class Scored:
    """The readings of a span, each with its probability, and that of each text in them."""

    readings: Sequence[tuple[float, Reading]]
    candidates: Mapping[str, float]


def choose(scored: Scored, beside: float = BESIDE_THE_SUREST) -> tuple[float, Reading] | None:
    """Return the reading that is worth most, with what of it is likely right, and how surely.

    None where nothing is: where readings are namesakes, what they share may be surer than each.
    `beside` is how probable a text is at least, as a share of the surest of its reading.
    """
    offered = [
        replace(reading, generalizations=texts)
        for _, reading in scored.readings
        if (texts := _likely(reading.generalizations, scored.candidates, beside))
    ]
    best = max(offered, key=lambda each: _worth(each, scored.candidates), default=None)
    return (scored.candidates[best.generalizations[0]], best) if best else None


def _likely(
    texts: Sequence[str], probabilities: Mapping[str, float], beside: float
) -> tuple[str, ...]:
    surest = max(probabilities[text] for text in texts)
    if surest < _LEAST:
        return ()
    return tuple(text for text in texts if probabilities[text] >= surest * beside)


def _worth(reading: Reading, probabilities: Mapping[str, float]) -> float:
    """Return what a list is expected to give: 1 for each right text, -1 for each wrong one."""
    return sum(2 * probabilities[text] - 1 for text in reading.generalizations[:_LOOKED_AT])
