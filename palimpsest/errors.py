"""What the program refuses in the hands of whoever calls it."""

from __future__ import annotations

from collections.abc import Sequence


class PalimpsestError(Exception):
    """Something that was asked can't be done; the message is meant for people."""


class HeldBackError(PalimpsestError):
    """A text can't be sanitized: something of what it hides could still be read, or nothing is."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


class HeldBackWarning(UserWarning):
    """Texts of a column were held back; they are missing in what was returned."""
