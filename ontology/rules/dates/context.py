"""What the text beside a date adds to it: "1998–[99]", "aged [53]", "[19th] century"."""

from __future__ import annotations

import re

from annotation.types import SemanticType
from names.folding import fold
from ontology.rules.dates.tokens import Token, tokenize
from ontology.rules.dates.words import DAYS, WORDS
from ontology.spans import Span

_REACH = 40
"""Characters on either side that are looked at."""

_YEAR_AND_DASH = re.compile(r"(?<!\d)(\d{4})\s?[-/]\s?$")
_AGE_BEFORE = re.compile(r"\b(?:aged?|turn(?:ed|ing|s)|age of|age was)\s+(?:about |around )?$")
_AGE_AFTER = re.compile(
    r"[\s-]*(?:(?:years?|yrs?|months?|weeks?|days?)[\s-]*(?:old\b|of age\b)|y/?o\b)"
)
_ONLY = "(?:now |only |just |still )?"
_IS = rf"(?:is|was|am|are|were|be)\s+{_ONLY}"
_APPOSED, _BEING = re.compile(r",\s+|\s\("), re.compile(rf"\s+{_IS}")
"""What stands between a person and a bare number that is an age."""
_ONE_IS = re.compile(
    rf"\b(?:(?:i|he|she|you|who)\s+{_IS}|(?:i['’]m|(?:he|she|who)['’]s|you['’]re)\s+{_ONLY})$"
)
_AGE_ENDS = re.compile(r"\s*(?:$|[.,;:!?)]|(?:and|but|or|when|while|at|in)\b)")
_APPOSED_ENDS = re.compile(r"[,;)]|[.!?]?\s*$|[.!?]\s")
_ITEM_BEFORE = re.compile(r"\b(\d{1,3})[.)]\s[^,;]{1,60}[,;]\s*$")
"""An item of a list with its number: "3. Ada Berg, 4. …"."""
_ITEM = 80
"""Characters of an item, at most."""
_OLDEST = 130
_LIFE_BEFORE = re.compile(r"\b(?:his|her|their|my|your|our) (?:early |mid-?|late )?$")
_CENTURY_AFTER = re.compile(
    r"[\s-]*(?:(?:and|to|or|-|/)\s*(?:the )?(?:\w+ )?\w+(?:st|nd|rd|th)[\s-]*)?centur"
)
_YEAR_BEFORE = re.compile(r"\b(?:in|since|until|by|year|ad|circa|c\.)\s+$")
_MONTH_BESIDE = re.compile(r"\b([^\W\d_]+)\.?\s+$")
_UNIT_AFTER = re.compile(r"[\s-]*([^\W\d_]+)")

_AMOUNTS = frozenset({"day", "number", "year"})


def in_context(span: Span) -> list[Token]:
    """Return the tokens of a date, with what its surroundings add."""
    tokens = tokenize(span.text)
    kinds = {token.kind for token in tokens}
    before, after = fold(span.before[-_REACH:]) + _gap(span.before), fold(span.after[:_REACH])
    if span.after[:1].isspace():
        after = f" {after}"
    if kinds == {"ordinal"} and _CENTURY_AFTER.match(after):
        return [*tokens, Token("unit", "century")]
    if kinds == {"short decade"} and _LIFE_BEFORE.search(before):
        return [*tokens, Token("age")]
    if len(tokens) == 1 and kinds <= _AMOUNTS:
        number = tokens[0].number
        is_age = number <= _OLDEST and not _is_item(span, number)
        is_age = is_age and _is_bare_age(span, before, after)
        return _number_in_context(tokens[0], before, after, is_age=is_age)
    return tokens


def _is_item(span: Span, number: int) -> bool:
    """Whether a number is the next one of a list, whose numbers end sentences."""
    start = span.mention.start
    item = _ITEM_BEFORE.search(span.surroundings.text[max(0, start - _ITEM) : start])
    return item is not None and int(item[1]) + 1 == number


def _gap(text: str) -> str:
    return " " if text[-1:].isspace() else ""


def _is_bare_age(span: Span, before: str, after: str) -> bool:
    """Whether a number is somebody's age by its place: "Ada, 36, left", "she was 36 when …"."""
    if _APPOSED_ENDS.match(after) and _follows_person(span, _APPOSED):
        return True
    is_said = _ONE_IS.search(before) is not None or _follows_person(span, _BEING)
    return is_said and _AGE_ENDS.match(after) is not None


def _follows_person(span: Span, between: re.Pattern[str]) -> bool:
    """Whether nothing but this stands between a person's span and this one."""
    text, start = span.surroundings.text, span.mention.start
    return any(
        each.is_masked
        and each.entity_type is SemanticType.PERSON
        and between.fullmatch(text, end, start)
        for end in range(max(0, start - _REACH), start)
        for each in span.surroundings.ending_at(end)
    )


def _number_in_context(token: Token, before: str, after: str, *, is_age: bool) -> list[Token]:
    if (year := _YEAR_AND_DASH.search(before)) and token.number < 100:
        return [Token("year", int(year.group(1))), Token("range"), Token("day", token.value)]
    if _AGE_BEFORE.search(before) or _AGE_AFTER.match(after) or is_age:
        return [Token("age"), token]
    unit = _UNIT_AFTER.match(after)
    kind, name = WORDS.get(unit.group(1), ("", "")) if unit else ("", "")
    if kind == "unit" and name in DAYS and (token.kind != "year" or token.number < 1000):
        return [Token("amount", token.value)]
    word = _MONTH_BESIDE.search(before)
    if token.kind == "day" and word and WORDS.get(word.group(1), ("",))[0] == "month":
        return [Token("unit", "day")]
    if token.kind != "year" and _YEAR_BEFORE.search(before) and token.number > 12:
        return [Token("year", token.value)]
    return [token]
