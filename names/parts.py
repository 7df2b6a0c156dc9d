"""The parts of a person's name: title, given names, family name, suffix."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from names.folding import fold


class Gender(StrEnum):
    """The gender that a title, a word of kinship or a pronoun says a person has."""

    FEMALE = "f"
    MALE = "m"


_FEMALE = (
    "mrs ms miss lady dame countess baroness duchess princess queen empress sister madam madame "
    "mme mlle mademoiselle frau fraulein fru senora signora dona donna marquise tsarina sultana"
)
_MALE = (
    "mr sir lord count baron duke prince king emperor brother father fr monsieur mister herr "
    "senor signor signore don marquis earl tsar sultan sheikh pope"
)
_LEARNED_OR_IN_OFFICE = (
    "dr doctor prof professor judge justice rev reverend hon honourable honorable president "
    "chancellor minister senator sen governor gov mayor saint st bishop archbishop cardinal rabbi "
    "imam advocate attorney nurse chief mx pastor coach deacon vicar chaplain midwife principal "
    "councillor cllr congressman congresswoman ambassador magistrate coroner barrister"
)
_RANKS = (
    "captain capt colonel col general gen major maj lieutenant lt sergeant sgt admiral commander "
    "cmdr cdr inspector insp superintendent supt constable officer deputy sheriff trooper "
    "detective det corporal cpl private pte pvt gunner sapper bombardier brigadier brig adm "
    "commodore ensign marshal commissioner pc wpc dc ds dci dcs dsi"
)
TITLES: dict[str, Gender | None] = {
    **dict.fromkeys(f"{_LEARNED_OR_IN_OFFICE} {_RANKS} the his her".split()),
    **dict.fromkeys(_FEMALE.split(), Gender.FEMALE),
    **dict.fromkeys(_MALE.split(), Gender.MALE),
}
ONLY_TITLES = frozenset(
    "mr mrs ms mx miss dr prof sgt lt capt cpl insp det pte pvt cmdr cdr maj supt brig cllr rev "
    "messrs drs mme mlle".split()
)
"""Titles that are nothing else, so that what follows is a name whatever the word."""
_CIVIL = frozenset({"mr", "mrs", "ms", "miss", "mx"})
_LEARNED = frozenset({"dr", "doctor", "prof", "professor"})
_SUFFIXES = frozenset(
    "jr sr junior senior ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi phd md esq qc kc obe "
    "mbe cbe kbe mp mep ma ba".split()
)
PARTICLES = frozenset(
    "von van de der den del della di da das do dos du la le las los al el bin ibn ben ter ten te "
    "zu zur zum af av ap ab of o d' l'".split()
)

_NICKNAME = re.compile(r"[\"“”(]([^\"“”()]+)[\"“”)]|(?<!\w)['‘]([^'’‘]+)['’](?!\w)")
_POSSESSIVE = re.compile(r"(?:['’]s?)$", re.IGNORECASE)
_SOMEBODY_OF = re.compile(r"['’]s? \w", re.IGNORECASE)
_SEVERAL = frozenset({"and", "&", "und", "et"})
"""Words between two people: "Mr and Mrs Holst" are neither of them."""

_THE_FIRST = re.compile(r"\w\w I$")
_INITIALS = re.compile(r"(?:[^\W\d_]\.\s?-?)+[^\W\d_]?\.?|[A-Z]{2,3}")


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
        return self.title in _CIVIL

    @property
    def is_learned(self) -> bool:
        """Whether the name goes with "Dr" and the like."""
        return self.title in _LEARNED

    @property
    def is_full(self) -> bool:
        """Whether both a given name and a family name are there."""
        return bool(self.given and self.family)

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
    suffix = ""
    while len(words) > 1 and (words[-1] in _SUFFIXES or _is_the_first(words, bare)):
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


def _words(text: str) -> list[str]:
    """Cut a name into folded words, "Smith, John" turned round and "J.R." cut into initials."""
    before, comma, after = text.partition(",")
    first = fold(after).replace(".", " ").split()
    if comma and first and not all(word in _SUFFIXES for word in first):
        text = f"{after} {before}"
    return [word for word in fold(text).replace(".", " ").replace(",", " ").split() if word != "-"]


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
    while last - first > 1 and _key(words[last - 1]) in _SUFFIXES:
        last -= 1
    return " ".join(words[first:last])


def _key(word: str) -> str:
    return fold(word).strip(".,")


def initials_of(text: str) -> str:
    """Return the letters of a name that is only initials ("J. S."), empty for other names."""
    if not _INITIALS.fullmatch(_POSSESSIVE.sub("", text.strip())):
        return ""
    return "".join(char for char in fold(text) if char.isalpha())


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


def are_given_alike(one: Name, other: Name) -> bool:
    """Whether given names may be one person's: equal, initials, middle names left out."""
    shorter, longer = sorted((one.given, other.given), key=len)
    if not shorter:
        return True
    if not _is_alike(shorter[0], longer[0]):
        return False
    if any(len(word) == 1 for word in shorter[1:]):  # initials keep their places
        return all(map(_is_alike, shorter, longer))
    rest = iter(longer[1:])
    return all(any(_is_alike(word, later) for later in rest) for word in shorter[1:])


def _is_alike(one: str, other: str) -> bool:
    is_initial = min(len(one), len(other)) == 1
    return one == other or (is_initial and one[0] == other[0])
