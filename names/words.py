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

_REMEMBERED = 1 << 16
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
"""Scripts without blanks between words: there each letter is taken for a word."""
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_PART = re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+")
_POSSESSIVE = re.compile(r"(?<=\w)['’]s\b", re.IGNORECASE)
_UNSEEN = re.compile("[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff]")
"""Accents taken off their letters, and characters without width."""
_NON_JOINER = "\u200c"
"""Keeps two parts of a word apart, without width."""
_WHOLE_LETTER = re.compile("[\u00c0-\u024f]")
"""What is left of Latin letters with a sign once the accents are off: "ø", "æ", "ł"."""
_LATIN = re.compile(r"LATIN (SMALL|CAPITAL) (?:LETTER|LIGATURE) (?:DOTLESS )?(\w\w?|ETH|THORN)\b.*")
_SPELLED_OUT = str.maketrans(
    {
        letter: spelling
        for low, out in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ø", "oe"), ("å", "aa"))
        for letter, spelling in ((low, out), (low.upper(), out.capitalize()))
    }
)
"""How names are written where a keyboard lacks the letter."""
_RUNES = {"ETH": "D", "THORN": "TH"}
_LOOKALIKES = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb"
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0423\u0406\u0408\u0405"
    "\u03b9\u03ba\u03bd\u03bf\u03c1\u03c5\u03c7"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
    "aeopcyxijsdhABEKMHOPCTXYIJSikvopuxABEZHIKMNOPTYX",
)
"""Letters of other scripts that read as Latin ones (Unicode Technical Standard 39)."""
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
FEWEST_SHARED = 4
"""Names that begin with fewer letters in common are others."""
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


def words_of(text: str) -> tuple[Word, ...]:
    """Return the words of a text, possessive endings left out."""
    return tuple(map(_word, _WORD.findall(_POSSESSIVE.sub("", _plain(text)))))


def word_borders(text: str) -> list[tuple[int, int]]:
    """Return where each of `words_of` stands in a text, in code points, half-open."""
    letters = [_plain(letter) for letter in text]
    plain = "".join(letters)
    origins = [place for place, letter in enumerate(letters) for _ in letter]
    endings = {place for found in _POSSESSIVE.finditer(plain) for place in range(*found.span())}
    return [
        (origins[found.start()], origins[found.end() - 1] + 1)
        for found in _WORD.finditer(plain)
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
        for part in _PART.findall(_POSSESSIVE.sub("", _plain(piece)))
    ]
    first = 1 if len(parts) > 1 and parts[0][0].stem in _DETERMINERS else 0
    yield from parts[first : first + _COMPARED]


def in_latin(words: Iterable[Word]) -> tuple[Word, ...]:
    """Write the words that read as Latin ones in Latin letters: "\u0421\u0412\u0421", "CBC"."""
    return tuple(each if each.text.isascii() else _latin_word(each) for each in words)


def _latin_word(word: Word) -> Word:
    latin = word.text.translate(_LOOKALIKES)
    return _word(latin) if latin.isascii() else word


def stems_of(words: Iterable[Word]) -> Stems:
    """Return the stems of some words."""
    return tuple(word.stem for word in words)


def is_shortened(word: str, name: str) -> bool:
    """Tell whether a word may be a short or pet form of a name, both in small letters.

    That is most of the name with its end cut, and perhaps another one: "tadek" for "tadeusz".
    """
    shared = shared_beginning(word, name)
    is_cut = shared < len(name)
    return is_cut and shared >= FEWEST_SHARED and max(len(word), len(name)) < 2 * shared


def first_letters(words: Iterable[str]) -> tuple[str, str]:
    """Return the initials of a name, and those of its first and last word alone."""
    letters = "".join(word[0] for word in words)
    return letters, letters[:1] + letters[-1:]


def shared_beginning(one: str, other: str) -> int:
    """Return with how many letters two words begin alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def spelled_out(text: str) -> str:
    """Write two letters for one, as where a keyboard has no umlauts: "Mueller", "Soeren"."""
    return text if text.isascii() else unicodedata.normalize("NFC", text).translate(_SPELLED_OUT)


def _plain(text: str) -> str:
    """Take off what does not make another word: accents, ligatures, characters without width."""
    if text.isascii():
        return text
    bare = _UNSEEN.sub("", unicodedata.normalize("NFKD", text))
    return _WHOLE_LETTER.sub(lambda letter: _base(letter[0]), bare)


@cache
def _base(letter: str) -> str:
    """Return the plain letters for one that is not composed: "o" for "ø", "AE" for "Æ"."""
    named = _LATIN.fullmatch(unicodedata.name(letter, ""))
    if not named:
        return letter
    case, base = named.groups()
    base = _RUNES.get(base, base)
    return base if case == "CAPITAL" else base.lower()


@lru_cache(_REMEMBERED)
def _word(text: str) -> Word:
    text = _in_one_script(text)
    digits, key = _NO_DIGIT.sub("", text), text.casefold()
    number = int(digits) if 0 < len(digits) <= _YEAR_DIGITS else _NAMED.get(key)
    return Word(text, _stem(key), digits, number)


def _in_one_script(word: str) -> str:
    """Write a word of several scripts in Latin letters where it looks so: it reads the same."""
    if word.isascii() or not any(letter.isascii() and letter.isalpha() for letter in word):
        return word
    return word.translate(_LOOKALIKES)


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
