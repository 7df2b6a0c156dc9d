"""The other forms of a name: together, letter by letter, as initials, shortened, mistyped.

One index of these forms serves all who look for names that are known: the scan of what goes out,
the recognizer of what was found elsewhere in a text, and the linking of mentions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Generic, TypeVar

from rapidfuzz.distance import OSA

from names.folding import fold
from names.letters import spelling
from names.usual import is_given_name, is_usual_name
from names.words import Word

if TYPE_CHECKING:
    from nicknames import NickNamer

_FEWEST_APART = 3
"""Fewer letters that stand apart are initials."""
FEWEST_SHARED = 4
"""Names that begin with fewer letters in common are others."""
MOST_ALIKE = 64
"""The number of names with one beginning of which short forms are looked for: more are a list."""
_FEWEST_LETTERS = 6
"""Of fewer letters, a name and its initials make another name: "J. Ames", "James"."""
_NAME_PARTS = 4
"""The number of parts of a name of which every way to write them together is searched."""
_FEWEST_INITIALS = 3
"""Of fewer, an acronym stands for much else: "UN", "EU"."""
_FEWEST_WHOLE = 4
"""Of fewer letters, a whole name that is written together makes another word."""
_SHORTEST = 3
_LONGEST_ENDING = 2
_LONG = 8
"""Words so long may have two slips of the pen, shorter ones one."""
_FEWEST_RESPELLED = 5
"""Of fewer letters, each spelling is a name of its own."""
_DIGITS = "0123456789"
_REMEMBERED = 1 << 12

Owner = TypeVar("Owner")


@dataclass(frozen=True, slots=True)
class _Form(Generic[Owner]):
    """A form of somebody's name; one that may be a common word counts where it is none."""

    owner: Owner
    may_be_word: bool


class NameForms(Generic[Owner]):
    """The forms of some names, each with its owner; what is a name in itself, others know.

    `is_common` is whether a word stands in a dictionary, and is more than a name.
    """

    def __init__(self, is_common: Callable[[str], bool]) -> None:
        self._is_common = is_common
        self._together: dict[str, _Form[Owner]] = {}
        self._apart: dict[str, Owner] = {}
        self._longest_apart = 0
        self._acronyms: dict[str, _Form[Owner]] = {}
        self._spellings: dict[str, Owner] = {}
        self._pet_forms: dict[str, Owner] = {}
        self._beginnings: defaultdict[str, dict[str, Owner]] = defaultdict(dict)
        """The words of people's names by their first letters."""

    def add_letters(self, words: Iterable[Word], owner: Owner) -> None:
        """Note how a name reads letter by letter."""
        letters = together(words)
        if len(letters) >= _FEWEST_APART:
            self._apart.setdefault(letters, owner)
            self._longest_apart = max(self._longest_apart, len(letters))

    def add_person(self, words: Sequence[Word], owner: Owner, *, in_any_case: bool = False) -> None:
        """Note a person's name written as one word, and as initials.

        `in_any_case` says that a name of one word is found in small letters, too, though it be a
        common word.
        """
        fewest = 1 if in_any_case else 2
        is_in_full = len(words) >= fewest and all(len(word.text) > 1 for word in words)
        whole = together(words)
        for form in _short_forms(words):
            self._together[form] = _Form(owner, may_be_word=not is_in_full or form != whole)
        for initials in first_letters(word.text for word in words if word.is_capital):
            self._add_acronym(initials, owner, may_be_word=True)

    def add_thing(self, words: Sequence[Word], owner: Owner) -> None:
        """Note a name that is no person's written as one word, and as an acronym."""
        if len(words) > 1:
            self._together[together(words)] = _Form(owner, may_be_word=True)
        for acronym in _acronyms_of(words):
            self._add_acronym(acronym, owner, may_be_word=False)

    def add_word(self, word: Word, owner: Owner, *, is_person: bool) -> None:
        """Note a word of a name in other spellings, that of a person in short and pet forms."""
        self._spellings.setdefault(key_of(word.text), owner)
        if is_person:
            letters = word.text.casefold()
            names = self._beginnings[letters[:FEWEST_SHARED]]
            if len(names) < MOST_ALIKE:
                names.setdefault(letters, owner)
            for form in pet_forms(letters):
                self._pet_forms.setdefault(form, owner)

    def found_at(self, words: Sequence[Word], place: int) -> Iterator[tuple[range, Owner]]:
        """Yield the forms that begin with a word, initials left out, and where they stand."""
        word = words[place]
        if len(word.text) == 1:
            yield from self._apart_at(words, place)
            return
        owner = self._together_in(word)
        if owner is None and word.is_capital:
            owner = self._respelled(word)
        if owner is not None:
            yield range(place, place + 1), owner

    def initials_at(self, words: Sequence[Word], place: int) -> Iterator[tuple[range, Owner]]:
        """Yield the initials and acronyms that begin with a word; "US" is also "us"."""
        text = words[place].text
        if len(text) > 1:
            form = self._acronyms.get(text.removesuffix("s"))
            if form and not (form.may_be_word and self._is_common(text)):
                yield range(place, place + 1), form.owner
            return
        for end, letters in self._letters_from(words, place):
            if form := self._acronyms.get(letters):
                yield range(place, end), form.owner

    def _add_acronym(self, acronym: str, owner: Owner, *, may_be_word: bool) -> None:
        if len(acronym) > 1 and acronym.isupper():
            self._acronyms.setdefault(acronym, _Form(owner, may_be_word))
            self._longest_apart = max(self._longest_apart, len(acronym))

    def _apart_at(self, words: Sequence[Word], place: int) -> Iterator[tuple[range, Owner]]:
        for end, letters in self._letters_from(words, place):
            if (owner := self._apart.get(letters.casefold())) is not None:
                yield range(place, end), owner

    def _letters_from(self, words: Sequence[Word], place: int) -> Iterator[tuple[int, str]]:
        """Yield rows of single letters that begin with a word, and where they end."""
        letters = ""
        for end, word in enumerate(words[place : place + self._longest_apart], start=place + 1):
            if len(word.text) > 1:
                return
            letters += word.text
            yield end, letters

    def _together_in(self, word: Word) -> Owner | None:
        if len(word.text) < _FEWEST_WHOLE:
            return None
        form = self._together.get(word.text.casefold().rstrip(_DIGITS))
        if form is None or (form.may_be_word and self._is_common(word.text)):
            return None
        return form.owner

    def _respelled(self, word: Word) -> Owner | None:
        """Return whose name a word is in another spelling, or in a short or pet form.

        A common word is none, but a pet form that is a given name: "Bob", "Kate".
        """
        letters, is_common = word.text.casefold(), self._is_common(word.text)
        owner = self._pet_forms.get(letters)
        if owner is not None and (is_given_name(letters) or not is_common):
            return owner
        if is_common:
            return None
        if (owner := self._spellings.get(key_of(word.text))) is not None:
            return owner
        names = self._beginnings.get(letters[:FEWEST_SHARED], {})
        return next((names[name] for name in names if is_shortened(letters, name)), None)


