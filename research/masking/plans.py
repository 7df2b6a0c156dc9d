"""Plans of an evaluation: which documents are trained on and which are tested."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotation.records import Document
from learning.errors import LearningError
from learning.folds import Fold, check_folds, refuse_leaks, split


@dataclass(frozen=True)
class Plan:
    """Documents in folds, again for each seed, or all of them tested after training on others.

    Raises LearningError for documents without masks, too few of them, and leaks.
    """

    documents: tuple[Document, ...]
    training: tuple[Document, ...] | None = None
    folds: int = 5
    seeds: tuple[int, ...] = (0,)

    def __post_init__(self) -> None:
        for documents in filter(None, (self.documents, self.training)):
            _check_masks(documents)
        if self.training is None:
            check_folds(self.documents, self.folds)
        else:
            refuse_leaks(self.training, self.documents)

    def split(self, seed: int) -> Iterator[Fold[Document]]:
        """Yield the folds of a seed; with documents to train on there is one, whatever the seed."""
        if self.training is not None:
            yield Fold(self.training, self.documents)
        else:
            yield from split(self.documents, self.folds, seed)


def _check_masks(documents: Sequence[Document]) -> None:
    if not any(mention.is_masked for each in documents for mention in each.iter_mentions()):
        raise LearningError(
            "There are no masks to compare with: no mention in the documents is DIRECT or QUASI."
        )
