"""Taking typed values out of JSON objects, with a message that says what was expected instead."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from typing import TypeVar

from annotation.errors import RecordError, shown
from annotation.records import Json

_Member = TypeVar("_Member", bound=StrEnum)

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
"""PostgreSQL's text holds no NUL, UTF-8 no half of a surrogate pair."""

_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "true or false"),
    (int, "a whole number"),
    (float, "a number"),
    (str, "a string"),
    (list, "a list"),
    (dict, "an object"),
)


def as_object(value: Json, place: str) -> dict[str, Json]:
    """Take an object whose keys can be stored."""
    if not isinstance(value, dict):
        raise _wrong_type(place, "an object", value)
    as_text("".join(value), f"a key of {place}")
    return value


def as_list(value: Json, place: str) -> list[Json]:
    """Take a list."""
    if not isinstance(value, list):
        raise _wrong_type(place, "a list", value)
    return value


def as_text(value: Json, place: str) -> str:
    """Take a string that can be stored."""
    if not isinstance(value, str):
        raise _wrong_type(place, "a string", value)
    if found := _UNSTORABLE.search(value):
        fault = "a NUL character" if found[0] == "\x00" else "half of a surrogate pair"
        raise RecordError(f"{place} holds {fault} at position {found.start()}")
    return value


def as_texts(value: Json, place: str) -> tuple[str, ...]:
    """Take a list of strings."""
    item_place = f"an item of {place}"
    return tuple(as_text(item, item_place) for item in as_list(value, place))


def as_json(value: Json, place: str) -> Json:
    """Take any value whose strings can be stored and whose numbers are finite."""
    if isinstance(value, str):
        return as_text(value, place)
    if isinstance(value, float) and not math.isfinite(value):
        raise RecordError(f"{place} holds a number that JSON doesn't have ({value})")
    if isinstance(value, list):
        for item in value:
            as_json(item, place)
    elif isinstance(value, dict):
        for key, item in as_object(value, place).items():
            as_json(item, f"{place}.{key}")
    return value


@contextmanager
def within(path: str) -> Iterator[None]:
    """Say of the fields taken in the block where in the document they are."""
    try:
        yield
    except RecordError as error:
        raise RecordError(f"{path}.{error.problem}") from error


def required(record: Mapping[str, Json], key: str) -> Json:
    """Look up a key that must be there."""
    if key not in record:
        raise RecordError(f"{key} is missing")
    return record[key]


def name(record: Mapping[str, Json], key: str) -> str:
    """Take a string that names something and so can't be empty."""
    value = text(record, key)
    if not value:
        raise RecordError(f"{key} is empty")
    return value


def text(record: Mapping[str, Json], key: str) -> str:
    """Take a string."""
    return as_text(required(record, key), key)


def optional_text(record: Mapping[str, Json], key: str) -> str | None:
    """Take a string that may be missing or null."""
    return None if record.get(key) is None else text(record, key)


def optional_texts(record: Mapping[str, Json], key: str) -> tuple[str, ...] | None:
    """Take a list of strings that may be missing or null."""
    value = record.get(key)
    return None if value is None else as_texts(value, key)


def offset(record: Mapping[str, Json], key: str) -> int:
    """Take a whole number; true and false are none."""
    value = required(record, key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong_type(key, "a whole number", value)
    return value


def member(record: Mapping[str, Json], key: str, members: type[_Member]) -> _Member:
    """Take one of the values of an enum."""
    value = text(record, key)
    try:
        return members(value)
    except ValueError as error:
        known = ", ".join(members)
        raise RecordError(f"{key} {shown(value)} is not one of {known}") from error


def optional_member(record: Mapping[str, Json], key: str, members: type[_Member]) -> _Member | None:
    """Take one of the values of an enum that may be missing or null."""
    return None if record.get(key) is None else member(record, key, members)


def _wrong_type(place: str, expected: str, value: Json) -> RecordError:
    found = next((kind for type_, kind in _KINDS if isinstance(value, type_)), "null")
    return RecordError(f"{place}: expected {expected}, found {found}")
