"""The ranker, and on top of it what is known of the annotator.

Annotators differ in taste: the share of `***` on the same mentions runs from 24 % to 58 %. A second
stage of boosted trees moves the ranker's figures by the annotator's other documents and by their
earlier choices in this one (`selection.taste`). It learns from the walks of all annotators through
their documents, with figures of rankers that have not learnt from the document.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from learning.encoding import Encoder
from learning.errors import VersionError
from selection.calibration import fit_temperature
from selection.examples import ExampleDocument, Floats, annotated
from selection.families import Family, Training, ranker
from selection.habits import UNKNOWN, Tally, less, tally_of, total_of
from selection.suggesting import FORMAT, SETTINGS, Suggester, plain_sheet
from selection.taste import GROUPS, Taste, notes_on
from selection.trees import Trees
from selection.walks import Walk, boost, foretell, walk_of

_EXPECTED = "expected.json"
_RANKER = "ranker"
_CALIBRATION_FOLDS = 3
_RANKED = 0.7
"""The ranker's share of the time."""
_SHARED = 0.5
"""What a choice counts for in a document of several annotators: nine of them are not nine cases."""


class PersonalModel:
    """A ranker, the trees of the second stage, and what was to be expected in training documents.

    `expected` holds the figures of rankers that have not learnt from the document: with those of
    `base` an annotator's history would look less surprising than it did in training.
    """

    def __init__(
        self,
        base: ranker.RankerModel,
        trees: Sequence[str],
        temperature: float,
        expected: Mapping[str, list[list[float]]],
    ) -> None:
        self.base = base
        self._texts = trees
        self._temperature = temperature
        self._expected = expected
        self._ranked: dict[str, list[list[float]]] = {}
        self._suggester = Suggester([Trees(text) for text in trees], temperature)

    def rank(self, document: ExampleDocument) -> list[Floats]:
        """Return the ranker's figures: whose choice it is, is not known."""
        return self.base.rank(document)

    def walk(
        self, document: ExampleDocument, annotator: str, history: Sequence[ExampleDocument]
    ) -> list[Floats]:
        """Return each example's figures as the annotator comes to it, in text order."""
        if not document.examples:
            return []
        sheet = plain_sheet(document, self.rank(document))
        taste = Taste(sheet | {"personal": self.notes(document, annotator, history)})
        chosen = np.full(len(document.examples), UNKNOWN)
        figures: list[Floats] = []
        for number, example in enumerate(document.examples):
            figures += self._suggester.figures(taste, chosen, [number])
            index = example.index_of(annotator)
            chosen[number] = UNKNOWN if index is None else index
        return figures

    def notes(
        self, document: ExampleDocument, annotator: str | None, history: Sequence[ExampleDocument]
    ) -> dict[str, Any]:
        """Return what a sheet holds of the annotator."""
        others = [each for each in history if each.doc_id != document.doc_id] if annotator else []
        past = total_of(tally_of(each, self._figures(each), str(annotator)) for each in others)
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
        settings = {"format": FORMAT, "temperature": self._temperature, "trees": names}
        (folder / SETTINGS).write_text(json.dumps(settings), encoding="utf-8")
        (folder / _EXPECTED).write_text(json.dumps(self._expected), encoding="utf-8")

    def _figures(self, document: ExampleDocument) -> list[Floats]:
        key = _fingerprint(document)
        found = self._expected.get(key) or self._ranked.get(key)
        if found is None:  # kept: the same history serves many documents
            found = self._ranked[key] = plain_sheet(document, self.rank(document))["likely"]
        return [np.array(each) for each in found]


class PersonalFamily:
    """The ranker with a second stage; `groups` are those of the second stage."""

    groups: tuple[str, ...] = GROUPS

    def fit(self, documents: Sequence[ExampleDocument], training: Training) -> PersonalModel:
        """Fit the ranker, then the trees to walks; raises TrainingError without any choice."""
        known = annotated(documents)
        ours, theirs = training.without & set(GROUPS), training.without - set(GROUPS)
        below = replace(
            training,
            without=theirs,
            on_progress=lambda share, doing: training.on_progress(_RANKED * share, doing),
        )
        base, likely = ranker.fit_with_left_out(known, below)
        training.on_progress(_RANKED, "walking the annotators' choices")
        walks = _walks(known, likely, ours)
        training.on_progress(0.8, "fitting the trees to the annotators' choices")
        trees = boost(list(walks.values()), training.seed)
        training.on_progress(0.9, "calibrating")
        temperature = _temperature(walks, training.seed)
        expected = {
            _fingerprint(document): plain_sheet(document, figures)["likely"]
            for document, figures in zip(known, likely, strict=True)
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


def _walks(
    documents: Sequence[ExampleDocument],
    likely: Sequence[list[Floats]],
    without: frozenset[str] | set[str],
) -> dict[tuple[int, str], Walk]:
    """Walk each annotator through each of their documents, the others being their history."""
    tallies: dict[str, dict[int, Tally]] = defaultdict(dict)
    for number, (document, figures) in enumerate(zip(documents, likely, strict=True)):
        for annotator in document.annotators:
            tallies[annotator][number] = tally_of(document, figures, annotator)
    walks = {}
    for annotator, own in tallies.items():
        total = total_of(own.values())
        for number, tally in own.items():
            document = documents[number]
            walk = walk_of(
                document,
                likely[number],
                annotator,
                less(total, tally),
                weight=1.0 if len(document.annotators) == 1 else _SHARED,
                without=frozenset(without),
            )
            if walk is not None:
                walks[number, annotator] = walk
    return walks


def _temperature(walks: Mapping[tuple[int, str], Walk], seed: int) -> float:
    """Fit the temperature on walks through documents that the trees have not grown on."""
    documents = sorted({number for number, _ in walks})
    order = np.random.default_rng(seed).permutation(documents)
    figures, votes = [], []
    for fold in range(min(_CALIBRATION_FOLDS, len(documents))):
        out = set(order[fold::_CALIBRATION_FOLDS].tolist())
        rest = [walk for (number, _), walk in walks.items() if number not in out]
        if not rest:
            continue
        trees = [Trees(text) for text in boost(rest, seed)]
        for (number, _), walk in walks.items():
            if number in out:
                figures += foretell(walk, trees)
                votes += np.split(walk.chosen, np.cumsum(walk.sizes)[:-1])
    return fit_temperature(figures, votes)


def _fingerprint(document: ExampleDocument) -> str:
    """Tell a document with its lists from others, whoever chose what."""
    lists = [[each.mention_id, *each.candidates] for each in document.examples]
    told = json.dumps([document.doc_id, lists], ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()[:32]


FAMILY: Family = PersonalFamily()
