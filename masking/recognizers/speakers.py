"""Speakers of a transcript: labels that begin lines, and names beside a time on a line."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.borders import GREETINGS
from masking.labels import is_mail_header
from masking.name_rows import NameRow, NameRows
from masking.name_types import TYPE_OF
from masking.reasons import SPEAKER, SURNAME_FIRST
from masking.spans import CERTAIN, RecognizedSpan
from names.titles import TITLES
from names.usual import is_given_name, is_usual_name

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ontology.layers import Ontology

_WORD = r"[^\W\d_](?:[^\W\d_]|['’-]){0,30}"
_BEFORE = r"^[ \t>*_]*(?P<time>[\[(]?\d[\d:.,/ \t-]{0,24}[\])]?[ \t]+(?:[-–—] )?)?"
_LABEL = re.compile(
    rf"{_BEFORE}(?P<label>[^\W\d_](?:[^\W\d_]|['’-]){{1,30}}(?:(?:\.?[ ]|,[ ]){_WORD}){{0,2}})"
    r"(?P<behind>[ ]\([^()\n]{1,30}\))?[*_]*:(?=[*_]*\s)",
    re.MULTILINE,
)
"""A label, the time before it and what stands in brackets behind it."""
_TIMED = re.compile(
    rf"^[ \t>*_]*({_WORD}(?:,?[ ]{_WORD}){{0,3}})(?:[ \t]{{2,}}|[ \t]?\n[ \t]*)"
    r"[\[(]?\d{1,2}:\d\d(?::\d\d)?(?:\.\d{1,3})?[\])]?[ \t]*$",
    re.MULTILINE,
)
"""A name before the time at which somebody begins to speak, in the same line or the next."""
_SURNAME_FIRST = re.compile(
    rf"^(?:[ \t>*_•-]*|[ \t]*\d{{1,3}}[.)][ \t]+|[^\W\d_]{{1,20}}:[ \t]*)(({_WORD}),[ ]({_WORD}))"
    r"(?=[ \t]*(?:$|[(;,–—]|[-–—][ ]))",
    re.MULTILINE,
)
"""A line, an item of a list or the value of a field that begins with a surname."""
_WORDS = re.compile(r"\w+")
_TALK = frozenset(
    "i me my mine myself we our you your yes yeah yep nope ok okay hello hi hey thanks thank um uh "
    "oh sorry".split()
)
"""Words that people say to each other, and seldom write behind the label of a field."""
_SENTENCE_END = re.compile(r"[.!?…][\"'”’)]?\s*$")
_OFTEN = 2
"""A label that comes but once may be a heading."""

_NO_SURNAMES = GREETINGS | frozenset(
    "love best regards wishes sincerely truly yours respectfully yes no ok okay well oh right sure "
    "welcome congratulations good morning afternoon evening".split()
)
"""Words that stand before the name of whom one speaks to, or of who signs, with a comma."""
_INITIALS = 3
"""Letters that stand for a speaker."""

_TIME = re.compile(r"\d[:.]\d\d")

_Places = Sequence["re.Match[str]"]


class Speakers:
    """Finds speakers by their labels; roles that the ontology knows ("INTERVIEWER") are none."""

    name = "speakers"

    def __init__(self, ontology: Ontology | None = None) -> None:
        self._ontology = ontology

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield each label of a speaker as a person's name."""
        rows = NameRows(doc, self._ontology)
        matches: defaultdict[str, list[re.Match[str]]] = defaultdict(list)
        for match in _LABEL.finditer(rows.text):
            if not is_mail_header(match["label"]):
                matches[match["label"].casefold()].append(match)
        is_talk = any(_is_talk(rows.text, *places) for places in matches.values())
        for label, places in matches.items():
            if all(map(_is_timed, places)):
                speaks = not rows.is_role(NameRow(0, 0, tuple(label.split())))
            else:
                speaks = not self._is_role(label) and self._speaks(
                    label, places, rows, is_talk=is_talk
                )
            if speaks:
                yield from (_speaker(match.span("label")) for match in places)
        for match in _TIMED.finditer(rows.text):
            if self._is_name(match[1], rows):
                yield _speaker(match.span(1))
        for match in _SURNAME_FIRST.finditer(rows.text):
            if self._is_surname_first(match[2], match[3], rows):
                yield _speaker(match.span(1), SURNAME_FIRST)

    def _speaks(self, label: str, places: _Places, rows: NameRows, *, is_talk: bool) -> bool:
        """Whether a label is one of somebody who speaks: often, or once and known for a name."""
        if len(places) >= _OFTEN:
            is_common = bool(self._ontology) and all(map(rows.is_common, label.split()))
            is_word = all(map(rows.is_stop, label.split())) and not is_usual_name(label)
            is_other = is_word and not (len(label) <= _INITIALS and places[0]["label"].isupper())
            return not is_other and (
                not is_common or any(_is_said(rows, place) for place in places)
            )
        speaks = _is_talk(rows.text, *places)
        is_said = speaks or (
            is_talk and (_is_said(rows, places[0]) or _ends_sentence(rows.text, places[0]))
        )
        return is_said and self._is_name(places[0]["label"], rows, speaks=speaks)

    def _is_name(self, label: str, rows: NameRows, *, speaks: bool = False) -> bool:
        """Whether a label is somebody's name: none that stands for a place, a firm or an organ.

        Who speaks to somebody behind it may have a common word for a surname.
        """
        surname, comma, given = label.partition(", ")
        if comma:
            return self._is_surname_first(surname, given, rows)
        first, *rest = words = label.split()
        if rest and first.casefold().strip(".") in TITLES:
            return True
        if self._ontology is None and not any(map(is_usual_name, words)):
            return False
        if not all(map(rows.is_known, words)):
            return False
        if len(words) == 1 and not (is_usual_name(first) if speaks else is_given_name(first)):
            return _is_readable(first) and not rows.is_common(first) and not self._is_thing(first)
        return rows.is_person(NameRow(0, 0, tuple(words)))

    def _is_thing(self, word: str) -> bool:
        """Whether the ontology has anything under a word: medicines, places, firms."""
        return bool(self._ontology and self._ontology.lookup(word))

    def _is_surname_first(self, surname: str, given: str, rows: NameRows) -> bool:
        if surname.casefold() in _NO_SURNAMES or rows.is_stop(surname):
            return False
        if not (surname[0].isupper() and given[0].isupper()):
            return False
        if is_given_name(given):
            return True
        rare = given if not rows.is_common(given) else surname
        return not rows.is_common(rare) and not self._is_thing(rare) and _is_readable(rare)

    def _is_role(self, label: str) -> bool:
        """Whether a label may stand for a role, however seldom ("target"); no given name does."""
        senses = self._ontology.lookup(label) if self._ontology else []
        roles = (
            TYPE_OF.get(each.kind) is SemanticType.DEM for each in senses if not each.has_capital
        )
        return any(roles) and not is_given_name(label)


