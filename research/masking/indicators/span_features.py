"""Features of a span: its form, its place, and what is known of it; one row of numbers a mention.

The groups, and what their columns hold:

    surface     length, capitals, digits and other signs
    place       where in the text and in its sentence
    frequency   how often the text says the same
    company     the other mentions of the document
    name        whether it is part of the protected person's name
    knowledge   what the ontology knows under that name: how many meanings, how usual
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from statistics import fmean

import numpy as np

from annotation.records import Document, Mention
from ontology.layers import Ontology
from ontology.spans import Surroundings
from research.masking.indicators import Floats
from research.masking.indicators.decisions import name_words, protected_words

_WORD = re.compile(r"\w+")
_YEAR = re.compile(r"\d{4}")
_SHORTEST_WORD = 4
"""Shorter words are no sign that the text speaks of the same."""


class SpanFeatures:
    """The mentions of one document, described."""

    def __init__(
        self, document: Document, mentions: Sequence[Mention], ontology: Ontology | None
    ) -> None:
        self.document = document
        self.mentions = mentions
        self.surroundings = Surroundings(document.text, mentions)
        self._ontology = ontology
        self._lowered = document.text.lower()
        self._counts: dict[str, int] = {}
        self._alike = Counter(mention.span_text.lower() for mention in mentions)
        self._types = Counter(mention.entity_type for mention in mentions)
        self._protected = protected_words(document, mentions)

    def groups(self) -> dict[str, Floats]:
        """Return the columns of each group, shape (mentions, columns of the group)."""
        described = {
            "surface": self._surface,
            "place": self._place,
            "frequency": self._frequency,
            "company": self._company,
            "name": self._name,
            "knowledge": self._knowledge,
        }
        return {
            name: np.array([describe(mention) for mention in self.mentions], dtype=np.float64)
            for name, describe in described.items()
        }

    def sentence(self, mention: Mention) -> tuple[int, int]:
        """Return where the sentence around a mention begins and ends."""
        return self.surroundings.sentence_bounds(mention.start, mention.end)

    def _surface(self, mention: Mention) -> list[float]:
        text = mention.span_text
        words = _WORD.findall(text)
        capitals = [word[0].isupper() for word in words]
        return [
            len(text),
            len(words),
            sum(map(str.isdigit, text)),
            text[0].isupper(),
            fmean(capitals) if capitals else 0.0,
            text.isupper(),
            text.islower(),
            _YEAR.fullmatch(text) is not None,
            sum(not (sign.isalnum() or sign.isspace()) for sign in text),
        ]

    def _place(self, mention: Mention) -> list[float]:
        start, end = self.sentence(mention)
        return [
            mention.start / len(self.document.text),
            math.log1p(mention.start),
            (mention.start - start) / (end - start),
            math.log1p(end - start),
            mention.start == start,
            self._order[mention.start] / len(self.mentions),
        ]

    def _frequency(self, mention: Mention) -> list[float]:
        text = mention.span_text.lower()
        words = [word for word in _WORD.findall(text) if len(word) >= _SHORTEST_WORD]
        return [
            math.log1p(self._count(text)),
            math.log1p(self._alike[text]),
            math.log1p(max(map(self._count, words), default=0)),
        ]

    def _company(self, mention: Mention) -> list[float]:
        number = len(self.mentions)
        length = len(self.document.text)
        return [
            math.log1p(number),
            math.log1p(length),
            number / length,
            self._types[mention.entity_type] / number,
            self._capitalised,
        ]

    def _name(self, mention: Mention) -> list[float]:
        words = name_words(mention.span_text)
        return [fmean(word in self._protected for word in words) if words else 0.0]

    def _knowledge(self, mention: Mention) -> list[float]:
        senses = self._ontology.lookup(mention.span_text) if self._ontology else []
        if not senses:
            return [0.0] * 7
        return [
            1.0,
            math.log1p(len(senses)),
            sum(sense.is_exact for sense in senses) / len(senses),
            max(sense.weight for sense in senses),
            sum(sense.has_capital for sense in senses) / len(senses),
            len({sense.kind for sense in senses}),
            len(senses[0].generalizations),
        ]

    def _count(self, text: str) -> int:
        if text not in self._counts:
            self._counts[text] = self._lowered.count(text)
        return self._counts[text]

    @cached_property
    def _order(self) -> dict[int, int]:
        starts = sorted({mention.start for mention in self.mentions})
        return {start: number for number, start in enumerate(starts)}

    @cached_property
    def _capitalised(self) -> float:
        return fmean(mention.span_text[0].isupper() for mention in self.mentions)
