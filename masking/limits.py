"""The limits of mentions in a text: lines, cells, labels of fields, characters as one sees them.

Nothing is found in time codes.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain

import regex

from annotation.types import SemanticType
from masking.agreeing import is_cued
from masking.labels import FieldLabels
from masking.lines import hard_breaks
from masking.merging import FIXED
from masking.reasons import AGAIN, READABLE
from masking.spans import RecognizedSpan
from masking.tagging.tagged import REASON as LEARNT
from masking.time_codes import time_codes

_REST_OF_NAME = re.compile(
    r"(?P<rest>[-‑][^\W\d_]{2,6}(?!\w))"
    r"|,?[ ](?:J[rR]\.?|S[rR](?!\.?[ ][^\W\d_a-z])\.?|I{2,3})(?!\w)"
)
"""The rest of a name that pipelines leave: a short part behind a hyphen, "Jr.", "III"."""
_CLUSTER = regex.compile(r"\X")
"""A grapheme cluster: what readers take for one character (Unicode, UAX 29)."""
_JOINED = re.compile(
    r"(?<!\w)[^\W\d_](?:/[^\W\d_])+(?!\w)"
    r"|(?<![\w.,])\d{1,3}(?:[ \u00a0]\d{3})+(?!\w|[.,]\d)"
)
"""Letters that slashes make one word of, as in the legal form "A/S", and digits in groups."""


class Limits:
    """The limits in one text; `is_common` is a predicate for words that are no names."""

    def __init__(self, text: str, is_common: Callable[[str], bool]) -> None:
        self._text = text
        self._is_common = is_common
        self._breaks = hard_breaks(text)
        self._time_codes = list(time_codes(text))
        self._labels = list(FieldLabels(is_common).find(text))
        clusters = () if text.isascii() else _CLUSTER.finditer(text)
        joined = (each.span() for each in _JOINED.finditer(text))
        composed = (each.span() for each in clusters if len(each[0]) > 1)
        self._clusters: list[tuple[int, int]] = sorted([*composed, *joined])

    def within_all(self, spans: Iterable[RecognizedSpan]) -> Iterator[RecognizedSpan]:
        """Yield the parts of spans, see `within`."""
        outside = (part for span in spans for part in self._outside_time_codes(span))
        return chain.from_iterable(map(self.within, outside))

    def _outside_time_codes(self, span: RecognizedSpan) -> Iterator[RecognizedSpan]:
        start = span.start
        first = bisect_right(self._time_codes, start, key=lambda code: code[1])
        for code_start, code_end in self._time_codes[first:]:
            if code_start >= span.end:
                break
            if start < code_start:
                yield replace(span, start=start, end=code_start)
            start = code_end
        if start < span.end:
            yield replace(span, start=start)

    def within(self, span: RecognizedSpan) -> Iterator[RecognizedSpan]:
        """Yield the parts of a span between the limits, of whole characters, in text order.

        Nothing is left of a part without letter and digit, and of a label only who speaks.
        """
        start = span.start
        for place in self._breaks[bisect_left(self._breaks, start) :]:
            if place >= span.end:
                break
            yield from self._bare(replace(span, start=start, end=place))
            start = place + 1
        yield from self._bare(replace(span, start=start))

    def _bare(self, span: RecognizedSpan) -> Iterator[RecognizedSpan]:
        start = span.start if _may_be_label(span) else self._behind_label(span.start)
        end = self._end_of_name(span) if span.entity_type is SemanticType.PERSON else span.end
        start, end = self._cluster(start)[0], self._cluster(max(start, end) - 1)[1]
        is_loose = str.isspace if span.entity_type in FIXED else _is_loose
        while start < end and is_loose(self._text[(last := self._cluster(end - 1))[0]]):
            end = last[0]
        while start < end and is_loose(self._text[start]):
            start = self._cluster(start)[1]
        if any(map(str.isalnum, self._text[start:end])):
            yield replace(span, start=start, end=end)

    def _end_of_name(self, span: RecognizedSpan) -> int:
        """Return where a name ends that goes on: "Ji-hoon", not "Smith-backed"."""
        goes_on = _REST_OF_NAME.match(self._text, span.end)
        rest = goes_on["rest"][1:] if goes_on and goes_on["rest"] else ""
        if rest and any(map(self._is_common, (rest, rest[:-1], rest[:-2]))):
            return span.end
        return goes_on.end() if goes_on else span.end

    def _behind_label(self, start: int) -> int:
        place = bisect_right(self._labels, start, key=lambda label: label[0]) - 1
        return max(start, self._labels[place][1]) if place >= 0 else start

    def _cluster(self, place: int) -> tuple[int, int]:
        """Return where the cluster of a character begins and ends."""
        number = bisect_right(self._clusters, place, key=lambda cluster: cluster[0]) - 1
        if number >= 0 and place < self._clusters[number][1]:
            return self._clusters[number]
        return place, place + 1


def _may_be_label(span: RecognizedSpan) -> bool:
    """Return whether a span is found as who speaks, or is to be hidden wherever it stands."""
    is_again = span.reason.startswith(AGAIN) and span.entity_type is SemanticType.PERSON
    return is_again or is_cued(span) or span.reason in {READABLE, LEARNT}


def _is_loose(character: str) -> bool:
    """Return whether a character begins or ends no name: white space, or a picture (emoji)."""
    return character.isspace() or unicodedata.category(character) == "So"
