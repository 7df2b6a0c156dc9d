"""The parts of a person's name: title, given names, family name, suffix."""

from __future__ import annotations

import re
from dataclasses import dataclass

from names.folding import fold
from names.titles import CHILDREN, CIVIL, LEARNED, PARTICLES, SUFFIXES, TITLES, Gender
from names.usual import is_given_name

_NICKNAME = re.compile(r"[\"“”(]([^\"“”()]+)[\"“”)]|(?<!\w)['‘]([^'’‘]+)['’](?!\w)")
_POSSESSIVE = re.compile(r"(?:['’]s?)$", re.IGNORECASE)
_SOMEBODY_OF = re.compile(r"['’]s? \w", re.IGNORECASE)
_SEVERAL = frozenset({"and", "&", "und", "et"})
"""Words between two people: "Mr and Mrs Holst" are neither of them."""

_LETTERS = re.compile(r"[^\W\d_]+")
_THE_FIRST = re.compile(r"\w\w I$")
_SPELLED = re.compile(r"[^\W\d_](?:-[^\W\d_]){2,}")
"""A name spelled letter by letter: "K-A-T-E"."""
_INITIALS = re.compile(r"(?:[^\W\d_]\.\s?-?)+[^\W\d_]?\.?|[A-Z]{2,3}")
_BEFORE = re.compile(r"(?<!\w)(?:[^\W\d_a-z]\.[ \u00a0-]?)+$")
_LONGEST_INITIALS = 16
_BEHIND = re.compile(
    r"(?:,?[ \u00a0](?:[^\W\d_a-z]\.[ \u00a0-]?)*[^\W\d_a-z]\.)(?!\w)(?P<rest>\s*\w?)"
)
"""Initials behind a name: "Halvorsen, J. E."; where a name follows, they are of that one."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name taken apart; all parts are folded.

    A name of one word has it as `family`: whether it is a given name shows in the document.
    """

    folded: str
    given: tuple[str, ...] = ()
    family: str = ""
    suffix: str = ""
    gender: Gender | None = None
    title: str = ""
    nicknames: tuple[str, ...] = ()

    @property
    def is_civil(self) -> bool:
        """Whether the name goes with "Mr", "Mrs" and the like."""
        return self.title in CIVIL

    @property
    def is_learned(self) -> bool:
        """Whether the name goes with "Dr" and the like."""
        return self.title in LEARNED

    @property
    def is_full(self) -> bool:
        """Whether both a given name and a family name are there."""
        return bool(self.given and self.family)

    @property
    def is_child(self) -> bool:
        """Whether a word for a child stands for the given name."""
        return self.is_full and self.given[0] in CHILDREN

    @property
    def words(self) -> tuple[str, ...]:
        """The given names and the family name."""
        return (*self.given, self.family)


def take_apart(text: str) -> Name:
    """Return the parts of a name as it stands in a text."""
    bare = _POSSESSIVE.sub("", text.strip())
    nicknames = tuple(fold(one or other) for one, other in _NICKNAME.findall(bare))
    words = _words(_NICKNAME.sub(" ", bare))
    folded = " ".join(words)
    if _SOMEBODY_OF.search(bare) or not words or not _SEVERAL.isdisjoint(words):
        return Name(fold(bare))
    title, words = _split_titles(words)
    if all(len(word) == 1 for word in words):
        words = ["".join(words)]
    elif _is_turned(words, bare):
        words = [*words[1:], words[0]]
    suffix = ""
    while len(words) > 1 and (words[-1] in SUFFIXES or _is_the_first(words, bare)):
        suffix = words.pop()
    return Name(
        folded,
        given=tuple(word for word in words[:-1] if word not in PARTICLES),
        family=words[-1],
        suffix={"junior": "jr", "senior": "sr"}.get(suffix, suffix),
        gender=next((TITLES[word] for word in title if TITLES[word]), None),
        title=title[-1] if title else "",
        nicknames=nicknames,
    )


def _is_the_first(words: list[str], text: str) -> bool:
    """Whether the last word is a numeral ("Elizabeth I") and no initial ("Anna I.")."""
    return words[-1] == "i" and _THE_FIRST.search(text) is not None


def _is_turned(words: list[str], text: str) -> bool:
    """Whether the family name stands before initials: "Halvorsen J.", and not "Anna I."."""
    is_initial = all(len(word) == 1 for word in words[1:])
    is_family = len(words) > 1 and len(words[0]) > 1 and not is_given_name(words[0])
    return is_initial and is_family and not _is_the_first(words, text)


def _words(text: str) -> list[str]:
    """Cut a name into folded words, "Smith, John" turned round and "J.R." cut into initials."""
    before, comma, after = text.partition(",")
    first = fold(after).replace(".", " ").split()
    if comma and first and not all(word in SUFFIXES for word in first):
        text = f"{after} {before}"
    words = [word for word in fold(text).replace(".", " ").replace(",", " ").split() if word != "-"]
    spelled = [word.replace("-", "") if _SPELLED.fullmatch(word) else word for word in words]
    return words if spelled == words else list(dict.fromkeys(spelled))


def _split_titles(words: list[str]) -> tuple[list[str], list[str]]:
    count = 0
    while count < len(words) - 1 and (words[count] in TITLES or (count and words[count] == "of")):
        count += 1
    return [word for word in words[:count] if word in TITLES], words[count:]


def without_titles(name: str) -> str:
    """Return a name as it stands, without titles before it and suffixes after it."""
    words = name.split()
    first, last = 0, len(words)
    while last - first > 1 and _key(words[first]) in TITLES:
        first += 1
    while last - first > 1 and _key(words[last - 1]) in SUFFIXES:
        last -= 1
    return " ".join(words[first:last])


def _key(word: str) -> str:
    return fold(word).strip(".,")


def initials_of(text: str) -> str:
    """Return the letters of a name that is only initials ("J. S."), empty for other names."""
    if not _INITIALS.fullmatch(_POSSESSIVE.sub("", text.strip())):
        return ""
    return "".join(char for char in fold(text) if char.isalpha())


def with_initials(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the borders of a name in a text with the initials beside it: "J. E. Halvorsen".

    What is initials itself stays as it is.
    """
    if all(len(word) == 1 for word in _LETTERS.findall(text, start, end)):
        return start, end
    if before := _BEFORE.search(text, max(0, start - _LONGEST_INITIALS), start):
        start = before.start()
    elif (behind := _BEHIND.match(text, end)) and not behind["rest"].strip().isupper():
        end = behind.start("rest")
    return start, end


def words_of_name(text: str) -> list[str]:
    """Return the words of a person's name without the titles before it and the particles in it.

    Where any word has a capital, those without are none of the name: "Mr Moss of the Treasury".
    """
    words = _LETTERS.findall(text)
    words = [word for word in words if not word.islower()] or words
    while len(words) > 1 and words[0].casefold() in TITLES:
        del words[0]
    last = len(words) - 1
    return [word for n, word in enumerate(words) if n == last or word not in PARTICLES]
