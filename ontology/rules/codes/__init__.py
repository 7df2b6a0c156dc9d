"""What may stand for a code: its kind, by its form or by the words before it."""

from __future__ import annotations

from annotation.sources import ListSource
from ontology.reading import Reading
from ontology.rules.codes.patterns import ANY_CUE, CUES, FORMS, USER_FOLDER
from ontology.rules.said import says
from ontology.spans import Span

__all__ = ["BY_FOLDER", "BY_FORM", "BY_SAYING", "BY_WORDS", "read"]

ANY_NUMBER = "identification number"

_NO_NUMBERS = frozenset(
    {
        "e-mail address",
        "web address",
        "IP address",
        "user name",
        "postal code",
        "hardware address",
        "wallet address",
        "hash value",
        "access token",
        "access code",
    }
)
BY_FORM = "by its form"
BY_WORDS = "by the words before it"
BY_FOLDER = "by the folder before it"
BY_SAYING = "as it is said"
_REACH = 60
"""Characters before the code in which the words that name it are looked for."""


def read(span: Span) -> Reading | None:
    """Return the kind of a span of type CODE; None where only `***` will do."""
    text = span.text.strip(" .,;:[]<>\"'")
    if not text:
        return None
    said = says(text)
    for kind, is_of_form in FORMS:
        if is_of_form(text) or (said and is_of_form(said)):
            return _reading(kind, BY_FORM)
    if USER_FOLDER.search(span.surroundings.text, *_reach_before(span)):
        return _reading("user name", BY_FOLDER)
    before = [words for words in _words_before(span) if ANY_CUE.search(words)]
    if before and any(char.isdigit() for char in text + said):
        for kind, cue in CUES:
            if any(map(cue.search, before)):
                return _reading(kind, BY_WORDS)
    return _reading(ANY_NUMBER, BY_SAYING) if any(map(str.isdigit, said)) else None


def _reach_before(span: Span) -> tuple[int, int]:
    return max(0, span.mention.start - _REACH), span.mention.start


def _words_before(span: Span) -> set[str]:
    """Return the text before the span, and before its first digit ("no. " of "no. 12/3")."""
    text = span.surroundings.text
    from_here, start = _reach_before(span)
    first = next((place for place, char in enumerate(span.text) if char.isdigit()), 0)
    return {text[from_here:start], text[from_here : start + first]}


def _reading(kind: str, how: str) -> Reading:
    above = () if kind in _NO_NUMBERS or kind == ANY_NUMBER else (ANY_NUMBER,)
    return Reading((kind, *above), ListSource.RULES, f"{kind}, {how}")
