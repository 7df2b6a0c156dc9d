"""Few words: numbers with what they count, long names without their middle."""

from __future__ import annotations

LONGEST_NAME = 60
"""In characters, where many names stand in a list."""
HEAD, TAIL = 40, 19
"""What is left of a longer one."""


def counted(number: int, one: str, many: str | None = None) -> str:
    """Name a number of things: "1 document", "1,300 documents"; `many` if not by -s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def shortened(name: str) -> str:
    """Leave the middle of a long name out: names often begin alike, and end in a number."""
    if len(name) <= LONGEST_NAME:
        return name
    return f"{name[:HEAD].rstrip()}…{name[-TAIL:].lstrip()}"
