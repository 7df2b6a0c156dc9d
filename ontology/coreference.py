"""Mentions of one thing in a document: the same name, or a linked longer one."""

from __future__ import annotations

import re
from functools import lru_cache

from ontology.folding import fold
from ontology.spans import Span

_WORD = re.compile(r"\w+")
_SMALL_WORDS = frozenset({"the", "a", "an", "of", "and", "for", "in", "on", "de", "s"})


@lru_cache(maxsize=4096)
def name_of(text: str) -> str:
    """Return a text folded, without an article before or a possessive after it."""
    return re.sub(r"^(?:the|an?) |'s?$", "", fold(text))


def name_key(words: str) -> str:
    """Return what is the same for all mentions of a name in a document.

    An article before, a possessive behind and the case make no other name, but small letters alone
    do: "Will" is not "will".
    """
    return f"{words.islower()} {name_of(words)}"


def is_same_name(one: Span, other: Span) -> bool:
    """Tell whether two spans of one type are the same text but for case and article."""
    return one.type is other.type and name_of(one.text) == name_of(other.text)


def fullest_mention(span: Span) -> Span:
    """Return the longest linked mention whose name the span shortens, else the span itself."""
    longer = [each for each in span.surroundings.spans if _is_fuller(each, span)]
    return max(longer, key=lambda each: len(each.text), default=span)


def _is_fuller(full: Span, short: Span) -> bool:
    return (
        full.type is short.type
        and len(full.text) > len(short.text)
        and _are_linked(full, short)
        and is_short_form(short.text, full.text)
    )


def _are_linked(one: Span, other: Span) -> bool:
    first, second = one.mention, other.mention
    return (
        first.entity_id == second.entity_id
        or second.mention_id in (first.related_mentions or ())
        or first.mention_id in (second.related_mentions or ())
    )


def is_short_form(short: str, full: str) -> bool:
    """Tell whether a name leaves out words of another, or is made of its initials.

    Of "Oslo, Norway" only "Oslo" is one.
    """
    few, many = _words(short), _words(full.partition(",")[0])
    if few and set(few) <= set(many) and name_of(short) != name_of(full):
        return True
    letters = fold(short).replace(".", "").replace(" ", "")
    initials = "".join(word[0] for word in many)
    return len(letters) > 1 and letters == initials


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(fold(text)) if word not in _SMALL_WORDS]
