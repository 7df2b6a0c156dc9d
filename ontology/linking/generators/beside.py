"""Readings of a span by words beside it: a noun that names its kind, a verb, a noun behind it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from names.folding import fold
from ontology.entries import Sense
from ontology.layers import Ontology
from ontology.linking.cues import Cue, CuePosition, cues_beside
from ontology.linking.generators.names import chain_of
from ontology.linking.generators.spellings import lookup_other
from ontology.linking.generators.words import readings_of
from ontology.linking.lists import before_list
from ontology.reading import Generator, Reading
from ontology.spans import Span
from ontology.taxonomy import TAXONOMY, KindMatch

_GAP = r"(?:\s+(?!(?:and|but|then|who|which|where|when)\b)[\w'’&,.-]+){0,4}?"
_DETERMINER = r"(?:\s+(?:the|an?|his|her|their|its|our|local|former|new|old))*\s*[\"“‘'(]*$"

_WORD = re.compile(r"\w+")
_NEXT = re.compile(r"""["”’'»]*(?:['’]s\s)?\s*([\w-]+)""")
_NEAR = 40
_MOST_SENSES = 2
"""How many senses of a noun are read: the most usual."""
_GENERATORS = {
    CuePosition.BEFORE: Generator.BEFORE,
    CuePosition.BEHIND: Generator.BEHIND,
    CuePosition.FOLLOWING: Generator.FOLLOWING,
}


def read_beside(span: Span, ontology: Ontology) -> Iterator[Reading]:
    """Yield readings by nouns beside the span: "the film X", "X, a suburb of"."""
    for cue in cues_beside(span):
        found = [
            reading
            for match in TAXONOMY.of_noun(cue.noun, "words", "beside")
            for reading in readings_of(match, _GENERATORS[cue.position], f"cue: {cue.label}", span)
        ]
        if not found and not cue.others and cue.position is not CuePosition.FOLLOWING:
            found = _known(cue, ontology)
        for reading in found:
            generalizations = (
                _shared(reading.generalizations, cue.others)
                if cue.others
                else reading.generalizations
            )
            if generalizations:
                yield replace(reading, generalizations=generalizations)


def _known(cue: Cue, ontology: Ontology) -> list[Reading]:
    """Return what the index knows of a common noun beside a span: "the beetle X"."""
    noun = cue.noun.rpartition(" ")[2]
    senses: list[Sense] = []
    if noun == noun.lower() and len(noun) > 1:
        senses = ontology.lookup(noun) or lookup_other(noun, ontology)
    common = [sense for sense in senses if not sense.has_capital]
    return [
        replace(
            Reading.from_sense(sense, (noun, *chain_of(sense)), _GENERATORS[cue.position]),
            label=f"cue: {cue.label}",
        )
        for sense in common[:_MOST_SENSES]
    ]


def _shared(generalizations: tuple[str, ...], others: Iterable[str]) -> tuple[str, ...]:
    """Return what also covers the other nouns of a list: "films and plays such as X"."""
    above = [
        {kind for match in TAXONOMY.of_noun(noun, "words") for kind in TAXONOMY.chain(match.kind)}
        for noun in others
    ]
    return tuple(text for text in generalizations if all(text in kinds for kinds in above))


def read_frames(span: Span) -> Iterator[Reading]:
    """Yield readings by verbs before the span and nouns behind it: "played for X", "X striker"."""
    before, _ = before_list(span)
    seen: set[str] = set()
    for kind, pattern in _frames_of(frozenset(_WORD.findall(before.casefold()))):
        found = pattern.search(before) if kind not in seen else None
        if found:
            seen.add(kind)
            match = KindMatch(kind, "frame", " ".join(found.group().split()))
            yield from readings_of(match, Generator.FRAME, f"cue: {match.word} …", span)
    word = _NEXT.match(fold(span.after[:_NEAR]))
    for kind in TAXONOMY.kinds_with("behind", word[1]) if word else ():
        if kind not in seen and word:
            seen.add(kind)
            match = KindMatch(kind, "behind", word[1])
            yield from readings_of(match, Generator.FRAME, f"cue: … {word[1]}", span)


def _frames_of(words: frozenset[str]) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield the frames of which a word stands in a text, in the order of the table."""
    numbers = {number for word in words for number in _frames()[0].get(word, ())}
    for number in sorted(numbers):
        yield _frames()[1][number]


@cache
def _frames() -> tuple[Mapping[str, list[int]], list[tuple[str, re.Pattern[str]]]]:
    """Compile the frames of the table, "played, plays … for, with" and "aboard", by their words."""
    frames: list[tuple[str, re.Pattern[str]]] = []
    by_word: defaultdict[str, list[int]] = defaultdict(list)
    for row in TAXONOMY.rows.values():
        for frame in row.fields.get("frame", ()):
            triggers, _, links = frame.partition(" … ")
            for trigger in triggers.split(", "):
                by_word[_WORD.findall(trigger)[0]].append(len(frames))
            frames.append((row.kind, _compile(triggers, links)))
    return by_word, frames


def _compile(triggers: str, links: str) -> re.Pattern[str]:
    words = "|".join(map(re.escape, triggers.split(", ")))
    gap = rf"{_GAP}\s+(?:{'|'.join(map(re.escape, links.split(', ')))})" if links else ""
    return re.compile(rf"\b(?:{words}){gap}{_DETERMINER}", re.IGNORECASE)
