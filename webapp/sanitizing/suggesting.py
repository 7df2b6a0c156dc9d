"""Opening what suggests masks: without training, or by a version that a project has trained."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from annotation.records import Document
from learning.encoding import Encoder
from learning.opened import Opened
from masking.detecting import Detector
from masking.versions import open_version
from webapp.config import Config
from webapp.sanitizing.opening import open_detector


@dataclass(frozen=True)
class MaskSuggester:
    """What suggests masks, and the version that it is of, if it has learnt anything."""

    detector: Detector
    version: Opened[Detector] | None = None

    def has_learnt_from(self, document: Document) -> bool:
        """Whether this very text was among those that it was trained on."""
        return self.version is not None and self.version.has_seen(document)


def open_suggester(
    config: Config, version: Path | None = None, encoder: Encoder | None = None
) -> MaskSuggester:
    """Open what suggests masks, with the folder of a version if there is one.

    `encoder` is taken for it if there is one open already. Raises PipelineError, MissingIndexError,
    EncoderError and VersionError.
    """
    zero_shot = open_detector(config)
    if version is None:
        return MaskSuggester(zero_shot)
    opened = open_version(version, zero_shot, encoder or Encoder.open(config.encoder_folder))
    return MaskSuggester(opened.whole, opened)
