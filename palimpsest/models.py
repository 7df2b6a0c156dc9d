"""Opening the models that texts are read with."""

from __future__ import annotations

from learning.encoding import Encoder
from masking.detecting import Detector
from masking.pipelines import Pipeline
from palimpsest.assets import Assets
from palimpsest.opening import open_ontology


def open_detector(assets: Assets) -> Detector:
    """Open the zero-shot detector; raises PipelineError and MissingIndexError."""
    pipeline = Pipeline.open(assets.pipeline, hides_torch=assets.hides_torch)
    return Detector.zero_shot(pipeline, open_ontology(assets))


def open_encoder(assets: Assets) -> Encoder:
    """Open the text encoder; raises EncoderError."""
    return Encoder.open(assets.encoder)
