"""Attacks on sanitized texts: whom an attacker with some background would take a text for.

words.py           the words of the text, looked up in a background
meaning.py         the words, and what an encoder makes of the text
language_model.py  the names of the likeliest people, as a language model finds them likely
reading.py         what the texts about the likeliest people would fill into each span
phrases.py         the phrases of texts that reading takes for originals

What is guessed from replacements alone, without a background, is a figure of each of them:
`privacy.guessing`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

FAIRLY_SURE, SURE = 0.7, 0.9
"""From these confidences on an attack is said to be so: by words it is right in 92 % and 96 %.

The gate asks for a yes from the one on, and stops from the other. Measured on the published
documents, cross-validated: `python -m benchmarks.privacy attack`.
"""


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
