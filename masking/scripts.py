"""The scripts of letters, texts and languages, by the names of letters in Unicode."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Set
from functools import lru_cache

_BESIDE = {"ja": "KATAKANA CJK", "ko": "CJK", "sr": "LATIN"}
"""The scripts that a language is written in beside that of its function words.

As ISO 15924 has Jpan and Kore, and CLDR Serbian. "CJK" begins the names of Han ideographs.
"""


@lru_cache(1 << 12)
def script_of(letter: str) -> str:
    """Return the script of a letter, the first word of its name in Unicode ("LATIN").

    Letters in another width or style have the script of the plain one; other characters have none.
    """
    plain = unicodedata.normalize("NFKC", letter)[0]
    return unicodedata.name(plain, "").partition(" ")[0] if plain.isalpha() else ""


def usual_script(text: str) -> str:
    """Return the script of most letters of a text, "" where it has none."""
    counts = Counter[str]()
    for letter, count in Counter(text).items():
        counts[script_of(letter)] += count
    del counts[""]
    return max(counts, key=counts.__getitem__, default="")


@lru_cache
def scripts_of_language(language: str) -> frozenset[str]:
    """Return the scripts of a language of spaCy's by its code, none for several languages ("xx").

    They are the script of its function words and those that it is written in beside it.
    """
    from spacy.util import get_lang_class  # noqa: PLC0415 - loaded with the first text

    usual = usual_script("".join(get_lang_class(language).Defaults.stop_words))
    return frozenset([usual, *_BESIDE.get(language, "").split()]) - {""}


def reads(scripts: Set[str], text: str) -> bool:
    """Return whether who knows these scripts can read a letter of a text, or it has no letters."""
    found = {script_of(letter) for letter in text} - {""}
    return not scripts or not found or not scripts.isdisjoint(found)
