"""What the build must know of Wikidata: lists to read and change, in the files beside this one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import translate
from functools import cache, lru_cache
from pathlib import Path

from ontology.entries import Kind

HUMAN = 5
COUNTRY = 6256
EARTH = 2
"""Nothing above it says more."""

ROOTS = (HUMAN, 33829, 41710, 231002, COUNTRY)
"""What the thesis kept (ch. 3): what is related to humans, and all instances of human population,
ethnic group, nationality and country."""

CACHE_SIZE = 100_000
"""How many labels stay classified."""

_FOLDER = Path(__file__).parent


def rows(name: str) -> Iterator[list[str]]:
    """Yield the fields of each row of a table beside this file."""
    for line in (_FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


LEFT_OUT = frozenset(int(row[0][1:]) for row in rows("left_out.tsv"))
"""Classes whose instances are no terms: humans, pages, articles, names."""


@cache
def known_classes() -> dict[int, tuple[str, tuple[int, ...]]]:
    """Return label and parents of the commonest classes, for excerpts that hold no classes."""
    return {
        int(number[1:]): (label, tuple(int(parent[1:]) for parent in parents.split()))
        for number, label, parents in rows("classes.tsv")
    }


@cache
def _removed() -> re.Pattern[str]:
    return re.compile("|".join(translate(row[0].casefold()) for row in rows("removed.txt")))


@lru_cache(CACHE_SIZE)
def is_removed(label: str) -> bool:
    """Return whether a generalization says nothing to a reader (removed.txt)."""
    return _removed().match(label.casefold()) is not None


@cache
def _heads() -> dict[str, Kind]:
    return {head: Kind(kind) for kind, heads in rows("kinds.tsv") for head in heads.split(", ")}


_TAIL = re.compile(
    r"\s+(?:of|in|on|at|for|from|by|with|to|that|who|whose|within|under)\s.*|,.*|\(.*"
)


@lru_cache(CACHE_SIZE)
def kind_of(label: str) -> Kind | None:
    """Return the kind of thing by the head of a label; None where it has none."""
    words = _TAIL.sub("", label.casefold()).split()
    phrases = (" ".join(words[start:]) for start in range(len(words)))
    return next((_heads()[phrase] for phrase in phrases if phrase in _heads()), None)


def is_code(name: str, label: str) -> bool:
    """Whether an alias is no word but a sign: a flag, a country code in small letters."""
    if not any(char.isalpha() for char in name):
        return True
    return len(name) <= 3 and name.islower() and label[:1].isupper()  # noqa: PLR2004 - codes have 2 or 3 letters
