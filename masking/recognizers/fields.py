"""Values of fields for people and places: "Patient: Will", `"name" : "Kari Dahl"`, "user = jo"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.name_rows import NameRow, NameRows
from masking.name_types import TYPE_OF
from masking.reasons import FIELD, FIELD_PLACE
from masking.spans import CERTAIN, RecognizedSpan
from names.usual import is_usual_name
from ontology.entries import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ontology.layers import Ontology

_KEY = r"[^\W\d_](?:\w|['’/-](?=\w)){0,25}"
_FIELD = re.compile(
    rf"(?:^|(?<=[{{,;|\t(?&])|(?<=  ))[ \t>*_#•-]*[\"']?"
    rf"(?P<key>{_KEY}(?:[ ]{_KEY}){{0,3}})[\"']?[ ]?[*_]*(?:[:=]|(?<=[a-z])\t)[*_]*[ \t]*[\"']?"
    r"(?=[^\W\d_])",
    re.MULTILINE,
)
"""The key of a field where a line or a cell begins, up to its value."""
_INLINE = re.compile(rf"(?<![\w.])(?P<key>{_KEY})=[\"']?(?=[^\W\d_])")
"""A field of a log, in the middle of a line: "user=jo ip=…"."""
_NEXT = re.compile(r",?[ ]?(?:[;/&]|,|\band\b)[ ]?[\"']?(?=[^\W\d_])")
_COMMA = re.compile(r",[ ]?")
_VALUE_END = re.compile(r"[ \t]*(?:$|[;|,\t<({\"'}\])&/]|  |and\b)", re.MULTILINE)
_SPLIT = re.compile(r"[_\s/-]+|(?<=[a-z])(?=[A-Z])")
_ACCOUNT = re.compile(
    r"[^\W_](?:(?:[\w-]|\.(?:[ ](?=[^\W\d_a-z][\w-]{0,40}[ \t]*$))?){0,40}\w)?(?![\w@.])",
    re.MULTILINE,
)
"""A user name, digits included; a blank is read behind what looks like a title ("Bill.Marsh")."""

_NAMES = frozenset("name surname forename firstname lastname fullname nickname alias names".split())
_ACCOUNTS = frozenset("user username login account userid uid logname owner".split())
_OF_PEOPLE = frozenset(
    "first last full given family maiden middle legal preferred birth real known other previous "
    "user contact display married".split()
)
"""Words before "name" in the key of a field, beside roles ("patient name")."""
_PARTS = frozenset("first last given family middle maiden surname forename".split())
"""Keys that are for a part of a name beside one for another part."""
_PART = re.compile(rf"[ \t]*({'|'.join(sorted(_PARTS))})\b[^:=\n]{{0,10}}[:=]", re.IGNORECASE)
_TO = frozenset("from to cc bcc attn attention sender recipient recipients signed contact".split())
_PLACES = frozenset("birthplace town city village hometown municipality".split())
_PLACE_KINDS = frozenset({Kind.PLACE, Kind.SETTLEMENT, Kind.REGION, Kind.SUBDIVISION, Kind.COUNTRY})
_ROLES = frozenset({Kind.ROLE, Kind.OCCUPATION})
_USUAL = 2
_MAIL = re.compile(r"[ \t>]*(?:from|to|b?cc|subject|re|date|sent|reply-to)[ \t]*:", re.IGNORECASE)
_HEADER_REACH = 20


def keyed_values(text: str) -> Iterator[tuple[list[str], int]]:
    """Yield the words that name each field, in small letters, and where its value begins."""
    for pattern in (_FIELD, _INLINE):
        for match in pattern.finditer(text):
            words = [word.casefold() for word in _SPLIT.split(match["key"]) if word]
            if _is_part_of_name(words, text, match.start(), match.end()):
                words.append("name")
            yield words, match.end()


class Fields:
    """Finds the values of fields that are for people: those named after roles, names, senders."""

    name = "fields"

    def __init__(self, ontology: Ontology | None = None) -> None:
        self._ontology = ontology

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield each name that is a value, up to the end of its line or cell."""
        rows = NameRows(doc, self._ontology)
        for words, place in keyed_values(rows.text):
            yield from self._values(words, place, rows)

    def _values(self, key: list[str], place: int, rows: NameRows) -> Iterator[RecognizedSpan]:
        """Yield the names in the value of a field, by the words of what names it."""
        if key[-1] in _PLACES:
            row = rows.read(place)
            if row and self._is_place(row, rows) and _VALUE_END.match(rows.text, row.end):
                yield _span(row.start, row.end, SemanticType.LOC, FIELD_PLACE)
        elif key[-1] in _ACCOUNTS and (account := _ACCOUNT.match(rows.text, place)):
            row = rows.read(place, is_sure=True)
            if row and len(row.words) > 1 and _VALUE_END.match(rows.text, row.end):
                yield _span(row.start, row.end, SemanticType.PERSON, FIELD)
            elif not rows.is_common(account[0]) or is_usual_name(account[0]):
                yield _span(*account.span(), SemanticType.PERSON, FIELD)
        elif self._is_for_people(key):
            yield from self._people(key[-1], place, rows)

    def _is_for_people(self, key: list[str]) -> bool:
        """Whether a field is for people, by the words of what names it."""
        if key[-1] in _NAMES:
            return all(map(self._is_of_people, key[:-1]))
        return key[-1] in _TO or self._is_role(key[-1])

    def _people(self, key: str, place: int, rows: NameRows) -> Iterator[RecognizedSpan]:
        """Yield the names that follow each other in a value, "Surname, First" as one."""
        start: int | None = place
        found: list[NameRow] = []
        is_sure = key in _NAMES or (key in _TO and _is_header(rows.text, place))
        while start is not None and (row := rows.read(start, is_sure=is_sure)):
            is_value = _VALUE_END.match(rows.text, row.end)
            if not is_value or not (is_sure or self._is_person(key, row, rows)):
                break
            found.append(row)
            following = _NEXT.match(rows.text, row.end)
            start = following.end() if following else None
        if len(found) > 1 and key not in _TO and len(found[0].words) == len(found) - 1 == 1:
            between = rows.text[found[0].end : found[1].start]
            if _COMMA.fullmatch(between):
                yield _span(found[0].start, found[1].end, SemanticType.PERSON, FIELD)
                return
        for row in found:
            yield _span(row.start, row.end, SemanticType.PERSON, FIELD)

    def _is_person(self, key: str, row: NameRow, rows: NameRows) -> bool:
        """Whether a value is somebody's name: roles and senders may have others ("Stable")."""
        is_known = any(map(is_usual_name, row.words))
        if not rows.is_named(row) or (rows.is_role(row) and not is_known):
            return False
        return key in _NAMES or is_known or not rows.is_thing(row)

    def _is_place(self, row: NameRow, rows: NameRows) -> bool:
        senses = self._ontology.lookup(" ".join(row.words)) if self._ontology else []
        return rows.is_rare(row) or any(sense.kind in _PLACE_KINDS for sense in senses)

    def _is_of_people(self, word: str) -> bool:
        return word in _OF_PEOPLE or self._is_role(word.removesuffix("'s").removesuffix("’s"))

    def _is_role(self, word: str) -> bool:
        """Whether a word usually stands for what somebody is."""
        senses = self._ontology.lookup(word) if self._ontology else []
        usual = [sense for sense in senses if not sense.has_capital][:_USUAL]
        is_role = any(TYPE_OF.get(sense.kind) is SemanticType.DEM for sense in usual)
        return is_role and any(sense.kind in _ROLES for sense in usual)


def _is_part_of_name(key: list[str], text: str, start: int, end: int) -> bool:
    """Return whether a field is for a part of a name, as the one before or behind it is, too."""
    if len(key) > 1 or key[0] not in _PARTS:
        return False
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    beside = [text.rfind("\n", 0, first - 1) + 1] if first else []
    beside += [last + 1] if last >= 0 else []
    found = [_PART.match(text, place) for place in beside]
    return any(part is not None and part[1].casefold() != key[0] for part in found)


def _is_header(text: str, place: int) -> bool:
    """Return whether other fields of a mail stand in the line before or behind."""
    first = text.rfind("\n", 0, place) + 1
    last = text.find("\n", place)
    before = text[text.rfind("\n", 0, max(0, first - 1)) + 1 : first]
    behind = text[last + 1 : last + 1 + _HEADER_REACH] if last >= 0 else ""
    return _MAIL.match(before) is not None or _MAIL.match(behind) is not None


def _span(start: int, end: int, type_: SemanticType, reason: str) -> RecognizedSpan:
    return RecognizedSpan(start, end, type_, CERTAIN, reason)
