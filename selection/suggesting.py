"""What is suggested for the mentions of a document that are still open; light enough for the web.

A worker writes a sheet for each assignment, once; the web process ranks the candidates anew from
the sheet and what the annotator has chosen so far.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from learning.errors import VersionError
from selection.examples import ExampleDocument, Floats
from selection.families import Model
from selection.habits import UNKNOWN, Integers
from selection.taste import Taste
from selection.trees import Trees

SETTINGS = "personal.json"
"""Among a model's files: temperature, names of the trees' files."""
FORMAT = 1
_DIGITS = 4
"""Figures are stored rounded: a sheet is read with every page."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The likeliest candidate of a mention, and how likely it is chosen, 0…1.

    `shares` says the same of every candidate, by text.
    """

    text: str
    confidence: float
    shares: Mapping[str, float] = field(default_factory=dict, compare=False)


@runtime_checkable
class Knowing(Protocol):
    """A model whose sheets hold what is known of the annotator."""

    def notes(
        self, document: ExampleDocument, annotator: str | None, history: Sequence[ExampleDocument]
    ) -> dict[str, Any]:
        """Return what the sheet holds for `selection.taste.Taste`, as a JSON value."""
        ...


def sheet_of(
    model: Model,
    document: ExampleDocument,
    annotator: str | None,
    history: Sequence[ExampleDocument],
    *,
    likely: Sequence[Floats] | None = None,
) -> dict[str, Any]:
    """Return what `Suggester.suggest` needs of a document, as a JSON value.

    `history` are other documents with choices of the annotator. Choices in the document itself are
    not looked at. `likely` is what the model's `rank` says, where that is known already.
    """
    sheet = plain_sheet(document, model.rank(document) if likely is None else likely)
    if isinstance(model, Knowing) and document.examples:
        sheet["personal"] = model.notes(document, annotator, history)
    return sheet


def plain_sheet(document: ExampleDocument, likely: Sequence[Floats]) -> dict[str, Any]:
    """Return a sheet of impersonal figures, shape (candidates,) for each example."""
    return {
        "mentions": [example.mention_id for example in document.examples],
        "texts": [list(example.candidates) for example in document.examples],
        "likely": [[round(float(p), _DIGITS) for p in figures] for figures in likely],
    }


class Suggester:
    """Suggests from sheets, by one trained version; threads may share it."""

    def __init__(self, trees: Sequence[Trees] = (), temperature: float = 1.0) -> None:
        """Without trees the impersonal figures are taken as they are."""
        self._trees = trees
        self._temperature = temperature

    @classmethod
    def open(cls, folder: Path) -> Suggester:
        """Open a version or a part of it; raises VersionError, MissingLibraryError."""
        model = folder / "model"
        return cls.load(model) if (model / SETTINGS).is_file() else cls()

    @classmethod
    def load(cls, folder: Path) -> Suggester:
        """Open the files of a personal model; raises VersionError, MissingLibraryError."""
        try:
            settings = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
            if settings["format"] != FORMAT:
                raise VersionError(
                    f"{folder / SETTINGS} is in format {settings['format']}, this version of the "
                    f"program reads {FORMAT}: train a new one."
                )
            trees = [Trees.open(folder / name) for name in settings["trees"]]
            return cls(trees, float(settings["temperature"]))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise VersionError(f"{folder} holds no personal model: {error}") from error

    def suggest(self, sheet: Mapping[str, Any], chosen: Mapping[str, str]) -> dict[str, Suggestion]:
        """Return the suggestion for each open mention: those in the sheet and not in `chosen`.

        `chosen` holds the texts chosen so far in this document, by mention. Where the model has no
        answer for a mention, there is no suggestion.
        """
        mentions = sheet["mentions"]
        open_ones = [number for number, key in enumerate(mentions) if key not in chosen]
        if self._trees and "personal" in sheet:
            figures = self.figures(Taste(sheet), _indices(sheet, chosen), open_ones)
        else:
            figures = [np.array(sheet["likely"][number]) for number in open_ones]
        found: dict[str, Suggestion] = {}
        for number, each in zip(open_ones, figures, strict=True):
            best = int(each.argmax()) if len(each) else 0
            if len(each) and each[best] > 0:
                texts, shares = sheet["texts"][number], each.round(_DIGITS).tolist()
                by_text = dict(zip(texts, shares, strict=True))
                found[mentions[number]] = Suggestion(texts[best], shares[best], by_text)
        return found

    def figures(self, taste: Taste, chosen: Integers, wanted: Sequence[int]) -> list[Floats]:
        """Return how likely each candidate is chosen, for the mentions that are wanted.

        `chosen` holds an index for each mention of the document, or UNKNOWN.
        """
        if not len(wanted):
            return []
        places = taste.places
        rows = np.concatenate([places.rows(number) for number in wanted])
        features = taste.features(chosen)[rows]
        scores = sum((each.score(features) for each in self._trees), np.zeros(len(rows)))
        logits = np.log(places.figures[rows]) + scores / max(len(self._trees), 1)
        sizes = places.sizes[list(wanted)]
        ends = np.cumsum(sizes)
        starts = ends - sizes
        top = np.repeat(np.maximum.reduceat(logits, starts), sizes)
        powers = np.exp((logits - top) / self._temperature)
        shares = powers / np.repeat(np.add.reduceat(powers, starts), sizes)
        return np.split(shares, ends[:-1])


def _indices(sheet: Mapping[str, Any], chosen: Mapping[str, str]) -> Integers:
    """Return the choices made as indices; a text that is not among the candidates is UNKNOWN."""
    return np.array(
        [
            texts.index(chosen[key]) if key in chosen and chosen[key] in texts else UNKNOWN
            for key, texts in zip(sheet["mentions"], sheet["texts"], strict=True)
        ],
        dtype=np.int64,
    )
