"""Opening versions: whoever asks about a document gets a model that has not seen it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from learning.encoding import Encoder
from learning.errors import VersionError
from selection.examples import ExampleDocument
from selection.families import Model, family_named
from selection.promotion import fingerprint
from selection.versions import Manifest, part_folder, verify


class Opened:
    """The models of a version: the whole one, and those trained without a part of the documents."""

    def __init__(self, manifest: Manifest, whole: Model, parts: Sequence[Model]) -> None:
        self._manifest = manifest
        self._whole = whole
        self._parts = parts

    def part_of(self, document: ExampleDocument) -> int | None:
        """Return the number of the part that was trained without a document, if there is one."""
        return self._manifest.left_out.get(fingerprint(document))

    def model_for(self, document: ExampleDocument) -> Model:
        """Return the model that speaks about a document."""
        part = self.part_of(document)
        return self._whole if part is None else self._parts[part]

    def has_seen(self, document: ExampleDocument) -> bool:
        """Whether the model that speaks about a document was trained on it."""
        return fingerprint(document) in self._manifest.seen


def open_version(folder: Path, encoder: Encoder) -> Opened:
    """Open the models of a version, verified; raises VersionError, also for another encoder."""
    manifest = verify(folder)
    if manifest.encoder != encoder.identity:
        raise VersionError(
            f"{folder} was trained with the text encoder {manifest.encoder}, but {encoder.folder} "
            f"is {encoder.identity}. Set PALIMPSEST_ENCODER back, or train anew."
        )
    family = family_named(manifest.family)
    whole, *parts = (
        family.load(part_folder(folder, part) / "model", encoder)
        for part in (None, *range(len(set(manifest.left_out.values()))))
    )
    return Opened(manifest, whole, parts)
