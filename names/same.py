"""Whether two names may be those of one person, or of one thing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from names.folding import fold
from names.forms import is_inflected, is_same_word
from names.parts import Name
from names.titles import Gender

_WORD = re.compile(r"\w+")
_SMALL_WORDS = frozenset({"the", "a", "an", "of", "and", "for", "in", "on", "de", "s"})


@lru_cache(maxsize=4096)
def name_of(text: str) -> str:
    """Return a text folded, without an article before or a possessive after it."""
    return re.sub(r"^(?:the|an?) |'s?$", "", fold(text))


def name_key(words: str) -> str:
    """Return what is the same for all mentions of a name in a document.

    An article before, a possessive behind and the case make no other name, but small letters alone
    do: "Will" is not "will".
    """
    return f"{words.islower()} {name_of(words)}"


def is_short_form(short: str, full: str) -> bool:
    """Return whether a name leaves out words of another, or is made of its initials.

    Of "Oslo, Norway" only "Oslo" is one.
    """
    few, many = _words(short), _words(_before_comma(full))
    if few and set(few) <= set(many) and name_of(short) != name_of(full):
        return True
    letters = _letters(short)
    return len(letters) > 1 and letters == _initials(many)


class FullNames:
    """Names of one document, to be found by what shortens them."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_word: defaultdict[str, list[str]] = defaultdict(list)
        self._by_initials: defaultdict[str, list[str]] = defaultdict(list)
        for name in sorted(names, key=len, reverse=True):
            words = _words(_before_comma(name))
            for word in dict.fromkeys(words):
                self._by_word[word].append(name)
            self._by_initials[_initials(words)].append(name)

    def shortened_to(self, short: str) -> Iterator[str]:
        """Yield the longer names that a name shortens, the longest first."""
        words = _words(short)
        rarest = min((self._by_word.get(word, []) for word in words), key=len, default=[])
        near = {*rarest, *self._by_initials.get(_letters(short), ())}
        for name in sorted(near, key=lambda name: (-len(name), name)):
            if len(name) > len(short) and is_short_form(short, name):
                yield name


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(fold(text)) if word not in _SMALL_WORDS]


def _before_comma(name: str) -> str:
    return name.partition(",")[0]


def _letters(text: str) -> str:
    return fold(text).replace(".", "").replace(" ", "")


def _initials(words: Iterable[str]) -> str:
    return "".join(word[0] for word in words)


def undo_nicknames(names: Sequence[Name]) -> list[Name]:
    """Replace nicknames by the given names that other names of the document pair with them."""
    given_of = {
        (nickname, name.family): name.given[0]
        for name in names
        if name.is_full
        for nickname in name.nicknames
    }
    return [
        replace(name, given=(given_of[name.given[0], name.family], *name.given[1:]))
        if name.is_full and (name.given[0], name.family) in given_of
        else name
        for name in names
    ]


def may_be_one(one: Name, other: Name) -> bool:
    """Return whether two full names may be those of one person."""
    if _has_other_suffix(one, other):
        return False
    if sorted(one.words) == sorted(other.words):
        return True
    return have_one_family(one, other) and are_given_alike(one, other)


def have_one_family(one: Name, other: Name) -> bool:
    """Return whether family names are the same, or one is the initial of the other: "Anna I."."""
    if len(one.given[0]) == 1 or len(other.given[0]) == 1:
        return is_same_word(one.family, other.family)
    is_inflection = is_inflected(one.family, other.family) or is_inflected(other.family, one.family)
    return is_inflection or _is_alike(one.family, other.family)


def is_tail(one: Name, other: Name) -> bool:
    """Return whether one is the other without its first names: "García Márquez"."""
    shorter, longer = sorted((one.words, other.words), key=len)
    return longer[-len(shorter) :] == shorter and not _has_other_suffix(one, other)


def are_given_alike(one: Name, other: Name) -> bool:
    """Return whether given names may be one person's: equal, initials, middle names left out."""
    shorter, longer = sorted((one.given, other.given), key=len)
    if not shorter:
        return True
    if not _is_alike(shorter[0], longer[0]):
        return False
    if any(len(word) == 1 for word in shorter[1:]):  # initials keep their places
        return all(map(_is_alike, shorter, longer))
    rest = iter(longer[1:])
    return all(any(_is_alike(word, later) for later in rest) for word in shorter[1:])


def have_one_gender(one: Gender | None, other: Gender | None) -> bool:
    """Return whether two genders are the same, or one is not known."""
    return one is None or other is None or one is other


def conflict(one: Name, other: Name) -> bool:
    """Return whether two names cannot be those of one person, judged by the names."""
    if not have_one_gender(one.gender, other.gender) or _has_other_suffix(one, other):
        return True
    if (one.is_civil and other.is_learned) or (one.is_learned and other.is_civil):
        return True  # beside Dr Price, Mr or Mrs Price is somebody else
    is_comparable = one.is_full and other.is_full and have_one_family(one, other)
    return is_comparable and not (may_be_one(one, other) or is_tail(one, other))


def contradict(one: Name, other: Name) -> bool:
    """Return whether two names cannot be one person's even where the record says so."""
    return conflict(one, other) and not (
        one.is_full and other.is_full and one.given[0][0] == other.given[0][0]
    )


def _is_alike(one: str, other: str) -> bool:
    is_initial = min(len(one), len(other)) == 1 and one[0] == other[0]
    return is_initial or is_same_word(one, other)


def _has_other_suffix(one: Name, other: Name) -> bool:
    return bool(one.suffix and other.suffix and one.suffix != other.suffix)
