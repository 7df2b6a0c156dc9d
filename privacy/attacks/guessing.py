"""The attack by guessing: what somebody without any background makes of what stands in a text.

It knows no people, so that it says nothing of whom a text is about: only which originals are
likely to be guessed from their replacements.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from annotation.correcting import as_corrected
from annotation.records import Document
from annotation.rendering import rendered_mentions
from privacy.figures import Figures
from privacy.renderings import candidates_of

NAME = "guessing"


@dataclass(frozen=True, slots=True)
class Guess:
    """How likely the original of a mention is guessed from its replacement, 0…1."""

    mention_id: str
    replacement: str
    probability: float


class GuessingAttack:
    """Guesses originals from replacements alone."""

    name = NAME

    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def run(self, document: Document, chosen: Mapping[str, str]) -> list[Guess]:
        """Return the guesses for what was chosen by mention_id, the likeliest first.

        A text of the annotators' own counts as if it stood before all of the list.
        """
        guesses = []
        for mention in rendered_mentions(as_corrected(document)):
            if (text := chosen.get(mention.mention_id)) is not None:
                texts = candidates_of(mention)
                listed = texts if text in texts else (text, *texts)
                found = self._figures.of(mention.span_text, mention.entity_type, listed)
                probability = found[listed.index(text)].guess
                guesses.append(Guess(mention.mention_id, text, probability))
        return sorted(guesses, key=lambda guess: -guess.probability)
