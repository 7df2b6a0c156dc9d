"""What is written in the place of what stood in a text."""

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
    def said(self) -> str:
        """All that is written instead."""
        return self.lead + self.text


def changed(text: str, changes: Sequence[Change]) -> str:
    """Write a text with its changes, which stand in its order and don't overlap."""
    pieces, end = [], 0
    for change in changes:
        pieces += [text[end : change.start], change.said]
        end = change.end
    return "".join([*pieces, text[end:]])
