"""One list from all readings of a span: the reading that is worth most, and what of it is worth it.

Readings are compared whole, and cut when one is chosen: what is right and specific goes before what
is vague and hardly surer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ontology.reading import Generator, Reading
from ontology.telling import MOST_BITS

Bits = Callable[[str, str], float]
"""The bits that a text tells in a list that ends in another: see `Telling`."""

COST = 2.0
"""The cost of a wrong text, in right texts that are as specific as can be."""
_FURTHER = 2.0
"""The factor of that cost behind the first text: a list needs a specific text more than many."""
_TRUE = 0.8
"""The worth of a right text that tells nothing: "person" of a person."""
_BY_PLACE = 0.8
"""The factor by which each further text of a list weighs less: people look at the first ones."""


@dataclass(frozen=True, slots=True)
class Scored:
    """The readings of a span, each with its probability, and that of each text in them."""

    readings: Sequence[tuple[float, Reading]]
    candidates: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Valued:
    """A reading with those of its texts that give more than they cost, and what each gives."""

    reading: Reading
    gains: Mapping[str, float]

    @property
    def worth(self) -> float:
        """What its texts are worth together, the first ones most."""
        return _weighted(self.gains.values())

    @property
    def most(self) -> float:
        """What some of its texts may be worth at most."""
        return _weighted(sorted(self.gains.values(), reverse=True))

    def left(self, reading: Reading) -> _Valued:
        """Return what is left where a guard left these texts of the reading."""
        return _Valued(reading, {text: self.gains[text] for text in reading.generalizations})


def _weighted(gains: Iterable[float]) -> float:
    return sum(gain * _BY_PLACE**place for place, gain in enumerate(gains))


def choose(
    scored: Scored, bits: Bits, guard: Callable[[Reading], Reading], cost: float = COST
) -> tuple[float, Reading] | None:
    """Return the reading that is worth most when guarded, with how probable its first text is.

    Offered is what is expected to give more than it costs, of the further texts what gives more
    than it costs twice; where nothing is, what is likelier right than wrong. None where nothing is
    that, either. `cost` is what a wrong text costs, in right texts that are as specific as can be.
    A guard takes texts away, so that what is worth less with all its texts than another with those
    that are left is not guarded at all.
    """

    def gain(text: str, reading: Reading, times: float = 1.0) -> float:
        probability = scored.candidates[text]
        told = bits(text, reading.generalizations[-1]) / MOST_BITS
        if reading.generator is Generator.FRAME:  # "worked for …" says "employer" anyway
            told = 0.0
        return probability * (_TRUE + told) - (1 - probability) * cost * times

    def odds(text: str, _: Reading) -> float:
        return 2 * scored.candidates[text] - 1

    if best := _best(scored, gain, guard):
        first, *others = best.generalizations
        surer = [text for text in others if gain(text, best, _FURTHER) > 0]
        best = replace(best, generalizations=(first, *surer))
    else:
        best = _best(scored, odds, guard)
    return (scored.candidates[best.generalizations[0]], best) if best else None


def _best(
    scored: Scored, gain: Callable[[str, Reading], float], guard: Callable[[Reading], Reading]
) -> Reading | None:
    best: _Valued | None = None
    readings = (_value(reading, gain) for _, reading in scored.readings)
    for whole in sorted(readings, key=lambda each: -each.most):
        if whole.most <= (best.worth if best else 0):
            break
        left = whole.left(guard(whole.reading))
        if left.worth > (best.worth if best else 0):
            best = left
    return best.reading if best else None


def _value(reading: Reading, gain: Callable[[str, Reading], float]) -> _Valued:
    found = ((text, gain(text, reading)) for text in reading.generalizations)
    gains = {text: gained for text, gained in found if gained > 0}
    return _Valued(replace(reading, generalizations=tuple(gains)), gains)
