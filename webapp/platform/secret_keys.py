"""Whether a secret key was drawn by chance.

Keys come from a machine (hexadecimal, base 64, …) or were typed, and then length says little: a
placeholder is repeated, counts on, or is made of words. These parts are not counted, so no list of
known placeholders is needed. Short stretches of a random key look like that too: of 32 random
characters about 27 count.
"""

from __future__ import annotations

import re
from itertools import pairwise

MIN_LENGTH = 32
MIN_UNGUESSABLE = 10
"""Of 10,000 random keys of 32 letters and digits 3 to 6 have fewer, of hexadecimal ones none."""
PIECE = 4

WORDS = re.compile(
    r"(?<![^-_ .])(?:[A-Z]?[a-z]+|[A-Z]+)(?![^-_ .])"  # between hyphens and the like
    r"|[A-Z]?[a-z]{4,}|[A-Z]{4,}"  # anywhere
)


def is_strong(key: str) -> bool:
    """Whether a key is long enough, and random enough."""
    return len(key) >= MIN_LENGTH and count_unguessable(key) >= MIN_UNGUESSABLE


def count_unguessable(key: str) -> int:
    """Count the characters that stand in no word, repeat nothing and do not count on."""
    folded = key.lower()
    guessable = {place for word in WORDS.finditer(key) for place in range(*word.span())}
    for start in range(len(folded) - PIECE + 1):
        piece = folded[start : start + PIECE]
        if _counts_on(piece) or piece in folded[: start + PIECE - 1]:
            guessable.update(range(start, start + PIECE))
    guessable.update(
        place for place, sign in enumerate(folded) if not sign.isalnum() and sign in folded[:place]
    )
    return len(folded) - len(guessable)


def _counts_on(piece: str) -> bool:
    """Whether it goes on in one way, as 1234, dcba and 0000 do."""
    steps = {ord(after) - ord(before) for before, after in pairwise(piece)}
    return len(steps) == 1 and steps <= {-1, 0, 1}
