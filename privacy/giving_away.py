"""What still gives a person away: the fewest words without which an attack goes astray, greedily.

One word after the other is taken away, each time the one without which the person's lead over all
others is smallest.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import TYPE_CHECKING

from annotation.records import MASK
from names.words import word_borders, words_of

if TYPE_CHECKING:  # NumPy, which a web process loads with its first figure only
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

MOST = 5
"""The number of words that are named at most: who has more to hide starts with these."""


def find_leading(
    weights: Floats, person: int, is_found: Callable[[Floats], bool], *, most: int = MOST
) -> list[tuple[int, float]]:
    """Return the words that lead to a person, as (row, how much of the lead goes with it).

    `weights` say how much each word speaks for each person, shape (words, people), at least two of
    these. `is_found` tells from how much speaks for each, shape (people,), whether the attack
    still finds the person.
    """
    import numpy as np  # noqa: PLC0415 - see above

    others = np.delete(weights, person, axis=1)
    ahead = weights[:, [person]] - others
    left, leads = np.ones(len(weights), bool), ahead.sum(axis=0)
    leading: list[tuple[int, float]] = []
    while len(leading) < most and is_found(weights[left].sum(axis=0)):
        without = (leads - ahead).min(axis=1)
        without[~left] = np.inf
        row = int(without.argmin()) if len(without) else 0
        loss = float(leads.min() - without[row]) if left.any() else 0.0
        if loss <= 0:
            break
        leading.append((row, loss))
        left[row] = False
        leads = leads - ahead[row]
    return leading


def without_words(text: str, stems: Container[str]) -> str:
    """Return a text with `***` wherever a word has one of some stems, in whatever form."""
    pieces, end = [], 0
    for (start, stop), word in zip(word_borders(text), words_of(text), strict=True):
        if word.stem in stems:
            pieces += [text[end:start], MASK]
            end = stop
    return "".join([*pieces, text[end:]])
