"""Putting X for every number of a text: digits, number words, ordinals, "twice", "a dozen"."""

from __future__ import annotations

import re

from ontology.rules.numbers import NUMBER_WORDS, is_ordinal

_PARTS = (
    "hal(?:f|ves)|thirds?|quarters?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?"
)
_COUNTS = "one|two|three|four|five|six|seven|eight|nine|ten"
_FOLDS = f"{_COUNTS}|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand"
_PATTERN = re.compile(
    rf"""
      (?P<times>    \b (?: once | twice | thrice ) \b )
    | (?P<folds>    \b (?: {_FOLDS} ) [- ]?fold \b
                  | \b (?: double | triple | treble | quadruple | quintuple ) d? \b )
    | (?P<part>     \b (?: {_COUNTS} | \d+ ) [- ] (?: {_PARTS} ) \b | \b an?[ ](?: {_PARTS} ) \b
                  | \b (?: halves | thirds | fourths | fifths | sixths | eighths | tenths ) \b
                  | \b half (?:[ ]an?)? (?: [ ] (?: dozen | million | billion ) )? \b )
    | (?P<many>     \b (?: (?: tens | hundreds ) [ ]of[ ] )?
                    (?: (?: (?: an? | several ) [ ] )? (?: couple | pair | score | dozen )
                      | tens | dozens | scores | hundreds | thousands | millions | billions )
                    \b (?: [ ]of (?=[ ]\w) )? )
    | (?P<ordinal>  (?<![^\W\d_]) \d [\d,.]* (?: st|nd|rd|th ) \b )
    | (?P<words>    (?: \b an? [ ] (?= hundred | thousand | million ) )? {NUMBER_WORDS}
                    (?: [ ]and[ ](?: an?[ ](?:{_PARTS}) | half ) \b )? )
    | (?P<digits>   \d+ (?: [ \u00a0\u202f'’.,] \d{{3}} (?!\d) )* (?: [.,:/] \d+ )*
                    (?: [ ]? [½⅓⅔¼¾⅛⅜⅝⅞] | [ ]\d/\d \b )? | [.,] \d+ | [½⅓⅔¼¾⅛⅜⅝⅞] )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_RUN = re.compile(r"\bX(?:[ -]X\b(?![\w'’\"″]))+")
_DASHED = re.compile(r"\bX\s?[-‐-―−]\s?(?=\W?X)")
RANGE = re.compile(r"X(?:\s?–\s?| to | and | or | x | × )\W?X(?!\w)")
"""Two numbers that make one range, in a text that `mask` gave."""


def mask(text: str) -> str:
    """Return the text with X for each number, "Xth" for each ordinal."""
    masked = _PATTERN.sub(_stand_in, text)
    return _RUN.sub("X", _DASHED.sub("X–", masked))


def _stand_in(match: re.Match[str]) -> str:
    kind = match.lastgroup
    if kind == "times":
        return "X times"
    if kind == "folds":
        return "X-fold"
    is_place = kind == "ordinal" or (kind == "words" and is_ordinal(match.group().lower()))
    return "Xth" if is_place else "X"
