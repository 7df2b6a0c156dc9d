"""The ranker, and on top of it what is known of the annotator.

Annotators differ: the share of `***` on the same mentions runs from 24 % to 58 %. A second stage of
boosted trees moves the ranker's probabilities by the annotator's other documents and by their
earlier choices in this one (`selection.annotator_features`). It learns from the choice sequences of
all annotators, with probabilities of rankers that were not trained on the document.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from learning.encoding import Encoder
from learning.errors import VersionError
from selection.annotator_features import GROUPS, TYPES, AnnotatorFeatures, notes_on
from selection.annotator_rates import UNKNOWN, Counts, count_choices, subtract_counts, sum_counts
from selection.calibration import fit_temperature
from selection.choice_sequences import ChoiceSequence, choice_sequence, fit_trees, predict
from selection.examples import ExampleDocument, Floats, annotated
from selection.families import Family, Training, ranker
from selection.payload import AnnotatorNotes, SuggestionPayload
from selection.suggesting import FORMAT, SETTINGS, Suggester
from selection.trees import Trees

_EXPECTED = "expected.json"
_RANKER = "ranker"
_CALIBRATION_FOLDS = 3
_RANKED = 0.7
"""The ranker's share of the time."""
_SHARED = 0.5
"""What a choice counts for in a document of several annotators: nine of them are not nine cases."""


class PersonalModel:
    """A ranker, the trees of the second stage, and what was to be expected in training documents.

    `expected` holds the probabilities of rankers that were not trained on the document: with those
    of `base` an annotator's history would look less surprising than it did in training.
    """

    def __init__(
        self,
        base: ranker.RankerModel,
        trees: Sequence[str],
        temperature: float,
        expected: Mapping[str, Sequence[Sequence[float]]],
    ) -> None:
        self.base = base
        self._texts = trees
        self._temperature = temperature
        self._expected = expected
        self._ranked: dict[str, Sequence[Sequence[float]]] = {}
        self._suggester = Suggester([Trees(text) for text in trees], temperature)

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
        chosen = np.full(len(document.examples), UNKNOWN)
        probabilities: list[Floats] = []
        for number, example in enumerate(document.examples):
            probabilities += self._suggester.probabilities(features, chosen, [number])
            index = example.index_of(annotator)
            chosen[number] = UNKNOWN if index is None else index
        return probabilities

    def notes(
        self, document: ExampleDocument, annotator: str | None, history: Sequence[ExampleDocument]
    ) -> AnnotatorNotes:
        """Return what a payload holds of the annotator."""
        others = [each for each in history if each.doc_id != document.doc_id] if annotator else []
        past = sum_counts(
            count_choices(each, self._probabilities(each), str(annotator)) for each in others
        )
        return notes_on(document, past)

    def importance(self) -> dict[str, float]:
        """Return the shares of the ranker's features, on which the second stage rests."""
        return self.base.importance()

    def save(self, folder: Path) -> None:
        """Write the ranker into a folder of its own, the trees as text, the rest as JSON."""
        (folder / _RANKER).mkdir()
        self.base.save(folder / _RANKER)
        names = [f"personal-{number}.txt" for number in range(len(self._texts))]
        for name, text in zip(names, self._texts, strict=True):
            (folder / name).write_text(text, encoding="utf-8")
        settings = {
            "format": FORMAT,
            "temperature": self._temperature,
            "trees": names,
            "types": TYPES,
        }
        (folder / SETTINGS).write_text(json.dumps(settings), encoding="utf-8")
        (folder / _EXPECTED).write_text(json.dumps(self._expected), encoding="utf-8")

    def _probabilities(self, document: ExampleDocument) -> list[Floats]:
        key = _fingerprint(document)
        found = self._expected.get(key) or self._ranked.get(key)
        if found is None:  # kept: the same history serves many documents
            payload = SuggestionPayload.of(document, self.rank(document))
            found = self._ranked[key] = payload.probabilities
        return [np.array(each) for each in found]


