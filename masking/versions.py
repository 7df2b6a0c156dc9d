"""Opening versions of what suggests masks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from learning.encoding import Encoder
from learning.errors import VersionError
from learning.opened_versions import OpenedVersion
from learning.versions import verify
from masking.detecting import Detector
from masking.recognizers.trained import Resources, TrainedRecognizer

FAMILY = "masks"
"""The family of these versions, among those of other models."""


def open_version(folder: Path, zero_shot: Detector, encoder: Encoder) -> OpenedVersion[Detector]:
    """Open a version, verified, on top of the zero-shot detector.

    Raises VersionError, also for another encoder, pipeline or features than it was trained with.
    """
    manifest = verify(folder)
    if manifest.family != FAMILY:
        raise VersionError(f"{folder} holds a model of another kind ({manifest.family}).")
    resources = Resources(zero_shot.pipeline, encoder, zero_shot)
    trained = TrainedRecognizer.open(folder / "model", resources)
    return OpenedVersion(manifest, replace(zero_shot, trained=trained))
