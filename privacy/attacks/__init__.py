"""Attacks on sanitized texts: whom an attacker with some background would take a text for.

words.py           the words of the text, looked up in a background
meaning.py         the words, and what an encoder makes of the text
language_model.py  the names of the likeliest people, as a language model finds them likely
reading.py         what the texts about the likeliest people would fill into each span
phrases.py         the phrases of texts that reading takes for originals
guessing.py        what is guessed from replacements alone, without a background
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Target:
    """A sanitized text as it would go out, and whom it is about, by the key in the background."""

    text: str
    person: str | None = None


@dataclass(frozen=True, slots=True)
class Attacked:
    """What an attack says of a text.

    `rank` is the person's place among `people`, 1 for who is found first, None for who is not in
    the background. `first` is the attacker's answer, None where that is "none of them", and
    `confidence`, 0…1, the probability that the likeliest person is the right one. `rests_on` are
    the words that speak most for that person rather than the next, each with its weight.
    """

    attack: str
    people: int
    rank: int | None
    confidence: float
    first: str | None
    rests_on: tuple[tuple[str, float], ...] = ()


class Attack(Protocol):
    """A way to find out whom a text is about."""

    @property
    def name(self) -> str:
        """The name of the attack in reports: "words"."""
        ...

    def run(self, target: Target) -> Attacked:
        """Attack one text."""
        ...
