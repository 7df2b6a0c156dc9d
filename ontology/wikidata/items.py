"""What we need of a Wikidata item, read by parsing it whole: slow, and right by construction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from annotation.sources import ListSource
from ontology.wikidata.vocabulary import HUMAN, LEFT_OUT

PROPERTIES: tuple[str, ...] = (
    ListSource.INSTANCE_OF,
    ListSource.SUBCLASS_OF,
    ListSource.METACLASS_FOR,
    ListSource.PART_OF,
)
"""Instance of, subclass of, is metaclass for, part of: the order is their priority."""

LANGUAGES = ("en", "mul", "en-us", "en-gb", "en-ca")
"""Where a name is looked for; `mul` is Wikidata's default for all languages since 2024."""

MAX_NUMBER = 2**32 - 1


class BrokenLineError(ValueError):
    """A line of the dump that holds no entity."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item: its number, English names, parents by property, and how well known it is.

    `parents` are the targets of the best-ranked statements, in their order. Of a human only
    `related` is kept, everything that the statements point to; of a page, an article or a name
    (vocabulary.LEFT_OUT) nothing but the parents.
    """

    number: int
    names: tuple[str, ...] = ()
    parents: Mapping[str, tuple[int, ...]] | None = None
    related: tuple[int, ...] = ()
    sitelinks: int = 0

    @property
    def is_human(self) -> bool:
        """Whether it is an instance of human."""
        return HUMAN in (self.parents or {}).get(ListSource.INSTANCE_OF, ())


def is_left_out(parents: Mapping[str, tuple[int, ...]]) -> bool:
    """Whether nobody asks for the names of such an item."""
    return not LEFT_OUT.isdisjoint(parents.get(ListSource.INSTANCE_OF, ()))


def parse_item(line: bytes) -> Item | None:
    """Read an item; None for a property or a lexeme. Raises BrokenLineError."""
    try:
        entity = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise BrokenLineError(str(error)) from error
    identifier = _mapping(entity).get("id")
    if not isinstance(identifier, str):
        raise BrokenLineError("an entity without an id")
    if identifier[:1] in {"P", "L"} and identifier[1:].isdigit():
        return None
    number = _number(identifier)
    if number is None:
        raise BrokenLineError(f"no entity has the id {identifier!r}")
    claims = _mapping(entity.get("claims"))
    parents = {
        name: targets
        for name in PROPERTIES
        if (targets := best_targets(_sequence(claims.get(name))))
    }
    sitelinks = len(_mapping(entity.get("sitelinks")))
    if HUMAN in parents.get(ListSource.INSTANCE_OF, ()):
        return Item(number, (), parents, tuple(_all_targets(claims)), sitelinks)
    if is_left_out(parents):
        return Item(number, (), parents, (), sitelinks)
    labels = {
        code: text
        for code in LANGUAGES
        if isinstance(text := _mapping(_mapping(entity.get("labels")).get(code)).get("value"), str)
    }
    aliases = _mapping(entity.get("aliases"))
    spoken = {code: list(_texts(aliases.get(code))) for code in LANGUAGES}
    return Item(number, choose_names(labels, spoken), parents, (), sitelinks)


def choose_names(
    labels: Mapping[str, str], aliases: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    """Return the label first, then all that the item is also called; none without a label."""
    ordered = [labels[code] for code in LANGUAGES if code in labels]
    if not ordered:
        return ()
    spoken = [text for code in LANGUAGES for text in aliases.get(code, ())]
    bare = (" ".join(text.split()) for text in [*ordered, *spoken])
    return tuple(dict.fromkeys(text for text in bare if text))


def best_targets(statements: Sequence[Any]) -> tuple[int, ...]:
    """Return where statements point to: the preferred ones, else the normal ones, never others."""
    by_rank: dict[object, list[int | None]] = {}
    for statement in map(_mapping, statements):
        by_rank.setdefault(str(statement.get("rank", "normal")), []).append(
            _target(statement.get("mainsnak"))
        )
    best = by_rank.get("preferred") or by_rank.get("normal") or []
    return tuple(dict.fromkeys(target for target in best if target is not None))


def _all_targets(claims: Mapping[str, Any]) -> Iterator[int]:
    for statements in claims.values():
        for statement in _sequence(statements):
            target = _target(_mapping(statement).get("mainsnak"))
            if target is not None:
                yield target


def _target(snak: object) -> int | None:
    """Return the number of the item in a snak; None for another value, some value or none."""
    snak = _mapping(snak)
    if snak.get("snaktype", "value") != "value":
        return None
    value = _mapping(_mapping(snak.get("datavalue")).get("value"))
    if value.get("entity-type", "item") != "item":
        return None
    numeric = value.get("numeric-id")
    if type(numeric) is int and 0 < numeric <= MAX_NUMBER:
        return numeric
    identifier = value.get("id")
    return _number(identifier) if isinstance(identifier, str) else None


def _number(identifier: str) -> int | None:
    digits = identifier[1:]
    if not (identifier[:1] == "Q" and digits.isascii() and digits.isdigit()):
        return None
    return int(digits) if 0 < int(digits[:11]) <= MAX_NUMBER and len(digits) <= 10 else None  # noqa: PLR2004 - digits of MAX_NUMBER


def _mapping(value: object) -> Mapping[str, Any]:
    """Return a JSON object; PHP writes an empty one as `[]`."""
    return value if isinstance(value, dict) else {}


def _sequence(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else []


def _texts(value: object) -> Iterator[str]:
    for alias in _sequence(value):
        text = _mapping(alias).get("value")
        if isinstance(text, str):
            yield text
