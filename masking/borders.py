"""Where a mention begins and ends, after the guidelines of TAB (Pilán et al. 2022, section 4).

No article, preposition or possessive belongs to a mention, but a title belongs to the name behind
it; nothing is nested, and an acronym in brackets is part of the long form before it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from names.folding import fold
from names.titles import PARTICLES, TITLES

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_TITLES = TITLES.keys() - {"the"}
"""Titles that go on a name; an article belongs to none."""
_INITIAL = re.compile(r"(?:[^\W\d_]\.)+")
_NEVER_FIRST = frozenset({"DET", "ADP", "PRON", "CCONJ", "SCONJ", "PUNCT", "SPACE", "PART", "AUX"})
_NEVER_LAST = frozenset({"ADP", "CCONJ", "SCONJ", "PUNCT", "SPACE", "PART", "AUX", "DET", "PRON"})
GREETINGS = frozenset("dear dearest hi hiya hello hey thanks cheers sorry goodbye bye".split())
"""Words before the name of whom one speaks to, which belong to no name."""
_CLOSING = {")": "(", "]": "[", "”": "“", '"': '"'}


def trimmed(span: Span) -> Span | None:
    """Return a span without what never begins or ends a mention; None where nothing is left.

    Words with a capital inside a sentence are kept: "The Hague", "Los Angeles".
    """
    doc, first, last = span.doc, span.start, span.end
    while first < last and _is_loose(doc[first], _NEVER_FIRST):
        first += 1
    while first < last and _is_loose(doc[last - 1], _NEVER_LAST) and not _closes(doc[first:last]):
        last -= 1
    return doc[first:last] if first < last else None


def between(breaks: Sequence[int], span: Span) -> Iterator[Span]:
    """Yield the parts of a span between places where no mention goes on, see `hard_breaks`."""
    first = span.start
    for token in span:
        place = bisect_left(breaks, token.idx)
        if place < len(breaks) and breaks[place] < token.idx + len(token):
            yield span.doc[first : token.i]
            first = token.i + 1
    yield span.doc[first : span.end]


def _is_loose(token: Token, parts: frozenset[str]) -> bool:
    if token.lower_ in GREETINGS and parts is _NEVER_FIRST:
        return True
    is_name = token.is_title and not (token.is_sent_start or _follows_label(token))
    return token.pos_ in parts and not is_name and not any(map(str.isdigit, token.text))


def _follows_label(token: Token) -> bool:
    """Whether a word has its capital from its place behind a label: "Witness: At Marsh's"."""
    return token.i > 0 and token.nbor(-1).text == ":"


def _closes(span: Span) -> bool:
    """Whether the last token closes what was opened inside the span."""
    opening = _CLOSING.get(span[-1].text)
    return opening is not None and any(token.text == opening for token in span[:-1])


def to_last_capital(span: Span) -> Span:
    """Return a name without the words in small letters and numbers that follow it.

    "J. F. agreed" is "J. F.", and the number of a note is no part of a name.
    """
    last = max((token.i for token in span if token.text[:1].isupper()), default=span.end)
    is_followed = any(token.is_alpha or token.is_digit for token in span.doc[last + 1 : span.end])
    return span.doc[span.start : last + 1] if is_followed else span


def at_title(span: Span) -> tuple[Span, Span]:
    """Cut what is no name where somebody's title and name begin: "14 August 2016", "Ms Moss"."""
    for place in range(span.start + 1, span.end - 1):
        title, name = span.doc[place], span.doc[place + 1]
        is_title = title.text[:1].isupper() and fold(title.text).strip(".") in TITLES
        if is_title and name.text[:1].isupper():
            return span.doc[span.start : place], span.doc[place : span.end]
    return span, span.doc[span.end : span.end]


def with_titles(span: Span) -> Span:
    """Return a person's name with the titles, initials and particles before it."""
    first = span.start
    while first > 0 and _leads_on(span.doc[first - 1]):
        first -= 1
    return span.doc[first : span.end]


def _leads_on(token: Token) -> bool:
    if token.whitespace_ not in ("", " ") or "\n" in token.text:
        return False
    word = fold(token.text).strip(".")
    if token.text[:1].isupper():
        return word in _TITLES or _INITIAL.fullmatch(token.text) is not None
    return word in PARTICLES and not token.is_stop
