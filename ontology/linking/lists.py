"""The list of things that a span stands in: "the films A (1987), B and C", "A, B and other films".

An item is a mention, with what may follow it (a year, a bracket, whose it is). Where the text hides
only some of the items, those in clear count too, if the caller wants them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from annotation.records import Mention
from annotation.types import SemanticType
from ontology.spans import Span, Surroundings

_LINK = r"""
    (?:,?\s*as\s+well\s+as|,\s*(?:and|or)?|;\s*(?:and|or)?|\s(?:and|or|&)|(?P<gloss>\())\s*
    (?:(?:later|finally|lastly|also|more\s+recently)\s+)?
    (?:(?:the|an?|his|her|their)\s+)?["“'‘«(\[]*"""
_TAIL = r"(?:\s*\([^()]{1,40}\)|\s+(?:in|of|from)\s+\d{4})"
_SEPARATOR = re.compile(rf"""["”’'»)\]]*\s*{_LINK}$""", re.VERBOSE)
_TAIL_AND_SEPARATOR = re.compile(rf"""["”’'»]*{_TAIL}["”’'»]*\s*{_LINK}$""", re.VERBOSE)
_NEXT_SEPARATOR = re.compile(rf"{_LINK}(?=\S)", re.VERBOSE)
_TAIL_BEHIND = re.compile(rf"""["”’'»]*{_TAIL}?["”’'»]*""")
_LINKED = re.compile(r"""["”’'»]*\s+(?:by|in|from|of|at|for)\s+(?:the\s+)?$""")
"""What stands between an item and another thing that says whose it is, or where."""

_CLEAR_ITEM = re.compile(
    r"""(?:["“][^"“”]{2,60}["”]
      | (?<![\w'’-])[A-Z][\w'’.&-]*
        (?:\s+(?:(?:of|the|and|in|on|for|to|de|von|&)\s+){0,2}[A-Z\d][\w'’.&-]*)*
      | (?<![\w'’-])[a-z][\w'’-]+)$""",
    re.VERBOSE,
)
_CLEAR_NEXT = re.compile(
    r"""[A-Z][\w'’.&-]*(?:\s+(?:(?:of|the|in|on|for|to|de|von|&)\s+){0,2}[A-Z\d][\w'’.&-]*)*["”]?"""
)
_MOST_ITEMS = 60
_REACH = 200
"""Characters that an item has at most with what joins it to the next one."""


@dataclass(frozen=True, slots=True)
class _Item:
    """Where an item of a list begins, and whether the next one only explains it."""

    start: int
    is_glossed: bool


_KNOWN: WeakKeyDictionary[Surroundings, dict[tuple[int, int, SemanticType], _Item | None]]
_KNOWN = WeakKeyDictionary()
"""The items that stand before a place, by the stretch of text that they are looked for in."""


def before_list(span: Span, *, with_clear: bool = False) -> tuple[str, bool]:
    """Return the sentence before a span, or before the list of mentions that it stands in.

    The second value tells whether it stands in one. `with_clear` also goes over items that are no
    mentions.
    """
    text, end = span.surroundings.text, span.mention.start
    start = end - len(span.before)
    is_listed = False
    for _ in range(_MOST_ITEMS):
        near = max(start, end - _REACH)
        item = _known_item_before(span, near, end)
        if item is None and with_clear:
            item = _clear_before(text[near:end], near)
        if item is None:
            break
        end, is_listed = item.start, is_listed or not item.is_glossed
    return text[start:end], is_listed


def _known_item_before(span: Span, start: int, end: int) -> _Item | None:
    """Look for each item once: all later ones of its list ask for it."""
    known = _KNOWN.setdefault(span.surroundings, {})
    key = start, end, span.type
    if key not in known:
        known[key] = _item_before(span.surroundings, *key)
    return known[key]


def _item_before(
    surroundings: Surroundings, start: int, end: int, semantic_type: SemanticType
) -> _Item | None:
    """Return the mention that a stretch of text ends in, before what joins it to the next one."""
    text = surroundings.text[start:end]
    for pattern in (_SEPARATOR, _TAIL_AND_SEPARATOR):
        separator = pattern.search(text)
        mention = surroundings.by_end.get(start + separator.start()) if separator else None
        if separator and mention and mention.start >= start:
            owner = _owner(mention, text, start, surroundings, semantic_type)
            return _Item(owner.start, bool(separator["gloss"]))
    return None


def _owner(
    mention: Mention, text: str, start: int, surroundings: Surroundings, wanted: SemanticType
) -> Mention:
    """Return the item that a mention says whose it is: "the films A by Lie and B"."""
    linked = _LINKED.search(text[: max(0, mention.start - start)])
    owner = surroundings.by_end.get(start + linked.start()) if linked else None
    is_alike = owner and owner.entity_type is wanted is not mention.entity_type
    return owner if owner and is_alike else mention


def _clear_before(text: str, start: int) -> _Item | None:
    """Return the item in clear that a text ends in, before what joins it to the next one."""
    separator = _TAIL_AND_SEPARATOR.search(text) or _SEPARATOR.search(text)
    if separator is None or separator["gloss"]:
        return None
    stop = _behind_quotes(text, separator.start())
    found = _CLEAR_ITEM.search(text[:stop])
    return _Item(start + found.start(), is_glossed=False) if found else None


def _behind_quotes(text: str, place: int) -> int:
    rest = text[place:]
    return place + len(rest) - len(rest.lstrip("\"”’'»"))


def after_list(span: Span, *, with_clear: bool = False) -> tuple[str, bool]:
    """Return the sentence behind a span, or behind the list of mentions that it stands in.

    The second value tells whether it stands in one, also as its last item. `with_clear` also goes
    over items that are no mentions.
    """
    text, end = span.surroundings.text, span.mention.end
    stop = end + len(span.after)
    is_listed = before_list(span)[1]
    for _ in range(_MOST_ITEMS):
        tail = _TAIL_BEHIND.match(text, end, stop)
        end = tail.end() if tail else end
        separator = _NEXT_SEPARATOR.match(text, end, stop)
        if separator is None or separator["gloss"]:
            break
        following = span.surroundings.by_start.get(separator.end())
        clear = _CLEAR_NEXT.match(text, separator.end(), stop) if with_clear else None
        if following and following.end <= stop:
            end = following.end
        elif clear:
            end = clear.end()
        else:
            break
        is_listed = True
    return text[end:stop], is_listed
