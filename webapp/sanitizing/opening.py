"""Opening what marks mentions, as the settings name it."""

from __future__ import annotations

from learning.encoding import Encoder
from masking.detecting import Detector
from masking.pipelines import Pipeline
from masking.recognizers import trained
from webapp.platform.config import Config
from webapp.replacements.opening import open_ontology


def open_detector(config: Config) -> Detector:
    """Open the zero-shot detector; raises PipelineError and MissingIndexError."""
    return Detector.zero_shot(Pipeline.open(config.pipeline), open_ontology(config))


def open_trained_resources(config: Config) -> trained.Resources:
    """Open what trained recognizers stand on; raises what `open_detector` does, EncoderError."""
    detector = open_detector(config)
    return trained.Resources(detector.pipeline, Encoder.open(config.encoder_folder), detector)
