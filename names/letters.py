"""Letters: what is left of them without signs, and how they are written in other alphabets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from itertools import filterfalse

from anyascii import anyascii

_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
"""Characters without width."""
_WHOLE_LETTER = re.compile("[\u00c0-\u024f]")
"""Latin letters that are left with a sign once the accents are off: "ø", "æ", "ł"."""
_SQUEEZED = re.compile("(?<=[aou])e|(?<=a)a", re.IGNORECASE)
"""Two letters for one, as where a keyboard lacks it: "Mueller", "Soeren", "Haakon"."""


def plain(text: str) -> str:
    """Take off what does not make another word: accents, ligatures, characters without width."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(filterfalse(unicodedata.combining, decomposed))
    return _WHOLE_LETTER.sub(lambda letter: anyascii(letter[0]), _UNSEEN.sub("", bare))


def spelling(word: str) -> str:
    """Return what is the same for a name in any alphabet, on any keyboard, in any case.

    "Müller", "Mueller" and "Muller" have one, and so have "Юлия" and "Yuliya".
    """
    return _SQUEEZED.sub("", anyascii(unicodedata.normalize("NFC", plain(word)))).casefold()


def in_latin(word: str) -> str:
    """Write the letters of a word that look like Latin ones in Latin (Unicode TS 39)."""
    return word if word.isascii() else word.translate(_lookalikes())


def in_one_script(word: str) -> str:
    """Write a word of several scripts in Latin letters where some are Latin: it reads the same."""
    if word.isascii() or not any(letter.isascii() and letter.isalpha() for letter in word):
        return word
    return anyascii(in_latin(word))


@cache
def _lookalikes() -> Mapping[int, str]:
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415 - 1 MB, seldom

    return {
        ord(letter): latin
        for letter, others in confusables_data.items()
        if len(letter) == 1 and letter.isalpha() and not letter.isascii()
        for latin in [_first_latin(letter, [other["c"] for other in others])]
        if latin
    }


def _first_latin(letter: str, others: list[str]) -> str:
    """Return the Latin letter among those that a letter looks like; the table has l for I."""
    latin = next((other for other in others if len(other) == 1 and other.isascii()), "")
    if not latin.isalpha():
        return ""
    return "I" if latin == "l" and letter.isupper() else latin
