"""The kinds of organization, each below what covers it: "high school", then "school" and so on.

Sources and linking share the ladders, so that a rung of one counts the terms of the other.
"""

from __future__ import annotations

from functools import cache

from ontology.folding import fold
from ontology.linking.word_lists import read_words

_UNCOVERED = "-"

_PARENTS = {kind: parent for parent, kind in read_words("organization_kinds.txt")}

KINDS = frozenset({*_PARENTS, *_PARENTS.values()} - {_UNCOVERED})
"""All kinds, in English, in the singular."""


@cache
def ladder(kind: str) -> tuple[str, ...]:
    """Return a kind and what covers it, ever more generally, without "organization"."""
    rungs = [kind]
    while (parent := _PARENTS.get(rungs[-1], _UNCOVERED)) != _UNCOVERED:
        rungs.append(parent)
    return tuple(rungs)


def _read_kinds_of(name: str) -> dict[str, str]:
    kinds: dict[str, str] = {}
    for kind, word in read_words(name):
        kinds.setdefault(fold(word).replace(".", ""), kind)
    return kinds


HEADS = _read_kinds_of("organization_heads.txt") | {fold(kind): kind for kind in KINDS}
"""Folded words in which a name ends, or which it has before "of" → the kind."""

FIRST_WORDS = _read_kinds_of("organization_first_words.txt")
"""Folded words with which a name begins → the kind."""

ENDINGS = _read_kinds_of("organization_endings.txt")
"""How a single long word ends, folded → the kind."""

LONGEST_HEAD = max(len(head.split()) for head in HEADS)
"""Words."""
