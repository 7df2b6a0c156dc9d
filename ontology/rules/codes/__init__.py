"""What may stand for a code: its kind, by its form or by the words before it."""

from __future__ import annotations

from annotation.sources import ListSource
from ontology.reading import Reading
from ontology.rules.codes.patterns import ANY_CUE, CUES, FORMS
from ontology.spans import Span

__all__ = ["read"]

ANY_NUMBER = "identification number"

_NO_NUMBERS = frozenset({"e-mail address", "web address", "IP address", "user name", "postal code"})
_REACH = 60
"""Characters before the code in which the words that name it are looked for."""


def read(span: Span) -> Reading | None:
    """Return the kind of a span of type CODE; None where only `***` will do."""
    text = span.text.strip(" .,;:[]<>\"'")
    if not text:
        return None
    for kind, is_of_form in FORMS:
        if is_of_form(text):
            return _reading(kind, "by its form")
    before = [words for words in _words_before(span) if ANY_CUE.search(words)]
    if before and any(char.isdigit() for char in text):
        for kind, cue in CUES:
            if any(map(cue.search, before)):
                return _reading(kind, "by the words before it")
    return None


def _words_before(span: Span) -> set[str]:
    """Return the text before the span, and before its first digit ("no. " of "no. 12/3")."""
    text, start = span.surroundings.text, span.mention.start
    first = next((place for place, char in enumerate(span.text) if char.isdigit()), 0)
    from_here = max(0, start - _REACH)
    return {text[from_here:start], text[from_here : start + first]}


def _reading(kind: str, how: str) -> Reading:
    above = () if kind in _NO_NUMBERS or kind == ANY_NUMBER else (ANY_NUMBER,)
    return Reading((kind, *above), ListSource.RULES, f"{kind}, {how}")
