"""Two spellings are the same key when only case, diacritics, quotes, dashes or blanks differ."""

from __future__ import annotations

from names.letters import plain

MAX_KEY_LENGTH = 200
"""Characters; what is longer is a sentence, not a term."""

_ALIKE = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—−", "-"),
        **dict.fromkeys("‘’ʼ`´′", "'"),
        **dict.fromkeys("“”„«»″", '"'),
    }
)


def fold(text: str) -> str:
    """Return the key of a term."""
    if text.isascii():  # most are, and this is the inner loop of building and looking up
        return " ".join(text.replace("`", "'").casefold().split())
    return " ".join(plain(text.translate(_ALIKE)).casefold().split())
