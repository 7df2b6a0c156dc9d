"""What a text is about: one lexicon of topics, for spans, for senses and for masks alike."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

_TABLE = Path(__file__).parent / "tables" / "topics.txt"
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)?")
_CACHE_SIZE = 1 << 14
_SHORTEST = 2


def _read() -> tuple[dict[str, str], dict[str, str]]:
    """Return the topic of each word, and of each beginning of a word."""
    words: dict[str, str] = {}
    stems: dict[str, str] = {}
    topic = ""
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        if not line.startswith(" "):
            topic, _, line = line.partition(": ")  # noqa: PLW2901 - the rest of the line
        for item in line.split():
            (stems if item.endswith("*") else words)[item.removesuffix("*")] = topic
    return words, stems


_WORDS, _STEMS = _read()


@lru_cache(_CACHE_SIZE)
def topic_of(word: str) -> str:
    """Return the topic that a lower-case word speaks of, or nothing."""
    if found := _WORDS.get(word):
        return found
    ends = range(len(word), _SHORTEST, -1)
    return next((topic for end in ends if (topic := _STEMS.get(word[:end]))), "")


def topics_of(text: str) -> frozenset[str]:
    """Return the topics that a text speaks of."""
    return frozenset(filter(None, map(topic_of, _WORD.findall(text.casefold()))))
