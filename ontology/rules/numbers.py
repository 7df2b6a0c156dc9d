"""Numbers in English words: "twenty-eight", "two hundred and five", "nineteen eighty-six"."""

from __future__ import annotations

import re

_BELOW_TWENTY = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
TEENS = _BELOW_TWENTY[10:]
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}

_VALUES = {word: value for value, word in enumerate(_BELOW_TWENTY)}
_VALUES |= {word: 10 * tens for tens, word in enumerate(TENS, 2)}

_IRREGULAR = {"one": "first", "two": "second", "three": "third", "five": "fifth"}
_IRREGULAR |= {"eight": "eighth", "nine": "ninth", "twelve": "twelfth"}


def _ordinal(word: str) -> str:
    if word.endswith("y"):
        return f"{word[:-1]}ieth"
    return _IRREGULAR.get(word, f"{word}th")


_CARDINAL_OF = {_ordinal(word): word for word in [*_VALUES, "hundred", *_SCALES]}

_ANY_WORD = "|".join(sorted([*_VALUES, "hundred", *_SCALES, *_CARDINAL_OF], key=len, reverse=True))
_AND = r"(?:(?<=hundred[ -])|(?<=thousand[ -])|(?<=million[ -]))and[ -]"
NUMBER_WORDS = rf"\b(?:{_ANY_WORD})(?:[ -](?:{_AND})?(?:{_ANY_WORD}))*\b"
"""A pattern, without groups, for a number in words, cardinal or ordinal; for folded text."""

FEW_NUMBER_WORDS = rf"\b(?:{_ANY_WORD})(?:[ -](?:{_ANY_WORD})){{0,4}}\b"
"""The same for a number of few words, to be searched for in texts of any length."""


def is_ordinal(words: str) -> bool:
    """Whether a number in words says a place in a row ("twenty-first")."""
    return re.split(r"[ -]", words)[-1] in _CARDINAL_OF


def value_of(words: str) -> int | None:
    """Return the value of a number in folded words; None where they make no number."""
    total = current = 0
    for spelled in re.split(r"[ -]", words):
        word = _CARDINAL_OF.get(spelled, spelled)
        if word in _SCALES:
            total, current = total + max(current, 1) * _SCALES[word], 0
        elif word == "hundred":
            current = max(current, 1) * 100
        elif word in _VALUES:
            joined = _join(current, _VALUES[word])
            if joined is None:
                return None
            current = joined
        elif word != "and":
            return None
    return total + current


def _join(before: int, value: int) -> int | None:
    """Put a word below a hundred behind what was read: "twenty" + "eight", "nineteen" + "six"."""
    if before % 100 == 0 or (before % 100 >= 20 and before % 10 == 0 and 0 < value < 10):
        return before + value
    is_year = 10 <= before < 100 and value >= 10
    return before * 100 + value if is_year else None


def cardinal_word(number: int) -> str:
    """Return a number below twenty, a multiple of ten below a hundred, or a hundred, in words."""
    if number < 20:
        return _BELOW_TWENTY[number]
    return "a hundred" if number == 100 else TENS[number // 10 - 2]


def ordinal_word(number: int) -> str:
    """Return a number from 1 to 99 as an ordinal in words: "twenty-first"."""
    if number < 20:
        return _ordinal(_BELOW_TWENTY[number])
    tens, ones = TENS[number // 10 - 2], number % 10
    return f"{tens}-{_ordinal(_BELOW_TWENTY[ones])}" if ones else _ordinal(tens)
