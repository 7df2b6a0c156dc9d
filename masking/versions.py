"""Opening versions of what suggests masks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from learning.encoding import Encoder
from learning.errors import VersionError
from learning.opened import Opened
from learning.versions import verify
from masking.detecting import Detector
from masking.recognizers.trained import Resources, TrainedRecognizer

FAMILY = "masks"
"""What a version of this kind is called among those of other models."""


def open_version(folder: Path, zero_shot: Detector, encoder: Encoder) -> Opened[Detector]:
    """Open a version, verified, on top of what needs no training.

    Raises VersionError, also for another encoder or pipeline than it was trained with.
    """
    manifest = verify(folder)
    if manifest.family != FAMILY:
        raise VersionError(f"{folder} holds a model of another kind ({manifest.family}).")
    resources = Resources(zero_shot.pipeline, encoder, zero_shot)
    learnt = TrainedRecognizer.open(folder / "model", resources)
    return Opened(manifest, replace(zero_shot, learnt=learnt))
