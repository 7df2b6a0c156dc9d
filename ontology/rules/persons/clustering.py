"""Bringing together the mentions of one person, the surest evidence first."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

from names.parts import Gender, Name, are_given_alike, initials_of
from names.words import first_letters, is_shortened
from ontology.rules.persons.people import KIN_OF, Groups, people_of
from ontology.spans import Span

_DESCRIBED = re.compile(r"(?i:the|my|his|her|our|their)\s+[a-z][a-z -]*")
_DEFINITION = re.compile(r"\s*\(\s*(?:here(?:in)?after,?\s*)?[\"“”'‘]*")
_APPOSITION = frozenset({" ", ", "})
_LIST_GOES_ON = re.compile(r",?\s+and\b")


def group(spans: Sequence[Span]) -> list[int]:
    """Return for each span a number that mentions of the same person share."""
    groups = Groups(people_of(spans))
    _join_equals(groups)
    _join_linked(groups)
    _join_described(groups)
    _join_full_names(groups)
    for number, person in enumerate(groups.people):
        if person.name.is_full and len(person.name.given[0]) == 1:
            _join_initialled(groups, number)
    for number, person in enumerate(groups.people):
        if person.name.family and not person.name.given:
            _join_single_word(groups, number)
    return groups.group_of


def _join_equals(groups: Groups) -> None:
    seen: dict[str, int] = {}
    for number, person in enumerate(groups.people):
        first = seen.setdefault(person.name.folded, number)
        groups.join(first, number, lambda *_: False)


def _join_linked(groups: Groups) -> None:
    """Follow the record's own entities and related mentions."""
    by_id = {person.span.mention.mention_id: n for n, person in enumerate(groups.people)}
    by_entity: dict[str, int] = {}
    for number, person in enumerate(groups.people):
        mention = person.span.mention
        linked = [by_id[other] for other in mention.related_mentions or () if other in by_id]
        for other in [by_entity.setdefault(mention.entity_id, number), *linked]:
            groups.join(other, number, _contradict)


def _join_described(groups: Groups) -> None:
    """Join what a neighbour names: "Mr Moss (“the applicant”)", "The applicant, Mr Moss, …"."""
    places = sorted(range(len(groups.people)), key=lambda n: groups.people[n].span.mention.start)
    for one, other in pairwise(places):
        first, second = groups.people[one].span, groups.people[other].span
        between = first.surroundings.text[first.mention.end : second.mention.start]
        is_defined = _DESCRIBED.fullmatch(second.text) and _DEFINITION.fullmatch(between)
        is_apposed = (
            _DESCRIBED.fullmatch(first.text)
            and not _DESCRIBED.fullmatch(second.text)
            and between in _APPOSITION
            and not _LIST_GOES_ON.match(second.after)
        )
        if is_defined or is_apposed:
            groups.join(one, other, _conflict)


def _join_full_names(groups: Groups) -> None:
    full: dict[tuple[int, Name, bool], int] = {}
    for number, person in enumerate(groups.people):
        if person.name.is_full and len(person.name.given[0]) > 1:
            of_kin = bool(KIN_OF.search(person.span.before))
            # Whoever is equal to an earlier one in all that decides would only repeat it.
            full.setdefault((groups.group_of[number], person.name, of_kin), number)
    for ((_, name, of_kin), one), ((_, other_name, is_other), other) in combinations(
        full.items(), 2
    ):
        if _is_one(name, other_name) or (
            _is_tail(name, other_name) and not of_kin and not is_other
        ):
            groups.join(one, other, _conflict)


def _join_initialled(groups: Groups, number: int) -> None:
    """Join "J. R. Smith" where only one person may be meant."""
    name = groups.people[number].name
    candidates = groups.having(lambda other: other.is_full and _is_one(name, other))
    others = [group for group in candidates if group != groups.group_of[number]]
    spelled_out = [
        group
        for group in others
        if any(other.is_full and len(other.given[0]) > 1 for other in groups.names(group))
    ]
    if len(spelled_out or others) == 1:
        groups.join((spelled_out or others)[0], number, _conflict)


def _join_single_word(groups: Groups, number: int) -> None:
    """Join "Lovelace", "Mrs Lovelace", "Ada" or "A. L." to the likeliest full name with it."""
    person = groups.people[number]
    name = person.name
    for is_so in _ways_to_be_meant(name.family, initials_of(person.span.text)):
        having = groups.having(is_so)
        if groups.group_of[number] in having and not is_so(name):
            return
        candidates = [
            group
            for group in having
            if group != groups.group_of[number] and _may_be(groups.gender(group), name.gender)
        ]
        if candidates:
            best = max(candidates, key=lambda group: _likeliness(groups, group, name))
            groups.join(best, number, _conflict)
            return


def _ways_to_be_meant(word: str, initials: str) -> tuple[Callable[[Name], bool], ...]:
    """Return what a name may be of which one word is left, the likeliest first."""
    return (
        lambda name: name.is_full and word == name.family,
        lambda name: name.is_full and word in name.family.split("-"),
        lambda name: name.is_full and word in (name.given[0], *name.nicknames),
        lambda name: name.is_full and word in name.given and len(word) > 1,
        lambda name: name.is_full and bool(initials) and initials in _initials(name),
        lambda name: name.is_full and is_shortened(word, name.given[0]),
        lambda name: not name.is_full and bool(word) and word == name.family,
    )


def _initials(name: Name) -> tuple[str, str]:
    """Return the initials of all parts of a full name ("Berg-Holm" has two), and first and last."""
    return first_letters(part for word in name.words for part in word.split("-") if part)


def _likeliness(groups: Groups, group: int, name: Name) -> tuple[bool, int, int]:
    """Prefer the gender of the title, then who is named most, then who is named first."""
    is_same_gender = name.gender is not None and groups.gender(group) is name.gender
    return is_same_gender, len(groups.members[group]), -group


def _may_be(one: Gender | None, other: Gender | None) -> bool:
    return one is None or other is None or one is other


def _is_one(one: Name, other: Name) -> bool:
    """Whether two full names may be those of one person."""
    if _has_other_suffix(one, other):
        return False
    is_turned = sorted(one.words) == sorted(other.words)
    return is_turned or (one.family == other.family and are_given_alike(one, other))


def _is_tail(one: Name, other: Name) -> bool:
    """Whether one is the other without its first names: "García Márquez"."""
    shorter, longer = sorted((one.words, other.words), key=len)
    return longer[-len(shorter) :] == shorter and not _has_other_suffix(one, other)


def _has_other_suffix(one: Name, other: Name) -> bool:
    return bool(one.suffix and other.suffix and one.suffix != other.suffix)


def _conflict(one: Name, other: Name) -> bool:
    """Whether two names cannot be those of one person, judged by the names."""
    if not _may_be(one.gender, other.gender) or _has_other_suffix(one, other):
        return True
    if (one.is_civil and other.is_learned) or (one.is_learned and other.is_civil):
        return True  # beside Dr Price, Mr or Mrs Price is somebody else
    is_comparable = one.is_full and other.is_full and one.family == other.family
    return is_comparable and not (_is_one(one, other) or _is_tail(one, other))


def _contradict(one: Name, other: Name) -> bool:
    """Whether two names cannot be one person's even where the record says so."""
    return _conflict(one, other) and not (
        one.is_full and other.is_full and one.given[0][0] == other.given[0][0]
    )
