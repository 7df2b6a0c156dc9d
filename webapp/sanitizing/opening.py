"""Opening what marks mentions: the spaCy pipeline and the ontology that the settings name."""

from __future__ import annotations

from masking.detecting import Detector
from masking.pipelines import Pipeline
from webapp.config import Config
from webapp.generalizations.opening import open_ontology


def open_detector(config: Config) -> Detector:
    """Open the zero-shot detector; raises PipelineError and MissingIndexError."""
    return Detector.zero_shot(Pipeline.open(config.pipeline), open_ontology(config))
