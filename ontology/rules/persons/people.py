"""People as a document names them: one mention each, and groups that grow as they are joined."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from names.forms import FEWEST_SHARED, MOST_ALIKE, first_letters, key_of, pet_forms
from names.parts import Name, take_apart
from names.same import undo_nicknames
from names.titles import CHILDREN, Gender
from names.usual import gender_of
from ontology.spans import Span

_KINSHIP = {
    Gender.FEMALE: "wife|daughter|mother|sister|aunt|niece|granddaughter|grandmother|widow|actress",
    Gender.MALE: "husband|son|father|brother|uncle|nephew|grandson|grandfather|widower|actor",
}
_KIN_BEFORE = {
    gender: re.compile(rf"\b(?:step|half-)?(?:{words}),?\s+(?:(?!of\b)\w+\s)?$", re.IGNORECASE)
    for gender, words in _KINSHIP.items()
}
_KIN_IN_BRACKETS = {
    gender: re.compile(rf"\s*\((?:\w+\s){{0,2}}(?:step|half-)?(?:{words})\)", re.IGNORECASE)
    for gender, words in _KINSHIP.items()
}
KIN_OF = re.compile(
    rf"\b(?:{'|'.join(_KINSHIP.values())}|cousin|child|grandchild|descendant)\w*\s+(?:of\s+)?$",
    re.IGNORECASE,
)
KIN_NEAR = re.compile(
    rf"\b(?:{'|'.join(_KINSHIP.values())}|cousin|child|children|kid|twin|mum|mom|dad)s?\b[^.!?]*$",
    re.IGNORECASE,
)
_CHILD = re.compile(
    rf"\b({'|'.join(sorted(CHILDREN))})\s+(?:(?:boy|girl|one|two|[a-z0-9])\s+)?$", re.IGNORECASE
)
_FAMILY_FIELD = re.compile(r"^\s*(?:surname|(?:last|family)(?: name)?): ?$", re.IGNORECASE)
_GIVEN_FIELD = re.compile(r"^\s*(?:forename|(?:first|given)(?: names?)?): ?$", re.IGNORECASE)
_THE = re.compile(r"\bthe\s+$", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:(she|her|hers|herself)|(he|him|his|himself))\b", re.IGNORECASE)
_REACH = 80
"""Characters around a mention in which kinship and pronouns are looked for."""


@dataclass(frozen=True, slots=True)
class Person:
    """A mention with its name taken apart and a hint at the gender from the text around it."""

    span: Span
    name: Name
    hint: Gender | None
    is_kin: bool = False
    """Whether brackets behind the name say whose relative it is: "M.S. (the wife)"."""


def people_of(spans: Sequence[Span]) -> list[Person]:
    """Return the mentions with their names taken apart and hints at the gender."""
    names = [_name_in(span) for span in spans]
    for place, (one, other) in enumerate(pairwise(spans)):
        if whole := _name_in_fields(one, other):
            names[place] = names[place + 1] = take_apart(whole)
    names = undo_nicknames(names)
    return [_person(span, name) for span, name in zip(spans, names, strict=True)]


def _name_in_fields(one: Span, other: Span) -> str:
    """Return the whole name of whom two fields in a row have a part each, empty for others."""
    if one.surroundings.text[one.mention.end : other.mention.start].count("\n") != 1:
        return ""
    if _FAMILY_FIELD.search(one.before) and _GIVEN_FIELD.search(other.before):
        return f"{other.text} {one.text}"
    if _GIVEN_FIELD.search(one.before) and _FAMILY_FIELD.search(other.before):
        return f"{one.text} {other.text}"
    return ""


def _name_in(span: Span) -> Name:
    """Return the name of a mention; that of a child without another is no parent's."""
    name = take_apart(span.text)
    if not name.title and not name.given and _THE.search(span.before):
        name = replace(name, title="the", folded=f"the {name.folded}")
    child = _CHILD.search(span.before[-_REACH:])
    if child is None or name.given or not name.family:
        return name
    return replace(
        name, given=(child[1].casefold(),), folded=f"{child[1].casefold()} {name.folded}"
    )


