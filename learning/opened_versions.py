"""An opened version: for each document it has a model that was not trained on it, if it can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from learning.folds import IdentifiedText
from learning.promotion import fingerprint
from learning.versions import Manifest

_Model = TypeVar("_Model")


class OpenedVersion(Generic[_Model]):
    """The models of a version: the whole one, and those trained without a part of the documents."""

    def __init__(self, manifest: Manifest, whole: _Model, parts: Sequence[_Model] = ()) -> None:
        self._manifest = manifest
        self.whole = whole
        self._parts = parts

    def part_of(self, document: IdentifiedText) -> int | None:
        """Return the number of the part that was trained without a document, if there is one."""
        return self._manifest.left_out.get(fingerprint(document))

    def model_for(self, document: IdentifiedText) -> _Model:
        """Return the model to use for a document: one that was not trained on it, if there is."""
        part = self.part_of(document)
        return self.whole if part is None else self._parts[part]

    def has_seen(self, document: IdentifiedText) -> bool:
        """Whether the model to use for a document was trained on it."""
        return fingerprint(document) in self._manifest.seen
