"""What the scorer sees of a reading: named numbers, most of them 0 or 1."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ontology.entries import Kind, Sense
from ontology.folding import fold
from ontology.layers import Ontology
from ontology.linking.whereabouts import (
    bonus,
    gather_evidence,
    is_elsewhere,
    is_in_state,
    places_named,
    told_beside,
    where,
)
from ontology.reading import RULES, Generator, Reading
from ontology.spans import Span
from ontology.taxonomy import TAXONOMY
from ontology.topics import topics_of
from ontology.wikidata.items import PROPERTIES

Features = dict[str, float]

_WORD = re.compile(r"[\w'’-]+|[^\w\s]")
_NEAR = 60
_REMEMBERED = 1 << 14
_LONG = 6
_FAR = 3.0
_NONE = -1.0
"""The weight of a sense that is not there: less than any."""
_CLOSED = frozenset(
    """a an the his her their its our my this that these those some any each every no
    of in on at to for from by with without into onto near under over between among against about
    during after before as per via upon within through is are was were be been being has have had
    and or but not than when while where who which called named like including
    , . ; : ( ) " “ ” ‘ ’ 's / - – —""".split()
)
"""Words and signs that are common to all texts; what else stands beside a span says its topic."""

_LIKE = {
    Kind.SETTLEMENT: "cities",
    Kind.SUBDIVISION: "subdivisions",
    Kind.COUNTRY: "countries",
    Kind.ORGANIZATION: "brands",
    Kind.BRAND: "brands",
    Kind.SCHOOL: "schools",
    Kind.TEAM: "teams",
}
"""The weights were made without a layer of Wikidata, whose senses are like those of our sources."""

_OF_WIKIDATA = 4.0
"""A thing that Wikidata knows is as usual as a settlement of 10,000 people."""

_BESIDE = frozenset({Generator.BEFORE, Generator.BEHIND})
_NATIONAL = frozenset({Kind.SETTLEMENT, Kind.SUBDIVISION, Kind.COUNTRY, Kind.REGION})
_QUOTES = '"“”„«»'


@dataclass(frozen=True)
class Place:
    """A span in its place, as all its readings see it."""

    span: Span
    ontology: Ontology
    readings: Sequence[Reading]

    @cached_property
    def before(self) -> str:
        """The token before the span; the blank where the sentence begins."""
        found = _WORD.findall(self.span.before[-_NEAR:])
        return _closed(found[-1]) if found else "^"

    @cached_property
    def after(self) -> str:
        """The token after the span."""
        found = _WORD.match(self.span.after.lstrip()[:_NEAR])
        return _closed(found[0]) if found else "$"

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
    def near(self) -> frozenset[str]:
        """The topics of the sentence."""
        return topics_of(f"{self.span.before} {self.span.after}")

    @cached_property
    def cues(self) -> frozenset[str]:
        """The kinds that nouns beside the span tell."""
        return frozenset(each.tells for each in self.readings if each.generator in _BESIDE)

    @cached_property
    def frames(self) -> frozenset[str]:
        """The kinds that verbs and nouns around the span want."""
        return frozenset(each.tells for each in self.readings if each.generator is Generator.FRAME)

    @cached_property
    def heads(self) -> frozenset[str]:
        """The kinds that the span's own words tell."""
        heads = (each for each in self.readings if each.generator is Generator.HEAD)
        return frozenset(each.tells for each in heads if each.tells)

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
    def told(self) -> frozenset[str]:
        """The places that the text names right behind the span."""
        return frozenset(
            place for name in told_beside(self.span) for place in places_named(name, self.ontology)
        )

    @cached_property
    def weights(self) -> dict[tuple[str, str], list[float]]:
        """The weights of the senses of each source and generator, the most usual first."""
        found: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
        for reading in self.readings:
            if reading.of:
                found[reading.source, reading.generator].append(_weight_of(reading.of))
        return {key: sorted(weights, reverse=True) for key, weights in found.items()}

    @cached_property
    def support(self) -> Counter[str]:
        """How many generators have a text among the first of a reading."""
        pairs = {
            (rung, reading.generator) for reading in self.readings for rung in reading.rungs[:2]
        }
        return Counter(rung for rung, _ in pairs)

    @cached_property
    def is_known_whole(self) -> bool:
        """Whether the index knows the span's whole text in some form."""
        return any(reading.of and reading.coverage == 1 for reading in self.readings)

    @cached_property
    def known_kinds(self) -> Counter[str]:
        """How many readings by name there are of each kind."""
        return Counter(
            reading.kind for reading in self.readings if reading.generator is Generator.NAME
        )


def _closed(token: str) -> str:
    low = token.lower().replace("’", "'")
    if low in _CLOSED:
        return low
    if token[:1].isdigit():
        return "0"
    return "Aa" if token[:1].isupper() else "aa"


def _weight_of(sense: Sense) -> float:
    """Return how usual a sense is, on the scale of our sources."""
    return sense.weight + _OF_WIKIDATA * (sense.source in PROPERTIES)