def _person(span: Span, name: Name) -> Person:
    after = span.after[:_REACH]
    kin = next((gender for gender, words in _KIN_IN_BRACKETS.items() if words.match(after)), None)
    if kin is not None:
        return Person(span, replace(name, gender=name.gender or kin), kin, is_kin=True)
    given = gender_of(name.given[0]) if name.given else None
    return Person(span, name, name.gender or given or _hint(span))


def _hint(span: Span) -> Gender | None:
    before = span.before[-_REACH:]
    for gender, pattern in _KIN_BEFORE.items():
        if pattern.search(before):
            return gender
    pronoun = _PRONOUN.search(span.after[:_REACH])
    if pronoun is None:
        return None
    return Gender.FEMALE if pronoun.group(1) else Gender.MALE


class Groups:
    """Groups of mentions that only ever grow together, unless their names conflict."""

    def __init__(self, people: Sequence[Person]) -> None:
        self.people = people
        self.members = {number: [number] for number in range(len(people))}
        self.group_of = list(range(len(people)))
        self._names = {number: {person.name} for number, person in enumerate(people)}
        self._by_key: defaultdict[str, list[int]] = defaultdict(list)
        """The first mention of each name, by what its words may be looked for by."""
        first = {person.name: number for number, person in reversed([*enumerate(people)])}
        for name, number in first.items():
            for key in dict.fromkeys(_keys(name)):
                self._by_key[key].append(number)
            if name.given and len(alike := self._by_key[_beginning(name.given[0])]) < MOST_ALIKE:
                alike.append(number)

    def join(self, one: int, other: int, conflict: Callable[[Name, Name], bool]) -> None:
        """Make two mentions one person, unless any two of the names conflict."""
        first, second = sorted((self.group_of[one], self.group_of[other]))
        names, others = self._names[first], self._names[second]
        if first == second or any(conflict(a, b) for a in names for b in others):
            return
        names |= self._names.pop(second)
        for member in self.members[second]:
            self.group_of[member] = first
        self.members[first] += self.members.pop(second)

    def names(self, group: int) -> set[Name]:
        """Return all names of a group."""
        return self._names[group]

    def gender(self, group: int) -> Gender | None:
        """Return the gender by the titles, else by most of the hints; None where they differ."""
        genders = {name.gender for name in self.names(group)} - {None}
        if genders:
            return genders.pop() if len(genders) == 1 else None
        hints = Counter(self.people[member].hint for member in self.members[group])
        votes = hints[Gender.FEMALE] - hints[Gender.MALE]
        if not votes:
            return None
        return Gender.FEMALE if votes > 0 else Gender.MALE

    def has_kin(self, group: int) -> bool:
        """Return whether a mention of a group is said to be somebody's relative."""
        return any(self.people[member].is_kin for member in self.members[group])

    def near(self, word: str, initials: str = "") -> Sequence[int]:
        """Return a mention of each name that a word or initials may be of, in any way."""
        keys = [_word(word), _beginning(word), f"initials {initials}"]
        keys += [_word(form) for form in pet_forms(word)]
        return sorted({number for key in keys for number in self._by_key.get(key, ())})

    def having(self, is_so: Callable[[Name], bool], near: Iterable[int]) -> list[int]:
        """Return the groups of some mentions of which a name is so."""
        return sorted({self.group_of[n] for n in near if is_so(self.people[n].name)})


def initials_in(name: Name) -> tuple[str, str]:
    """Return the initials of all parts of a full name ("Berg-Holm" has two), and first and last."""
    return first_letters(part for word in name.words for part in word.split("-") if part)


def _keys(name: Name) -> Iterator[str]:
    """Yield what a name may be looked for by."""
    for word in (*name.words, *name.nicknames):
        yield _word(word)
        yield from map(_word, word.split("-"))
    for initials in initials_in(name):
        yield f"initials {initials}"


def _word(word: str) -> str:
    return f"word {key_of(word)}"


def _beginning(word: str) -> str:
    return f"beginning {word[:FEWEST_SHARED]}"
