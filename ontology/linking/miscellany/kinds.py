"""The kinds of works, events, awards and other things, each below what covers it.

"documentary film" → "film" → "audiovisual work" → "creative work"; for cue nouns beside a span and
for the nouns that names end in.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from ontology.linking.phrases import singular
from ontology.linking.word_lists import read_words

_PARENTS = {kind: parent for parent, kind in read_words("miscellany_kinds.txt")}
_KIND_OF_WORD = {word: kind for kind, word in read_words("miscellany_words.txt")}

KINDS = frozenset({*_PARENTS, *_PARENTS.values()})
"""All kinds, in English, in the singular."""


@lru_cache(maxsize=4096)
def kind_of(noun: str) -> str | None:
    """Return the kind that a noun in either number names, or None."""
    word = noun.casefold()
    for form in (word, singular(word)):
        if form in KINDS:
            return form
        if form in _KIND_OF_WORD:
            return _KIND_OF_WORD[form]
    return None


def kind_at_end(phrase: str) -> str | None:
    """Return the kind that the longest end of a phrase names ("new TV series": "TV series")."""
    words = phrase.split()
    ends = (" ".join(words[place:]) for place in range(len(words)))
    return next((kind for end in ends if (kind := kind_of(end))), None)


@cache
def ladder(kind: str) -> tuple[str, ...]:
    """Return a kind and what covers it, ever more generally."""
    rungs = [kind]
    while rungs[-1] in _PARENTS:
        rungs.append(_PARENTS[rungs[-1]])
    return tuple(rungs)


def common_ladder(kinds: Sequence[str]) -> tuple[str, ...]:
    """Return what covers all of some kinds."""
    return tuple(
        rung for rung in ladder(kinds[0]) if all(rung in ladder(kind) for kind in kinds[1:])
    )
