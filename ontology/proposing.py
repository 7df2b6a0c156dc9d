"""Filling the replacement lists of a document: every masked mention gets candidates and reasons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import TypeVar

from annotation.records import MASK, Document, Layer, Mention, Origin, Replacement
from annotation.sources import ListSource
from annotation.types import SemanticType
from names.folding import fold
from ontology.coreference import fullest_mention, spans_by_name, type_and_name
from ontology.guarding import contains_original
from ontology.layers import Ontology
from ontology.linking.choosing import Scored
from ontology.linking.generators.compounds import read_form
from ontology.linking.offering import Offering
from ontology.linking.pool import names_of
from ontology.overrides import NO_OVERRIDES, Overrides
from ontology.reading import AROUND, Reading
from ontology.rules import codes, dates, persons, quantities
from ontology.scoring.model import load_scorer
from ontology.spans import Span, Surroundings
from ontology.taxonomy import FLOORS, TAXONOMY, VAGUE

_Found = TypeVar("_Found")

GRAMMARS: Mapping[SemanticType, Callable[[Span], Reading | None]] = {
    SemanticType.DATETIME: dates.read,
    SemanticType.QUANTITY: quantities.read,
    SemanticType.CODE: codes.read,
}
"""What reads the types that no index knows."""


def propose(
    document: Document, ontology: Ontology, overrides: Overrides = NO_OVERRIDES
) -> Document:
    """Return the document with a list for every masked mention; existing lists are replaced.

    Choices that stand in the record stay where the new list offers their text; the others go with
    the old list.
    """
    layers = tuple(
        _propose_layer(Surroundings.read(document.text, layer.mentions), layer, ontology, overrides)
        for layer in document.layers
    )
    return replace(document, layers=layers)


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
    old = mention.replacement
    if old is not None:
        offered = {MASK}.union(*proposed.generalizations.values())
        selection = {text: who for text, who in old.selection.items() if text in offered}
        proposed = replace(proposed, selection=selection, layout=old.layout)
    return replace(mention, replacement=proposed)


class Proposer:
    """Proposes for the spans of one layer, each read once; mentions of one thing agree."""

    def __init__(
        self,
        surroundings: Surroundings,
        ontology: Ontology,
        overrides: Overrides = NO_OVERRIDES,
        unchanged: Collection[str] = frozenset(),
        *,
        by_annotator: bool = False,
    ) -> None:
        """`unchanged` are mentions that are not proposed for: their lists stay as they are.

        `by_annotator` says that somebody settled what the spans are: who is who, see
        `persons.number_persons`, and the types, which readings of another one give way to.
        """
        self._surroundings = surroundings
        self._unchanged = unchanged
        self._by_annotator = by_annotator
        self._ontology = ontology
        self._overrides = overrides
        self._offering = Offering(surroundings, ontology)
        self._scorer = load_scorer()
        self._names_of = _once_for_each(names_of)
        self._read = _once_for_each(self._read_itself)
        self._score = _once_for_each(self._score_itself)
        self._answers_to = cache(self._rank)

    @cached_property
    def _by_name(self) -> Mapping[tuple[SemanticType, str], Sequence[Span]]:
        return spans_by_name(self._surroundings)

    @cached_property
    def _numbers(self) -> Mapping[str, str]:
        return persons.number_persons(
            self._surroundings, self._unchanged, by_entity=self._by_annotator
        )

    def propose(self, span: Span) -> Replacement:
        """Return the list of a span, most specific first and `***` last, with its reasons."""
        fitting = (self._offering.guarded(each, span) for each in self._readings(span))
        reading = next(
            (each for each in fitting if each.generalizations), Reading((), ListSource.RULES, "")
        )
        generalizations = reading.generalizations
        floor = "" if _is_by_rule(span) else _floor_of(generalizations, span.type)
        if floor and not contains_original(floor, span.text):
            generalizations = (*generalizations, floor)
        offered = self._ruled(generalizations, span)
        origins = {text: self._origin(text, reading, generalizations) for text in offered}
        return Replacement({reading.source: [*offered, MASK]}, origins=origins)

    def alternatives(self, span: Span) -> Iterator[Reading]:
        """Yield what else the words of a span may mean, the likeliest first.

        Each brings the texts that neither the span's list nor one before it has. What a rule reads
        means nothing else.
        """
        if _is_by_rule(span):
            return
        replacement = span.mention.replacement or self.propose(span)
        known = {text for _, texts in replacement.iter_lists() for text in texts}
        for _, reading in sorted(self._score(span).readings, key=lambda each: -each[0]):
            if reading.generator in AROUND:
                continue
            guarded = self._offering.guarded(reading, span)
            texts = self._ruled(guarded.generalizations, span)
            fresh = tuple(text for text in texts if text not in known)
            known.update(fresh)
            if fresh:
                yield replace(reading, generalizations=fresh)

    def _readings(self, span: Span) -> Iterator[Reading]:
        """Yield the readings to try, first that of the longest name of the same thing."""
        own = self._read(span)
        if _is_by_rule(span):
            yield from [own[1]] if own else []
            return
        if (longest := fullest_mention(span)) is not span and (found := self._read(longest)):
            yield found[1]
        if own is not None and span.type is SemanticType.DEM:  # "is Norwegian, speaks Norwegian"
            yield own[1]
        yield from self._answers(span, own)

    def _answers(self, span: Span, own: tuple[float, Reading] | None) -> Iterator[Reading]:
        """Yield what the mentions of a name were taken for, the surest first, of equals its own."""
        for probability, reading in self._answers_to(type_and_name(span)):
            if own is not None and own[0] >= probability:
                yield own[1]
                own = None
            yield reading

    def _rank(self, name: tuple[SemanticType, str]) -> Sequence[tuple[float, Reading]]:
        """Return the different answers to a name, the surest first."""
        answers = [found for each in self._by_name[name] if (found := self._read(each))]
        surest: dict[Reading, float] = {}
        for probability, reading in sorted(answers, key=lambda answer: -answer[0]):
            surest.setdefault(reading, probability)
        return [(probability, reading) for reading, probability in surest.items()]

    def _read_itself(self, span: Span) -> tuple[float, Reading] | None:
        """Read a span by itself, by what of its readings is worth most."""
        if span.type is SemanticType.PERSON:
            number = self._numbers.get(span.mention.mention_id)
            return (1.0, Reading((number,), ListSource.RULES, "person")) if number else None
        if span.type in GRAMMARS:
            reading = GRAMMARS[span.type](span)
            return (1.0, self._offering.guarded(reading, span)) if reading else None
        if form := read_form(span):
            return 1.0, self._offering.guarded(form, span)
        scored = self._score(span)
        own = (
            self._offering.choose(_of_type(scored, span.type), span) if self._by_annotator else None
        )
        return own or self._offering.choose(scored, span)

    def _score_itself(self, span: Span) -> Scored:
        """Read a span in every way."""
        readings = self._offering.readings_of(span)
        return self._scorer.score(readings, span, self._ontology, certain=self._added(span))

    def _added(self, span: Span) -> frozenset[str]:
        """Return the folded texts that the project adds: a reading that has one is meant."""
        if not self._overrides:
            return frozenset()
        additions = self._overrides.additions_to(self._names_of(span), span.type)
        return frozenset(fold(addition.text) for addition in additions)

    def _ruled(self, generalizations: tuple[str, ...], span: Span) -> tuple[str, ...]:
        """Return what the rules of the project make of a list; they may add no leak either."""
        if not self._overrides:
            return generalizations
        terms, count_below = self._names_of(span), self._offering.count_below
        ruled = self._overrides.applied(generalizations, terms, span.type, count_below)
        return tuple(text for text in ruled if not self._offering.leaks(text, span))

    def _origin(
        self, generalization: str, reading: Reading, generalizations: tuple[str, ...]
    ) -> Origin:
        if generalization not in generalizations:
            return Origin(ListSource.PROJECT, "")
        if generalization not in reading.generalizations:
            return Origin(ListSource.FLOOR, "true of every span of this type")
        return Origin(reading.source, reading.label)


def _once_for_each(compute: Callable[[Span], _Found]) -> Callable[[Span], _Found]:
    """Return a function of spans that computes its answer once for each mention."""
    found: dict[str, _Found] = {}

    def answer(span: Span) -> _Found:
        key = span.mention.mention_id
        if key not in found:
            found[key] = compute(span)
        return found[key]

    return answer


def _of_type(scored: Scored, semantic_type: SemanticType) -> Scored:
    """Return the readings with a text that names a kind of the type; none where it has no kinds."""
    floor = FLOORS.get(semantic_type)
    return replace(
        scored,
        readings=[
            (probability, reading)
            for probability, reading in scored.readings
            if any(
                floor in TAXONOMY.roots(text)
                for text in reading.generalizations
                if text in TAXONOMY
            )
        ],
    )


def _floor_of(generalizations: tuple[str, ...], semantic_type: SemanticType) -> str:
    """Return what a list ends in: what is true of the type, unless the thing is no such thing."""
    own = FLOORS.get(semantic_type, "")
    roots = (
        TAXONOMY.roots(generalizations[-1])
        if generalizations and generalizations[-1] in TAXONOMY
        else {own}
    )
    return own if own in roots else min(VAGUE & roots, default="")


def _is_by_rule(span: Span) -> bool:
    return span.type in GRAMMARS or span.type is SemanticType.PERSON
