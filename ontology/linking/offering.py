"""The readings of a span as its list may offer them, for proposing and for what learns from it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from annotation.sources import ListSource
from ontology.guarding import guard
from ontology.guarding_document import DocumentGuard
from ontology.layers import Ontology
from ontology.linking.pool import gather
from ontology.linking.slots import fit_to_slot
from ontology.reading import Generator, Reading
from ontology.spans import Span, Surroundings
from ontology.taxonomy import VAGUE


class Offering:
    """Leaves in the readings of the spans of one layer what fits, and gives nothing away."""

    def __init__(self, surroundings: Surroundings, ontology: Ontology) -> None:
        self.leaks = DocumentGuard(surroundings, ontology).leaks
        self.count_below = cache(ontology.count_below)
        self._ontology = ontology

    def readings_of(self, span: Span) -> list[Reading]:
        """Return the readings of a span that have something to offer."""
        readings = (fit_to_slot(reading, span) for reading in gather(span, self._ontology))
        guarded = (self.guarded(reading, span) for reading in readings)
        return [reading for reading in guarded if reading.generalizations]

    def guarded(self, reading: Reading, span: Span) -> Reading:
        """Return a reading with only the texts that may stand for a span."""
        kept = guard(
            (text for text in reading.generalizations if text not in VAGUE),
            span,
            None if reading.source == ListSource.RULES else self.count_below,
            may_name_parts=reading.generator is Generator.RULE,
        )
        offered = tuple(text for text in kept if not self.leaks(text, span))
        if offered == reading.generalizations:
            return reading
        return replace(reading, generalizations=offered)