def _source_of(reading: Reading) -> str:
    """Return the source, or for what Wikidata tells the one of ours that tells the like."""
    if reading.of is None or reading.source not in PROPERTIES:
        return reading.source
    return _LIKE.get(reading.of.kind, "wordnet")


def features(reading: Reading, place: Place) -> Features:
    """Return the features of a reading in its place."""
    found = dict.fromkeys(_iter_names(reading, place), 1.0)
    found["coverage"] = reading.coverage
    if reading.of:
        found |= _of_sense(reading, reading.of, place)
    return found


def _iter_names(reading: Reading, place: Place) -> Iterator[str]:
    mark, kind, by = place.span.type.value, str(reading.kind), reading.generator.value
    longer = "+" if reading.is_longer else ""
    yield f"by={by}{longer}"
    yield f"by={by}{longer} type={mark}"
    yield f"kind={kind}"
    yield f"kind={kind} type={mark}"
    yield f"kind={kind} by={by}"
    yield f"source={_source_of(reading)} type={mark}"
    yield f"kind={kind} by={by} type={mark}"
    yield f"kind={kind} shape={place.shape}"
    yield f"kind={kind} by={by} shape={place.shape}"
    yield f"by={by} shape={place.shape}"
    yield f"by={by} coverage={'all' if reading.coverage == 1 else 'part'} shape={place.shape}"
    yield f"kind={kind} before={place.before}"
    yield f"kind={kind} after={place.after}"
    yield f"kind={kind} quoted={place.is_quoted}"
    if place.is_known_whole:
        yield f"whole known by={by} source={_source_of(reading)}"
    if reading.word:
        yield f"letters={min(len(reading.word), _LONG)} by={by}"
    if place.is_common:
        yield f"common by={by} shape={place.shape}"
    yield f"top={reading.rungs[0]}" if reading.source == RULES else f"end={reading.rungs[-1]}"
    yield from _agreement(reading, place)
    yield from _topics(reading, place)


def _agreement(reading: Reading, place: Place) -> Iterator[str]:
    chain = frozenset(reading.rungs)
    by = reading.generator.value
    if place.cues:
        yield f"cue={'agrees' if chain & place.cues else 'differs'} by={by}"
    if place.frames:
        way = "agrees" if chain & place.frames else "differs"
        yield f"frame={way} by={by}"
        for kind in place.frames:
            yield f"kind={reading.kind} frame={kind} {way}"
    if place.heads:
        roots = frozenset().union(*(TAXONOMY.chain(kind) for kind in place.heads))
        way = "agrees" if chain & place.heads else "related" if chain & roots else "differs"
        yield f"head={way} by={by}"
    others = max(place.support[rung] for rung in reading.rungs[:2]) - 1
    yield f"support={min(others, 3)}"
    alone = sum(place.known_kinds.values()) == 1
    if reading.generator is Generator.NAME:
        yield f"alone={alone} kind={reading.kind}"
        yield f"rivals={min(4, sum(place.known_kinds.values()))}"


@lru_cache(_REMEMBERED)
def _topics_of_reading(text: str) -> frozenset[str]:
    """Return the topics of what readings say, which comes again; sentences do not."""
    return topics_of(text)


def _topics(reading: Reading, place: Place) -> Iterator[str]:
    sense = reading.of
    text = " ".join(reading.rungs)
    own = _topics_of_reading(f"{text} {sense.sense}" if sense else text)
    kind = reading.kind
    if not own:
        yield f"topic=none near={bool(place.near)}"
        return
    if own & place.near:
        yield "topic=near"
    elif own & place.span.surroundings.topics:
        yield "topic=around"
    else:
        yield "topic=elsewhere"
    for topic in place.near:
        yield f"kind={kind} topic={topic}"
    if reading.source == RULES:
        for topic in place.near:
            yield f"root={reading.rungs[-1]} topic={topic}"


def _of_sense(reading: Reading, sense: Sense, place: Place) -> Features:
    key = (reading.source, reading.generator.value)
    kind, weight = sense.kind, _weight_of(sense)
    best, second = (*place.weights[key], _NONE)[:2]
    found = {
        f"weight {kind}": weight / 5,
        f"behind {kind}": min(_FAR, best - weight),
        f"first {kind}": float(best == weight),
        f"lead {kind}": min(_FAR, weight - second) if best == weight else 0.0,
        "exact": float(sense.is_exact),
        f"exact shape={place.shape}": float(sense.is_exact),
        f"capital={sense.has_capital} shape={place.shape}": 1.0,
        "other name": float(fold(sense.term) != fold(place.span.text)),
    }
    if sense.kind in _NATIONAL and sense.source != "wordnet":
        evidence = gather_evidence(place.span.surroundings, place.ontology)
        own = fold(place.span.text)
        found |= {
            "country": bonus(sense, evidence, own),
            "elsewhere": float(is_elsewhere(sense, evidence, own)),
            "in state": float(is_in_state(sense, evidence, own)),
            "told": float(bool(place.told & where(sense))),
            "told otherwise": float(bool(place.told) and not place.told & where(sense)),
        }
    return found
