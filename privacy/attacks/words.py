"""The attack by words: whose background has the words of the text, each by how rare it is.

What is left in clear counts like what was chosen; the order of words does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from names.words import words_of
from ontology.rules.persons import without_numbers
from privacy.attacks import Attacked, Target
from privacy.background.opened import Background
from privacy.confidence import NOBODY, Confidence, Scores

Floats = NDArray[np.float32]
NAME = "words"
_MOST_WORDS = 10


class WordsAttack:
    """Looks the words of a text up in a background (BM25)."""

    name = NAME

    def __init__(self, background: Background, confidence: Confidence | None = None) -> None:
        self._background = background
        self._confidence = confidence or Confidence.of_attack(NAME)

    def run(self, target: Target) -> Attacked:
        """Attack one text; `***` and the numbers of persons are no words."""
        words = first_words(target.text)
        scores = self._background.scores(words)
        first, second = best_two(scores)
        said = self._background.informativeness(words)
        confidence = self._confidence(
            Scores(
                float(scores[first]), float(scores[second]), most_said(said.values()), len(scores)
            )
        )
        return Attacked(
            self.name,
            len(scores),
            rank_of(self._background.number_of(target.person), scores),
            confidence,
            self._background.keys[first] if confidence >= NOBODY else None,
            evidence(self._background, words, first, second),
        )


def evidence(
    background: Background, words: Mapping[str, str], first: int, second: int
) -> tuple[tuple[str, float], ...]:
    """Return the words that speak most for one person rather than another, each with its weight."""
    weights = background.weights(tuple(words), (first, second))
    spoken = zip(words.values(), (weights[:, 0] - weights[:, 1]).tolist(), strict=True)
    strongest = sorted(spoken, key=lambda each: -each[1])[:_MOST_WORDS]
    return tuple((word, weight) for word, weight in strongest if weight > 0)


def first_words(text: str) -> dict[str, str]:
    """Return the stems of a text, each with the word that has it first.

    The number of a person ("PERSON 2") is no word: it says nothing of who that is.
    """
    words: dict[str, str] = {}
    for word in words_of(without_numbers(text)):
        words.setdefault(word.stem, word.text)
    return words


def name_in(key: str) -> str:
    """Return the name in a key, which an attacker knows: "ada-berg" → "ada berg"."""
    return " ".join(word.text for word in words_of(key))


def most_said(informativeness: Iterable[float]) -> float:
    """Return what words score, but for their number in a text, with whoever has them all."""
    return sum(value**2 for value in informativeness)


def best_two(scores: Floats) -> tuple[int, int]:
    """Return the numbers of the two likeliest people."""
    first = int(scores.argmax())
    others = scores.copy()
    others[first] = float("-inf")
    return first, int(others.argmax())


def rank_of(number: int | None, scores: Floats) -> int | None:
    """Return a person's place by score, 1 for who is ahead of all; of equals all are behind."""
    return None if number is None else int((scores >= scores[number]).sum())