def together(words: Iterable[Word]) -> str:
    """Return the words of a name as one, in small letters."""
    return "".join(word.text.casefold() for word in words)


def first_letters(words: Iterable[str]) -> tuple[str, str]:
    """Return the initials of a name, and those of its first and last word alone."""
    letters = "".join(word[0] for word in words)
    return letters, letters[:1] + letters[-1:]


@lru_cache(_REMEMBERED)
def key_of(word: str) -> str:
    """Return what is the same for a word of a name in any spelling, with or without an "s".

    That may be a possessive or plural ending: "Halvorsens", "Joergen", "Jørgens".
    """
    folded = fold(word)
    has_ending = len(folded) > _SHORTEST and folded.endswith("s") and not folded.endswith("ss")
    return spelling(folded[:-1] if has_ending else folded)


def is_same_word(one: str, other: str) -> bool:
    """Return whether two words of names are the same in two spellings: "Mueller", "Müller".

    Of short ones each spelling is a name of its own: "Xue" and "Xu".
    """
    if one == other:
        return True
    is_long = min(len(one), len(other)) >= _FEWEST_RESPELLED or not (one + other).isascii()
    return is_long and spelling(one) == spelling(other)


def is_inflected(word: str, name: str) -> bool:
    """Return whether a word is a name with an "s" behind it, and no usual name of its own."""
    is_longer = word.endswith("s") and not is_usual_name(word)
    return is_longer and is_same_word(word.removesuffix("s"), name)


@lru_cache(_REMEMBERED)
def pet_forms(name: str) -> frozenset[str]:
    """Return the pet forms of a given name, and the names that it is one of, in small letters.

    By the collection of the package `nicknames`, which knows English ones.
    """
    return frozenset(_nicknames().nicknames_of(name) | _nicknames().canonicals_of(name))


@cache
def _nicknames() -> NickNamer:
    from nicknames import NickNamer  # noqa: PLC0415 - it reads its table

    return NickNamer()


def is_shortened(word: str, name: str) -> bool:
    """Return whether a word may be a short or pet form of a name, both in small letters.

    That is most of the name with its end cut, and perhaps another one: "tadek" for "tadeusz".
    """
    shared = _shared_beginning(word, name)
    is_cut = shared < len(name)
    return is_cut and shared >= FEWEST_SHARED and max(len(word), len(name)) < 2 * shared


def begins_alike(word: str, name: str) -> bool:
    """Return whether a word begins as a name does, with another ending of at most two letters."""
    length = _shared_beginning(word, name)
    return length >= _SHORTEST and len(word) - length <= _LONGEST_ENDING


def is_mistyped(word: str, name: str) -> bool:
    """Return whether a word is a name with a slip of the pen: a letter more, less or another."""
    slips = 2 if len(name) >= _LONG else 1
    return len(name) > _SHORTEST and OSA.distance(word, name, score_cutoff=slips) <= slips


def _shared_beginning(one: str, other: str) -> int:
    """Return with how many letters two words begin alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _acronyms_of(words: Iterable[Word]) -> Iterator[str]:
    """Yield the initials of a name's words that have a capital, those of short ones left out, too.

    A word that is an acronym itself gives none.
    """
    texts = [word.text for word in words if word.is_capital]
    texts = [text for text in texts if len(text) == 1 or not text.isupper()]
    for fewest in (1, _FEWEST_INITIALS):
        initials = "".join(text[0] for text in texts if len(text) >= fewest)
        if len(initials) >= _FEWEST_INITIALS and initials.isupper():
            yield initials


def _short_forms(name: Sequence[Word]) -> Iterator[str]:
    """Yield the ways to write a person's name as one word: each part but the last may be short."""
    whole = [word.text.casefold() for word in name]
    yield "".join(whole)
    parts = whole[-_NAME_PARTS:]
    written = product(*(("", part[0], part) for part in parts[:-1]), parts[-1:])
    yield from (word for word in map("".join, written) if len(word) >= _FEWEST_LETTERS)
