"""English noun phrases: their head, their number, and what remains when modifiers are dropped.

Pure functions on text; whether a word is known is for the caller to ask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ontology.english import PREPOSITIONS, is_plural_noun, plural_noun, singular_noun

_CACHE_SIZE = 4096

_DETERMINER = re.compile(
    r"(?:the|an?|his|her|hers|its|their|our|my|your|this|that|these|those|some|any|each|every|"
    r"another|both|all)\s+",
    re.IGNORECASE,
)
_PARENTHESIS = re.compile(r"\s*[(\[][^)\]]*[)\]]\s*")
_QUOTES = "\"'“”‘’„«» \t\n,.;:"
_POSSESSOR = re.compile(r"^.*?\w(?:['’]s|s['’])\s+(?=\w)")
_POSSESSIVE = re.compile(r"(?:(?<=\w)['’]s|(?<=s)['’])$")

_CLAUSES = frozenset("who whom whose which that where when while".split())
_AFTER_THE_HEAD = PREPOSITIONS | _CLAUSES
_CONJUNCTIONS = re.compile(r"\s*(?:,\s*(?:and|or|&)\s|,|;|/|&|\band\b|\bor\b|\bas well as\b)\s*")
_AFTER_THE_NOUN = frozenset("elect emeritus emerita laureate designate apparent martial".split())
_BEFORE_GENERAL = frozenset(
    "attorney secretary governor solicitor director surgeon inspector postmaster auditor adjutant "
    "consul procurator comptroller registrar advocate".split()
)
_NUMERAL = re.compile(r"(?:[\d.,:–-]*\d|[IVX]{1,4}|[A-Z]|#\d+)$")
_HYPHENATED = re.compile(r"-(?:in|of|at|to|de|du|elect|general|designate)\b.*", re.IGNORECASE)
_SAME_IN_SINGULAR = ("ss", "us", "is", "ics", "ous", "i")
_PLURAL_ENDINGS = (
    "s",
    "men",
    "people",
    "children",
    "oxen",
    "feet",
    "teeth",
    "mice",
    "geese",
    "ae",
    "phenomena",
)
_SHORT = 3  # "gas", "bus"
_MAX_WORDS = 12


def strip_determiner(phrase: str) -> str:
    """Drop quotes, articles and possessive pronouns before a phrase ("the judge" → "judge")."""
    bare = phrase.strip(_QUOTES)
    while match := _DETERMINER.match(bare):
        bare = bare[match.end() :]
    return bare


def strip_possessive(phrase: str) -> str:
    """Drop the possessive ending of a phrase ("the bishop's" → "the bishop")."""
    return _POSSESSIVE.sub("", phrase)


def without_possessor(phrase: str) -> str:
    """Drop what a phrase says of whose the thing is ("the judge's house" → "house")."""
    return _POSSESSOR.sub("", phrase)


@lru_cache(_CACHE_SIZE)
def singular(phrase: str) -> str:
    """Put the head into the singular ("secretaries of state" → "secretary of state")."""
    before, noun, after = _around_head(phrase)
    if not _may_be_plural(noun.lower()) or not is_plural_noun(noun):
        return phrase
    return f"{before}{singular_noun(noun)}{after}"


@lru_cache(_CACHE_SIZE)
def plural(phrase: str) -> str:
    """Put the head of a singular phrase into the plural ("city in Norway" → "cities in Norway")."""
    before, noun, after = _around_head(phrase)
    if not noun[-1:].isalpha():
        return phrase
    return f"{before}{plural_noun(noun)}{after}"


def is_plural(phrase: str) -> bool:
    """Tell whether the head of a phrase looks like a plural."""
    return singular(phrase) != phrase


def coordinates(phrase: str) -> list[str]:
    """Return the members of a coordination ("actor, writer and director" → three), in order."""
    return [member for part in _CONJUNCTIONS.split(phrase) if (member := strip_determiner(part))]


def core(phrase: str) -> str:
    """Return a phrase up to its head: nothing in brackets, no "of …", no clause, no apposition.

    "retired judge of the High Court, who …" → "retired judge".
    """
    bare = strip_determiner(_PARENTHESIS.sub(" ", phrase)).partition(",")[0]
    words = bare.split()
    for place, word in enumerate(words):
        if place and (word.lower() in _AFTER_THE_HEAD or _is_participle(words, place)):
            words = words[:place]
            break
    return " ".join(_drop_after_noun(words))


def head(phrase: str) -> str:
    """Return the head noun of a phrase, in its own number ("Attorney General" → "Attorney")."""
    words = core(phrase).split()
    return words[-1] if words else ""


def variants(phrase: str) -> Iterator[str]:
    """Yield ever shorter forms of a phrase, the longest first, down to its head in the singular.

    What follows the head goes first, then what precedes it, from the left: "retired judge of the
    High Court" → itself, "retired judge", "judge". Each form comes as written and in the singular.
    """
    seen = set()
    for form in _shorten(phrase):
        for variant in (form, singular(form)):
            if variant and variant not in seen:
                seen.add(variant)
                yield variant


def _shorten(phrase: str) -> Iterator[str]:
    bare = strip_possessive(strip_determiner(_PARENTHESIS.sub(" ", phrase)))
    yield bare
    words = bare.split()[:_MAX_WORDS]
    for place in range(len(words) - 1, 0, -1):
        if words[place].lower() in PREPOSITIONS:
            yield " ".join(words[:place]).strip(_QUOTES)
    short = core(bare)
    yield short
    own = without_possessor(short)
    if own != short:
        yield own
    rest = own.split()
    for place in range(1, len(rest)):
        yield " ".join(rest[place:])
    if rest:
        yield _HYPHENATED.sub("", rest[-1])


def _is_participle(words: list[str], place: int) -> bool:
    """Tell "practising" in "lawyer practising in Vienna" from "a practising lawyer"."""
    follows = words[place + 1 : place + 2]
    return words[place].endswith(("ing", "ed")) and bool(PREPOSITIONS & set(follows))


def _drop_after_noun(words: list[str]) -> list[str]:
    """Drop numbers and adjectives that stand behind their noun."""
    while len(words) > 1 and (
        words[-1].lower() in _AFTER_THE_NOUN
        or _NUMERAL.match(words[-1])
        or (words[-1].lower() == "general" and words[-2].lower() in _BEFORE_GENERAL)
    ):
        words = words[:-1]
    return words


def _around_head(phrase: str) -> tuple[str, str, str]:
    noun = head(phrase)
    if not noun:
        return phrase, "", ""
    before, found, after = phrase.partition(noun)
    while found and (_touches(before[-1:]) or _touches(after[:1])):  # inside another word
        more, found, after = after.partition(noun)
        before = f"{before}{noun}{more}"
    return before, found, after


def _may_be_plural(noun: str) -> bool:
    """Tell cheaply what can't be a plural: asking the library takes a thousand times as long."""
    if noun.endswith(_SAME_IN_SINGULAR) or len(noun) <= _SHORT:
        return noun == "men"
    return noun.endswith(_PLURAL_ENDINGS)


def _touches(char: str) -> bool:
    return char.isalnum() or char == "-"
