"""Who could be found right now: the attack by words on a payload, after every choice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from annotation.records import MASK
from names.words import words_of
from ontology.rules.persons import without_numbers
from privacy.attacks import FAIRLY_SURE
from privacy.confidence import Confidence, Scores
from privacy.giving_away import MOST, find_leading
from privacy.payload import RiskPayload

if TYPE_CHECKING:  # NumPy, which a web process loads with its first figure only
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_ATTACK = "words"
_NOBODY = 0.0
_DIGITS = 2


@dataclass(frozen=True, slots=True)
class ChosenSpan:
    """A span that is hidden, in code points, half-open, and the text in its place.

    None, where nothing is chosen yet, counts as `***`.
    """

    start: int
    end: int
    mention_id: str
    text: str | None = None


@dataclass(frozen=True, slots=True)
class LiveAttack:
    """How the attack goes among so many people.

    `rank` is the person's place, 1 for who is found first, None for who is not in the background;
    `confidence` the probability that the likeliest person is the right one, 0…1. A rank beyond the
    people whom the payload knows is one more than their number.
    """

    rank: int | None
    people: int
    confidence: float


@dataclass(frozen=True, slots=True)
class ClearWord:
    """A word that leads to the person: where it stands in clear, and in whose replacements.

    `weight` is how much of the lead over others goes with the word, 0 where the attack by words is
    not the one that it leads.
    """

    word: str
    places: tuple[tuple[int, int], ...]
    mentions: tuple[str, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class LiveRisk:
    """The attack, None without a background, and at most five words that still give it away."""

    attack: LiveAttack | None
    gives_away: tuple[ClearWord, ...] = ()


def look(
    payload: RiskPayload, spans: Sequence[ChosenSpan], *, rests_on: Sequence[str] = ()
) -> LiveRisk:
    """Attack a document with what is chosen for its spans.

    `rests_on` are words on which an attack rests that finds the person all the same, the strongest
    first: they are named where none leads there by itself, as far as they can be read.
    """
    if payload.people is None:
        return LiveRisk(None)
    return _Look(payload, spans).risk(rests_on)


class _Look:
    """What can be read, as rows of the payload's matrix."""

    def __init__(self, payload: RiskPayload, spans: Sequence[ChosenSpan]) -> None:
        self._payload = payload
        self._confidence = Confidence.of_attack(_ATTACK)
        self._places: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self._mentions: dict[int, list[str]] = defaultdict(list)
        for start, end, row in self._clear_words(spans):
            self._places[row].append((start, end))
        for span in spans:
            for row in self._rows_of(span.text):
                self._mentions[row].append(span.mention_id)
        self._rows = sorted({*self._places, *self._mentions})

    def risk(self, rests_on: Sequence[str]) -> LiveRisk:
        """Return the attack and what gives the person away."""
        attack = self._attack(self._weights.sum(axis=0))
        return LiveRisk(attack, tuple(self._gives_away() or self._readable(rests_on)))

    @cached_property
    def _weights(self) -> Floats:
        """What each row that is read says for each rival, shape (rows, rivals)."""
        import numpy as np  # noqa: PLC0415 - see above

        scales = np.array(self._payload.scales, np.float32)[self._rows, None]
        weights: Floats = self._payload.matrix[self._rows] * scales
        return weights

    @cached_property
    def _most(self) -> float:
        """What the rows that are read would score with whoever has them all."""
        import numpy as np  # noqa: PLC0415 - see above

        informativeness = np.array(self._payload.informativeness, np.float32)[self._rows]
        return float((informativeness**2).sum())

    def _clear_words(self, spans: Sequence[ChosenSpan]) -> list[list[int]]:
        """Return the words that no span touches: start, end, row."""
        import numpy as np  # noqa: PLC0415 - see above

        words = self._payload.words
        is_clear = np.ones(len(words), bool)
        for span in spans:
            first = np.searchsorted(words[:, 1], span.start, "right")
            last = np.searchsorted(words[:, 0], span.end, "left")
            is_clear[first:last] = False
        clear: list[list[int]] = words[is_clear].tolist()
        return clear

    def _rows_of(self, text: str | None) -> Sequence[int]:
        if text is None or without_numbers(text) == MASK:
            return ()
        known = self._payload.texts.get(text)
        return self._rows_of_written(text) if known is None else known

    def _rows_of_written(self, text: str) -> Sequence[int]:
        """Return the rows of a text that no list offered; what the payload lacks says nothing."""
        rows = {stem: row for row, stem in enumerate(self._payload.stems)}
        stems = dict.fromkeys(word.stem for word in words_of(without_numbers(text)))
        return [rows[stem] for stem in stems if stem in rows]

    def _attack(self, scores: Floats) -> LiveAttack:
        person = self._payload.person
        rank = None if person is None else int((scores >= scores[person]).sum())
        return LiveAttack(rank, self._payload.people or 0, self._sureness(scores))

    def _sureness(self, scores: Floats) -> float:
        if not len(self._rows):
            return _NOBODY
        second, best = sorted(scores.tolist())[-2:]
        return self._confidence(Scores(best, second, self._most, self._payload.people or 0))

    def _gives_away(self) -> list[ClearWord]:
        if not self._rows:
            return []
        scores = self._weights.sum(axis=0)
        person = self._payload.person
        if person is None:
            return self._named(find_leading(self._weights, int(scores.argmax()), self._is_sure))
        leading = find_leading(self._weights, person, lambda left: _is_first(left, person))
        return self._named(leading)

    def _readable(self, words: Sequence[str]) -> list[ClearWord]:
        rows = [row for row in self._rows_of_written(" ".join(words)) if row in self._rows]
        return [self._clear_word(row, 0.0) for row in rows[:MOST]]

    def _is_sure(self, scores: Floats) -> bool:
        return self._sureness(scores) >= FAIRLY_SURE

    def _named(self, leading: Sequence[tuple[int, float]]) -> list[ClearWord]:
        return [self._clear_word(self._rows[place], weight) for place, weight in leading]

    def _clear_word(self, row: int, weight: float) -> ClearWord:
        word, places, mentions = self._payload.shown[row], self._places[row], self._mentions[row]
        return ClearWord(word, tuple(places), tuple(mentions), round(weight, _DIGITS))


def _is_first(scores: Floats, person: int) -> bool:
    return int((scores >= scores[person]).sum()) == 1
