"""What stands above an item, in words of the table of kinds, not in Wikidata's upper classes.

Wikidata's tree is made to hold everything: above "airline" stand "economic entity" and "group of
humans", which nobody would read in the place of a name. So a chain of it is read up to the first
class that names a kind of the table; from there on the table goes on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from names.folding import fold
from ontology.entries import Kind
from ontology.guarding import fits_one_thing
from ontology.phrases import core, singular
from ontology.taxonomy import TAXONOMY
from ontology.wikidata.vocabulary import CACHE_SIZE, kind_of, rows

_DROPPED = "-"
_WHERE = re.compile(r"(?P<head>.+?) (?P<link>of|in) (?P<place>(?:the )?[A-ZÀ-Þ].*)")
_PERSON, _PLACE, _ORGANIZATION = "person", "place", "organization"
_REGION = "administrative region"
_ATTRIBUTE = "personal attribute"
_NO_THINGS = frozenset({_PERSON, _PLACE, _ORGANIZATION, _ATTRIBUTE})
_ROOTS: Mapping[Kind, tuple[str, ...]] = {
    Kind.SETTLEMENT: (_PLACE,),
    Kind.SUBDIVISION: (_PLACE,),
    Kind.COUNTRY: (_PLACE,),
    Kind.REGION: (_PLACE,),
    Kind.PLACE: (_PLACE, _ORGANIZATION),
    Kind.LANDFORM: (_PLACE,),
    Kind.ORGANIZATION: (_ORGANIZATION, _PLACE, "publication"),
    Kind.SCHOOL: (_ORGANIZATION, _PLACE),
    Kind.TEAM: (_ORGANIZATION,),
    Kind.BRAND: (_ORGANIZATION, "product"),
    Kind.PEOPLE: (_PERSON,),
    Kind.OCCUPATION: (_PERSON,),
    Kind.WORK: ("creative work", "publication", "online service", "product", _ORGANIZATION),
    Kind.DISEASE: ("medical condition",),
}
"""What things of a sort are in the end, the usual first; of other sorts anything but these."""

_SORTS: Mapping[str, Kind] = {
    _PLACE: Kind.PLACE,
    _ORGANIZATION: Kind.ORGANIZATION,
    _PERSON: Kind.OCCUPATION,
    "medical condition": Kind.DISEASE,
    "event": Kind.EVENT,
    "competition": Kind.EVENT,
    "creative work": Kind.WORK,
    "publication": Kind.WORK,
    "product": Kind.ARTIFACT,
    "vehicle": Kind.ARTIFACT,
}
"""What sort of thing a kind of the table is by its root, where its noun does not say it."""

_MOST_UNKNOWN = 3
"""How many stand where the table knows none of them: beyond, they say less and less."""
_MOST_LISTS = 4
"""How many different things an item may be."""
_AMBIGUOUS = frozenset(
    """
    act area bill board cell center channel character collection column cover division exchange
    expression field fire floor group line network operation order part plain platform point
    program project review rock room series service show site sound spring structure suite
    territory trust union unit wall
    """.split()
)
"""Kinds whose noun means other things at the end of a longer one: "Unicode character"."""


@dataclass(frozen=True, slots=True)
class Translated:
    """A class in our words: texts more specific than any kind of the table, and the kind.

    `is_known` says that nothing above it in Wikidata is asked for. Without texts and kind the class
    says nothing.
    """

    own: tuple[str, ...] = ()
    kind: str = ""
    is_known: bool = False


@dataclass(frozen=True, slots=True)
class Generalizations:
    """A list for the index, and the sort of thing that it is of; None where no word tells it."""

    texts: tuple[str, ...]
    sort: Kind | None


@cache
def _table() -> dict[str, Translated]:
    return {label: _from_row(*fields) for label, *fields in rows("translations.tsv")}


def _from_row(text: str, above: str = "") -> Translated:
    if text == _DROPPED:
        return Translated()
    if text in TAXONOMY and not above:
        return Translated((), text, is_known=True)
    if not above and (where := _WHERE.fullmatch(text)):
        noun = where["head"]
        return Translated((text, *_wider(noun, where["place"], noun)), noun, is_known=True)
    *own, last = (text, *filter(None, above.split("|")))
    if last in TAXONOMY and TAXONOMY.ancestors(last):
        return Translated(tuple(own), last, is_known=True)
    return Translated((*own, last), "", is_known=True)


@cache
def _parts_of_the_world() -> dict[str, tuple[str, ...]]:
    return {country: tuple(parts) for country, *parts in rows("countries.tsv")}


def _wider(noun: str, country: str, kind: str) -> tuple[str, ...]:
    """Return a sort of place with the parts of the world that its country lies in."""
    parts = _parts_of_the_world().get(country, ()) if _PLACE in TAXONOMY.roots(kind) else ()
    return tuple(f"{noun} in {part}" for part in parts)


@lru_cache(CACHE_SIZE)
def translate(label: str) -> Translated:
    """Return what stands for a label of Wikidata."""
    if found := _table().get(label):
        return found
    if fits_one_thing(label):
        return Translated()
    if where := _WHERE.fullmatch(label):
        return _with_place(label, where)
    return _by_noun(label)


def _with_place(label: str, where: re.Match[str]) -> Translated:
    """Return a class that says where its things lie, in our words: "comune of Italy"."""
    head = translate(where["head"])
    if not head.kind:
        return replace(head, own=(label, *head.own)) if head.is_known else Translated((label,))
    noun = head.own[0] if head.own else head.kind
    link = where["link"]
    if _PLACE in TAXONOMY.roots(head.kind) and not _is_first_level(head.kind):
        link = "in"
    text = f"{noun} {link} {where['place']}"
    return replace(head, own=(text, *_wider(noun, where["place"], head.kind), *head.own))


def _is_first_level(kind: str) -> bool:
    """Return whether a kind is what countries are made of: "state of India"."""
    return _REGION in TAXONOMY.ancestors(kind) and kind != "municipality"


def _by_noun(label: str) -> Translated:
    """Return the kind that the noun of a label names, where both are the same sort of thing."""
    sort = kind_of(label)
    for phrase in _phrases(label):
        for match in TAXONOMY.of_noun(phrase, "words"):
            is_whole = match.word == singular(fold(phrase))
            if not is_whole and (match.word in _AMBIGUOUS or not _has_head(match.word, phrase)):
                continue
            if _roots_of(match.kind, sort) if sort else match.kind == match.word:
                own = () if is_whole and phrase == label else (label,)
                return Translated(own, match.kind, is_known=True)
    return Translated((label,))


def _phrases(label: str) -> tuple[str, ...]:
    """Return a label, and what is left of it up to its head; a state of matter is no state."""
    head = core(label)
    return (label,) if head == label or " of " in label else (label, head)


def _has_head(words: str, phrase: str) -> bool:
    """Return whether words at the end of a phrase have its head: not "city" of "part of a city"."""
    return len(words.split()) > len(phrase.split()) - len(core(phrase).split())


def _roots_of(kind: str, sort: Kind | None) -> list[str]:
    """Return what a kind is in the end, as far as a sort of thing may be it, the usual first."""
    roots = TAXONOMY.roots(kind)
    if sort is not None and sort in _ROOTS:
        return [root for root in _ROOTS[sort] if root in roots]
    if sort is not None:
        return sorted(roots - _NO_THINGS)
    things = roots - {_PERSON, _ATTRIBUTE} or roots
    return sorted(things, key=lambda root: (root not in _NO_THINGS, root == _ORGANIZATION, root))


@dataclass(frozen=True, slots=True)
class _Path:
    """A chain up to the first class that is known: what stands below, the kind, and its sort.

    `persons` are the kinds of person above: the table is flat there.
    """

    own: tuple[str, ...] = ()
    kind: str = ""
    sort: Kind | None = None
    is_known: bool = False
    persons: tuple[str, ...] = ()


def _read(chain: Iterable[str]) -> _Path:
    """Read a chain of labels; one of no kind stays only with what the item is at once."""
    labels = iter(chain)
    own: list[str] | None = None
    for label in labels:
        found = translate(label)
        if found.is_known:
            texts = (*(own or ())[:1], *found.own)
            sort = _sort_of(label, found.kind)
            persons = tuple(_persons(found.kind, labels))
            return _Path(texts, found.kind, sort, is_known=True, persons=persons)
        if own is None:
            own = [*found.own]
        elif own:
            own += found.own
    return _Path(tuple((own or ())[:_MOST_UNKNOWN]))


def _sort_of(label: str, kind: str) -> Kind | None:
    """Return the sort of thing that a label says, or the kind, if the kind may be of it."""
    if not kind:
        return kind_of(label)
    sorts = (kind_of(label), kind_of(kind))
    return next((sort for sort in sorts if sort and _roots_of(kind, sort)), None)


def _persons(kind: str, labels: Iterable[str]) -> Iterator[str]:
    if kind and _PERSON in TAXONOMY.ancestors(kind):
        above = (translate(label).kind for label in labels)
        yield from (each for each in above if each and _PERSON in TAXONOMY.ancestors(each))


@lru_cache(CACHE_SIZE)
def generalize(
    chains: tuple[tuple[str, ...], ...], longest: tuple[str, ...] = ()
) -> tuple[Generalizations, ...]:
    """Return the lists that the chains of an item give, one for each thing that it is.

    A class that covers another one of the item says nothing beside it ("business", "airline"). The
    longest chain is asked where none of the others comes to a kind. What no kind is known of comes
    last.
    """
    paths = [path for chain in chains if (path := _read(chain)).own or path.is_known]
    known = _merge(paths) or _merge([_read(longest)])
    lists = [each for path in known[:_MOST_LISTS] for each in _lists_of(path)]
    unknown = [Generalizations(path.own, None) for path in paths if not path.is_known]
    return (*lists, *unknown[:1])


def _merge(paths: Iterable[_Path]) -> list[_Path]:
    """Return the known paths, those of one kind, or of one above it, as one."""
    merged: list[_Path] = []
    for path in paths:
        if not path.is_known:
            continue
        place = next((at for at, other in enumerate(merged) if _is_same(path, other)), None)
        if place is None:
            merged.append(path)
        else:
            merged[place] = _more_specific(merged[place], path)
    return merged


def _is_same(one: _Path, other: _Path) -> bool:
    if not (one.kind and other.kind):
        return not (one.kind or other.kind) and one.own[-1] == other.own[-1]
    return one.kind in TAXONOMY.chain(other.kind) or other.kind in TAXONOMY.chain(one.kind)


def _more_specific(one: _Path, other: _Path) -> _Path:
    if one.kind == other.kind:
        return one if one.own or not other.own else other
    return one if other.kind in TAXONOMY.ancestors(one.kind) else other


def _lists_of(path: _Path) -> Iterator[Generalizations]:
    """Yield a list for each thing that a kind is: a hospital is a place and an organization."""
    if not path.kind:
        yield Generalizations(path.own, path.sort)
        return
    usual = _ROOTS.get(path.sort, ("",))[0] if path.sort else ""
    for root in _roots_of(path.kind, path.sort):
        chain = TAXONOMY.chain(path.kind, root)
        texts = dict.fromkeys((*path.own, chain[0], *path.persons, *chain[1:]))
        sort = path.sort if root == usual else _SORTS.get(root, path.sort)
        yield Generalizations(tuple(texts), sort)
