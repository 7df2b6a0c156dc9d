"""What is suggested for the mentions of a document that are still open; light enough for the web.

A worker writes a sheet for each assignment, once; the web process ranks the candidates anew from
the sheet and what the annotator has chosen so far.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from selection.examples import ExampleDocument
from selection.families import Model

_DIGITS = 4
"""Figures are stored rounded: a sheet is read with every page."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The likeliest candidate of a mention, and how likely it is chosen, 0…1."""

    text: str
    confidence: float


def sheet_of(
    model: Model,
    document: ExampleDocument,
    annotator: str | None,  # noqa: ARG001 - for models that know whose choice it is
    history: Sequence[ExampleDocument],  # noqa: ARG001 - likewise
) -> dict[str, Any]:
    """Return what `Suggester.suggest` needs of a document, as a JSON value."""
    return {
        "mentions": [example.mention_id for example in document.examples],
        "texts": [list(example.candidates) for example in document.examples],
        "likely": [[round(float(p), _DIGITS) for p in figures] for figures in model.rank(document)],
    }


class Suggester:
    """Suggests from sheets, by one trained version; threads may share it."""

    @classmethod
    def open(cls, folder: Path) -> Suggester:  # noqa: ARG003 - where a version keeps its trees
        """Open a version's folder; raises VersionError."""
        return cls()

    def suggest(self, sheet: Mapping[str, Any], chosen: Mapping[str, str]) -> dict[str, Suggestion]:
        """Return the suggestion for each open mention: those in the sheet and not in `chosen`.

        `chosen` holds the texts chosen so far in this document, by mention. Where the model has no
        answer for a mention, there is no suggestion.
        """
        found: dict[str, Suggestion] = {}
        rows = zip(sheet["mentions"], sheet["texts"], sheet["likely"], strict=True)
        for mention_id, texts, likely in rows:
            confidence = max(likely, default=0.0)
            if mention_id not in chosen and confidence > 0:
                found[mention_id] = Suggestion(texts[likely.index(confidence)], confidence)
        return found
