"""The families of models: one file each, one interface.

    class Family:                        # in families/NAME.py, with a row in selection/catalogue.py
        def fit(self, documents, training) -> Model: ...
        def load(self, folder, encoder) -> Model: ...

A module is loaded when its family is asked for, so that a family whose library is not installed
stands in nobody's way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Protocol

from learning.encoding import Encoder
from learning.errors import LearningError, MissingLibraryError
from learning.progress import OnProgress, silent
from selection.catalogue import RESEARCH_EXTRA, catalogue
from selection.examples import ExampleDocument, Floats


@dataclass(frozen=True, slots=True)
class Training:
    """What a family needs beside the documents: the encoder, the seed, an ear, what to leave out.

    `ablated` names feature groups of the family to be dropped, for ablation.
    """

    encoder: Encoder
    seed: int = 0
    on_progress: OnProgress = field(default=silent)
    ablated: frozenset[str] = frozenset()


class Model(Protocol):
    """A fitted model."""

    def rank(self, document: ExampleDocument) -> list[Floats]:
        """Return, for each example, how likely each candidate is chosen: shape (candidates,).

        The probabilities of an example are at least 0 and sum to 1, or are all 0 where the model
        has no answer. Choices in `document.examples` are never looked at.
        """
        ...

    def save(self, folder: Path) -> None:
        """Write the model's files into an empty folder, in native formats: never pickle."""
        ...


class PersonalModel(Model, Protocol):
    """A model that also knows whose choice it predicts."""

    def replay(
        self, document: ExampleDocument, annotator: str, history: Sequence[ExampleDocument]
    ) -> list[Floats]:
        """Return, as `rank` does, each example's probabilities as the annotator comes to it.

        In text order: the annotator's choices for the examples before it are known, those after it
        are not looked at, nor is anybody else's. `history` are other documents with choices of the
        annotator; without any the probabilities rest on this document alone.
        """
        ...


class Family(Protocol):
    """A way to learn; `groups` are the names of its features that ablation can drop."""

    groups: tuple[str, ...]

    def fit(self, documents: Sequence[ExampleDocument], training: Training) -> Model:
        """Learn from annotated documents; raises TrainingError where they don't suffice.

        The same documents, seed and machine give the same model.
        """
        ...

    def load(self, folder: Path, encoder: Encoder) -> Model:
        """Open what `Model.save` wrote; raises VersionError."""
        ...


def family_named(name: str) -> Family:
    """Load a family; raises LearningError for an unknown one, MissingLibraryError by name."""
    if name not in catalogue():
        raise LearningError(
            f"There is no family {name!r} here; there are {', '.join(catalogue())}. "
            f"Those that others published need {RESEARCH_EXTRA}."
        )
    try:
        family: Family = import_module(catalogue()[name].module).FAMILY
    except ModuleNotFoundError as error:
        raise MissingLibraryError(
            f"The family {name} needs {error.name}, which is not installed: "
            f"pip install '{RESEARCH_EXTRA}'."
        ) from error
    return family
