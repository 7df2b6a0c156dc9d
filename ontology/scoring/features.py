"""The features of a reading for the scorer: named numbers, most of them 0 or 1."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from annotation.sources import ListSource
from names.folding import fold
from ontology.english import FUNCTION_WORDS
from ontology.entries import Kind, Sense
from ontology.layers import Ontology
from ontology.linking.geography import (
    NAMESAKE,
    containing_places,
    gather_evidence,
    is_elsewhere,
    is_in_state,
    is_weighed,
    names_behind,
    places_named,
    support_of,
)
from ontology.linking.slots import Slot, slot_of
from ontology.reading import Generator, Reading
from ontology.spans import Span
from ontology.taxonomy import TAXONOMY
from ontology.topics import topics_of
from ontology.wikidata.items import PROPERTIES

Features = dict[str, float]
"""Values by name; the names are the keys of `weights.json`."""

_WORD = re.compile(r"[\w'’-]+|[^\w\s]")
_REACH = 60
_CACHE_SIZE = 1 << 14
_LONGEST_WORD = 6
_MOST_DIFFERENCE = 3.0
_NO_WEIGHT = -1.0
"""The weight of a sense that is not there: less than any."""
_COMMON_TOKENS = FUNCTION_WORDS.union(
    """called named like including , . ; : ( ) " “ ” ‘ ’ 's / - – —""".split()
)
"""Words and signs that are common to all texts; what else stands beside a span says its topic."""

_BESIDE = frozenset({Generator.BEFORE, Generator.BEHIND})
_NATIONAL = frozenset({Kind.SETTLEMENT, Kind.SUBDIVISION, Kind.COUNTRY, Kind.REGION})
_WITHOUT_PLACES = frozenset({"wordnet", *PROPERTIES})
"""Sources whose generalizations of a place do not say where it is."""

_QUOTES = '"“”„«»'


@dataclass(frozen=True)
class SpanContext:
    """What the features of all readings of a span share: its text and what is around it."""

    span: Span
    ontology: Ontology
    readings: Sequence[Reading]

    @cached_property
    def before(self) -> str:
        """The token before the span; the blank where the sentence begins."""
        found = _WORD.findall(self.span.before[-_REACH:])
        return _token_class(found[-1]) if found else "^"

    @cached_property
    def after(self) -> str:
        """The token after the span."""
        found = _WORD.match(self.span.after.lstrip()[:_REACH])
        return _token_class(found[0]) if found else "$"

    @cached_property
    def shape(self) -> str:
        """How the span is written: a name, an acronym, lower case, with digits."""
        text = self.span.text
        words = re.findall(r"[^\W\d_][\w'’.-]*", text)
        if not words:
            return "digits"
        if text == text.lower():
            return "lower"
        if len(words) == 1 and sum(map(str.isupper, text)) > 1 and text.upper() == text:
            return "acronym"
        return "name" if len(words) == 1 else "names"

    @cached_property
    def slot(self) -> Slot:
        """What the span is in its sentence."""
        return slot_of(self.span)

    @cached_property
    def sentence_topics(self) -> frozenset[str]:
        """The topics of the sentence."""
        return topics_of(f"{self.span.before} {self.span.after}")

    @cached_property
    def cues(self) -> frozenset[str]:
        """The kinds that nouns beside the span name."""
        return frozenset(each.named_kind for each in self.readings if each.generator in _BESIDE)

    @cached_property
    def frames(self) -> frozenset[str]:
        """The kinds that verbs and nouns around the span go with."""
        frames = (each for each in self.readings if each.generator is Generator.FRAME)
        return frozenset(each.named_kind for each in frames)

    @cached_property
    def heads(self) -> frozenset[str]:
        """The kinds that the span's own words name."""
        heads = (each for each in self.readings if each.generator is Generator.HEAD)
        return frozenset(each.named_kind for each in heads if each.named_kind)

    @cached_property
    def head_ends(self) -> frozenset[str]:
        """What the senses of the span's noun are in the end: a polo is a sport, a camp a place."""
        return frozenset(
            each.generalizations[-1]
            for each in self.readings
            if each.generator is Generator.HEAD and each.sense and len(each.generalizations) > 1
        )

    @cached_property
    def is_common(self) -> bool:
        """Whether the span is a single word that is one of the language."""
        text = self.span.text
        return " " not in text and self.ontology.lexicon.is_common(text)

    @cached_property
    def is_quoted(self) -> bool:
        """Whether the span stands in quotation marks."""
        span = self.span
        return (
            span.before.rstrip()[-1:] in _QUOTES and span.after[:1] in (*_QUOTES, ",", ".")
            if span.before.strip()
            else False
        )

    @cached_property
    def places_behind(self) -> frozenset[str]:
        """The places that the text names right behind the span."""
        return frozenset(
            place for name in names_behind(self.span) for place in places_named(name, self.ontology)
        )

    @cached_property
    def weights(self) -> dict[tuple[str, str], list[float]]:
        """The weights of the senses of each source and generator, the most usual first."""
        found: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
        for reading in self.readings:
            if reading.sense:
                found[reading.source, reading.generator].append(reading.sense.weight)
        return {key: sorted(weights, reverse=True) for key, weights in found.items()}

    @cached_property
    def best_place(self) -> float:
        """The weight of the best-known place that the span may be, over all sources that weigh.

        Where the text says where it lies, only what lies there may be meant.
        """
        known = [each.sense for each in self.readings if each.sense and is_weighed(each.sense)]
        told = [sense for sense in known if self.places_behind & containing_places(sense)]
        return max((sense.weight for sense in told or known), default=_NO_WEIGHT)

    @cached_property
    def thesaurus(self) -> str:
        """What the thesaurus says of the place that it knows by this name, folded."""
        glosses = (
            each.sense.sense
            for each in self.readings
            if each.sense and each.source == "wordnet" and each.sense.kind is Kind.PLACE
        )
        return fold(" ".join(glosses))

    @cached_property
    def support(self) -> Counter[str]:
        """How many generators have a text among the first of a reading."""
        pairs = {
            (text, reading.generator)
            for reading in self.readings
            for text in reading.generalizations[:2]
        }
        return Counter(text for text, _ in pairs)

    @cached_property
    def is_known_whole(self) -> bool:
        """Whether the index knows the span's whole text in some form."""
        return any(reading.sense and reading.coverage == 1 for reading in self.readings)

    @cached_property
    def known_kinds(self) -> Counter[str]:
        """How many readings by name there are of each kind."""
        return Counter(
            reading.kind for reading in self.readings if reading.generator is Generator.NAME
        )


