"""Two spellings are the same key when only case, diacritics, quotes, dashes or blanks differ."""

from __future__ import annotations

import unicodedata
from itertools import filterfalse

MAX_KEY_LENGTH = 200
"""Characters; what is longer is a sentence, not a term."""

_ALIKE = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—−", "-"),
        **dict.fromkeys("‘’ʼ`´′", "'"),
        **dict.fromkeys("“”„«»″", '"'),
        "ß": "ss",
        "ø": "o",
        "Ø": "o",
        "ł": "l",
        "Ł": "l",
        "đ": "d",
        "Đ": "d",
        "æ": "ae",
        "Æ": "ae",
        "œ": "oe",
        "Œ": "oe",
        "ı": "i",
    }
)


def fold(text: str) -> str:
    """Return the key of a term, at most as many characters as its compatibility decomposition."""
    if text.isascii():  # most are, and this is the inner loop of building and looking up
        return " ".join(text.replace("`", "'").casefold().split())
    decomposed = unicodedata.normalize("NFKD", text.translate(_ALIKE))
    bare = "".join(filterfalse(unicodedata.combining, decomposed))
    return " ".join(bare.casefold().split())
