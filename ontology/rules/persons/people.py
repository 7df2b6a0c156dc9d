"""People as a document names them: one mention each, and groups that grow as they are joined."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from names.parts import Gender, Name, take_apart, undo_nicknames
from ontology.spans import Span

_KINSHIP = {
    Gender.FEMALE: "wife|daughter|mother|sister|aunt|niece|granddaughter|grandmother|widow|actress",
    Gender.MALE: "husband|son|father|brother|uncle|nephew|grandson|grandfather|widower|actor",
}
_KIN_BEFORE = {
    gender: re.compile(rf"\b(?:step|half-)?(?:{words}),?\s+(?:(?!of\b)\w+\s)?$", re.IGNORECASE)
    for gender, words in _KINSHIP.items()
}
KIN_OF = re.compile(
    rf"\b(?:{'|'.join(_KINSHIP.values())}|cousin|child|grandchild|descendant)\w*\s+(?:of\s+)?$",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"\b(?:(she|her|hers|herself)|(he|him|his|himself))\b", re.IGNORECASE)
_REACH = 80
"""Characters around a mention in which kinship and pronouns are looked for."""


@dataclass(frozen=True, slots=True)
class Person:
    """A mention with its name taken apart and a hint at the gender from the text around it."""

    span: Span
    name: Name
    hint: Gender | None


def people_of(spans: Sequence[Span]) -> list[Person]:
    """Return the mentions with their names taken apart and hints at the gender."""
    names = undo_nicknames([take_apart(span.text) for span in spans])
    return [
        Person(span, name, name.gender or _hint(span))
        for span, name in zip(spans, names, strict=True)
    ]


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

    def having(self, is_so: Callable[[Name], bool]) -> list[int]:
        """Return the groups with a name that is so."""
        return [group for group in self.members if any(map(is_so, self.names(group)))]
