"""The words of a text, so that two spellings of a word are the same.

Words are compared by their stems: number, case, possessive and accents make no difference. The
stems go by the script; the names of months are English ones.
"""

from __future__ import annotations

import re
import unicodedata
from calendar import month_abbr, month_name
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock

from names.letters import in_latin, in_one_script, plain

_REMEMBERED = 1 << 16
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
"""Scripts without blanks between words: there each letter is taken for a word."""
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_PART = re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+")
_POSSESSIVE = re.compile(r"(?<=\w)['’]s\b", re.IGNORECASE)
_NON_JOINER = "\u200c"
"""Keeps two parts of a word apart, without width."""
_STEMMERS = {"CYRILLIC": "russian", "GREEK": "greek", "ARMENIAN": "armenian"}
_NO_DIGIT = re.compile(r"\D+")
_MONTHS = {
    name.casefold(): number
    for names in (month_name, month_abbr)
    for number, name in enumerate(names)
    if name
}
_ORDINALS = {
    name: number
    for number, name in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
        "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth "
        "twentieth".split(),
        start=1,
    )
}
_NAMED = {**_MONTHS, **_ORDINALS}
_YEAR_DIGITS = 4
_PLURAL = re.compile("(?<!s)s$")
_SHORT = 3
_DETERMINERS = frozenset({"the", "a", "an"})
_STEMMING = Lock()
"""A stemmer keeps the word that it is at, so that threads take turns."""
_COMPARED = 16
"""So many words of a span are looked for; who reads so many reads the span."""

Stems = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text, without its accents, and its stem."""

    text: str
    stem: str
    digits: str
    """The digits of the word alone."""
    number: int | None
    """What it may be in a date: "14th", "twelfth", "02", "February"."""

    @property
    def is_capital(self) -> bool:
        """Whether the word begins as names do; scripts without capitals always do."""
        return self.text[0].isalpha() and not self.text[0].islower()

    @property
    def is_month(self) -> bool:
        """Whether the word is the name of a month."""
        return self.text.casefold() in _MONTHS


def words_of(text: str) -> tuple[Word, ...]:
    """Return the words of a text, possessive endings left out."""
    return tuple(map(_word, _WORD.findall(_POSSESSIVE.sub("", plain(text)))))


def word_borders(text: str) -> list[tuple[int, int]]:
    """Return where each of `words_of` stands in a text, in code points, half-open."""
    letters = [plain(letter) for letter in text]
    bare = "".join(letters)
    origins = [place for place, letter in enumerate(letters) for _ in letter]
    endings = {place for found in _POSSESSIVE.finditer(bare) for place in range(*found.span())}
    return [
        (origins[found.start()], origins[found.end() - 1] + 1)
        for found in _WORD.finditer(bare)
        if found.start() not in endings
    ]


def span_words(text: str) -> tuple[Word, ...]:
    """Return the words of a span without the article before it, so many as are compared."""
    words = words_of(text)
    first = 1 if len(words) > 1 and words[0].stem in _DETERMINERS else 0
    return words[first : first + _COMPARED]


def name_parts(text: str) -> Iterator[tuple[Word, ...]]:
    """Yield the parts of a name, without the article before it: its words, for the most part.

    Where each letter is taken for a word, all that stands together is one part; and a word is in
    parts where a character without width keeps them apart.
    """
    parts = [
        words_of(part)
        for piece in text.split(_NON_JOINER)
        for part in _PART.findall(_POSSESSIVE.sub("", plain(piece)))
    ]
    first = 1 if len(parts) > 1 and parts[0][0].stem in _DETERMINERS else 0
    yield from parts[first : first + _COMPARED]


def looking_latin(words: Iterable[Word]) -> tuple[Word, ...]:
    """Write the words that read as Latin ones in Latin letters: "\u0421\u0412\u0421", "CBC"."""
    return tuple(each if each.text.isascii() else _latin_word(each) for each in words)


def _latin_word(word: Word) -> Word:
    latin = in_latin(word.text)
    return _word(latin) if latin.isascii() else word


def stems_of(words: Iterable[Word]) -> Stems:
    """Return the stems of some words."""
    return tuple(word.stem for word in words)


@lru_cache(_REMEMBERED)
def _word(text: str) -> Word:
    text = in_one_script(text)
    digits, key = _NO_DIGIT.sub("", text), text.casefold()
    number = int(digits) if 0 < len(digits) <= _YEAR_DIGITS else _NAMED.get(key)
    return Word(text, _stem(key), digits, number)


def _stem(word: str) -> str:
    """Return the stem of a word; a stem is its own, so that "Joneses" and "Jones" have the same.

    A name ends in "s" in its plural, whatever stands before ("Nehrus"), which the stemmer doubts.
    """
    bare = word[:-1] if len(word) > _SHORT and word[0].isalpha() and _PLURAL.search(word) else word
    with _STEMMING:
        stem = _stemmer(_script(word[0]))(bare)
    return _stem(stem) if len(stem) < len(word) else stem


def _script(letter: str) -> str:
    return "LATIN" if letter.isascii() else unicodedata.name(letter, "").partition(" ")[0]


@cache
def _stemmer(script: str) -> Callable[[str], str]:
    import snowballstemmer  # noqa: PLC0415 - it loads its stemmers of all languages

    stem: Callable[[str], str] = snowballstemmer.stemmer(_STEMMERS.get(script, "english")).stemWord
    return stem
