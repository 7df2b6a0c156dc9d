"""Numbers with the words that agree with them."""

from __future__ import annotations


def counted(number: int, one: str, many: str | None = None) -> str:
    """Name a number of things: "1 document", "1,300 documents"; `many` if not by -s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
