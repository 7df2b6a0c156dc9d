"""The ranker, and on top of it what is known of the annotator.

Annotators differ: the share of `***` on the same mentions runs from 24 % to 58 %. A second stage
moves the ranker's probabilities by what the annotator chose where it was alike, in this document
and in others (`selection.annotator_features`): a conditional logit with a weight for each feature.
It learns from the choices of all annotators, in text order, with probabilities of rankers that were
not trained on the document.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from learning.encoding import Encoder
from learning.errors import VersionError
from selection.annotator_features import (
    FEATURES,
    GROUPS,
    REMEMBERED,
    UNKNOWN,
    AnnotatorFeatures,
    Choices,
    Expectations,
    notes_on,
)
from selection.conditional_logit import Choosing, fit
from selection.examples import ExampleDocument, Floats, Integers, annotated
from selection.families import Family, Training, ranker
from selection.features.meaning import units_of
from selection.payload import AnnotatorNotes, SuggestionPayload
from selection.similarity import Units
from selection.suggesting import BASE, WEIGHTS, Suggester

RIDGE = 20.0
"""Tried from 3 to 120: from 20 on more of it gains nothing."""
KEPT = 1_000
"""The documents whose vectors are kept in memory: about 0.1 MB each."""
_EXPECTED = "expected.json"
_RANKER = "ranker"
_RANKED = 0.7
"""The ranker's share of the time."""
_SHARED = 0.5
"""What a choice counts for in a document of several annotators: nine of them are not nine cases."""

Probabilities = Sequence[Sequence[float]]
"""Of the candidates of each mention, rounded as in a payload."""


class PersonalModel:
    """A ranker, the weights of the second stage, and what was expected in training documents.

    `expected` holds the probabilities of rankers that were not trained on the document: with those
    of `base` an annotator's history would look less surprising than it did in training.
    """

    def __init__(
        self, base: ranker.RankerModel, weights: Floats, expected: Mapping[str, Probabilities]
    ) -> None:
        self.base = base
        self._weights = weights
        self._expected = expected
        self._ranked: dict[str, Probabilities] = {}
        self._suggester = Suggester(weights)
        self._units: dict[str, Units] = {}

    def rank(self, document: ExampleDocument) -> list[Floats]:
        """Return the ranker's probabilities: whose choice it is, is not known."""
        return self.base.rank(document)

    def replay(
        self, document: ExampleDocument, annotator: str, history: Sequence[ExampleDocument]
    ) -> list[Floats]:
        """Return each example's probabilities as the annotator comes to it, in text order."""
        if not document.examples:
            return []
        payload = SuggestionPayload.of(document, self.rank(document))
        features = AnnotatorFeatures(payload, self.notes(document, annotator, history))
        return [
            self._suggester.probabilities(features, so_far, np.array([number]))[0]
            for number, so_far in _in_text_order(_indices(document, annotator))
        ]

    def notes(
        self, document: ExampleDocument, annotator: str | None, history: Sequence[ExampleDocument]
    ) -> AnnotatorNotes:
        """Return what a payload holds of the annotator."""
        past = []
        if annotator is not None:
            others = [each for each in history if each.doc_id != document.doc_id and each.examples]
            past = [
                _choices(each, self._described(each), self._probabilities(each), annotator)
                for each in others[-REMEMBERED:]
            ]
        return _notes(document, self._described(document), past)

    def importance(self) -> dict[str, float]:
        """Return the shares of the ranker's features, on which the second stage rests."""
        return self.base.importance()

    def save(self, folder: Path) -> None:
        """Write the ranker into a folder of its own, the rest as JSON."""
        (folder / _RANKER).mkdir()
        self.base.save(folder / _RANKER)
        weights = dict(zip(FEATURES, self._weights.tolist(), strict=True))
        (folder / WEIGHTS).write_text(json.dumps(weights, indent=1), encoding="utf-8")
        (folder / _EXPECTED).write_text(json.dumps(self._expected), encoding="utf-8")

    def _probabilities(self, document: ExampleDocument) -> Probabilities:
        key = _fingerprint(document)
        found = self._expected.get(key) or self._ranked.get(key)
        if found is None:
            payload = SuggestionPayload.of(document, self.rank(document))
            found = self._ranked[key] = payload.probabilities
        return found

    def _described(self, document: ExampleDocument) -> Units:
        """Describe a document, which is asked for several annotators or is history for many."""
        key = _fingerprint(document)
        if key not in self._units:
            if len(self._units) >= KEPT:
                self._units.clear()
            self._units[key] = units_of(document, self.base.describer.encoder)
        return self._units[key]


