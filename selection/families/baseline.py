"""Always level 1: what the annotator of nothing would take (thesis, 5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from learning.encoding import Encoder
from selection.examples import ExampleDocument, Floats
from selection.families import Family, Training


class BaselineModel:
    """The first text of the first list; where that is blank there is no answer."""

    def rank(self, document: ExampleDocument) -> list[Floats]:
        """Put everything on the option of level 1."""
        return [
            np.array([float(option.level == 1) for option in example.options])
            for example in document.examples
        ]

    def save(self, folder: Path) -> None:
        """Write nothing: there is nothing learnt."""


class BaselineFamily:
    """Learns nothing."""

    groups: tuple[str, ...] = ()

    def fit(self, documents: Sequence[ExampleDocument], training: Training) -> BaselineModel:  # noqa: ARG002 - the interface of all families
        """Return the one model there is."""
        return BaselineModel()

    def load(self, folder: Path, encoder: Encoder) -> BaselineModel:  # noqa: ARG002 - the interface of all families
        """Return the one model there is."""
        return BaselineModel()


FAMILY: Family = BaselineFamily()
