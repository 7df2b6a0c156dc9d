"""What a step of linking answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ontology.entries import Sense
from ontology.layers import Ontology
from ontology.spans import Span


@dataclass(frozen=True, slots=True)
class Reading:
    """What a span was taken for, and what may stand for it, ever more generally, without `***`.

    `source` is the key of the list ("geonames", "P31", "rules"); `sense` tells people what the
    span was taken for and by which road ("Oslo: city in Norway", "cue: the film …").
    """

    rungs: tuple[str, ...]
    source: str
    sense: str

    @classmethod
    def of(cls, sense: Sense) -> Reading:
        """Read a span as one sense of the index."""
        told = f"{sense.term}: {sense.sense}" if sense.sense else sense.term
        return cls(sense.rungs, sense.source, told)


Linker = Callable[[Span, Ontology], Reading | None]
"""A step: answers None where it does not know, so that the next step is tried."""