class PersonalFamily:
    """The ranker with a second stage; `groups` are those of the second stage."""

    groups: tuple[str, ...] = GROUPS

    def fit(self, documents: Sequence[ExampleDocument], training: Training) -> PersonalModel:
        """Fit the ranker, then weights to the choices; raises TrainingError without any."""
        known = annotated(documents)
        below = replace(
            training,
            ablated=training.ablated - set(GROUPS),
            on_progress=lambda share, doing: training.on_progress(_RANKED * share, doing),
        )
        base, probabilities = ranker.fit_with_left_out(known, below)
        training.on_progress(_RANKED, "learning how annotators differ")
        payloads = [
            SuggestionPayload.of(document, each)
            for document, each in zip(known, probabilities, strict=True)
        ]
        steps = list(_steps(known, payloads, training))
        weights = BASE + (_weights(steps, training.ablated) if steps else 0)
        expected = {
            _fingerprint(document): payload.probabilities
            for document, payload in zip(known, payloads, strict=True)
        }
        return PersonalModel(base, weights, expected)

    def load(self, folder: Path, encoder: Encoder) -> PersonalModel:
        """Open what `save` wrote; raises VersionError."""
        base = ranker.RankerFamily().load(folder / _RANKER, encoder)
        weights = Suggester.load(folder).weights
        try:
            expected = json.loads((folder / _EXPECTED).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise VersionError(f"{folder} holds no personal model: {error}") from error
        return PersonalModel(base, weights, expected)


def _indices(document: ExampleDocument, annotator: str) -> Integers:
    found = [example.index_of(annotator) for example in document.examples]
    return np.array([UNKNOWN if index is None else index for index in found], dtype=np.int64)


def _in_text_order(chosen: Integers) -> Iterator[tuple[int, Integers]]:
    """Yield each mention's number with the choices before it."""
    so_far = np.full(len(chosen), UNKNOWN)
    for number, index in enumerate(chosen):
        yield number, so_far
        so_far[number] = index


def _choices(
    document: ExampleDocument, units: Units, probabilities: Probabilities, annotator: str
) -> Choices:
    payload = SuggestionPayload([], [each.candidates for each in document.examples], probabilities)
    return Choices.of(units, Expectations(payload), _indices(document, annotator))


def _notes(document: ExampleDocument, units: Units, past: Sequence[Choices]) -> AnnotatorNotes:
    return notes_on(
        [example.entity_type for example in document.examples],
        [example.candidates for example in document.examples],
        units,
        Choices.together(past) if past else None,
    )


def _steps(
    documents: Sequence[ExampleDocument],
    payloads: Sequence[SuggestionPayload],
    training: Training,
) -> Iterator[Choosing]:
    """Yield each annotator's choices in each document, their others being the history."""
    units = [units_of(document, training.encoder) for document in documents]
    made: dict[str, dict[int, Choices]] = defaultdict(dict)
    for number, (document, payload) in enumerate(zip(documents, payloads, strict=True)):
        for annotator in document.annotators:
            probabilities = payload.probabilities
            choices = _choices(document, units[number], probabilities, annotator)
            made[annotator][number] = choices
    for annotator, own in made.items():
        for number in own:
            document, payload = documents[number], payloads[number]
            past = [each for other, each in own.items() if other != number][-REMEMBERED:]
            features = AnnotatorFeatures(payload, _notes(document, units[number], past))
            weight = 1.0 if len(document.annotators) == 1 else _SHARED
            yield from _replayed(features, _indices(document, annotator), weight)


def _replayed(features: AnnotatorFeatures, chosen: Integers, weight: float) -> Iterator[Choosing]:
    expected = features.expected
    for number, so_far in _in_text_order(chosen):
        if chosen[number] == UNKNOWN:
            continue
        size = expected.sizes[number]
        rows = features.features(so_far, np.array([number]))
        taken = np.zeros(size)
        taken[chosen[number]] = 1
        logs = rows[:, 0]
        yield Choosing(rows, np.array([size]), taken, logs, np.full(size, weight))


def _weights(steps: Sequence[Choosing], ablated: frozenset[str]) -> Floats:
    """Fit the weights to all choices together, without the groups that are left out."""
    joined = Choosing(
        **{
            name: np.concatenate([getattr(step, name) for step in steps])
            for name in Choosing.__slots__
        }
    )
    kept = np.array([name.partition("/")[0] not in ablated for name in FEATURES])
    return fit(replace(joined, features=joined.features * kept), RIDGE)


def _fingerprint(document: ExampleDocument) -> str:
    """Return what tells a document with its lists from others, whoever chose what."""
    lists = [[each.mention_id, *each.candidates] for each in document.examples]
    named = json.dumps([document.doc_id, lists], ensure_ascii=False)
    return hashlib.sha256(named.encode()).hexdigest()[:32]


FAMILY: Family = PersonalFamily()
