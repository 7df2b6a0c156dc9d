"""Weights of masked tokens: uniform, or the higher the less a token could be guessed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from learning.language_model import LanguageModel
from masking.evaluation.coverage import Span

TokenWeights = Callable[[str, Sequence[Span]], Sequence[float]]
"""From a text and all its masked tokens to a weight, 0 or more, for each."""


def uniform(_text: str, tokens: Sequence[Span]) -> Sequence[float]:
    """Return a weight of 1 for every token."""
    return [1.0] * len(tokens)


def information_content(model: LanguageModel) -> TokenWeights:
    """Return weights of −log Pr(token | masked text) in nats (Pilán et al. 2022, section 6.3).

    All masked tokens of the document are hidden at once. A token of several sub-words weighs as
    much as the least probable of them, as in TAB's evaluation script; one that the model does not$
    see weighs nothing.
    """

    def weigh(text: str, tokens: Sequence[Span]) -> Sequence[float]:
        found = model.masked_log_probabilities(text, tokens)
        model.forget()
        return [-float(sub_words.min()) if len(sub_words) else 0.0 for sub_words in found]

    return weigh
