"""Why a text is offered, for people: who says so, what the span was taken for, what it covers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from math import floor, log10

from annotation.options import Option, source_label
from annotation.records import Origin


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one text is offered; `sense` and `covers` are empty where nobody said more."""

    text: str
    source: str
    sense: str = ""
    covers: str = ""
    """Of how many terms it is true, in words."""


def reasons_of(options: Iterable[Option], origins: Mapping[str, Origin]) -> tuple[Reason, ...]:
    """Give the reason of each text offered, without `***`, in the order shown."""
    return tuple(
        _reason(option.text, option.source or "", origins.get(option.text))
        for option in options
        if not option.is_mask
    )


def grouped(reasons: Iterable[Reason]) -> tuple[tuple[Reason, ...], ...]:
    """Put neighbours together that share source and sense, so that these are said once."""
    groups = groupby(reasons, key=lambda reason: (reason.source, reason.sense))
    return tuple(tuple(group) for _, group in groups)


def covering(number: int | None) -> str:
    """Say how many terms a text covers, in two digits: it is an estimate of the world."""
    if not number:
        return ""
    if number < 100:  # noqa: PLR2004 - two digits
        return f"covers {number} {'term' if number == 1 else 'terms'}"
    return f"covers about {round(number, 1 - floor(log10(number))):,} terms"


def _reason(text: str, source: str, origin: Origin | None) -> Reason:
    if origin is None:
        return Reason(text, source_label(source))
    return Reason(text, source_label(origin.source), origin.sense, covering(origin.below))
