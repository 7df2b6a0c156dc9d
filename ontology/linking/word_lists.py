"""Word lists in files: a line has a key, a colon and the items that belong to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

_WORDS = Path(__file__).parent / "words"


def read_words(name: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs of a word list: what stands before the colon, each item after it."""
    for line in (_WORDS / name).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            key, _, items = line.partition(": ")
            for item in items.split(", "):
                yield key, item
