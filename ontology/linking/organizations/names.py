"""Reading what kind of organization a name names from its own words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ontology.folding import fold
from ontology.linking.organizations.kinds import ENDINGS, FIRST_WORDS, HEADS, LONGEST_HEAD

_LINKS = frozenset(
    """
    of for at in on to against with without within under from de du des del della delle dell di da
    do dos das van voor fur der von zu am av i y
    """.split()
)
"""Words after which a name says whose or where: what it is stands before them."""

_HEADS_WITH_LINK = frozenset(head for head in HEADS if not _LINKS.isdisjoint(head.split()))

_OUTDOING = frozenset(
    {
        "law school",
        "medical school",
        "business school",
        "film school",
        "music school",
        "academic publisher",
        "record label",
        "hospital",
        "library",
        "museum",
        "choir",
        "orchestra",
        "symphony orchestra",
        "band",
        "football club",
        "student organization",
        "students' union",
        "school",
    }
)
"""Kinds that a last word tells even after "of" ("University of Oslo Library")."""

_PRESS = "press"
_LEGAL_FORMS = frozenset(
    """
    inc ltd limited llc plc gmbh ag sa corp corporation kg oy oyj ab aps bv nv srl spa pty co
    company kft tbk asa sarl llp lp ohg se doo sl
    """.split()
)
_DETERMINER = re.compile(r"^(?:the|an?|its|his|her|their|our)\s+(?=\S)", re.IGNORECASE)
_TOKEN = re.compile(r"[^\s,;()\[\]\"“”«»]+")
_IN_BRACKETS = re.compile(r"\s*[(\[][^)\]]*[)\]]?\s*$")
_APART = re.compile(r",\s|\s[-–]\s|/\s?")
_NUMBER_OUTSIDE = re.compile(r"(?<=\w) (?:No\. ?)?\d{1,4}$|^\d{1,2}\. ")
_GLUE = re.compile(r"[-–/]")
_ELIDED = re.compile(r"^(?:l|d|dell|nell)'(?=\w{3})")
_QUOTES = "\"'“”‘’«»"
_LONGEST_ABBREVIATION = 3
_SHORTEST_STEM = 3
_LONG_WORD = 7


@dataclass(frozen=True, slots=True)
class NameReading:
    """The kind that a name tells, the words that tell it, those before and those after them."""

    kind: str
    head: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def strip_name(name: str) -> str:
    """Return a name without its determiner, quotes, possessive and what stands in brackets."""
    bare = _IN_BRACKETS.sub("", name.strip().strip(_QUOTES)) or name
    bare = re.sub(r"['’]s$", "", bare.strip())
    return _DETERMINER.sub("", bare).strip()


@lru_cache(maxsize=8192)
def read_name(name: str) -> NameReading | None:
    """Return what kind of organization a name tells; None where its words tell none."""
    bare = strip_name(name)
    for part in dict.fromkeys([bare, *_APART.split(bare)]):
        words = tuple(_TOKEN.findall(_NUMBER_OUTSIDE.sub("", part)))
        keys = tuple(map(_key, words))
        found = words and (
            _find_linked(words, keys)
            or (None if "of" in keys[1:] else _find_last(words, keys))
            or _find_first(words, keys)
            or _find_inside(words, keys)
        )
        if found:
            return found
    return None


def _key(word: str) -> str:
    return _ELIDED.sub("", fold(word).replace(".", ""))


def _find_linked(words: tuple[str, ...], keys: tuple[str, ...]) -> NameReading | None:
    """Read "School of Music" anywhere, then what stands before the first "of"."""
    joined = f" {' '.join(keys)} "
    inside = [head for head in _HEADS_WITH_LINK if f" {head} " in joined]
    if inside:
        head = max(inside, key=len)
        start = joined.index(f" {head} ")
        count = len(joined[:start].split())
        return NameReading(HEADS[head], head, words[:count], words[count + len(head.split()) :])
    place = next((place for place, key in enumerate(keys) if key in _LINKS and place), None)
    if place is None:
        return None
    before = _match_end(words[:place], keys[:place])
    last = _match_end(words, keys)
    owner = last.before[place + 1 :] if last else ()
    if last and (last.kind in _OUTDOING or not before) and any(map(_is_name, owner)):
        return last
    if before is None:
        return None
    if keys[-1] == _PRESS and before.kind == "university":
        return NameReading("academic publisher", _PRESS, words[:-1])
    return NameReading(before.kind, before.head, before.before, words[place + 1 :])


def _find_last(words: tuple[str, ...], keys: tuple[str, ...]) -> NameReading | None:
    count = len(words)
    while count > 1 and keys[count - 1] in _LEGAL_FORMS | {"&", "and"}:
        count -= 1
    return _match_end(words[:count], keys[:count]) or (
        _match_end(words, keys) if count < len(words) else _match_ending(words, keys)
    )


def _match_end(words: tuple[str, ...], keys: tuple[str, ...]) -> NameReading | None:
    if len(keys) == 1 and len(keys[0]) <= _LONGEST_ABBREVIATION + 1 and words[0].isupper():
        return None
    for length in range(min(LONGEST_HEAD, len(keys)), 0, -1):
        head = " ".join(keys[-length:])
        kind = HEADS.get(head) or HEADS.get(_singular(head, words[-1]))
        if kind and not _is_small_word(words[-1]):
            return NameReading(kind, head, words[:-length])
    glued = _GLUE.split(keys[-1])
    if len(glued) > 1 and (kind := HEADS.get(glued[-1])) and len(glued[-1]) > _SHORTEST_STEM:
        return NameReading(kind, glued[-1], words[:-1])
    return None


def _is_name(word: str) -> bool:
    return word[0].isupper()


def _is_small_word(word: str) -> bool:
    """Tell an abbreviation's homograph: "FC" heads a name, "fc" or "co" does not."""
    return len(word) <= _LONGEST_ABBREVIATION and word.islower()


def _singular(head: str, word: str) -> str:
    """Return a common noun in the singular; a name's last word stays as it is."""
    if not word.islower() or not head.endswith("s"):
        return head
    return head[:-3] + "y" if head.endswith("ies") else head[:-1]


def _match_ending(words: tuple[str, ...], keys: tuple[str, ...]) -> NameReading | None:
    last = keys[-1]
    fitting = [
        ending
        for ending in ENDINGS
        if last.endswith(ending) and len(last) >= len(ending) + _SHORTEST_STEM
    ]
    if not fitting:
        return None
    ending = max(fitting, key=len)
    return NameReading(ENDINGS[ending], ending, words[:-1])


def _find_first(words: tuple[str, ...], keys: tuple[str, ...]) -> NameReading | None:
    kind = FIRST_WORDS.get(keys[0]) if len(keys) > 1 else None
    if kind is None or _is_small_word(words[0]):
        return None
    return NameReading(kind, keys[0], (), words[1:])


def _find_inside(words: tuple[str, ...], keys: tuple[str, ...]) -> NameReading | None:
    """Read "Freie Universität Berlin": in languages that put the place last, unmarked."""
    for place, key in enumerate(keys[1:-1], 1):
        last_part = _GLUE.split(key)[-1]
        if len(last_part) >= _LONG_WORD and last_part in FIRST_WORDS:
            kind = HEADS.get(" ".join(keys[: place + 1])) or FIRST_WORDS[last_part]
            return NameReading(kind, last_part, words[:place], words[place + 1 :])
    return None
