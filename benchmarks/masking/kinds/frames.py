"""The frames that names are planted in, the names, and the prose around; README.md has the form."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
"""The folder of frames, names and prose."""
USUAL_FORMS = ("{given} {surname}", "{given}", "{surname}")


class Group(StrEnum):
    """A reason why a name is found, or is hard to find."""

    WITH_PROOF = "with proof"
    GLUED = "glued"
    INSIDE = "inside"
    RECORDS = "records"
    ELSEWHERE = "elsewhere"
    SAID = "said"


class Domain(StrEnum):
    """The kind of prose around a frame."""

    CLINIC = "clinic"
    COURT = "court"
    INTERVIEW = "interview"
    LETTER = "letter"
    CHAT = "chat"
    ADMINISTRATION = "administration"


class Case(StrEnum):
    """The way in which people write it."""

    PLAIN = "plain"
    CAPITALS = "capitals"
    SMALL = "small letters"


class Place(StrEnum):
    """The place of the frame in a text."""

    INLINE = "inline"
    LINE = "line"
    TOP = "top"
    END = "end"


@dataclass(frozen=True, slots=True)
class Kind:
    """Frames that are counted together."""

    group: Group
    name: str
    frames: tuple[str, ...]
    forms: tuple[str, ...] = USUAL_FORMS
    """Ways to write the name where a frame says {name}; one is drawn."""
    cases: tuple[Case, ...] = (Case.PLAIN,)
    domains: tuple[Domain, ...] = tuple(Domain)
    place: Place = Place.INLINE
    before: tuple[str, ...] = ()
    """Sentences that name the person clearly, one of which begins the text; not counted."""
    inside: str = ""
    """The form of the surname, with {head} and {tail} of it."""
    said: str = ""
    """The form of {said}, by its name in said.py."""
    names: str = ""
    """The script of the names; without, they come from all origins."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The given names and surnames of one origin or script."""

    given: tuple[str, ...]
    surnames: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Names:
    """The people that can be drawn."""

    origins: tuple[Origin, ...]
    scripts: Mapping[str, Origin]


Passages = Mapping[Domain, tuple[tuple[str, ...], ...]]
"""Neutral prose of each domain: passages of sentences that belong together."""


def read_kinds(group: Group) -> list[Kind]:
    """Return the kinds of a group in the order of its file; raises TypeError for unknown keys."""
    path = FOLDER / "frames" / f"{group.replace(' ', '_')}.toml"
    return [_kind(group, entry) for entry in _read(path)["kind"]]


def read_names() -> Names:
    """Return the names of all origins and scripts."""
    entries = _read(FOLDER / "names.toml")
    origins = tuple(map(_origin, entries["origins"].values()))
    return Names(origins, {name: _origin(each) for name, each in entries["scripts"].items()})


def read_passages() -> Passages:
    """Return the prose of each domain."""
    return {domain: _passages(FOLDER / "prose" / f"{domain}.txt") for domain in Domain}


def read_neutral() -> dict[str, list[str]]:
    """Return the texts in which nothing needs hiding, by domain; a line of `%%` ends a text."""
    paths = sorted((FOLDER / "neutral").glob("*.txt"))
    return {path.stem: path.read_text(encoding="utf-8").split("\n%%\n") for path in paths}


def _kind(group: Group, entry: Mapping[str, Any]) -> Kind:
    make: dict[str, Callable[[Any], object]] = {
        **dict.fromkeys(("frames", "forms", "before"), tuple),
        "cases": lambda cases: tuple(map(Case, cases)),
        "domains": lambda domains: tuple(map(Domain, domains)),
        "place": Place,
    }
    values: dict[str, Any] = {key: make.get(key, str)(value) for key, value in entry.items()}
    return Kind(group, **values)


def _origin(entry: Mapping[str, str]) -> Origin:
    return Origin(tuple(entry["given"].split(", ")), tuple(entry["surnames"].split(", ")))


def _passages(path: Path) -> tuple[tuple[str, ...], ...]:
    blocks = path.read_text(encoding="utf-8").strip().split("\n\n")
    return tuple(tuple(block.split("\n")) for block in blocks)


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
