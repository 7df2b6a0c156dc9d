"""The refusals and warnings of the library."""

from __future__ import annotations

from collections.abc import Sequence


class PalimpsestError(Exception):
    """Something that was asked can't be done; the message is meant for people."""


class HeldBackError(PalimpsestError):
    """A text can't be sanitized: something of what it hides could still be read, or nothing is.

    The message quotes nothing; `problems` do, as what can still be read.
    """

    def __init__(self, reason: str, problems: Sequence[str]) -> None:
        super().__init__(reason)
        self.problems = tuple(problems)


class LanguageWarning(UserWarning):
    """Texts don't read as texts in the pipeline's language: much may be missed in them."""


class HeldBackWarning(UserWarning):
    """Texts of a column were held back; they are missing in what was returned.

    It tells their places, from 0, and quotes nothing.
    """
