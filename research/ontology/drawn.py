"""Plain sentences to learn from, about places that are drawn from the index.

Whoever names a place without a word of where it lies means the best-known one of its name. The
judged texts have too few such places to show it for every kind. What `benchmarks.ontology plain`
counts is not drawn: the largest cities and the best-known subdivisions, nor are its sentences used.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator

from ontology.entries import Sense
from ontology.index.reading import Index
from ontology.layers import Ontology
from ontology.linking.geography import NAMESAKE, is_weighed
from research.ontology.judged import JudgedSpan, key_of, read_marked

SEED = 36
COUNTED_CITIES = 300
"""The largest cities, which `benchmarks.ontology plain` counts and nothing learns from."""
COUNTED_WEIGHT = 6.3
"""The least weight of subdivisions that are counted: as well known as one of a million people."""
_LAST_CITY = 3000
_LEAST_WEIGHT = 5.3
_PLACES = 100
"""How many cities, and how many subdivisions, are drawn."""
_FIRST_LEVEL = re.compile(r"[\w -]+ of .+")
_FRAMES = (
    "We spent a week in [[{}|LOC]] and then drove home.",
    "He grew up in [[{}|LOC]], where his aunt still keeps a shop.",
    "After the war the company left [[{}|LOC]].",
    "Nobody at work had been to [[{}|LOC]].",
    "Her letters from [[{}|LOC]] were lost.",
)


def draw_places(index: Index) -> Iterator[JudgedSpan]:
    """Yield places in plain sentences: right is what the best-known one is, and wrong the rest."""
    ontology = Ontology([index])
    cities = sorted(index.iter_senses("cities"), key=lambda each: (-each.weight, each.term))
    subdivisions = [
        each
        for each in index.iter_senses("subdivisions")
        if _LEAST_WEIGHT <= each.weight < COUNTED_WEIGHT and _FIRST_LEVEL.fullmatch(each.sense)
    ]
    source = random.Random(SEED)  # noqa: S311 - a draw that can be drawn again
    for some in (cities[COUNTED_CITIES:_LAST_CITY], subdivisions):
        meant = [each for each in some if _is_meant(each, ontology.lookup(each.term))]
        for sense in source.sample(meant, min(_PLACES, len(meant))):
            yield _judged(sense, source.choice(_FRAMES), ontology)


def _is_meant(sense: Sense, senses: Iterable[Sense]) -> bool:
    """Tell whether all other places of a name are less known by far."""
    others = [each for each in senses if is_weighed(each) and each.sense != sense.sense]
    return all(each.weight <= sense.weight - NAMESAKE for each in others)


def _judged(sense: Sense, frame: str, ontology: Ontology) -> JudgedSpan:
    name = f"drawn {sense.term}"
    surroundings = read_marked(frame.format(sense.term), name)
    others = (each for each in ontology.lookup(sense.term) if is_weighed(each))
    wrong = {key_of(text): False for each in others for text in each.generalizations}
    right = {key_of(text): True for text in sense.generalizations}
    return JudgedSpan(name, "drawn", surroundings.spans[0], sense.generalizations, wrong | right)
