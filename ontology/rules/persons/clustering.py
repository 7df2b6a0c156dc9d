"""Bringing together the mentions of one person, the surest evidence first."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise

from names.forms import is_inflected, is_same_word, is_shortened, key_of, pet_forms
from names.parts import Name, initials_of
from names.same import conflict, contradict, have_one_gender, is_tail, may_be_one
from ontology.rules.persons.people import KIN_NEAR, KIN_OF, Groups, Person, initials_in, people_of
from ontology.spans import Span

_DESCRIBED = re.compile(r"(?i:the|my|his|her|our|their)\s+[a-z][a-z -]*")
_DEFINITION = re.compile(r"\s*\(\s*(?:here(?:in)?after,?\s*)?[\"“”'‘]*")
_APPOSITION = frozenset({" ", ", "})
_BEFORE_LISTED = re.compile(r"(?:,|\band|\bor|&)\s*$")
_LISTED = re.compile(r"\s*(?:,|\band|\bor|&)\s*[^\W\d_a-z]")
_NEAR = 60
"""Characters before a name in which a word of kinship tells it apart."""
_LIST_GOES_ON = re.compile(r",?\s+and\b")


def group(spans: Sequence[Span]) -> list[int]:
    """Return for each span a number that mentions of the same person share."""
    groups = Groups(people_of(spans))
    _join_equals(groups)
    _join_linked(groups)
    _join_described(groups)
    _join_full_names(groups)
    for number, person in enumerate(groups.people):
        if person.name.is_full and not _is_in_full(person.name):
            _join_initialled(groups, number)
    done = set[tuple[int, Name]]()
    for number, person in enumerate(groups.people):
        key = (groups.group_of[number], person.name)
        if person.name.family and not person.name.given and key not in done:
            done.add(key)
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
            groups.join(other, number, contradict)


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
            groups.join(one, other, conflict)


def _join_full_names(groups: Groups) -> None:
    full: dict[tuple[int, Name, bool], int] = {}
    for number, person in enumerate(groups.people):
        if _is_in_full(person.name):
            of_kin = bool(KIN_OF.search(person.span.before))
            # Whoever is equal to an earlier one in all that decides would only repeat it.
            full.setdefault((groups.group_of[number], person.name, of_kin), number)
    people = list(full.items())
    for one, other in _pairs([name for _, name, _ in full]):
        (_, name, of_kin), number = people[one]
        (_, other_name, is_other), other_number = people[other]
        if may_be_one(name, other_name) or (
            is_tail(name, other_name) and not of_kin and not is_other
        ):
            groups.join(number, other_number, conflict)


def _pairs(names: Sequence[Name]) -> Iterable[tuple[int, int]]:
    """Return the pairs of full names that share what those of one person do, in order."""
    sharing: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, name in enumerate(names):
        family = key_of(name.family)
        for key in {
            (name.given[0][0], family),
            ("tail", key_of(name.given[-1]), family),
            ("turned", *sorted(name.words)),
        }:
            sharing[key].append(number)
    return sorted({pair for some in sharing.values() for pair in combinations(some, 2)})


def _join_initialled(groups: Groups, number: int) -> None:
    """Join "J. R. Smith" or "John S." where only one person may be meant."""
    name = groups.people[number].name
    word = name.given[0] if len(name.family) == 1 else name.family
    candidates = groups.having(
        lambda other: other.is_full and may_be_one(name, other), groups.near(word)
    )
    others = [group for group in candidates if group != groups.group_of[number]]
    in_full = [group for group in others if any(map(_is_in_full, groups.names(group)))]
    if len(in_full or others) == 1:
        groups.join((in_full or others)[0], number, conflict)


def _is_in_full(name: Name) -> bool:
    return name.is_full and min(len(name.given[0]), len(name.family)) > 1


def _join_single_word(groups: Groups, number: int) -> None:
    """Join "Lovelace", "Mrs Lovelace", "Ada" or "A. L." to the likeliest full name with it."""
    person, own = groups.people[number], groups.group_of[number]
    initials = initials_of(person.span.text)
    near = groups.near(person.name.family, initials)
    full = [n for n in near if groups.people[n].name.is_full]
    adults = [n for n in full if not groups.people[n].name.is_child]
    single = [n for n in near if not groups.people[n].name.is_full]
    # A relative may have the initials of whom the text is about, so that more has to say who it is.
    is_kin = bool(initials) and groups.has_kin(own)
    gender = groups.gender(own) if is_kin else person.name.gender
    for some, is_so, is_sure in [
        *((adults, is_so, True) for is_so in _ways_to_be_in_full(person.name, initials)),
        (single, lambda other: person.name.family == other.family, True),
        (adults, lambda full: is_shortened(person.name.family, full.given[0]), True),
        *((adults, is_so, False) for is_so in _less_sure_ways(person)),
        *((single, is_so, False) for is_so in _less_sure_ways(person)),
    ]:
        having = groups.having(is_so, some)
        if own in having and some is adults:
            return
        candidates = [
            group
            for group in having
            if group != own
            and have_one_gender(groups.gender(group), gender)
            and not (is_kin and groups.gender(group) is None)
        ]
        if candidates:
            if not is_sure and len(candidates) > 1:
                return
            best = max(candidates, key=lambda group: _likeliness(groups, group, person.name))
            groups.join(best, number, conflict)
            return


def _ways_to_be_in_full(name: Name, initials: str) -> Iterator[Callable[[Name], bool]]:
    """Yield what a full name may be of which one word is left, the likeliest first."""
    word = name.family
    yield lambda full: word == full.family
    yield lambda full: word in full.family.split("-")
    yield lambda full: word in (full.given[0], *full.nicknames)
    yield lambda full: word in full.given and len(word) > 1
    if initials:
        yield lambda full: initials in initials_in(full)


def _less_sure_ways(person: Person) -> Iterator[Callable[[Name], bool]]:
    """Yield in what other form a name may be that of somebody, if of one person only."""
    word, is_titled = person.name.family, bool(person.name.title)
    yield lambda other: any(is_same_word(word, part) for part in _parts(other))
    if is_titled:
        return
    yield lambda other: any(is_inflected(word, part) for part in _parts(other))
    if not _is_told_apart(person.span):
        yield lambda other: word in pet_forms(_first(other))


def _parts(name: Name) -> list[str]:
    return [part for word in name.words for part in word.split("-") if len(part) > 1]


def _first(name: Name) -> str:
    return name.given[0] if name.given else name.family


def _is_told_apart(span: Span) -> bool:
    """Whether a name stands in a list or behind a word of kinship: "Her girls are Liz, Beth"."""
    before = span.before[-_NEAR:]
    return any((_BEFORE_LISTED.search(before), KIN_NEAR.search(before), _LISTED.match(span.after)))


def _likeliness(groups: Groups, group: int, name: Name) -> tuple[bool, int, int]:
    """Prefer the gender of the title, then who is named most, then who is named first."""
    is_same_gender = name.gender is not None and groups.gender(group) is name.gender
    return is_same_gender, len(groups.members[group]), -group
