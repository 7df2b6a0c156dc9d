"""Formatting for messages: numbers with their nouns, long names without their middle."""

from __future__ import annotations

LONGEST_NAME = 60
"""In characters, where many names stand in a list."""
HEAD, TAIL = 40, 19
"""The characters kept of a longer one, at its beginning and end."""


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: "1 document", "1,300 documents"; `many` if not by -s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def shortened(name: str) -> str:
    """Return a long name without its middle: names often begin alike, and end in a number."""
    if len(name) <= LONGEST_NAME:
        return name
    return f"{name[:HEAD].rstrip()}…{name[-TAIL:].lstrip()}"
