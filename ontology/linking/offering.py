"""The readings of a span as its list may offer them, for proposing and for what learns from it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

from annotation.sources import ListSource
from names.folding import fold
from ontology.entries import Kind
from ontology.guarding import FEWEST_THINGS, guard
from ontology.guarding_document import DocumentGuard
from ontology.guarding_signs import keeps_signs
from ontology.layers import Ontology
from ontology.linking.choosing import COST, Scored, choose
from ontology.linking.pool import gather
from ontology.linking.slots import fit_to_slot
from ontology.phrases import singular
from ontology.reading import Generator, Reading
from ontology.spans import Span, Surroundings
from ontology.taxonomy import TAXONOMY, VAGUE
from ontology.telling import Telling

_PEOPLE = frozenset({Kind.ROLE, Kind.OCCUPATION, Kind.PEOPLE})
"""Whose nouns name kinds, though nothing stands below them: many are beekeepers."""
_BY_FORM = frozenset({Generator.FORM, Generator.RULE})
"""What knows the kind of a span by its form, whatever else its words say: "house number 12"."""


class Offering:
    """Leaves in the readings of the spans of one layer what fits, and gives nothing away."""

    def __init__(self, surroundings: Surroundings, ontology: Ontology) -> None:
        self._leaks_elsewhere = DocumentGuard(surroundings, ontology).leaks
        self.count_below = cache(ontology.count_below)
        self.is_kind = cache(self._is_kind)
        self.bits = Telling(ontology).bits
        self._ontology = ontology

    def leaks(self, text: str, span: Span) -> bool:
        """Tell whether a text gives away signs of its span, or what another span hides."""
        is_word = self._ontology.lexicon.is_common
        return keeps_signs(text, span, is_word) or self._leaks_elsewhere(text, span)

    def readings_of(self, span: Span) -> list[Reading]:
        """Return the readings of a span that say more than its type does, not yet guarded."""
        readings = (fit_to_slot(reading, span) for reading in gather(span, self._ontology))
        telling = (_without_vague(reading) for reading in readings)
        return [reading for reading in telling if reading.generalizations]

    def choose(
        self, scored: Scored, span: Span, cost: float = COST
    ) -> tuple[float, Reading] | None:
        """Return the reading that is worth most of those that have a text for a span, guarded.

        It comes with how probable its first text is. None where nothing may be offered.
        """
        return choose(scored, self.bits, partial(self.guarded, span=span), cost)

    def guarded(self, reading: Reading, span: Span) -> Reading:
        """Return a reading with only the texts that may stand for a span."""
        kept = guard(
            _without_vague(reading).generalizations,
            span,
            None if reading.source == ListSource.RULES else self.count_below,
            None if reading.generator in _BY_FORM else self.is_kind,
            may_name_parts=reading.generator is Generator.RULE,
        )
        offered = tuple(text for text in kept if not self.leaks(text, span))
        if offered == reading.generalizations:
            return reading
        return replace(reading, generalizations=offered)

    def _is_kind(self, text: str) -> bool:
        """Tell whether a text names a kind: our own, what people are, or what covers several."""
        if any(match.word == singular(fold(text)) for match in TAXONOMY.of_noun(text, "words")):
            return True
        senses = [sense for sense in self._ontology.lookup(text) if not sense.has_capital]
        names = (text, *(sense.term for sense in senses))
        return any(sense.kind in _PEOPLE for sense in senses) or any(
            self.count_below(name) >= FEWEST_THINGS for name in names
        )


def _without_vague(reading: Reading) -> Reading:
    if VAGUE.isdisjoint(reading.generalizations):
        return reading
    kept = tuple(text for text in reading.generalizations if text not in VAGUE)
    return replace(reading, generalizations=kept)
