"""What an event says beside who, what and where: in plain words, and never with words of texts.

Only what is listed here is said. Events may hold more, what was chosen for instance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from annotation.formatting import counted
from webapp.platform.models.states import RiskKind

Details = Mapping[str, Any]

PEOPLE = ("user", "user_id", "annotator_ids", "people")
"""The details that name people, by their numbers."""


class _Said(StrEnum):
    """What stands for a value that is no word."""

    NOTHING = "nothing"
    YES = "yes"
    NO = "no"


def people_in(details: Details) -> list[int]:
    """Return the numbers of the people to whom something was done."""
    named = (details.get(key) for key in PEOPLE)
    lists = (each if isinstance(each, list) else [each] for each in named if each is not None)
    return list(dict.fromkeys(number for each in lists for number in each))


def in_words(details: Details) -> str:
    """Say what may be said of the details of an event; "" where that is nothing."""
    return "; ".join(filter(None, _parts(details)))


def _parts(details: Details) -> Iterator[str]:
    for key, value in details.items():
        if (say := _WORDING.get(key)) and value not in (None, False, 0, [], {}):
            yield say(value)
    settings = details.get("changed", {})
    if wordings := [key for key in details.get("fields", ()) if key not in settings]:
        yield ", ".join(map(_named, wordings))


def _count_of(one: str, many: str = "") -> Callable[[int | list[object]], str]:
    """Say how many there are, of a list as of a number."""
    return lambda some: counted(len(some) if isinstance(some, list) else some, one, many)


def _changes(changed: Mapping[str, Sequence[object]]) -> str:
    return "; ".join(
        f"{_named(setting)}: {_shown(before)} → {_shown(after)}"
        for setting, (before, after) in changed.items()
    )


def _named(setting: str) -> str:
    return setting.replace("_", " ")


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return _Said.YES if value else _Said.NO
    return _Said.NOTHING if value is None else str(value).replace("_", " ")


def _losses(lost: Mapping[str, int]) -> str:
    return "lost: " + ", ".join(f"{number} {_named(what)}" for what, number in lost.items())


_ACCOUNT = {"password": "a new password", "reset": "all former ways in are closed"}

_WORDING: Mapping[str, Callable[[Any], str]] = {
    "by": lambda by: f"by {by}" if by == "password" else "by a personal link",
    "role": lambda role: f"as {role}",
    "what": lambda what: _ACCOUNT.get(what, ""),
    "changed": _changes,
    "documents": _count_of("document"),
    "assigned": _count_of("assignment"),
    "assignments": _count_of("assignment"),
    "everybody": _count_of("document for everybody", "documents for everybody"),
    "version": lambda number: f"version {number}",
    "former": lambda number: f"in the place of version {number}",
    "changes": _count_of("choice"),
    "marks": _count_of("mark"),
    "nothing_to_hide": lambda _yes: "nothing needs hiding",
    "still_readable": lambda number: f"{number} of what is hidden may stay readable",
    "identified": lambda answer: f"answer: {answer}",
    "format": lambda name: f"as {name}",
    "form": lambda name: f"as {name}",
    "only_final": lambda _yes: "submitted work only",
    "without_originals": lambda _yes: "without originals",
    "left_out": lambda number: f"{counted(number, 'document')} left out",
    "risk": lambda kind: RiskKind(kind).label.lower(),
    "accepted": _count_of("risk accepted", "risks accepted"),
    "key": lambda _yes: "the key: which released text is which document",
    "files": in_words,
    "exports": lambda number: f"exported {counted(number, 'time')} before",
    "deleted": lambda number: f"project {number}",
    "name": lambda name: f"“{name}”",
    "lost": _losses,
    "narrowed_by": lambda filters: "narrowed by " + ", ".join(map(_named, filters)),
    "backed_up_at": lambda moment: f"of {moment}",
}
"""Key of a detail → how its value is said. Values of no other key reach a page or a file."""