class PersonalFamily:
    """The ranker with a second stage; `groups` are those of the second stage."""

    groups: tuple[str, ...] = GROUPS

    def fit(self, documents: Sequence[ExampleDocument], training: Training) -> PersonalModel:
        """Fit the ranker, then trees to choice sequences; raises TrainingError without a choice."""
        known = annotated(documents)
        ours, theirs = training.ablated & set(GROUPS), training.ablated - set(GROUPS)
        below = replace(
            training,
            ablated=theirs,
            on_progress=lambda share, doing: training.on_progress(_RANKED * share, doing),
        )
        base, base_probabilities = ranker.fit_with_left_out(known, below)
        training.on_progress(_RANKED, "replaying the annotators' choices")
        sequences = _sequences(known, base_probabilities, ours)
        training.on_progress(0.8, "fitting the trees to the annotators' choices")
        trees = fit_trees(list(sequences.values()), training.seed)
        training.on_progress(0.9, "calibrating")
        temperature = _temperature(sequences, training.seed)
        expected = {
            _fingerprint(document): SuggestionPayload.of(document, probabilities).probabilities
            for document, probabilities in zip(known, base_probabilities, strict=True)
        }
        return PersonalModel(base, trees, temperature, expected)

    def load(self, folder: Path, encoder: Encoder) -> PersonalModel:
        """Open what `save` wrote; raises VersionError."""
        base = ranker.RankerFamily().load(folder / _RANKER, encoder)
        try:
            settings = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
            expected = json.loads((folder / _EXPECTED).read_text(encoding="utf-8"))
            trees = [(folder / name).read_text(encoding="utf-8") for name in settings["trees"]]
            return PersonalModel(base, trees, float(settings["temperature"]), expected)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise VersionError(f"{folder} holds no personal model: {error}") from error


def _sequences(
    documents: Sequence[ExampleDocument],
    base_probabilities: Sequence[list[Floats]],
    ablated: frozenset[str] | set[str],
) -> dict[tuple[int, str], ChoiceSequence]:
    """Replay each annotator's choices in each document, their others being the history."""
    by_document: dict[str, dict[int, Counts]] = defaultdict(dict)
    for number, (document, probabilities) in enumerate(
        zip(documents, base_probabilities, strict=True)
    ):
        for annotator in document.annotators:
            by_document[annotator][number] = count_choices(document, probabilities, annotator)
    sequences = {}
    for annotator, own in by_document.items():
        total = sum_counts(own.values())
        for number, counts in own.items():
            document = documents[number]
            sequence = choice_sequence(
                document,
                base_probabilities[number],
                annotator,
                subtract_counts(total, counts),
                weight=1.0 if len(document.annotators) == 1 else _SHARED,
                ablated=frozenset(ablated),
            )
            if sequence is not None:
                sequences[number, annotator] = sequence
    return sequences


def _temperature(sequences: Mapping[tuple[int, str], ChoiceSequence], seed: int) -> float:
    """Fit the temperature on sequences in documents that the trees were not trained on."""
    documents = sorted({number for number, _ in sequences})
    order = np.random.default_rng(seed).permutation(documents)
    probabilities, votes = [], []
    for fold in range(min(_CALIBRATION_FOLDS, len(documents))):
        out = set(order[fold::_CALIBRATION_FOLDS].tolist())
        rest = [sequence for (number, _), sequence in sequences.items() if number not in out]
        if not rest:
            continue
        trees = [Trees(text) for text in fit_trees(rest, seed)]
        for (number, _), sequence in sequences.items():
            if number in out:
                probabilities += predict(sequence, trees)
                votes += np.split(sequence.chosen, np.cumsum(sequence.sizes)[:-1])
    return fit_temperature(probabilities, votes)


def _fingerprint(document: ExampleDocument) -> str:
    """Return what tells a document with its lists from others, whoever chose what."""
    lists = [[each.mention_id, *each.candidates] for each in document.examples]
    named = json.dumps([document.doc_id, lists], ensure_ascii=False)
    return hashlib.sha256(named.encode()).hexdigest()[:32]


FAMILY: Family = PersonalFamily()
