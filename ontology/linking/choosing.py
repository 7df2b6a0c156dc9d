"""One list from all readings of a span: the best of them, or what namesakes share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ontology.reading import Reading

Scored = tuple[float, Reading]
"""A reading with the probability that it is right."""

_READ = 3
"""Texts of a list that people read before they choose."""


def choose(scored: Sequence[Scored]) -> Scored | None:
    """Return the reading that is worth most, with its probability; None where none is worth it.

    Each text is as likely as the likeliest reading that has it. Where no reading is worth it, the
    likeliest and its namesakes may be together: then what enough of them share is offered.
    """
    likely: dict[str, float] = {}
    for probability, reading in sorted(scored, key=lambda each: each[0]):
        likely.update(dict.fromkeys(reading.rungs, probability))
    sure = [each for each in scored if _gain(each[0]) > 0]
    if not sure and scored:
        return _shared(max(scored, key=lambda each: each[0])[1], scored)
    return max(sure, key=lambda each: _worth(each[1], likely), default=None)


def _gain(probability: float) -> float:
    """Return what a text may be expected to give: one where it is right, else less one."""
    return 2 * probability - 1


def _worth(reading: Reading, likely: Mapping[str, float]) -> float:
    return sum(_gain(likely[rung]) for rung in reading.rungs[:_READ])


def _shared(likeliest: Reading, scored: Sequence[Scored]) -> Scored | None:
    """Return the texts that hold for namesakes which together are likely enough."""
    alike = [
        each
        for each in scored
        if (each[1].kind, each[1].source, each[1].generator)
        == (likeliest.kind, likeliest.source, likeliest.generator)
    ]
    total = {
        rung: sum(probability for probability, reading in alike if rung in reading.rungs)
        for rung in likeliest.rungs
    }
    kept = tuple(rung for rung in likeliest.rungs if _gain(total[rung]) > 0)
    return (total[kept[0]], replace(likeliest, rungs=kept)) if kept else None
