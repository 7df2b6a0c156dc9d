"""How the generalization of a date, a period or an age reads in its slot.

"in the 1990s" with "period in the twentieth century" reads "in the [twentieth century]", "in the
early 1990s" "in the early [part of a period in the twentieth century]", "a 19th-century house" "a
[second-millennium] house"; "at the age of 67" with "in their 60s" reads "at the age of [60 to 69]".
"""

from __future__ import annotations

import re
from math import inf

from ontology.english import FUNCTION_WORDS
from ontology.rules.dates.chains import AGES

_WITHIN = re.compile(r"(?:period|date|season) in the (?P<period>.+)$")
_PART_BEFORE = re.compile(r"\b(?:early|late|mid|middle)[ -]$", re.IGNORECASE)
_THE_BEFORE = re.compile(r"\bthe\s+$", re.IGNORECASE)
_DETERMINER_BEFORE = re.compile(
    r"\b(?:an?|the|his|her|its|their|our|my|your|\w+['’]s)\s+$", re.IGNORECASE
)
_ARTICLE_BEFORE = re.compile(r"\ban?\s+$", re.IGNORECASE)
_YEAR = re.compile(r"\d{4}")
_HYPHENATED = re.compile(r"\w-\w")
_WORD_AFTER = re.compile(r"[ \t]+([^\W\d_]+)")

_NUMBER = re.compile(r"\d{1,3}$|[a-z]+(?:[- ][a-z]+)?$", re.IGNORECASE)
_COUNTED_BEFORE = re.compile(
    r"\b(?:aged?|turned|in|at|from|of|to|near|by|with|for|between|around|since|until|till|before"
    r"|after|about|as|under|over)\s+$",
    re.IGNORECASE,
)
_AGE_NAMED = re.compile(r"age (?:of )?(?=\S+$)", re.IGNORECASE)
_OLD = re.compile(r"[\s‐‑-]old$", re.IGNORECASE)
_YEARS_AFTER = re.compile(r"[\s‐‑-]*years?\b")


def fit_period(span: str, before: str, after: str, replacement: str) -> str:
    """Say a period as its slot has it: alone behind "the", before a noun as one word."""
    if _PART_BEFORE.search(before):
        return f"part of a {replacement}" if replacement.startswith("period") else replacement
    is_after_the = _THE_BEFORE.search(before) is not None
    has_noun = _has_noun(after)
    if is_after_the and not has_noun and _YEAR.fullmatch(replacement):
        return f"year {replacement}"
    within = _WITHIN.match(replacement)
    if within and has_noun and _modifies(span, before):
        return within["period"].replace(" ", "-")
    return within["period"] if within and is_after_the else replacement


def _has_noun(after: str) -> bool:
    """Whether a word follows that a span may be said of."""
    word = _WORD_AFTER.match(after)
    return word is not None and word[1].lower() not in FUNCTION_WORDS


def _modifies(span: str, before: str) -> bool:
    """Tell whether a span is said of the noun behind it: "a 19th century house", "his 2008 CD"."""
    if _ARTICLE_BEFORE.search(before) or _HYPHENATED.search(span):
        return True
    return _DETERMINER_BEFORE.search(before) is not None and _YEAR.fullmatch(span) is not None


def fit_age(span: str, before: str, after: str, replacement: str) -> str:
    """Name an age by its years where a number stood in the phrase: "at the age of [20 to 29]".

    "A fifty-two-year-old cook" with "in their 50s" reads "a [50-to-59-year-old] cook",
    "at the age of 67" as a whole "at the [age of 60 to 69]".
    """
    if replacement not in AGES:
        return replacement
    first, end = AGES[replacement]
    years = f"{first} or more" if end == inf else f"{first} to {end - 1}"
    if _OLD.search(span) and _has_noun(after) and _modifies(span, before):
        return f"{years.replace(' ', '-')}-year-old"
    named = _AGE_NAMED.match(span)
    if named and _DETERMINER_BEFORE.search(before):
        return f"{named[0]}{years}"
    is_counted = _COUNTED_BEFORE.search(before) or _YEARS_AFTER.match(after)
    return years if (named or _NUMBER.match(span)) and is_counted else replacement
