"""What the words of a name say: the bare name, and the kinds of thing that they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache

from names.folding import fold
from ontology.phrases import core, strip_determiner, strip_possessive
from ontology.taxonomy import TAXONOMY, KindMatch

_QUOTES = "\"'“”‘’„«» \t\n,;:"
_IN_BRACKETS = re.compile(r"^(?P<name>.+?)\s*[(\[](?P<outer>[^)\]]+)[)\]]$")
_QUALIFIED = re.compile(r",\s*|\s+in\s+(?:the\s+)?(?=[A-ZÀ-Þ])")
_NUMBER = re.compile(r"(?<=\w),?(?: (?:No\.? ?)?(?:\d{1,4}|[IVXLC]+))+$|^\d{1,2}\. ")
_LEGAL_FORM = re.compile(
    r",?\s+(?:Inc|Ltd|Limited|LLC|PLC|GmbH|AG|S\.?A|Corp|Corporation|KG|Oy|AB|A/S|AS|NV|BV|SpA|Pty)\.?$",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"\s(?:of|for|at|in|on|de|des|du|del|della|dell|di|da|do|dos|van|voor|für|fur|der|von|zu|am)\s",
    re.IGNORECASE,
)
_CACHE_SIZE = 8192
_ORGANIZATION = "organization"


_OTHER_THAN_HEAD = re.compile(r"\b(?:vice|deputy|sub|under|acting|would-be|non)[ -]", re.IGNORECASE)


def is_head_true(text: str) -> bool:
    """Tell whether a thing is what the head of its phrase says: a deputy mayor is no mayor."""
    return _OTHER_THAN_HEAD.search(text) is None


class NamePart(StrEnum):
    """The part of a name whose words name its kind."""

    HEAD = "head"
    FIRST = "first"
    ENDING = "ending"
    ADJECTIVE = "adjective"


def bare(text: str) -> str:
    """Return a text without quotes, determiner and possessive ending."""
    return strip_possessive(strip_determiner(text.strip(_QUOTES)))


def unquoted(text: str) -> str:
    """Return a text without the quotes and stops around it."""
    return text.strip(_QUOTES)


def without_legal_form(name: str) -> str:
    """Return the name of a company without what says that it is one."""
    return _LEGAL_FORM.sub("", name)


def split_qualified(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a name and the places that it is said to lie in: "Bergen, Norway"."""
    inside = _IN_BRACKETS.match(text)
    if inside:
        return inside["name"], tuple(filter(None, re.split(r",\s*", inside["outer"])))
    first, *rest = _QUALIFIED.split(text)
    return first, tuple(part for part in rest if part)


@lru_cache(_CACHE_SIZE)
def match_kinds(text: str) -> tuple[tuple[KindMatch, NamePart], ...]:
    """Return the kinds that the words of a text name, the surest first, each once."""
    found: dict[str, tuple[KindMatch, NamePart]] = {}
    for match, part in _iter_matches(bare(text)):
        found.setdefault(match.kind, (match, part))
    return tuple(found.values())


@lru_cache(_CACHE_SIZE)
def match_organization(name: str) -> KindMatch | None:
    """Return the kind of organization that the words of a name say it is; None without one."""
    return next(
        (
            match
            for match, part in _iter_matches(bare(name))
            if part is not NamePart.ADJECTIVE and _ORGANIZATION in TAXONOMY.roots(match.kind)
        ),
        None,
    )


def _iter_matches(text: str) -> Iterator[tuple[KindMatch, NamePart]]:
    plain = _without_mere_form(_NUMBER.sub("", text))
    first, outer = split_qualified(plain)
    for phrase in dict.fromkeys([*_before_links(first), core(first), first]):
        yield from _by_head(phrase)
    yield from _by_head(plain) if not outer else ()
    for match in TAXONOMY.of_beginning(plain) if _begins_name(plain) else ():
        yield match, NamePart.FIRST
    words = plain.split()
    for word in words if len(words) == 1 else (*words[-1:], *words[:1]):
        for match in TAXONOMY.of_ending(word):
            yield match, NamePart.ENDING
    for match in TAXONOMY.of_noun(fold(text), "adjectives"):
        yield match, NamePart.ADJECTIVE


def _before_links(name: str) -> Iterable[str]:
    """Return what stands before the first "of": "University of Oslo"."""
    parts = _LINK.split(name, maxsplit=1)
    return parts[:1] if len(parts) > 1 else ()


def _by_head(phrase: str) -> Iterator[tuple[KindMatch, NamePart]]:
    fields = ("words", "last") if _is_longer_name(phrase) else ("words",)
    for match in TAXONOMY.of_noun(phrase, *fields):
        if match.field == "words" or match.word != fold(phrase):
            yield match, NamePart.HEAD


def _without_mere_form(name: str) -> str:
    """Return a name without its legal form, unless that is part of a kind.

    A municipal corporation is no company.
    """
    short = without_legal_form(name)
    if short == name or any(" " in match.word for match in TAXONOMY.of_noun(name, "words")):
        return name
    return short


def _begins_name(phrase: str) -> bool:
    """Tell whether the first words of a phrase may say what it is: a storm drain is no storm."""
    is_common = phrase.islower() and phrase.replace(" ", "").isalpha()
    return not is_common or _LINK.search(phrase) is not None


def _is_longer_name(phrase: str) -> bool:
    """Tell whether a phrase is a name of several words that ends in one of its own."""
    words = phrase.split()
    return (
        len(words) > 1
        and words[0][0].isupper()
        and words[-1][0].isupper()
        and _LINK.search(phrase) is None
    )
