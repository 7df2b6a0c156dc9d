"""Names that many people bear: what stands where a name may stand is one, though it be a word."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from names.titles import Gender

TABLES = Path(__file__).parent / "tables"
"""The names of the United States, as its Census counts them, and those of other countries."""


def is_given_name(word: str) -> bool:
    """Return whether many people have a word for their given name."""
    return word.casefold() in _words("given_names")


def is_surname(word: str) -> bool:
    """Return whether many people have a word for their surname."""
    return word.casefold() in _words("surnames")


def is_usual_name(word: str) -> bool:
    """Return whether many people have a word, or both sides of its hyphen, for a name."""
    return all(is_given_name(part) or is_surname(part) for part in word.split("-"))


def gender_of(given: str) -> Gender | None:
    """Return the gender that all who have a given name have in the lists, None for other names."""
    word = given.casefold()
    if word in _men():
        return Gender.MALE
    return Gender.FEMALE if word in _women() else None


def read_table(name: str) -> frozenset[str]:
    """Return the words of a table."""
    lines = (TABLES / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


@cache
def _words(table: str) -> frozenset[str]:
    return read_table(table) | read_table(f"{table}_of_countries")


@cache
def _men() -> frozenset[str]:
    return read_table("men")


@cache
def _women() -> frozenset[str]:
    return read_table("women")
