"""The kinds of place, each below what covers it: "cathedral" → "church" → "religious building".

The kind of a place is told by the last word of its name ("Kiel Canal"), by the first ("Lake Como"),
by what stands before "of" ("Bay of Kotor"), or by the ending of a single word ("Karlsplatz").
"""

from __future__ import annotations

from functools import cache

from ontology.folding import fold
from ontology.linking.phrases import singular
from ontology.linking.word_lists import read_words

_PARENTS = {kind: parent for parent, kind in read_words("place_kinds.txt")}
_UNCOVERED = "-"
_LONG = 6
_STEM = 3
"""Letters that must stand before an ending."""

PLACE = "place"

PLACE_NOUNS = frozenset(
    "location structure facility region building road way area district establishment".split()
) | {"body of water", "natural elevation", "geological formation", "natural depression"}
"""What a dictionary says of places, and of nothing else."""


@cache
def ladder(kind: str) -> tuple[str, ...]:
    """Return a kind and what covers it, ever more generally, up to "place"."""
    rungs = [kind]
    while (parent := _PARENTS.get(rungs[-1], _UNCOVERED)) != _UNCOVERED:
        rungs.append(parent)
    return (*rungs, PLACE)


def _read(name: str) -> dict[str, str]:
    kinds: dict[str, str] = {}
    for kind, word in read_words(name):
        kinds.setdefault(fold(word), kind)
    return kinds


KINDS = frozenset({*_PARENTS, *_PARENTS.values()} - {_UNCOVERED})
HEADS = {fold(kind): kind for kind in KINDS} | _read("place_heads.txt")
FIRST_WORDS = _read("place_first_words.txt")
_ENDINGS = _read("place_endings.txt")
_LONGEST_HEAD = max(len(head.split()) for head in HEADS)
_LONGEST_FIRST = 2


def kind_of_noun(phrase: str) -> str | None:
    """Return the kind that a common noun phrase names, by its last words ("old parish church")."""
    return _by_last_words(fold(phrase).split(), whole=True)


def kind_of_name(name: str) -> str | None:
    """Return the kind that the words of a proper name tell."""
    words = fold(name).rstrip(".").split()
    if not words:
        return None
    before_of = _split_of(words)
    return (
        (_by_last_words(before_of, whole=True) if before_of else None)
        or _by_last_words(words, whole=name.isupper() and len(words) == 1)
        or kind_of_beginning(name)
        or (_by_ending(words[-1]) if len(words) == 1 else None)
    )


def _split_of(words: list[str]) -> list[str]:
    place = words.index("of") if "of" in words else 0
    return words[:place]


def _by_last_words(words: list[str], *, whole: bool) -> str | None:
    """Look the longest ending of a phrase up; in a name, something must stand before it."""
    for size in range(min(_LONGEST_HEAD, len(words)), 0, -1):
        if size == len(words) == 1 and not whole:
            return None
        last = " ".join(words[-size:])
        kind = HEADS.get(last) or HEADS.get(singular(last))
        if kind:
            return kind
    return None


def kind_of_beginning(name: str) -> str | None:
    """Return the kind that the first words of a name tell: "Lake Como"."""
    words = fold(name).split()
    for size in range(min(_LONGEST_FIRST, len(words) - 1), 0, -1):
        kind = FIRST_WORDS.get(" ".join(words[:size]))
        if kind:
            return kind
    contracted = words[0].split("'")
    return FIRST_WORDS.get(contracted[0]) if len(contracted) > 1 else None


def _by_ending(word: str) -> str | None:
    if len(word) < _LONG:
        return None
    for size in range(len(word) - _STEM, 1, -1):
        kind = _ENDINGS.get(word[-size:])
        if kind:
            return kind
    return None
