"""English words: the number of a noun, the article before it, the words that are no nouns.

inflect does worse over the generalizations of the index: it takes singulars for plurals ("analysi",
"viru"), writes "gentlemans" and "a HIV test", and takes two seconds to load.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pluralizer import Pluralizer

PREPOSITIONS = frozenset(
    "of in on at for from by with without to into onto near under over between among against "
    "during about after before as per via upon within toward towards through behind beyond "
    "beside inside outside across around until since than".split()
)
DETERMINERS = frozenset(
    "a an the this that these those my your his her its our their whose no any some every each "
    "either neither another more one two three four five six seven eight nine ten several many few "
    "both all".split()
)
FUNCTION_WORDS = (
    PREPOSITIONS
    | DETERMINERS
    | frozenset(
        "and or nor but because although though if unless while when where whereas till so "
        "who whom which what i you he she it we they me him us them there then also not "
        "is are am was were be been being has have had do does did will would shall should can "
        "could may might must".split()
    )
)
"""The closed classes: no noun, nor a word that stands before one within its phrase."""

_REMEMBERED = 4096
_WORDS = Pluralizer()
_WORDS.add_plural_rule(r"(ger|ro|nor|otto|sha|cai|talis)man", "$1mans")  # these are no men
_WORDS.add_plural_rule(r"(.*vir)us", "$1uses")  # "viri" are men
_WORDS.add_plural_rule(r"(.*dioces)e", "$1es")  # not as "Chinese"

_SPELLED = re.compile(r"(?:[A-Z]{2,}|[A-Z])(?![a-z])|[a-z](?=-)")
_VOWEL_LETTERS = frozenset("AEFHILMNORSX")
"""Letters whose names begin with a vowel: an FBI agent, a UN agent, an x-ray."""
_SOUNDS_VOWEL = re.compile(r"heir|herb|honest|honou?r|hour|8|1[18](?:\d\d)?(?!\d)", re.IGNORECASE)
"""A silent h, and eight, eleven, eighteen, with or without hundreds."""
_CONSONANT_SOUND = re.compile(
    r"eu|ewe|one\b|once|u(?:[bcdfhjkqrstvz][aeiou]|kr|gand|ni(?![nmd])|nanim)", re.IGNORECASE
)
"""A vowel that sounds as in "you" or "one"."""


@lru_cache(_REMEMBERED)
def singular_noun(noun: str) -> str:
    """Return the singular of a noun, itself where it has none other."""
    return str(_WORDS.singular(noun))


@lru_cache(_REMEMBERED)
def plural_noun(noun: str) -> str:
    """Return the plural of a noun."""
    return str(_WORDS.plural(noun))


@lru_cache(_REMEMBERED)
def is_plural_noun(noun: str) -> bool:
    """Tell whether a noun is a plural and no singular ("cities", but not "series")."""
    return bool(_WORDS.is_plural(noun)) and not _WORDS.is_singular(noun)


def indefinite_article(phrase: str) -> str:
    """Return "a" or "an", by how the phrase sounds ("an hour", "a university", "an FBI agent")."""
    if spelled := _SPELLED.match(phrase):
        return "an" if spelled[0][0].upper() in _VOWEL_LETTERS else "a"
    sounds_vowel = phrase[:1].lower() in set("aeiou") and not _CONSONANT_SOUND.match(phrase)
    return "an" if sounds_vowel or _SOUNDS_VOWEL.match(phrase) else "a"