def _speaker(place: tuple[int, int], reason: str = SPEAKER) -> RecognizedSpan:
    return RecognizedSpan(*place, SemanticType.PERSON, CERTAIN, reason)


def _is_timed(label: re.Match[str]) -> bool:
    """Return whether the time at which somebody speaks stands before a label, or behind it."""
    return any(_TIME.search(label[group] or "") for group in ("time", "behind"))


def _behind(text: str, label: re.Match[str]) -> str:
    """Return what stands behind a label on its line."""
    line_end = text.find("\n", label.end())
    return text[label.end() : line_end if line_end >= 0 else None]


def _is_said(rows: NameRows, label: re.Match[str]) -> bool:
    """Whether a function word stands behind a label: values of fields seldom have any."""
    return any(map(rows.is_stop, _WORDS.findall(_behind(rows.text, label))))


def _is_talk(text: str, *labels: re.Match[str]) -> bool:
    """Whether somebody speaks to somebody behind one of some labels."""
    for label in labels:
        words = set(_WORDS.findall(line := _behind(text, label).casefold()))
        if not _TALK.isdisjoint(words) or line.rstrip().endswith("?"):
            return True
    return False


def _ends_sentence(text: str, label: re.Match[str]) -> bool:
    return _SENTENCE_END.search(_behind(text, label)) is not None


def _is_readable(word: str) -> bool:
    """Whether a word is no abbreviation: one in capitals is short, others have no vowel ("Rx")."""
    is_long = len(word) > (4 if word.isupper() else 2)
    return is_long and re.search(r"[^\W\d_bcdfghjklmnpqrstvwxz]", word.casefold()) is not None
