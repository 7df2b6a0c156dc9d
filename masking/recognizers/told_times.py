"""Times told without a date: "last Friday night", "the week after the funeral".

An event tells when something was to everybody who knows of it, and a weekday to those who were
there. Neither is often to be masked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.spans import ASIDE, RecognizedSpan
from ontology.rules.dates.names import WEEKDAYS
from ontology.rules.dates.words import WORDS

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

TOLD_BY_EVENT = "time told by an event"
WEEKDAY = "weekday"
_UNITS = frozenset({"hour", "day", "week", "fortnight", "month", "season", "year", "decade"})
_PARTS_OF_DAY = frozenset(word for word, told in WORDS.items() if told == ("period", "time of day"))
_PERIODS = frozenset({"time of day", "season of the year", "holiday"})
_TIMES = frozenset(
    word
    for word, (kind, name) in WORDS.items()
    if (kind == "unit" and name in _UNITS)
    or (kind == "period" and name in _PERIODS)
    or kind == "weekday"
) | {"mornings", "evenings", "summers", "winters", "weekend", "weekends"}
"""Nouns for times that an event may tell; those of other units are minutes and terms, too."""
_LONG_NAMES = frozenset(
    f"{name.lower()}{ending}" for name in WEEKDAYS for ending in ("", "s", "'s", "’s")
)
_WHICH = frozenset("last next this that every each late early mid previous following".split())
_ON = frozenset("on by until till since from".split())
_OF = frozenset("of after before following preceding".split())
_WHEN = frozenset("that when after before".split())
_DEFINITE = frozenset({"the", "this", "that", "these", "those"})
_OWNED = frozenset({"PRP$", "POS"})
_SUBJECTS = frozenset("i we he she they you".split())
_ATTRIBUTES = frozenset({"ADJ", "NOUN", "PROPN", "NUM", "PART"})
_HEADS = frozenset({"NOUN", "PROPN"})
_BEFORE_VERB = frozenset({"AUX", "ADV", "PART"})
_VERBS = frozenset({"VERB", "AUX"})
_LONGEST = 6
"""Words of a noun phrase, or before the verb of a clause."""


class ToldTimes:
    """Finds weekdays with the words beside them, and times that an event tells."""

    name = "told times"

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield each time from its first attribute to the end of what tells it."""
        for token in doc:
            end = _event_end(doc, token.i)
            if end:
                yield _span(doc, _first_attribute(doc, token.i), end, TOLD_BY_EVENT)
            elif _is_weekday(doc, token.i):
                first = token.i - bool(token.i and doc[token.i - 1].lower_ in _WHICH)
                behind = token.i + 1
                has_part = behind < len(doc) and doc[behind].lower_ in _PARTS_OF_DAY
                yield _span(doc, first, behind + has_part, WEEKDAY)


def _span(doc: Doc, first: int, end: int, reason: str) -> RecognizedSpan:
    span = doc[first:end]
    return RecognizedSpan(span.start_char, span.end_char, SemanticType.DATETIME, ASIDE, reason)


def _is_weekday(doc: Doc, place: int) -> bool:
    """Whether a word is a weekday; short forms are other words, too ("sat", "sun")."""
    token = doc[place]
    if token.lower_ in _LONG_NAMES:
        return True
    is_verb = token.pos_ in _VERBS and token.is_lower
    if is_verb or WORDS.get(token.lower_, ("", ""))[0] != "weekday":
        return False
    before = doc[place - 1].lower_ if place else ""
    behind = doc[place + 1].lower_ if place + 1 < len(doc) else ""
    return behind in _PARTS_OF_DAY or (bool(token.is_title) and before in _WHICH | _ON)


def _first_attribute(doc: Doc, place: int) -> int:
    """Return where the adjectives and numbers before a noun begin."""
    while place and doc[place - 1].pos_ in {"ADJ", "NUM"} and doc[place - 1].is_alpha:
        place -= 1
    return place


def _event_end(doc: Doc, place: int) -> int:
    """Return where the event ends that tells the time of a noun, 0 where none does."""
    if doc[place].lower_ not in _TIMES or place + 1 == len(doc):
        return 0
    behind = doc[place + 1].lower_
    if behind in _OF and (end := _noun_phrase_end(doc, place + 2)):
        return end
    if behind in _WHEN:
        return _clause_end(doc, place + 2)
    first = _first_attribute(doc, place)
    is_the_one = first > 0 and doc[first - 1].lower_ == "the"
    return _clause_end(doc, place + 1) if is_the_one else 0


def _noun_phrase_end(doc: Doc, place: int) -> int:
    """Return where a definite noun phrase for no time ends, with one "of …" behind it."""
    end = _bare_phrase_end(doc, place)
    if end and end < len(doc) and doc[end].lower_ == "of":
        return _bare_phrase_end(doc, end + 1) or end
    return end


def _bare_phrase_end(doc: Doc, place: int) -> int:
    """Return where the noun phrase that begins at a place ends, 0 where none does."""
    end, is_definite = 0, False
    for token in doc[place : place + _LONGEST]:
        if token.lower_ in _DEFINITE or token.tag_ in _OWNED:
            is_definite = True
        elif token.pos_ not in _ATTRIBUTES:
            break
        elif token.pos_ in _HEADS:
            end = token.i + 1
    is_event = is_definite and end > 0 and doc[end - 1].lower_ not in _TIMES
    return end if is_event else 0


def _clause_end(doc: Doc, place: int) -> int:
    """Return where the verb of the clause ends that begins at a place, 0 where none does."""
    if place >= len(doc):
        return 0
    subject = place + 1 if _is_subject(doc[place]) else _bare_phrase_end(doc, place)
    if not subject:
        return 0
    end = 0
    for token in doc[subject : subject + _LONGEST]:
        if token.pos_ in _VERBS or (end and token.tag_ == "RP"):
            end = token.i + 1
        elif end or token.pos_ not in _BEFORE_VERB:
            break
    return end


def _is_subject(token: Token) -> bool:
    return token.lower_ in _SUBJECTS or token.pos_ == "PROPN"
