"""A background compiled: texts into SQLite, words into one sparse matrix of BM25 weights.

The words of a key count as words about the person: an attacker knows the name of whom a text is
about. What a person's texts say is put together; BM25 as in Robertson and Zaragoza (2009), "The
probabilistic relevance framework", with the length of a text taken in full, and the rareness of a
word counted on both sides, as the cosine of two TF-IDF vectors has it: names find who has them.
"""

from __future__ import annotations

import shutil
import sqlite3
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from annotation.formatting import counted
from names.words import word_borders, words_of
from privacy.background.near_copies import ProtectedTexts
from privacy.background.opened import DATABASE, FORMAT, PEOPLE, STARTS, WEIGHTS
from privacy.background.sources import Person
from privacy.errors import BackgroundError
from privacy.rareness import inverse_frequencies

if TYPE_CHECKING:  # heavy
    from scipy.sparse import csr_array

Numbers = NDArray[np.int64]

SATURATION = 2.0
"""How fast a word says less each time that it comes again (k1)."""
LENGTH = 1.0
"""How much a long text must repeat a word for it to say as much (b)."""
FEWEST_PEOPLE = 2
MOST_PEOPLE = 100_000
_GAP = " … "
_SCHEMA = f"""
    PRAGMA user_version = {FORMAT};
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    CREATE TABLE people (number INTEGER PRIMARY KEY, key TEXT NOT NULL);
    CREATE TABLE texts (id INTEGER PRIMARY KEY, person INTEGER NOT NULL, text TEXT NOT NULL);
    CREATE TABLE stems (stem TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a background holds, and what was left out: empty texts, and copies of protected ones."""

    people: int
    texts: int
    empty: int
    near_copies: int


