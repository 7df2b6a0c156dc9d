"""The tiny index of the tests for people."""

from __future__ import annotations

import pytest

from ontology.index.writing import write_index
from ontology.layers import Ontology
from tests.ontology.linking.callings import ENTRIES


@pytest.fixture(scope="session")
def people(tmp_path_factory: pytest.TempPathFactory) -> Ontology:
    """An index of a few peoples, callings and conditions."""
    folder = tmp_path_factory.mktemp("people")
    write_index(folder, ENTRIES, {})
    return Ontology.open(folder)
