"""A background, opened and asked: who has which words, and how much each word says.

    people.sqlite   people, their texts, the numbers of the stems
    starts.npy      where the people of each stem begin in the next two, shape (stems + 1,)
    people.npy      the numbers of the people that have a stem, in order
    weights.npy     how much the stem says for each of them (BM25)

Function words have no number: they say nothing about anybody.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from privacy.errors import BackgroundError
from privacy.rareness import inverse_frequencies, inverse_frequency

Floats = NDArray[np.float32]

FORMAT = 1
DATABASE = "people.sqlite"
STARTS, PEOPLE, WEIGHTS = "starts.npy", "people.npy", "weights.npy"
_BETWEEN_TEXTS = "\n\n"


class Background:
    """Texts about people that an attacker may know; people are numbered in the order of `keys`."""

    def __init__(self, folder: Path) -> None:
        self._database = sqlite3.connect(f"{(folder / DATABASE).as_uri()}?mode=ro", uri=True)
        self._starts, self._people, self._weights = (
            np.asarray(np.load(folder / name, mmap_mode="r")) for name in (STARTS, PEOPLE, WEIGHTS)
        )

    @classmethod
    def open(cls, folder: Path) -> Background:
        """Open a folder that `build` wrote; raises BackgroundError where it is none."""
        try:
            background = cls(folder.absolute())
            (version,) = background._database.execute("PRAGMA user_version").fetchone()
        except (OSError, ValueError, sqlite3.Error) as error:
            raise BackgroundError(f"{folder.name}: the folder holds no background.") from error
        if version != FORMAT:
            problem = f"this program reads format {FORMAT}. Build the background anew."
            raise BackgroundError(f"{folder.name}: the background has format {version}, {problem}")
        return background

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def keys(self) -> Sequence[str]:
        """The keys of all people."""
        rows = self._database.execute("SELECT key FROM people ORDER BY number")
        return tuple(key for (key,) in rows)

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {key: number for number, key in enumerate(self.keys)}

    def number_of(self, key: str | None) -> int | None:
        """Return the number of a person, None for who is not in the background."""
        return None if key is None else self._numbers.get(key)

    def text_of(self, key: str) -> str:
        """Return all texts about a person; raises KeyError for who is not in the background."""
        query = "SELECT text FROM texts WHERE person = ? ORDER BY id"
        rows = self._database.execute(query, (self._numbers[key],))
        return _BETWEEN_TEXTS.join(text for (text,) in rows)

    def find_stems(self, stems: Iterable[str]) -> dict[str, int]:
        """Return stem → number for the content stems that the background knows."""
        query = (
            "SELECT stem, number FROM stems WHERE stem IN (SELECT value FROM json_each(?)) "
            "ORDER BY number"
        )
        return dict(self._database.execute(query, (json.dumps(list(stems)),)))

    def informativeness(self, stems: Iterable[str]) -> dict[str, float]:
        """Return the inverse document frequency of each stem known, in nats (as BM25 has it)."""
        return {
            stem: inverse_frequency(len(self), self._frequency(number))
            for stem, number in self.find_stems(stems).items()
        }

    def scores(self, stems: Iterable[str]) -> Floats:
        """Return how much some stems speak for each person (BM25), shape (people,)."""
        total = np.zeros(len(self), np.float32)
        for number in self.find_stems(stems).values():
            there = slice(self._starts[number], self._starts[number + 1])
            total[self._people[there]] += self._weights[there]
        return total

    @cached_property
    def lengths(self) -> Floats:
        """The length of each person's vector of TF-IDF, shape (people,); 1 for who has no words.

        Scores divided by it are cosines, but for the length of what is looked up.
        """
        having = np.diff(self._starts)
        idf = inverse_frequencies(len(self), having)
        squares = (self._weights / np.repeat(idf, having)) ** 2
        lengths = np.sqrt(np.bincount(self._people, squares, minlength=len(self)))
        return np.where(lengths > 0, lengths, 1).astype(np.float32)

    def weights(self, stems: Sequence[str], people: Sequence[int]) -> Floats:
        """Return how much each stem speaks for some people, shape (stems, people)."""
        found = self.find_stems(stems)
        weights = np.zeros((len(stems), len(people)), np.float32)
        sought = np.array(people, np.int32)
        for row, stem in enumerate(stems):
            if (number := found.get(stem)) is not None:
                there = slice(self._starts[number], self._starts[number + 1])
                having = self._people[there]
                places = np.minimum(np.searchsorted(having, sought), len(having) - 1)
                weights[row] = np.where(having[places] == sought, self._weights[there][places], 0)
        return weights

    def _frequency(self, number: int) -> int:
        return int(self._starts[number + 1] - self._starts[number])
