"""The attack by reading: what the texts about the likeliest people would fill into each span.

A phrase fits a span if it may be the original of what stands there; it is the likelier, the more
people's texts say it, the likelier these people are, and the more the words around it are those
around the span.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp, fsum

import numpy as np

from annotation.correcting import as_corrected
from annotation.records import MASK, Document, Mention
from annotation.rendering import ReplacedSpan, iter_generalized, rendered_mentions
from annotation.types import SemanticType
from names.folding import fold
from names.words import stems_of, words_of
from ontology.layers import Ontology
from ontology.rules.persons import without_numbers
from privacy.attacks.phrases import Phrase, Phrases, stems_around
from privacy.attacks.words import first_words, name_in
from privacy.background.opened import Background

NAME = "reading"
MOST_PEOPLE = 10
"""So many people's texts are read."""
_TEMPERATURE = 20.0
"""A lead of so much in the attack by words makes a person e times as likely."""
_PEOPLE_READ = 512


@dataclass(frozen=True, slots=True)
class HiddenSpan:
    """What stands in the place of a mention, its type, and the stems of the words around it."""

    mention_id: str
    type: SemanticType
    replacement: str
    around: frozenset[str]


@dataclass(frozen=True, slots=True)
class Fill:
    """What an attacker reads into a span.

    `share` is the part of all that fits that speaks for this text, 0…1; `person` is the key of the
    likeliest person in whose texts it stands.
    """

    mention_id: str
    text: str
    share: float
    person: str


@dataclass(frozen=True, slots=True)
class _Page:
    """A text as it is read: whom it may be about, what it says, what stands for the person."""

    people: Sequence[tuple[str, float]]
    clear: str
    subject: str | None


class ReadingAttack:
    """Fills the spans of a text from what a background says of the likeliest people."""

    name = NAME

    def __init__(self, background: Background, ontology: Ontology) -> None:
        self._background = background
        self._phrases = Phrases(ontology)
        self._read = lru_cache(_PEOPLE_READ)(self._read_person)

    def run(self, text: str, spans: Sequence[HiddenSpan]) -> dict[str, Fill]:
        """Return what is read into spans, by mention_id; spans that nothing fits are left out."""
        page = _Page(self.likeliest(text), fold(text), _subject_of(spans))
        found = (self._fill(span, page) for span in spans)
        return {fill.mention_id: fill for fill in found if fill is not None}

    def read_each(
        self, text: str, spans: Sequence[HiddenSpan], span: HiddenSpan, candidates: Sequence[str]
    ) -> list[Fill | None]:
        """Return what is read into one of the spans if each of the candidates stood there."""
        page = _Page(self.likeliest(text), fold(text), _subject_of(spans))
        return [self._fill(replace(span, replacement=each), page) for each in candidates]

    def likeliest(self, text: str) -> list[tuple[str, float]]:
        """Return the people that a text is likeliest about, each with how likely it is."""
        scores = self._background.scores(first_words(text))
        likely = np.exp((scores - scores.max()) / _TEMPERATURE)
        order = np.argsort(-likely, kind="stable")[:MOST_PEOPLE]
        whole = float(likely.sum())
        return [(self._background.keys[number], float(likely[number]) / whole) for number in order]

    def _fill(self, span: HiddenSpan, page: _Page) -> Fill | None:
        if span.type is SemanticType.PERSON and span.replacement == page.subject:
            key, share = page.people[0]
            return Fill(span.mention_id, name_in(key), share, key)
        return self._fill_by_phrases(span, page)

    def _fill_by_phrases(self, span: HiddenSpan, page: _Page) -> Fill | None:
        """Return the likeliest original of a span; what stands in clear is not what was hidden."""
        weights: dict[str, float] = defaultdict(float)
        places: dict[str, tuple[float, str, Phrase]] = {}
        said = self._background.informativeness(span.around)
        for key, share in page.people:
            for phrase in self._read(key).get(span.type, ()):
                if fit := self._phrases.fit_of(phrase, span.replacement):
                    text = fold(phrase.text)
                    around = fsum(said.get(stem, 0) for stem in phrase.around)
                    weight = share * fit * exp(around / 2)
                    weights[text] += weight
                    if text not in places or weight > places[text][0]:
                        places[text] = weight, key, phrase
        weights = {text: weight for text, weight in weights.items() if text not in page.clear}
        if not weights:
            return None
        best = max(weights, key=lambda text: (weights[text], text))
        _, key, phrase = places[best]
        share = weights[best] / sum(weights.values())
        return Fill(span.mention_id, phrase.text, share, key)

    def _read_person(self, key: str) -> Mapping[SemanticType, list[Phrase]]:
        """Return the phrases of what is said about a person, by their type."""
        found: dict[SemanticType, list[Phrase]] = defaultdict(list)
        for phrase in self._phrases.find(self._background.text_of(key)):
            found[phrase.type].append(phrase)
        return found


def hidden_spans(
    document: Document, replacements: Mapping[str, str]
) -> tuple[str, list[HiddenSpan]]:
    """Return a document's text with replacements by mention_id, and the spans that are hidden.

    In the text the numbers of persons are `***`: what stands around a span is read by its words.
    """
    mentions = list(rendered_mentions(as_corrected(document)))
    shown = {key: without_numbers(text) for key, text in replacements.items()}
    text, places = _rendered(document.text, mentions, shown)
    spans = [
        HiddenSpan(
            mention.mention_id,
            mention.entity_type,
            replacements[mention.mention_id],
            stems_around(text, *places[mention.start]),
        )
        for mention in mentions
        if mention.start in places
    ]
    return text, spans


def is_guessed(fill: Fill | None, original: str, semantic_type: SemanticType) -> bool:
    """Return whether what is read into a span is its original; of a name, a part of it will do."""
    if fill is None:
        return False
    if semantic_type is SemanticType.PERSON:
        said, true = (set(stems_of(words_of(text))) for text in (fill.text, original))
        return bool(true) and (true <= said or said <= true)
    return _bare(fill.text) == _bare(original)


def _bare(text: str) -> str:
    return fold(text).removeprefix("the ").removesuffix("'s")


def _subject_of(spans: Sequence[HiddenSpan]) -> str | None:
    """Return what stands for the person whom a text is about: for whom it names most often."""
    names = Counter(each.replacement for each in spans if each.type is SemanticType.PERSON)
    return next((name for name, _ in names.most_common(1) if name != MASK), None)


def _rendered(
    text: str, mentions: Sequence[Mention], replacements: Mapping[str, str]
) -> tuple[str, dict[int, tuple[int, int]]]:
    """Return the text with replacements, and where each stands by its start in the original."""
    spans = [ReplacedSpan(each.start, each.end, replacements[each.mention_id]) for each in mentions]
    pieces, places, length = list[str](), dict[int, tuple[int, int]](), 0
    for piece, span in iter_generalized(text, spans):
        if span is not None:
            places[span.start] = (length, length + len(piece))
        pieces.append(piece)
        length += len(piece)
    return "".join(pieces), places
