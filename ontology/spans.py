"""A masked span in its place: the text around it, its sentence, the other spans."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from annotation.reading.text import reading_of
from annotation.records import Mention
from annotation.rendering import segments
from annotation.types import SemanticType
from names.folding import fold
from ontology.topics import topics_of

LINKED = (SemanticType.LOC, SemanticType.ORG, SemanticType.DEM, SemanticType.MISC)
"""The types whose spans are linked to what they name; the others have a rule each."""

_SENTENCE_END = re.compile(
    r"""(?<![A-Z]\.)(?<!\b[A-Z])(?<!\b(?:Mr|Dr|St|Jr|Sr|Ms|vs|No|Co))(?<!\bMrs)(?<!\b(?:e\.g|i\.e))
        [.!?]["'”’)\]]*\s+(?=["'“‘(\[]*[\dA-ZÀ-ÞЀ-ЯΑ-Ω])
      | (?<=[a-zà-þ]{3})[.!?](?=[A-ZÀ-Þ][a-zà-þ])  # where the blank was forgotten
      | \n\s*""",
    re.VERBOSE,
)
_WORD = re.compile(r"\w+")
_LONGEST_SIDE = 1_000
"""Characters of a sentence on either side of a span; what goes on longer is none."""


class Surroundings:
    """A document as its spans see it: the text, its sentences, all mentions in order."""

    def __init__(self, text: str, mentions: Sequence[Mention]) -> None:
        self.text = text
        self.mentions = tuple(sorted(mentions, key=lambda mention: (mention.start, mention.end)))
        self._starts = [0, *(match.end() for match in _SENTENCE_END.finditer(text))]

    @classmethod
    def read(cls, text: str, mentions: Sequence[Mention]) -> Surroundings:
        """Return a document as its reader sees it, each mention at the words that are read there.

        Where a mention reads as nothing, all stay as they are written.
        """
        reading = reading_of(text)
        read = [each for mention in mentions if (each := reading.read(mention))]
        return cls(reading.text, read) if len(read) == len(mentions) else cls(text, mentions)

    def sentence_bounds(self, start: int, end: int) -> tuple[int, int]:
        """Return where the sentence around a stretch of text begins and ends."""
        first = bisect_right(self._starts, start) - 1
        last = bisect_right(self._starts, max(start, end - 1))
        finish = self._starts[last] if last < len(self._starts) else len(self.text)
        return self._starts[first], finish

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """The masked mentions in their places, in text order."""
        return tuple(Span(mention, self) for mention in self.mentions if mention.is_masked)

    @property
    def clear(self) -> Iterator[str]:
        """The stretches of text that no masked mention hides."""
        return (part.text for part in segments(self.text, self.mentions) if not part.mentions)

    @cached_property
    def by_start(self) -> dict[int, Mention]:
        """The mentions by where they begin, the longest where several do."""
        return {mention.start: mention for mention in self.mentions}

    @cached_property
    def by_end(self) -> dict[int, Mention]:
        """The mentions by where they end, the shortest where several do."""
        return {mention.end: mention for mention in self.mentions}

    @cached_property
    def _by_end(self) -> Mapping[int, Sequence[Mention]]:
        found: defaultdict[int, list[Mention]] = defaultdict(list)
        for mention in self.mentions:
            found[mention.end].append(mention)
        return found

    def ending_at(self, place: int) -> Sequence[Mention]:
        """Return the mentions that end at a place, in text order."""
        return self._by_end.get(place, ())

    @cached_property
    def topics(self) -> frozenset[str]:
        """The topics that the document speaks of."""
        return topics_of(self.text)

    @cached_property
    def protected_names(self) -> frozenset[str]:
        """The parts, folded, of the names of persons that are masked."""
        words = (
            word
            for mention in self.mentions
            if mention.is_masked and mention.entity_type is SemanticType.PERSON
            for word in _WORD.findall(mention.span_text)
        )
        return frozenset(fold(word) for word in words if len(word) > 1 and word[0].isupper())


@dataclass(frozen=True)
class Span:
    """A masked mention with the text around it."""

    mention: Mention
    surroundings: Surroundings

    @property
    def text(self) -> str:
        """The text of the span."""
        return self.mention.span_text

    @property
    def type(self) -> SemanticType:
        """The semantic type of the span."""
        return self.mention.entity_type

    @cached_property
    def _bounds(self) -> tuple[int, int]:
        start, end = self.mention.start, self.mention.end
        first, last = self.surroundings.sentence_bounds(start, end)
        return max(first, start - _LONGEST_SIDE), min(last, end + _LONGEST_SIDE)

    @property
    def sentence(self) -> str:
        """The sentence (or sentences) that the span stands in."""
        start, end = self._bounds
        return self.surroundings.text[start:end]

    @property
    def before(self) -> str:
        """The sentence up to the span."""
        return self.surroundings.text[self._bounds[0] : self.mention.start]

    @property
    def after(self) -> str:
        """The sentence from the end of the span."""
        return self.surroundings.text[self.mention.end : self._bounds[1]]
