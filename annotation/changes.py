"""Changes of a text: stretches of it, and what is written in their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of a text, and what is written instead: `lead`, then the replacement."""

    start: int
    end: int
    text: str
    lead: str = ""

    @property
    def inserted(self) -> str:
        """All that is written instead of the stretch."""
        return self.lead + self.text


def changed(text: str, changes: Sequence[Change]) -> str:
    """Write a text with its changes, which stand in its order and don't overlap."""
    pieces, end = [], 0
    for change in changes:
        pieces += [text[end : change.start], change.inserted]
        end = change.end
    return "".join([*pieces, text[end:]])
