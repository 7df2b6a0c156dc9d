"""What may not stand in a list: what gives the original away, fits one thing only or says nothing.

Every list passes here, whoever made it. The guards that count ask the index how many terms a text
covers; they are for readings of the index, not for what rules made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from annotation.records import MASK
from annotation.words import Stems, span_words, stems_of, words_of
from ontology.folding import fold
from ontology.guarding_words import (
    EMPTY_PATTERN,
    EMPTY_RUNGS,
    OPEN_NAMES,
    UNIQUE_PATTERN,
)
from ontology.spans import Span

_WORD = re.compile(r"\w+")
KIN_PREFIX = 4
_KIN_ENDING = 2
_REMEMBERED = 1 << 14
FEWEST_THINGS = 2
"""A description that covers fewer terms than this fits one thing."""


def guard(
    rungs: Iterable[str],
    span: Span,
    below: Callable[[str], int] | None = None,
    *,
    may_name_parts: bool = False,
) -> tuple[str, ...]:
    """Return the rungs that may stand for a span, in their order, without `***`.

    `below` counts the terms that a text covers, 0 where it is unknown; with it, no description may
    cover one term only. `may_name_parts` is for dates and
    quantities, whose rungs keep a part of the original on purpose.
    """
    kept = _distinct(rung for rung in rungs if not _is_refused(rung, span))
    if not may_name_parts:
        kept = (rung for rung in kept if not names_a_part(rung, span))
    if below is not None:
        kept = (rung for rung in kept if _fits_several(rung, below))
    return tuple(kept)


def _is_refused(rung: str, span: Span) -> bool:
    return _is_never_offered(rung) or holds(rung, span.text)


@lru_cache(_REMEMBERED)
def _is_never_offered(rung: str) -> bool:
    return says_nothing(rung) or fits_one_thing(rung)


def _distinct(rungs: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for rung in rungs:
        key = fold(rung)
        if key not in seen:
            seen.add(key)
            yield rung


def says_nothing(rung: str) -> bool:
    """Tell whether a text is blank, a mask, a class of names or what everything is."""
    key = fold(rung)
    return not key or rung == MASK or key in EMPTY_RUNGS or EMPTY_PATTERN.search(key) is not None


def fits_one_thing(rung: str) -> bool:
    """Tell whether a text describes a place that one thing holds: "capital of Norway"."""
    return UNIQUE_PATTERN.search(rung) is not None


def holds(rung: str, original: str) -> bool:
    """Tell whether a text is the original or has it inside, in any inflection and case."""
    stems = _stems_of_span(original)
    if not stems:
        return fold(original) in fold(rung)
    words = _stems_of(rung)
    places = range(len(words) - len(stems) + 1)
    return any(words[place : place + len(stems)] == stems for place in places)


@lru_cache(_REMEMBERED)
def _stems_of(rung: str) -> Stems:
    return stems_of(words_of(rung))


@lru_cache(_REMEMBERED)
def _stems_of_span(original: str) -> Stems:
    return stems_of(span_words(original))


def names_a_part(rung: str, span: Span) -> bool:
    """Tell whether a text repeats a name from the original, or from a person of the document."""
    closed = _closed_names(rung)
    if not closed:
        return False
    if not span.surroundings.protected_names.isdisjoint(closed):
        return True
    return any(are_kin(name, part) for name in closed for part in _closed_words(span.text))


@lru_cache(_REMEMBERED)
def _closed_names(rung: str) -> tuple[str, ...]:
    names = (fold(word) for word in _WORD.findall(rung) if word[0].isupper())
    return tuple(name for name in names if name not in OPEN_NAMES)


@lru_cache(_REMEMBERED)
def _closed_words(text: str) -> tuple[str, ...]:
    return tuple(part for part in map(fold, _WORD.findall(text)) if part not in OPEN_NAMES)


def are_kin(one: str, other: str) -> bool:
    """Tell whether two words share their stem: Norway and Norwegian, Israel and Israeli."""
    if one == other:
        return True
    needed = max(KIN_PREFIX, min(len(one), len(other)) - _KIN_ENDING)
    return one[:needed] == other[:needed]


def _fits_several(rung: str, below: Callable[[str], int]) -> bool:
    """Tell whether a text is no description of a single thing, as far as the index can count."""
    return not is_description(rung) or not 0 < below(rung) < FEWEST_THINGS


def is_description(rung: str) -> bool:
    """Tell whether a text describes rather than names a class: a common noun fits many things."""
    return " " in rung or rung != rung.lower()
