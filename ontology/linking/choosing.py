"""One list from all readings of a span: the reading that is worth most, and what of it is worth it.

Readings are compared whole, and cut when one is chosen: what is right and specific goes before what
is vague and hardly surer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ontology.reading import Reading
from ontology.telling import MOST_BITS

Bits = Callable[[str, str], float]
"""How many bits a text tells in a list that ends in another: see `Telling`."""

COST = 1.5
"""What a wrong text costs, in right texts that are as specific as can be."""
_TRUE = 0.8
"""What a right text is worth that tells nothing: "person" of a person."""
_BY_PLACE = 0.6
"""How much less each further text of a list weighs: people look at the first ones."""


@dataclass(frozen=True, slots=True)
class Scored:
    """The readings of a span, each with its probability, and that of each text in them."""

    readings: Sequence[tuple[float, Reading]]
    candidates: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Valued:
    """A reading with those of its texts that are worth offering, and what each is worth."""

    reading: Reading
    worth_of: Mapping[str, float]

    @property
    def worth(self) -> float:
        """What all of its texts are worth together."""
        return sum(self.worth_of.values())

    def left(self, reading: Reading) -> _Valued:
        """Return what is left where a guard left these texts of the reading."""
        return _Valued(reading, {text: self.worth_of[text] for text in reading.generalizations})


def choose(
    scored: Scored, bits: Bits, guard: Callable[[Reading], Reading], cost: float = COST
) -> tuple[float, Reading] | None:
    """Return the reading that is worth most when guarded, with how probable its first text is.

    Offered is what is expected to give more than it costs; where nothing is, what is likelier right
    than wrong. None where nothing is that, either. `cost` is what a wrong text costs, in right
    texts that are as specific as can be. A guard takes texts away, so that what is worth less with
    all its texts than another with those that are left is not guarded at all.
    """

    def gain(text: str, reading: Reading) -> float:
        probability = scored.candidates[text]
        told = bits(text, reading.generalizations[-1]) / MOST_BITS
        return probability * (_TRUE + told) - (1 - probability) * cost

    def odds(text: str, _: Reading) -> float:
        return 2 * scored.candidates[text] - 1

    best = _best(scored, gain, guard) or _best(scored, odds, guard)
    return (scored.candidates[best.reading.generalizations[0]], best.reading) if best else None


def _best(
    scored: Scored, gain: Callable[[str, Reading], float], guard: Callable[[Reading], Reading]
) -> _Valued | None:
    best: _Valued | None = None
    readings = (_value(reading, gain) for _, reading in scored.readings)
    for whole in sorted(readings, key=lambda each: -each.worth):
        if whole.worth <= (best.worth if best else 0):
            break
        left = whole.left(guard(whole.reading))
        if left.worth > (best.worth if best else 0):
            best = left
    return best


def _value(reading: Reading, gain: Callable[[str, Reading], float]) -> _Valued:
    """Return a reading with the texts that give more than they cost, the first ones most."""
    gains = ((text, gain(text, reading)) for text in reading.generalizations)
    worth_of = {
        text: gained * _BY_PLACE**place for place, (text, gained) in enumerate(gains) if gained > 0
    }
    return _Valued(replace(reading, generalizations=tuple(worth_of)), worth_of)
