"""The packaged pipeline, opened once, and a detector that stands on it and a tiny ontology."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from spacy.tokens import Doc

from masking.detecting import Detector
from masking.pipelines import Pipeline
from ontology.index.writing import write_index
from ontology.layers import Ontology
from tests.gazetteer import ENTRIES


@pytest.fixture(scope="session")
def pipeline() -> Pipeline:
    """The packaged pipeline: it takes a second to load."""
    return Pipeline.open()


@pytest.fixture(scope="session")
def parse(pipeline: Pipeline) -> Callable[[str], Doc]:
    """Parse a text with the packaged pipeline."""
    return pipeline.parse


@pytest.fixture(scope="session")
def small_ontology(tmp_path_factory: pytest.TempPathFactory) -> Ontology:
    """Three towns and a profession, opened."""
    folder = tmp_path_factory.mktemp("ontology")
    write_index(folder, ENTRIES, {})
    return Ontology.open(folder)


@pytest.fixture(scope="session")
def detector(pipeline: Pipeline, small_ontology: Ontology) -> Detector:
    """The zero-shot detector."""
    return Detector.zero_shot(pipeline, small_ontology)
