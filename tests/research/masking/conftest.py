from __future__ import annotations

import pytest

from masking.detecting import Detector
from masking.pipelines import Pipeline
from ontology.index.writing import write_index
from ontology.layers import Ontology
from tests.gazetteer import ENTRIES


@pytest.fixture(scope="session")
def ontology(tmp_path_factory):
    """Three towns and a profession, opened."""
    folder = tmp_path_factory.mktemp("ontology")
    write_index(folder, ENTRIES, {})
    return Ontology.open(folder)


@pytest.fixture(scope="session")
def detector(ontology):
    """The zero-shot detector."""
    return Detector.zero_shot(Pipeline.open(), ontology)
