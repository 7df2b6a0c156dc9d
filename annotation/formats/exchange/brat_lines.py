"""The lines of brat's files of annotations, and the spans that they make."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from annotation.errors import FaultCollector, RecordError, shown
from annotation.formats import fields
from annotation.formats.exchange.brat import CONFIDENTIAL, EDIT, IDENTIFIER, NOTES, REPLACEMENT
from annotation.formats.exchange.counting import Places, Quoted, place_of, places_in
from annotation.formats.exchange.marking import Mark
from annotation.types import ConfidentialStatus, EditType, IdentifierType

_LINE = re.compile(r"(?P<id>[A-Z#*][^\s]*)\t(?P<said>[^\t]*)(?:\t(?P<tail>.*))?", re.DOTALL)
_PIECES = re.compile(r"(?P<label>\S+) (?P<pieces>-?\d+ -?\d+(?:;-?\d+ -?\d+)*)")
_ABOUT = re.compile(r"(?P<name>\S+) (?P<target>\S+)(?: (?P<value>.*))?")
_MOST_DIGITS = 18
_LONGEST_BREAK = 100
"""Line ends and blanks between two lines of one span."""
_LEFT_OUT = {"R": "relation", "E": "event", "N": "normalization", "#": "note"}
_VALUES: Mapping[str, Sequence[str]] = {
    IDENTIFIER: list(IdentifierType),
    CONFIDENTIAL: list(ConfidentialStatus),
    EDIT: list(EditType),
}


@dataclass(slots=True)
class TextBound:
    """A span, and what is said of it."""

    name: str
    label: str
    pieces: tuple[tuple[int, int], ...]
    quoted: str | None
    said: dict[str, str] = field(default_factory=dict)
    same_as: str | None = None
    """The first span of its entity."""


@dataclass(slots=True)
class Annotations:
    """The annotations of a file."""

    spans: dict[str, TextBound] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)

    def marks(self, text: str, counted: dict[str, None]) -> list[Mark]:
        """Return the spans, offsets in code points; raises RecordError."""
        quoted = [
            Quoted(span.name, *span.pieces[0], span.quoted)
            for span in self.spans.values()
            if len(span.pieces) == 1
        ]
        places = places_in(text, quoted, lambda way: counted.update({way: None}))
        return [mark for span in self.spans.values() for mark in self._marks(span, text, places)]

    def _marks(self, span: TextBound, text: str, places: Places) -> Iterator[Mark]:
        """Yield a span; one in several pieces is several spans of an entity."""
        if len(span.pieces) > 1:
            _check_quoted(span, text, places)
        first = self.spans[span.same_as or span.name]
        begins, ends = (place_of(offset, places) for offset in first.pieces[0])
        same_as = (first.label, text[begins:ends])
        pieces = list(_joined_lines(text, span.pieces, places))
        is_entity = span.same_as is not None or len(pieces) > 1
        for start, end in pieces:
            yield Mark(
                span.name,
                start,
                end,
                span.label,
                same_as=same_as if is_entity else None,
                identifier_type=fields.optional_member(span.said, IDENTIFIER, IdentifierType),
                confidential_status=fields.optional_member(
                    span.said, CONFIDENTIAL, ConfidentialStatus
                ),
                edit_type=fields.optional_member(span.said, EDIT, EditType),
                replacement=span.said.get(REPLACEMENT),
            )


def _check_quoted(span: TextBound, text: str, places: Places) -> None:
    """Refuse a span in pieces that does not quote what is there; raises RecordError."""
    pieces = [text[place_of(start, places) : place_of(end, places)] for start, end in span.pieces]
    quoted = span.quoted or ""
    if quoted and "".join("".join(pieces).split()) != "".join(quoted.split()):
        found = shown(" ".join(pieces), 40)
        raise RecordError(f"{span.name}: the file quotes {shown(quoted, 40)}, the text has {found}")


def _joined_lines(
    text: str, pieces: Sequence[tuple[int, int]], places: Places
) -> Iterator[tuple[int, int]]:
    """Yield the pieces of a span; those with a line end between them alone are one."""
    start, end = (place_of(offset, places) for offset in pieces[0])
    for piece in pieces[1:]:
        begins, ends = (place_of(offset, places) for offset in piece)
        if 0 < begins - end <= _LONGEST_BREAK and _is_line_break(text[end:begins]):
            end = ends
        else:
            yield start, end
            start, end = begins, ends
    yield start, end


def _is_line_break(between: str) -> bool:
    return between.isspace() and between.splitlines() != [between]


def parse(content: str) -> Annotations:
    """Take the lines of a file; raises RecordError, which names the line."""
    parsed, faults = Annotations(), FaultCollector()
    about: list[re.Match[str]] = []
    for number, text in enumerate(content.split("\n"), start=1):
        if not text.strip():
            continue
        with faults.collecting():
            line = _LINE.fullmatch(text.rstrip("\r"))
            if line is None:
                raise RecordError(f"line {number} is no annotation of brat's: {shown(text, 60)}")
            if line["id"].startswith("T"):
                _take_span(parsed, line, number)
            else:
                about.append(line)
    faults.raise_if_any()
    for line in about:
        what = _take_about(parsed, line)
        if what:
            parsed.left_out[what] += 1
    return parsed


def _take_span(parsed: Annotations, line: re.Match[str], number: int) -> None:
    found = _PIECES.fullmatch(line["said"])
    if found is None or any(len(each) > _MOST_DIGITS for each in re.findall(r"\d+", line["said"])):
        raise RecordError(f"line {number}: a label and offsets were expected after {line['id']}")
    if line["id"] in parsed.spans:
        raise RecordError(f"line {number}: {shown(line['id'])} stands twice in the file")
    pieces = tuple(
        (int(start), int(end))
        for start, end in (piece.split(" ") for piece in found["pieces"].split(";"))
    )
    parsed.spans[line["id"]] = TextBound(line["id"], found["label"], pieces, line["tail"] or None)


def _take_about(parsed: Annotations, line: re.Match[str]) -> str | None:
    """Take what is said of spans; return what it is if there is no place for it."""
    kind, said, tail = line["id"][0], line["said"], line["tail"] or ""
    if kind == "*":
        same = [parsed.spans[each] for each in said.split(" ")[1:] if each in parsed.spans]
        for each in same:
            each.same_as = same[0].name
        return None if said.startswith("Equiv ") else "relation"
    about = _ABOUT.fullmatch(said)
    span = parsed.spans.get(about["target"]) if about else None
    if about is None or span is None:
        return _LEFT_OUT.get(kind, "attribute")
    if kind == "#" and about["name"] == NOTES and tail.startswith(REPLACEMENT):
        span.said[REPLACEMENT] = tail.removeprefix(REPLACEMENT)
    elif kind == "A" and about["value"] in _VALUES.get(about["name"], ()):
        span.said[about["name"]] = about["value"]
    else:
        return _LEFT_OUT.get(kind, "attribute")
    return None