def _token_class(token: str) -> str:
    low = token.lower().replace("’", "'")
    if low in _COMMON_TOKENS:
        return low
    if token[:1].isdigit():
        return "0"
    return "Aa" if token[:1].isupper() else "aa"


def _scale_of(sense: Sense) -> str:
    """Return what the weights of such senses mean: people of a place, a count of sitelinks."""
    return sense.source if sense.source in PROPERTIES else str(sense.kind)


def extract_features(reading: Reading, context: SpanContext) -> Features:
    """Return the features of a reading in its context."""
    features = dict.fromkeys(_iter_names(reading, context), 1.0)
    features["coverage"] = reading.coverage
    if reading.sense:
        features |= _of_sense(reading, reading.sense, context)
    return features


def _iter_names(reading: Reading, context: SpanContext) -> Iterator[str]:
    semantic_type, kind, by = context.span.type.value, str(reading.kind), reading.generator.value
    longer = "+" if reading.is_longer else ""
    yield f"by={by}{longer}"
    yield f"by={by}{longer} type={semantic_type}"
    yield f"kind={kind}"
    yield f"kind={kind} type={semantic_type}"
    yield f"kind={kind} by={by}"
    yield f"source={reading.source} type={semantic_type}"
    yield f"kind={kind} by={by} type={semantic_type}"
    yield f"kind={kind} shape={context.shape}"
    yield f"kind={kind} type={semantic_type} shape={context.shape}"
    yield f"kind={kind} by={by} shape={context.shape}"
    yield f"by={by} shape={context.shape}"
    yield f"by={by} coverage={'all' if reading.coverage == 1 else 'part'} shape={context.shape}"
    yield f"kind={kind} before={context.before}"
    yield f"kind={kind} after={context.after}"
    yield f"kind={kind} quoted={context.is_quoted}"
    if context.is_known_whole:
        yield f"whole known by={by} source={reading.source}"
        for known in context.known_kinds:
            yield f"known as={known} by={by} type={semantic_type}"
            yield f"known as={known} by={by} end={reading.generalizations[-1]}"
    if reading.word:
        yield f"letters={min(len(reading.word), _LONGEST_WORD)} by={by}"
    if context.is_common:
        yield f"common by={by} shape={context.shape}"
    yield (
        f"top={reading.generalizations[0]}"
        if reading.source == ListSource.RULES
        else f"end={reading.generalizations[-1]}"
    )
    if reading.generator is Generator.HEAD and not reading.sense and not reading.named_kind:
        for end in context.head_ends:
            yield f"noun end={end} type={semantic_type}"
            yield f"noun end={end} shape={context.shape}"
    yield from _agreement(reading, context)
    yield from _topics(reading, context)


