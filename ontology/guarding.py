"""What may not stand in a list: what gives the original away, fits one thing only or says nothing.

Every list passes here, whoever made it. The guards that count ask the index how many terms a text
covers; they are for readings of the index, not for what rules made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import dropwhile

from annotation.records import MASK
from names.folding import fold
from names.words import Stems, span_words, stems_of, words_of
from ontology.english import FUNCTION_WORDS
from ontology.guarding_words import (
    EMPTY_GENERALIZATIONS,
    EMPTY_PATTERN,
    GENERIC_NAMES,
    UNIQUE_PATTERN,
)
from ontology.phrases import without_possessor
from ontology.spans import Span

_WORD = re.compile(r"\w+")
STEM_PREFIX = 4
_STEM_ENDING = 2
_CACHE_SIZE = 1 << 14
FEWEST_THINGS = 2
"""A description that covers fewer terms than this fits one thing."""


def guard(
    generalizations: Iterable[str],
    span: Span,
    count_below: Callable[[str], int] | None = None,
    is_kind: Callable[[str], bool] | None = None,
    *,
    may_name_parts: bool = False,
) -> tuple[str, ...]:
    """Return the generalizations that may stand for a span, in their order, without `***`.

    `count_below` counts the terms that a text covers, 0 where it is unknown; with it, no
    description may cover one term only. `is_kind` tells kinds from particular things; with it,
    words of the span stand for it only where they name a kind. `may_name_parts` is for dates and
    quantities, whose generalizations keep a part of the original on purpose.
    """
    kept = _distinct(text for text in generalizations if not _is_refused(text, span))
    if not may_name_parts:
        kept = (text for text in kept if not names_a_part(text, span))
    if is_kind is not None:
        kept = (text for text in kept if not repeats_the_thing(text, span) or is_kind(text))
    if count_below is not None:
        kept = (text for text in kept if _fits_several(text, count_below))
    return tuple(kept)


def _is_refused(generalization: str, span: Span) -> bool:
    return _is_never_offered(generalization) or contains_original(generalization, span.text)


@lru_cache(_CACHE_SIZE)
def _is_never_offered(generalization: str) -> bool:
    return is_uninformative(generalization) or fits_one_thing(generalization)


def _distinct(generalizations: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for generalization in generalizations:
        key = fold(generalization)
        if key not in seen:
            seen.add(key)
            yield generalization


def is_uninformative(generalization: str) -> bool:
    """Tell whether a text is blank, a mask, a class of names or what everything is."""
    key = fold(generalization)
    return (
        not key
        or generalization == MASK
        or key in EMPTY_GENERALIZATIONS
        or EMPTY_PATTERN.search(key) is not None
    )


def fits_one_thing(generalization: str) -> bool:
    """Tell whether a text describes a place that one thing holds: "capital of Norway"."""
    return UNIQUE_PATTERN.search(generalization) is not None


def contains_original(generalization: str, original: str) -> bool:
    """Tell whether a text is the original or has it inside, in any inflection and case.

    What says only how the original stands in its sentence is no part of it: "on", "has", "her".
    """
    stems = _stems_of_span(original)
    if not stems:
        return fold(original) in fold(generalization)
    words = _stems_of(generalization)
    places = range(len(words) - len(stems) + 1)
    return any(words[place : place + len(stems)] == stems for place in places)


@lru_cache(_CACHE_SIZE)
def _stems_of(generalization: str) -> Stems:
    return stems_of(words_of(generalization))


@lru_cache(_CACHE_SIZE)
def _stems_of_span(original: str) -> Stems:
    words = span_words(original)
    telling = dropwhile(lambda word: word.text.lower() in FUNCTION_WORDS, words)
    return stems_of(telling) or stems_of(words)


def repeats_the_thing(generalization: str, span: Span) -> bool:
    """Tell whether a text says nothing but words of the span, other than the noun of a name.

    That says what bears the name ("World Cup final"); whose something is names nothing of it.
    """
    stems = _stems_of(generalization)
    if not frozenset(_stems_of_span(span.text)).issuperset(stems):
        return False
    words = words_of(without_possessor(span.text))
    inside = words if _WORD.search(span.before) else words[1:]  # sentences begin with capitals
    others = (word for word in inside if word.stem not in stems)
    return not any(word.is_capital and word.text.lower() not in FUNCTION_WORDS for word in others)


def names_a_part(generalization: str, span: Span) -> bool:
    """Tell whether a text repeats a name from the original, or from a person of the document."""
    names = _specific_names(generalization)
    if not names:
        return False
    if not span.surroundings.protected_names.isdisjoint(names):
        return True
    return any(share_stem(name, part) for name in names for part in _specific_words(span.text))


@lru_cache(_CACHE_SIZE)
def _specific_names(generalization: str) -> tuple[str, ...]:
    names = (fold(word) for word in _WORD.findall(generalization) if word[0].isupper())
    return tuple(name for name in names if name not in GENERIC_NAMES)


@lru_cache(_CACHE_SIZE)
def _specific_words(text: str) -> tuple[str, ...]:
    return tuple(part for part in map(fold, _WORD.findall(text)) if part not in GENERIC_NAMES)


def share_stem(one: str, other: str) -> bool:
    """Tell whether two words share their stem: Norway and Norwegian, Israel and Israeli."""
    if one == other:
        return True
    needed = max(STEM_PREFIX, min(len(one), len(other)) - _STEM_ENDING)
    return one[:needed] == other[:needed]


def _fits_several(generalization: str, count_below: Callable[[str], int]) -> bool:
    """Tell whether a text is no description of a single thing, as far as the index can count."""
    return not is_description(generalization) or not 0 < count_below(generalization) < FEWEST_THINGS


def is_description(generalization: str) -> bool:
    """Tell whether a text describes rather than names a class: a common noun fits many things."""
    return " " in generalization or generalization != generalization.lower()
