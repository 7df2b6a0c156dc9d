"""What an annotator's earlier choices tell of the next one: features of candidates, one row each.

The rates over the annotator's other documents are the *past*; it stands in the payload of a
document. Those over this document are summed anew with each choice. Training and the web process
share this code, and both start from the payload, rounded as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from annotation.records import MASK
from annotation.types import SemanticType
from selection.annotator_rates import (
    OF_CANDIDATES,
    OF_MENTIONS,
    Counts,
    Integers,
    Places,
    Rate,
)
from selection.examples import ExampleDocument, Floats
from selection.payload import DIGITS, AnnotatorNotes, RateNotes, SuggestionPayload

TYPES = tuple(SemanticType)
"""As their column numbers them; a trained model keeps their names, and fits no others."""
GROUPS = ("place", "document", "pooled")
"""Of features: the mention and its probabilities; choices in this document; these with the past."""
_FADING = 0.8
"""How much less a choice counts for each mention that lies between."""
_PAST_SHARE = 0.3
"""What a case of another document counts for beside one of this document."""
_STATIC = (
    "probability",
    "logit",
    "rank",
    "less than best",
    "lead",
    "log ratio to best",
    "mask expected",
    "best",
    "entropy",
    "index",
    "from end",
    "is mask",
    "length",
    "type",
    "position",
)
_NEAR = ("near masks", "near mask rate", "last masked", "last of type masked", "choices so far")
_SUMS = ("surplus", "rate", "cases")


def names() -> list[str]:
    """Name the columns: "group/what it is"."""
    columns = [f"place/{name}" for name in _STATIC]
    columns += [f"document/{name}" for name in _NEAR]
    for rate in (*OF_MENTIONS, *OF_CANDIDATES):
        columns += [f"document/{rate.name}: {name}" for name in _SUMS]
        columns.append(f"pooled/{rate.name}")
    return columns


def notes_on(document: ExampleDocument, past: Counts) -> AnnotatorNotes:
    """Return what a payload holds of an annotator whose choices in other documents are counted."""
    mentions = [(example, 0) for example in document.examples]
    candidates = [(each, i) for each in document.examples for i in range(len(each.options))]
    rates = {}
    for table, units in ((OF_MENTIONS, mentions), (OF_CANDIDATES, candidates)):
        for rate in table:
            keys = [rate.key(example, index) for example, index in units]
            numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
            seen = {
                numbers[key]: past[rate.name, key] for key in numbers if (rate.name, key) in past
            }
            rates[rate.name] = RateNotes(
                codes=[numbers[key] for key in keys],
                seen=list(seen),
                past=[[round(float(sum_), DIGITS) for sum_ in sums[:2]] for sums in seen.values()],
            )
    return AnnotatorNotes([each.entity_type for each in document.examples], rates)


class _Sums:
    """Habits of one kind: where each unit finds its sums, and those of the past."""

    def __init__(self, rates: Sequence[Rate], notes: Mapping[str, RateNotes]) -> None:
        self.rates = rates
        self.priors = np.array([rate.prior for rate in rates])[:, None]
        codes, past, size = [], [], 0
        for rate in rates:
            note = notes[rate.name]
            own = np.array(note.codes, dtype=np.int64)
            sums = np.zeros((int(own.max(initial=-1)) + 1, 2))
            if note.seen:
                sums[note.seen] = note.past
            codes.append(own + size)
            past.append(sums)
            size += len(sums)
        self.codes = np.stack(codes)
        self.past = np.concatenate(past)
        self.signs = np.array([1.0 if rate.measure == "mask" else 0.0 for rate in rates])

    def columns(self, measured: Mapping[str, tuple[Floats, Floats, Floats]]) -> Floats:
        """Return the features of each unit: shape (rates, units, 4)."""
        chose, expected, known = (
            np.stack([measured[rate.measure][part] for rate in self.rates]) for part in range(3)
        )
        flat, size = self.codes.ravel(), len(self.past)
        now = np.stack(
            [
                np.bincount(flat, (part * known).ravel(), size).astype(np.float64)
                for part in (chose - expected, np.ones_like(chose), chose)
            ],
            axis=1,
        )
        past: Floats = self.past[self.codes]
        here = now[self.codes]
        pooled = (_PAST_SHARE * past[..., 0] + here[..., 0]) / (
            _PAST_SHARE * past[..., 1] + here[..., 1] + self.priors
        )
        return np.stack([*self._rates(here), pooled], axis=2)

    def _rates(self, sums: Floats) -> tuple[Floats, Floats, Floats]:
        surplus, cases, chose = sums[..., 0], sums[..., 1], sums[..., 2]
        rate = np.where(cases > 0, chose / np.maximum(cases, 1), np.nan)
        return surplus / (cases + self.priors), rate, cases


class AnnotatorFeatures:
    """The features of a payload: what stays is worked out once, what choices change anew."""

    def __init__(self, payload: SuggestionPayload, notes: AnnotatorNotes) -> None:
        masks = np.array([text == MASK for texts in payload.texts for text in texts])
        self.places = Places(payload.probabilities, masks)
        self.types = np.array([TYPES.index(each) for each in notes.types], dtype=np.int64)
        self._mentions = _Sums(OF_MENTIONS, notes.rates)
        self._candidates = _Sums(OF_CANDIDATES, notes.rates)
        self._static = self._describe()
        number = np.arange(len(self.types))
        self._before = number[:, None] > number[None, :]
        self._fading = _FADING ** np.abs(number[:, None] - number[None, :])
        np.fill_diagonal(self._fading, 0)

    def features(self, chosen: Integers) -> Floats:
        """Return a row for each candidate of the document, for the choices made so far.

        `chosen` holds the index of the choice of each mention, or UNKNOWN. What a mention's own
        choice would say of itself is in its rows as well: only the rows of open mentions are meant
        to be read.
        """
        measured = self.places.compare(chosen)
        owners = self.places.owners
        sign = np.where(self.places.masks, 1.0, -1.0)
        of_mentions = self._mentions.columns(measured)[:, owners]
        of_mentions[..., -1] *= np.where(self._mentions.signs[:, None] > 0, sign[None], 1.0)
        of_candidates = self._candidates.columns(measured)
        rows = len(owners)
        return np.hstack(
            [
                self._static,
                self._near(chosen, measured["mask"])[owners],
                of_mentions.transpose(1, 0, 2).reshape(rows, -1),
                of_candidates.transpose(1, 0, 2).reshape(rows, -1),
            ]
        )

    def _describe(self) -> Floats:
        places = self.places
        owners, probabilities = places.owners, places.probabilities
        rank = np.zeros(len(owners))
        second = np.zeros(len(places.sizes))
        for mention, (start, size) in enumerate(zip(places.starts, places.sizes, strict=True)):
            order = np.argsort(-probabilities[start : start + size], kind="stable")
            rank[start + order] = np.arange(size)
            second[mention] = probabilities[start + order[1]] if size > 1 else 0.0
        best = places.best[owners]
        return np.column_stack(
            [
                probabilities,
                np.log(probabilities / np.maximum(1 - probabilities, 1e-4)),
                rank,
                probabilities - best,
                np.where(rank == 0, probabilities - second[owners], probabilities - best),
                np.log(probabilities / best),
                places.masking[owners],
                best,
                places.entropy[owners],
                places.indices,
                places.sizes[owners] - 1 - places.indices,
                places.masks,
                places.sizes[owners],
                self.types[owners],
                owners,
            ]
        )

    def _near(self, chosen: Integers, masked: tuple[Floats, Floats, Floats]) -> Floats:
        """Return what was masked near each mention, and last before it; shape (mentions, 5)."""
        chose, expected, known = masked
        weights = self._fading * known
        total = weights.sum(axis=1)
        before = self._before & (chosen >= 0)
        alike = before & (self.types[:, None] == self.types[None, :])
        return np.column_stack(
            [
                weights @ (chose - expected) / (total + 1),
                np.where(total > 0, weights @ chose / np.maximum(total, 1e-9), np.nan),
                _last(before, chose),
                _last(alike, chose),
                np.full(len(chosen), known.sum()),
            ]
        )


def _last(before: np.ndarray[Any, np.dtype[np.bool_]], values: Floats) -> Floats:
    """Return the value of the last mention that comes before each one, NaN without any."""
    last = np.where(before, np.arange(before.shape[1]), -1).max(axis=1, initial=-1)
    return np.where(last >= 0, values[last], np.nan)
