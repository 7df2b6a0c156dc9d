"""The words of the generalization of a date or a period, as its slot has room for them.

"in the 1990s" with "period in the twentieth century" reads "in the [twentieth century]", "in the
early 1990s" "in the early [part of a period in the twentieth century]", "a 19th-century house" "a
[second-millennium] house".
"""

from __future__ import annotations

import re

from ontology.english import FUNCTION_WORDS

_WITHIN = re.compile(r"(?:period|date|season) in the (?P<period>.+)$")
_PART_BEFORE = re.compile(r"\b(?:early|late|mid|middle)[ -]$", re.IGNORECASE)
_THE_BEFORE = re.compile(r"\bthe\s+$", re.IGNORECASE)
DETERMINER_BEFORE = re.compile(
    r"\b(?:an?|the|his|her|its|their|our|my|your|\w+['’]s)\s+$", re.IGNORECASE
)
_ARTICLE_BEFORE = re.compile(r"\ban?\s+$", re.IGNORECASE)
_YEAR = re.compile(r"\d{4}")
_HYPHENATED = re.compile(r"\w-\w")
_WORD_AFTER = re.compile(r"[ \t]+([^\W\d_]+)")


def fit_period(span: str, before: str, after: str, replacement: str) -> str:
    """Say a period as its slot has it: alone behind "the", before a noun as one word."""
    if _PART_BEFORE.search(before):
        return f"part of a {replacement}" if replacement.startswith("period") else replacement
    is_after_the = _THE_BEFORE.search(before) is not None
    is_before_noun = has_noun(after)
    if is_after_the and not is_before_noun and _YEAR.fullmatch(replacement):
        return f"year {replacement}"
    within = _WITHIN.match(replacement)
    if within and is_before_noun and modifies(span, before):
        return within["period"].replace(" ", "-")
    return within["period"] if within and is_after_the else replacement


def has_noun(after: str) -> bool:
    """Return whether a word follows that a span may be said of."""
    word = _WORD_AFTER.match(after)
    return word is not None and word[1].lower() not in FUNCTION_WORDS


def modifies(span: str, before: str) -> bool:
    """Return whether a span is said of what follows: "a 19th century house", "his 2008 CD"."""
    if _ARTICLE_BEFORE.search(before) or _HYPHENATED.search(span):
        return True
    return DETERMINER_BEFORE.search(before) is not None and _YEAR.fullmatch(span) is not None
