"""The attack by a language model: which of the likeliest people a text makes it think of.

The people whom the attack by words finds likeliest are put in another order: by how much likelier
the text makes the name of each (pointwise mutual information). The name is asked for at the end of
"This text is about …", with the text before it and without; its sub-words are averaged, as names
differ in length. Only what is in a key can be a name: where keys are numbers, nothing is learnt.

How sure such an answer is was fitted to nothing: its rank is what can be told.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ontology.rules.persons import without_numbers
from privacy.attacks import Attacked, Target
from privacy.attacks.words import WordsAttack, first_words, name_in
from privacy.background.opened import Background

if TYPE_CHECKING:
    from learning.language_model import LanguageModel

NAME = "language-model"
MOST_PEOPLE = 20
"""So many people's names are asked for."""
_ASKED = "This text is about "


class LanguageModelAttack:
    """Ranks the likeliest people by how much a text speaks for their names."""

    name = NAME

    def __init__(self, background: Background, model: LanguageModel) -> None:
        """`model` reads of long texts the end alone, as much as goes into its window."""
        self._background = background
        self._words = WordsAttack(background)
        self._model = model

    def run(self, target: Target) -> Attacked:
        """Attack one text; raises LanguageModelError where the model can't be loaded.

        The confidence is that of the attack by words where both find the same person first, else 0
        and no answer. Who is not among the likeliest people keeps the rank by words.
        """
        found = self._words.run(target)
        scores = self._background.scores(first_words(target.text))
        likeliest = np.argsort(-scores, kind="stable")[:MOST_PEOPLE].tolist()
        text = without_numbers(target.text)
        keys = [self._background.keys[number] for number in likeliest]
        gains = {key: self._gain(text, key) for key in keys}
        is_agreed = max(gains, key=lambda key: gains[key]) == keys[0]
        gain = gains.get(target.person or "")
        return replace(
            found,
            attack=self.name,
            rank=found.rank if gain is None else sum(each >= gain for each in gains.values()),
            confidence=found.confidence if is_agreed else 0.0,
            first=found.first if is_agreed else None,
            rests_on=(),
        )

    def _gain(self, text: str, key: str) -> float:
        """Return how much likelier a text makes the name in a key, in nats a sub-word."""
        name = name_in(key)
        name = name.title() if name.islower() else name
        return self._likelihood(f"{text}\n\n{_ASKED}", name) - self._likelihood(_ASKED, name)

    def _likelihood(self, before: str, name: str) -> float:
        span = (len(before), len(before) + len(name))
        [found] = self._model.masked_log_probabilities(f"{before}{name}.", [span])
        return float(found.mean()) if found.size else 0.0