def _agreement(reading: Reading, context: SpanContext) -> Iterator[str]:
    chain = frozenset(reading.generalizations)
    by = reading.generator.value
    if context.cues:
        yield f"cue={'agrees' if chain & context.cues else 'differs'} by={by}"
    if context.frames:
        way = "agrees" if chain & context.frames else "differs"
        yield f"frame={way} by={by}"
        for kind in context.frames:
            yield f"kind={reading.kind} frame={kind} {way}"
    if context.heads:
        roots = frozenset().union(*(TAXONOMY.chain(kind) for kind in context.heads))
        way = "agrees" if chain & context.heads else "related" if chain & roots else "differs"
        yield f"head={way} by={by}"
    others = max(context.support[text] for text in reading.generalizations[:2]) - 1
    yield f"support={min(others, 3)}"
    alone = sum(context.known_kinds.values()) == 1
    if reading.generator is Generator.NAME:
        yield f"alone={alone} kind={reading.kind}"
        yield f"rivals={min(4, sum(context.known_kinds.values()))}"


@lru_cache(_CACHE_SIZE)
def _topics_of_reading(text: str) -> frozenset[str]:
    """Return the topics of a reading's texts, which come again, while sentences do not."""
    return topics_of(text)


def _topics(reading: Reading, context: SpanContext) -> Iterator[str]:
    sense = reading.sense
    text = " ".join(reading.generalizations)
    own = _topics_of_reading(f"{text} {sense.sense}" if sense else text)
    kind = reading.kind
    if not own:
        yield f"topic=none near={bool(context.sentence_topics)}"
        return
    if own & context.sentence_topics:
        yield "topic=near"
    elif own & context.span.surroundings.topics:
        yield "topic=around"
    else:
        yield "topic=elsewhere"
    for topic in context.sentence_topics:
        yield f"kind={kind} topic={topic}"
    if reading.source == ListSource.RULES:
        for topic in context.sentence_topics:
            yield f"root={reading.generalizations[-1]} topic={topic}"


def _of_sense(reading: Reading, sense: Sense, context: SpanContext) -> Features:
    key = (reading.source, reading.generator.value)
    scale, weight = _scale_of(sense), sense.weight
    best, second = (*context.weights[key], _NO_WEIGHT)[:2]
    found = {
        f"weight {scale}": weight / 5,
        f"behind {scale}": min(_MOST_DIFFERENCE, best - weight),
        f"first {scale}": float(best == weight),
        f"lead {scale}": min(_MOST_DIFFERENCE, weight - second) if best == weight else 0.0,
        "exact": float(sense.is_exact),
        f"exact shape={context.shape}": float(sense.is_exact),
        f"capital={sense.has_capital} shape={context.shape}": 1.0,
        "other name": float(fold(sense.term) != fold(context.span.text)),
    }
    if is_weighed(sense):
        behind_all = max(0.0, context.best_place - weight)
        found |= {
            "behind all places": min(_MOST_DIFFERENCE, behind_all),
            f"known place kind={reading.kind}": float(behind_all < NAMESAKE),
            f"namesake kind={reading.kind}": float(behind_all >= NAMESAKE),
            f"namesake type={context.span.type.value}": float(behind_all >= NAMESAKE),
        }
        if context.thesaurus:
            is_there = any(place in context.thesaurus for place in containing_places(sense))
            found[f"thesaurus={'agrees' if is_there else 'differs'} kind={reading.kind}"] = 1.0
    if sense.kind in _NATIONAL and sense.source not in _WITHOUT_PLACES:
        evidence = gather_evidence(context.span.surroundings, context.ontology)
        own = fold(context.span.text)
        behind, containing = context.places_behind, containing_places(sense)
        found |= {
            "country": support_of(sense, evidence, own),
            "elsewhere": float(is_elsewhere(sense, evidence, own)),
            "in state": float(is_in_state(sense, evidence, own)),
            "told": float(bool(behind & containing)),
            "told otherwise": float(bool(behind) and not behind & containing),
        }
    return found
