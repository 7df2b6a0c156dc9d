"""A conditional random field over tokens, with L1 and L2 penalties (Lafferty et al. 2001)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from learning.errors import VersionError
from masking.tagging.features import Features
from masking.tagging.tokens import BEGIN, MASK, Floats

SETTINGS = {"c1": 0.05, "c2": 1.5, "max_iterations": 80}
"""L1, L2 and the steps of L-BFGS: chosen among a few on folds of 70 documents of WikiReplace."""
_FILE = "crf.bin"


class CrfTagger:
    """A trained field, kept as CRFsuite's own model file."""

    def __init__(self, model: bytes) -> None:
        """Open a model; raises VersionError for bytes that hold none."""
        import pycrfsuite  # noqa: PLC0415 - loaded with the first text

        self._model = model
        self._tagger = pycrfsuite.Tagger()
        try:
            self._tagger.open_inmemory(model)
        except ValueError as error:
            raise VersionError(f"The conditional random field can't be read: {error}") from error

    @classmethod
    def fit(cls, rows: Sequence[Features], labels: Sequence[Sequence[str]]) -> CrfTagger:
        """Learn from the features of texts and a label for each token."""
        import pycrfsuite  # noqa: PLC0415 - loaded with the first text

        trainer = pycrfsuite.Trainer(verbose=False, params=SETTINGS)
        for features, each in zip(rows, labels, strict=True):
            trainer.append(features, list(each))
        with TemporaryDirectory() as folder:
            path = Path(folder) / _FILE
            trainer.train(str(path))
            return cls(path.read_bytes())

    @classmethod
    def open(cls, folder: Path) -> CrfTagger:
        """Open what `save` wrote; raises VersionError."""
        try:
            return cls((folder / _FILE).read_bytes())
        except OSError as error:
            raise VersionError(f"The conditional random field can't be read: {error}") from error

    def save(self, folder: Path) -> None:
        """Write the model."""
        (folder / _FILE).write_bytes(self._model)

    def probabilities(self, features: Features) -> tuple[Floats, Floats]:
        """Return per token that it must be masked, and that a mask begins with it; (tokens,)."""
        self._tagger.set(features)
        masks = [label for label in self._tagger.labels() if label.endswith(f"-{MASK}")]
        marginals = {
            label: np.array([self._tagger.marginal(label, at) for at in range(len(features))])
            for label in masks
        }
        nothing = np.zeros(len(features))
        return sum(marginals.values(), nothing), marginals.get(f"{BEGIN}-{MASK}", nothing)
