"""The words of the generalization of an age, as its slot has room for them.

"a 29-year-old cook" with "in their 20s" reads "a [twenty-something] cook", "at the age of 16" with
"in their teens" "at the age of [thirteen to nineteen]". Where the original has digits, numbers are
in words; where it has words, in digits: "aged forty" reads "aged [40-something]". So no row of its
signs stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from ontology.rules.dates.chains import AGES
from ontology.rules.dates.fitting import DETERMINER_BEFORE, has_noun, modifies
from ontology.rules.numbers import cardinal_word

_ANY_NUMBER = r"(?:\d{1,3}|[a-z]+(?:[- ][a-z]+)?)"
_NUMBER = re.compile(rf"{_ANY_NUMBER}(?:\s?(?:[-–]|to|and)\s?\d{{1,3}})?$", re.IGNORECASE)
_AGE_NAMED = re.compile(rf"age (?:of )?(?={_ANY_NUMBER}$)", re.IGNORECASE)
_COUNTED_BEFORE = re.compile(
    r"\b(?:aged?|turn(?:ed|s|ing)|in|at|from|of|to|near|by|with|for|between|around|since|until|till"
    r"|before|after|about|as|under|over)\s+$",
    re.IGNORECASE,
)
_NOUN = re.compile(
    r"(?:[\s‐‑-](?:year|yr)[\s‐‑-]old(?P<plural>s)?|(?:\d|\b)y[./]?o\.?)$", re.IGNORECASE
)
"""An age that is a noun, or stands before one: "the 29-year-old", "a 29-year-old cook"."""
_OLD = re.compile(r"[\s‐‑-]old$", re.IGNORECASE)
_YEARS_AFTER = re.compile(r"(?P<hyphen>[‐‑-])?\s*years?\b")
_LIFE_BEFORE = re.compile(
    r"\b(?:his|her|their|my|your|our)\s+(?:(?:early|mid|middle|late)[ -])?$", re.IGNORECASE
)
_THEIRS = "in their "
_SAID_OF = re.compile(
    r"\b(?P<who>I|she|he|we|you)(?:['’](?:m|s|re)|\s+(?:am|is|was|are|were))"
    r"(?:\s+(?:now|only|just|still|already|about))?\s+$",
    re.IGNORECASE,
)
_WHOSE = {"i": "my", "she": "her", "he": "his", "we": "our", "you": "your"}
_DECADE = 10


@dataclass(frozen=True, slots=True)
class _Forms:
    """A time of life, in the three ways that a sentence has room for."""

    phrase: str
    """The words for an age that is said of somebody: "She is [in their forties]"."""
    number: str
    """The words for years that are counted: "at the age of [forty-something]"."""
    noun: str
    """The words for somebody, or before a noun: "the [forty-something]"."""


def fit_age(span: str, before: str, after: str, replacement: str) -> str:
    """Return an age in the form that its slot has room for; any other text as it is."""
    if replacement not in AGES:
        return replacement
    has_digit = any(char.isdecimal() for char in span)
    forms = _forms_of(replacement, cardinal_word if has_digit else str)
    if noun := _NOUN.search(span):
        plural = noun["plural"] or ""
        is_noun = plural or has_noun(after) or DETERMINER_BEFORE.search(before)
        return forms.noun + plural if is_noun else _agreeing(before, forms.phrase)
    if _OLD.search(span) and has_noun(after) and modifies(span, before):
        return forms.noun
    return _as_number(span, before, after, forms)


def _as_number(span: str, before: str, after: str, forms: _Forms) -> str:
    """Return the number where years are counted, else the phrase."""
    named = _AGE_NAMED.match(span)
    if named and DETERMINER_BEFORE.search(before):
        return named[0] + forms.number
    if named or _NUMBER.match(span):
        if years := _YEARS_AFTER.match(after):
            return forms.number.replace(" ", "-") if years["hyphen"] else forms.number
        if _COUNTED_BEFORE.search(before):
            return forms.number
    if _LIFE_BEFORE.search(before):
        return forms.phrase.removeprefix(_THEIRS)
    return _agreeing(before, forms.phrase)


def _agreeing(before: str, phrase: str) -> str:
    """Return a phrase with the pronoun of the one of whom it is said: "She is [in her forties]"."""
    said = _SAID_OF.search(before)
    whose = _WHOSE[said["who"].lower()] if said else "their"
    return phrase.replace(_THEIRS, f"in {whose} ")


def _forms_of(name: str, write: Callable[[int], str]) -> _Forms:
    """Return the forms of a time of life, with numbers as `write` writes them."""
    first, end = AGES[name]
    if end == inf:
        return _Forms(name, f"{write(first)} or more", name)
    end = int(end)
    if not first:
        return _Forms(name, f"{write(end - 1)} or less", f"under-{write(end)}")
    if end - first < _DECADE:
        return _Forms(name, f"{write(first)} to {write(end - 1)}", name.removeprefix(_THEIRS)[:-1])
    decade = write(first)
    several = f"{decade}s" if decade.isdecimal() else f"{decade[:-1]}ies"
    return _Forms(f"{_THEIRS}{several}", f"{decade}-something", f"{decade}-something")
