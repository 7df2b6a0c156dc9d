"""The real index, for the tests that ask it; `make test` builds it first."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ontology.errors import MissingIndexError
from ontology.index.reading import Index
from ontology.sources import load_sources

ROOT = Path(__file__).resolve().parents[2]
EMBEDDED = Path(os.environ.get("PALIMPSEST_ONTOLOGY") or ROOT / "instance" / "ontology")


@pytest.fixture(scope="session")
def embedded() -> Index:
    """The index of all sources."""
    try:
        index = Index(EMBEDDED)
    except MissingIndexError as error:
        pytest.fail(f"{error} (`make ontology` does it, and `make test` before the tests)")
    if index.manifest["sources"] != list(load_sources()):
        pytest.fail(f"the index in {EMBEDDED} lacks sources: run `palimpsest ontology build`")
    return index
