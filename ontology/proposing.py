"""Filling the replacement lists of a document: every masked mention gets candidates and reasons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property

from annotation.records import MASK, Document, Layer, Mention, Origin, Replacement
from annotation.types import SemanticType
from ontology.guarding import guard, holds
from ontology.guarding_document import DocumentGuard
from ontology.layers import Ontology
from ontology.linking.choosing import choose
from ontology.linking.closing import closed
from ontology.linking.generators.compounds import read_form
from ontology.linking.pool import gather
from ontology.overrides import NO_OVERRIDES, Overrides
from ontology.reading import RULES, Generator, Reading
from ontology.rules import codes, dates, persons, quantities
from ontology.scoring.model import load_model
from ontology.siblings import fullest, is_same_name
from ontology.spans import Span, Surroundings
from ontology.taxonomy import FLOORS, TAXONOMY

GRAMMARS: Mapping[SemanticType, Callable[[Span], Reading | None]] = {
    SemanticType.DATETIME: dates.read,
    SemanticType.QUANTITY: quantities.read,
    SemanticType.CODE: codes.read,
}
"""What reads the types that no index knows."""

LINKED = (SemanticType.LOC, SemanticType.ORG, SemanticType.DEM, SemanticType.MISC)
"""The types whose spans are linked to what they name."""

_VAGUE = frozenset(FLOORS.values())
"""What tells no more than a type does; it closes a list where nothing else is left to say."""

FLOOR_SOURCE = "floor"
ADDED_SOURCE = "project"
"""The keys of reasons that no reading gave."""

Found = tuple[float, Reading]
"""A reading with how likely it is right."""


def propose(
    document: Document, ontology: Ontology, overrides: Overrides = NO_OVERRIDES
) -> Document:
    """Return the document with a list for every masked mention; existing lists are replaced.

    Choices that stand in the record stay where the new list offers their text; the others go with
    the old list.
    """
    return replace(
        document,
        layers=tuple(
            _propose_layer(Surroundings(document.text, layer.mentions), layer, ontology, overrides)
            for layer in document.layers
        ),
    )


def propose_for(span: Span, ontology: Ontology, overrides: Overrides = NO_OVERRIDES) -> Replacement:
    """Return the list of one span, most specific first and `***` last, with its reasons."""
    return Proposer(span.surroundings, ontology, overrides).propose(span)


def _propose_layer(
    surroundings: Surroundings, layer: Layer, ontology: Ontology, overrides: Overrides
) -> Layer:
    proposer = Proposer(surroundings, ontology, overrides)
    proposed = {span.mention.mention_id: proposer.propose(span) for span in surroundings.spans}
    return replace(
        layer,
        mentions=tuple(
            _with(mention, proposed[mention.mention_id]) if mention.is_masked else mention
            for mention in layer.mentions
        ),
    )


def _with(mention: Mention, proposed: Replacement) -> Mention:
    kept = mention.replacement
    if kept is not None:
        offered = {MASK}.union(*proposed.generalizations.values())
        selection = {text: who for text, who in kept.selection.items() if text in offered}
        proposed = replace(proposed, selection=selection, layout=kept.layout)
    return replace(mention, replacement=proposed)


class Proposer:
    """Proposes for the spans of one layer, each read once; mentions of one thing agree."""

    def __init__(
        self,
        surroundings: Surroundings,
        ontology: Ontology,
        overrides: Overrides = NO_OVERRIDES,
        kept: Collection[str] = frozenset(),
    ) -> None:
        """`kept` are the mentions that are not proposed for: their lists stay as they are."""
        self._surroundings = surroundings
        self._kept = kept
        self._ontology = ontology
        self._overrides = overrides
        self._below = cache(ontology.below)
        self._found: dict[str, Found | None] = {}
        self._document_guard = DocumentGuard(surroundings, ontology)
        self._model = load_model()

    @cached_property
    def _numbers(self) -> Mapping[str, str]:
        return persons.number_persons(self._surroundings, self._kept)

    def propose(self, span: Span) -> Replacement:
        """Return the list of a span, most specific first and `***` last, with its reasons."""
        fitting = (self._guarded(told, span) for told in self._readings(span))
        reading = next((each for each in fitting if each.rungs), Reading((), RULES, ""))
        rungs = reading.rungs
        floor = _floor_of(rungs, span.type)
        if floor and not holds(floor, span.text):
            rungs = (*rungs, floor)
        applied = self._overrides.applied(rungs, span.text, span.type, self._below)
        offered = [rung for rung in applied if not self._document_guard.gives_back(rung, span)]
        origins = {rung: self._origin(rung, reading, rungs) for rung in offered}
        return Replacement({reading.source: [*offered, MASK]}, origins=origins)

    def _readings(self, span: Span) -> Iterator[Reading]:
        """Yield what a span may be taken for: first by the mention of the thing that tells most."""
        own = self._read(span)
        if _is_by_rule(span):
            yield from [own[1]] if own else []
            return
        if (longest := fullest(span)) is not span and (found := self._read(longest)):
            yield found[1]
        if own is not None and span.type is SemanticType.DEM:  # "is Norwegian, speaks Norwegian"
            yield own[1]
        same = (each for each in self._surroundings.spans if is_same_name(each, span))
        answers = [(found, each is not span) for each in same if (found := self._read(each))]
        for (_, reading), _ in sorted(answers, key=lambda answer: (-answer[0][0], answer[1])):
            yield reading

    def _read(self, span: Span) -> Found | None:
        key = span.mention.mention_id
        if key not in self._found:
            self._found[key] = self._read_alone(span)
        return self._found[key]

    def _read_alone(self, span: Span) -> Found | None:
        """Read a span by itself, by what of its readings is worth most."""
        if span.type is SemanticType.PERSON:
            number = self._numbers.get(span.mention.mention_id)
            return (1.0, Reading((number,), RULES, "person")) if number else None
        if span.type in GRAMMARS:
            reading = GRAMMARS[span.type](span)
            return (1.0, self._guarded(reading, span)) if reading else None
        if form := read_form(span):
            return 1.0, self._guarded(form, span)
        readings = [
            told
            for reading in gather(span, self._ontology)
            if (told := self._guarded(closed(reading, span), span)).rungs
        ]
        likely = self._model.probabilities(readings, span, self._ontology)
        return choose([*zip(likely, readings, strict=True)])

    def _guarded(self, reading: Reading, span: Span) -> Reading:
        below = None if reading.source == RULES else self._below
        told = (rung for rung in reading.rungs if rung not in _VAGUE)
        rungs = guard(told, span, below, may_name_parts=reading.generator is Generator.RULE)
        return reading if rungs == reading.rungs else replace(reading, rungs=rungs)

    def _origin(self, rung: str, reading: Reading, rungs: tuple[str, ...]) -> Origin:
        if rung not in rungs:
            return Origin(ADDED_SOURCE, "")
        if rung not in reading.rungs:
            return Origin(FLOOR_SOURCE, "true of every span of this type")
        return Origin(reading.source, reading.sense)


def _floor_of(rungs: tuple[str, ...], semantic_type: SemanticType) -> str:
    """Return what a list ends in: what is true of the type, unless the thing is no such thing."""
    own = FLOORS.get(semantic_type, "")
    roots = TAXONOMY.roots(rungs[-1]) if rungs and rungs[-1] in TAXONOMY else {own}
    return own if own in roots else min(_VAGUE & roots, default="")


def _is_by_rule(span: Span) -> bool:
    return span.type in GRAMMARS or span.type is SemanticType.PERSON
