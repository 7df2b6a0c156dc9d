"""How many words must be hidden until who is found is no longer first, and what else that stops.

The words are those that lead the attack by words to the person. Another attack may need others:
what it still finds once they are hidden says whether hiding them protects or only looks so.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np

from benchmarks.privacy.materials import Doubles, Materials, told
from learning.encoding import Encoder
from ontology.rules.persons import without_numbers
from privacy.attacks.meaning import Comparison, Floats, combine
from privacy.attacks.words import first_words, rank_of
from privacy.background import Background
from privacy.giving_away import MOST, find_leading, without_words
from research.privacy.meaning import FITTED_ON, Seen, left_out
from research.privacy.renderings import Rendering, render

HIDDEN_IN = (Rendering.ORIGINAL, Rendering.CHOSEN)
ATTACKS = ("words", "words and meaning", "meaning alone")
Pick = Callable[[str, int, Background], "list[str] | None"]
"""Picks the stems to hide in a text about a person, None where there is nothing to hide."""

_ALL = 10_000
_SEED = 0
_MEANING = 1
"""The column of what is seen that leaves the words out."""


def hiding_lines(materials: Materials) -> Iterator[str]:
    """Yield how many words must be hidden until who is found is no longer first."""
    for rendering in HIDDEN_IN:
        leading = [
            _leading(text, person, materials.background, most=_ALL)
            for _, person, text in _known(materials, rendering)
        ]
        values = np.array([len(words) for words in leading if words is not None], float)
        yield told(f"{rendering}, {len(values)} found: words to hide, median", values, _median)


def carried_lines(materials: Materials) -> Iterator[str]:
    """Yield how many people fewer each attack finds once these words are hidden, in points."""
    attacker = _Attacker.of(materials)
    hidden: dict[str, Pick] = {
        f"at most {MOST} words": partial(_leading, most=MOST),
        "all words to hide": partial(_leading, most=_ALL),
        "as many drawn words": _drawn,
    }
    for rendering, (label, pick) in product(HIDDEN_IN, hidden.items()):
        found = attacker.found(materials, rendering, pick)
        for place, attack in enumerate(ATTACKS):
            before, after = found[:, place].mean(axis=0) * 100
            fewer = told("points fewer", found[:, place], _fewer)
            yield f"{rendering}, {label}, by {attack}: {before:.1f} → {after:.1f}; {fewer}"


@dataclass(frozen=True, slots=True)
class _Attacker:
    """All attacks, that by words and meaning with weights fitted without the document."""

    background: Background
    comparison: Comparison
    weights: dict[str, Floats]

    @classmethod
    def of(cls, materials: Materials) -> _Attacker:
        comparison = Comparison(materials.background, Encoder.open())
        seen = [
            Seen(doc_id, rendering, comparison.see(text), person)
            for rendering in FITTED_ON
            for doc_id, person, text in _known(materials, rendering)
        ]
        return cls(materials.background, comparison, left_out(seen))

    def found(self, materials: Materials, rendering: Rendering, pick: Pick) -> Doubles:
        """Return who is found first in clear and with words hidden, (documents, attacks, 2)."""
        found = np.zeros((len(materials.documents), len(ATTACKS), 2))
        for place, (doc_id, person, text) in enumerate(_known(materials, rendering)):
            words = pick(text, person, self.background) or ()
            for column, each in enumerate((text, _hidden(text, words))):
                found[place, :, column] = self._is_first(doc_id, person, each)
        return found

    def _is_first(self, doc_id: str, person: int, text: str) -> list[bool]:
        sight = self.comparison.see(text)
        together, _ = combine(sight, self.weights[doc_id])
        by_words = self.background.scores(first_words(text))
        scores = (by_words, together, sight.features[:, _MEANING])
        return [rank_of(person, each) == 1 for each in scores]


def _known(materials: Materials, rendering: Rendering) -> Iterator[tuple[str, int, str]]:
    """Yield the documents whose people are in the background: id, person, text."""
    for document in materials.documents:
        person = materials.background.number_of(document.doc_id)
        text = render(document, rendering)
        if person is not None and text is not None:
            yield document.doc_id, person, text


def _leading(text: str, person: int, background: Background, *, most: int) -> list[str] | None:
    """Return the stems that lead the attack by words to a person; None for who is not first."""
    stems = list(first_words(text))
    weights = background.weights(stems, range(len(background)))

    def is_first(scores: Floats) -> bool:
        return rank_of(person, scores) == 1

    if not is_first(weights.sum(axis=0)):
        return None
    return [stems[row] for row, _ in find_leading(weights, person, is_first, most=most)]


def _drawn(text: str, person: int, background: Background) -> list[str]:
    """Return as many other stems of a text as would be named: what hiding just any words does."""
    named = _leading(text, person, background, most=MOST) or []
    others = [stem for stem in background.find_stems(first_words(text)) if stem not in named]
    draw = random.Random(_SEED)  # noqa: S311 - no secret
    return draw.sample(others, min(len(named), len(others)))


def _hidden(text: str, stems: Sequence[str]) -> str:
    bare = without_numbers(text)  # no attack reads them, and "PERSON" alone is a word
    return without_words(bare, stems)


def _fewer(found: Doubles) -> float:
    before, after = found.mean(axis=0)
    return float((before - after) * 100)


def _median(values: Doubles) -> float:
    return float(np.median(values))
