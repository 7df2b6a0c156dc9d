"""Why a text is offered, for people: who says so, what the span was taken for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from annotation.options import Option
from annotation.records import Origin
from annotation.sources import source_label


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one text is offered; `sense` is empty where none is stored."""

    text: str
    source: str
    sense: str = ""


def reasons_of(options: Iterable[Option], origins: Mapping[str, Origin]) -> tuple[Reason, ...]:
    """Return the reason of each text offered, without `***`, in the order shown."""
    return tuple(
        _reason(option.text, option.source or "", origins.get(option.text))
        for option in options
        if not option.is_mask
    )


def grouped(reasons: Iterable[Reason]) -> tuple[tuple[Reason, ...], ...]:
    """Group neighbouring reasons that share source and sense, so that a page shows these once."""
    groups = groupby(reasons, key=lambda reason: (reason.source, reason.sense))
    return tuple(tuple(group) for _, group in groups)


def _reason(text: str, source: str, origin: Origin | None) -> Reason:
    if origin is None:
        return Reason(text, source_label(source))
    return Reason(text, source_label(origin.source), origin.sense)
