"""Opening versions of what suggests replacements."""

from __future__ import annotations

from pathlib import Path

from learning.encoding import Encoder
from learning.errors import VersionError
from learning.opened_versions import OpenedVersion
from learning.versions import part_folder, verify
from selection.families import Model, family_named


def open_version(folder: Path, encoder: Encoder) -> OpenedVersion[Model]:
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
    return OpenedVersion(manifest, whole, parts)
