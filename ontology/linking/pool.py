"""All readings of a span, whatever its type, with what each was found by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ontology.coreference import fullest_mention
from ontology.layers import Ontology
from ontology.linking.generators.beside import read_beside, read_frames
from ontology.linking.generators.compounds import read_compounds
from ontology.linking.generators.forms import forms_of
from ontology.linking.generators.names import chain_of, read_live, read_names
from ontology.linking.generators.spellings import lookup_other
from ontology.linking.generators.words import read_words
from ontology.linking.shortforms import longer_form
from ontology.phrases import singular
from ontology.reading import Generator, Reading
from ontology.spans import Span

_NAMES = frozenset({Generator.NAME, Generator.NORMALISED})
_MOST_STEPS = 3
"""Short names of short names: "Riders", "Rough Riders", "Ottawa Rough Riders"."""


def gather(span: Span, ontology: Ontology) -> list[Reading]:
    """Return the readings of a span, each once, in the order of the generators.

    A live layer is asked for what nothing else could read.
    """
    found: dict[tuple[object, ...], Reading] = {}
    readings = [*_iter_readings(span, ontology)] or read_live(span, ontology)
    for reading in readings:
        key = (reading.generalizations, reading.generator, reading.is_longer)
        found.setdefault(key, reading)
    return list(found.values())


def names_of(span: Span) -> tuple[str, ...]:
    """Return the names that a span goes by: its own, inflected or not, and the longer ones."""
    spans = (span, fullest_mention(span), *_longer_forms(span))
    forms = (form for each in spans for form in forms_of(each.text))
    return tuple(dict.fromkeys(form.text for form in forms if form.generator in _NAMES))


def _iter_readings(span: Span, ontology: Ontology) -> Iterator[Reading]:
    yield from _of_itself(span, ontology)
    yield from read_beside(span, ontology)
    yield from read_frames(span)
    yield from read_compounds(span, ontology, lambda text: _likeliest(text, ontology))
    for longer in _longer_forms(span):
        for reading in (*_of_itself(longer, ontology), *read_beside(longer, ontology)):
            yield replace(reading, is_longer=True)


def _longer_forms(span: Span) -> Iterator[Span]:
    longer = longer_form(span)
    for _ in range(_MOST_STEPS):
        if longer is None:
            return
        yield longer
        longer = longer_form(longer)


def _of_itself(span: Span, ontology: Ontology) -> Iterator[Reading]:
    yield from read_names(span, ontology)
    yield from read_words(span, ontology)


def _likeliest(text: str, ontology: Ontology) -> Reading | None:
    """Return the most usual reading of a part of a span by its name."""
    senses = (
        ontology.lookup(text) or ontology.lookup(singular(text)) or lookup_other(text, ontology)
    )
    known = [sense for sense in senses if sense.generalizations]
    best = max(known, key=lambda sense: sense.weight, default=None)
    return Reading.from_sense(best, chain_of(best)) if best else None