def build(
    people: Iterable[Person],
    folder: Path,
    *,
    protected: Iterable[str],
    name: str = "The background",
) -> Summary:
    """Compile a background into a folder, which appears whole or not at all.

    What copies one of the protected texts is left out. An old background is in use until the end.
    Raises BackgroundError, with the name, where the texts are about fewer than two people or about
    too many.
    """
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = Path(mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        summary = _Builder(beside, protected, name).build(people)
        if folder.exists():
            folder.rename(beside / "old")
        beside.rename(folder)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    shutil.rmtree(folder / "old", ignore_errors=True)
    return summary


class _Builder:
    """The words of people, gathered as numbers until all are known."""

    def __init__(self, folder: Path, protected: Iterable[str], name: str) -> None:
        self._folder, self._name = folder, name
        self._stems: dict[str, int] = {}
        self._people: dict[str, int] = {}
        self._words = array("i")
        self._owners = array("i")
        self._lengths = array("i")
        self._protected = ProtectedTexts(self._numbered(text) for text in protected)
        self._texts = self._empty = self._near_copies = 0

    def build(self, people: Iterable[Person]) -> Summary:
        database = sqlite3.connect(self._folder / DATABASE)
        try:
            database.executescript(_SCHEMA)
            rows = self._gathered(people)
            database.executemany("INSERT INTO texts (person, text) VALUES (?, ?)", rows)
            self._check()
            keys = ((number, key) for key, number in self._people.items())
            database.executemany("INSERT INTO people VALUES (?, ?)", keys)
            database.executemany("INSERT INTO stems VALUES (?, ?)", self._write_matrix())
            database.execute("CREATE INDEX texts_by_person ON texts (person)")
            database.commit()
        finally:
            database.close()
        return Summary(len(self._people), self._texts, self._empty, self._near_copies)

    def _gathered(self, people: Iterable[Person]) -> Iterator[tuple[int, str]]:
        """Take in the words of each text; yield the number of the person with what was kept."""
        for person in people:
            if not person.text.strip():
                self._empty += 1
                continue
            text, numbers = self._without_copies(person.text)
            if len(numbers):
                yield self._take(person.key, numbers), text

    def _take(self, key: str, numbers: Numbers) -> int:
        number = self._people.get(key)
        if number is None:
            number = self._people[key] = len(self._people)
            if number == MOST_PEOPLE:
                raise BackgroundError(
                    f"{self._name} has more than {MOST_PEOPLE:,} people: take a part of it."
                )
            self._add(number, self._numbered(key))
        self._add(number, numbers)
        self._texts += 1
        return number

    def _add(self, person: int, numbers: Numbers) -> None:
        self._words.frombytes(numbers.astype("i").tobytes())
        self._owners.append(person)
        self._lengths.append(len(numbers))

    def _without_copies(self, text: str) -> tuple[str, Numbers]:
        numbers = self._numbered(text)
        kept = np.arange(len(numbers))
        while copies := self._protected.copied_in(numbers[kept]):
            is_left = np.ones(len(kept), bool)
            for stretch in copies:
                is_left[stretch] = False
            kept = kept[is_left]
        if len(kept) == len(numbers):
            return text, numbers
        self._near_copies += 1
        return _with_words(text, kept), numbers[kept]

    def _numbered(self, text: str) -> Numbers:
        stems = self._stems
        numbers = [stems.setdefault(word.stem, len(stems)) for word in words_of(text)]
        return np.array(numbers, np.int64)

    def _check(self) -> None:
        if len(self._people) >= FEWEST_PEOPLE:
            return
        left_out = self._left_out()
        if not self._people:
            why = f": {left_out}" if left_out else ""
            raise BackgroundError(f"{self._name} holds no texts that count{why}.")
        beside = f" ({left_out})" if left_out else ""
        raise BackgroundError(
            f"{self._name} is about one person only{beside}: an attack needs texts about "
            "other people, too, to tell the person from."
        )

    def _left_out(self) -> str:
        """Name what is not in it, "" where nothing was left out."""
        parts = []
        if self._empty:
            parts.append(counted(self._empty, "text is empty", "texts are empty"))
        if self._near_copies:
            repeat = ("text repeats texts to hide", "texts repeat texts to hide")
            parts.append(counted(self._near_copies, *repeat))
        return ", and ".join(parts)

    def _write_matrix(self) -> Iterator[tuple[str, int]]:
        """Write the matrix; yield the stems in it with their rows."""
        matrix, function_words = _weighted(self._counted()), _function_stems()
        is_function = np.array([stem in function_words for stem in self._stems])
        rows = np.flatnonzero(~is_function & (np.diff(matrix.indptr) > 0))
        matrix = matrix[rows]
        np.save(self._folder / STARTS, matrix.indptr.astype(np.int64))
        np.save(self._folder / PEOPLE, matrix.indices.astype(np.int32))
        np.save(self._folder / WEIGHTS, matrix.data.astype(np.float32))
        stems = list(self._stems)
        yield from ((stems[number], row) for row, number in enumerate(rows))

    def _counted(self) -> csr_array:
        """Return how often each person's texts have each stem, sparse, shape (stems, people)."""
        from scipy.sparse import coo_array  # noqa: PLC0415 - heavy

        words = np.frombuffer(self._words, np.int32)
        owners = np.repeat(np.frombuffer(self._owners, np.int32), self._lengths)
        shape = (len(self._stems), len(self._people))
        return coo_array((np.ones(len(words), np.float32), (words, owners)), shape).tocsr()


def _with_words(text: str, places: Numbers) -> str:
    """Return what is left of a text with these of its words alone, a gap between their runs."""
    borders = word_borders(text)
    runs = np.split(places, np.flatnonzero(np.diff(places) > 1) + 1)
    return _GAP.join(text[borders[run[0]][0] : borders[run[-1]][1]] for run in runs if len(run))


def _weighted(counts: csr_array) -> csr_array:
    """Return the BM25 weights of counted stems, in the place of the counts."""
    lengths = counts.sum(axis=0)
    norms = SATURATION * (1 - LENGTH + LENGTH * lengths / lengths.mean())
    having = np.diff(counts.indptr)
    idf = inverse_frequencies(counts.shape[1], having)
    counts.data *= (
        np.repeat(idf**2, having) * (SATURATION + 1) / (counts.data + norms[counts.indices])
    )
    return counts


def _function_stems() -> frozenset[str]:
    from spacy.lang.en.stop_words import STOP_WORDS  # noqa: PLC0415 - heavy

    return frozenset(word.stem for text in STOP_WORDS for word in words_of(text))
