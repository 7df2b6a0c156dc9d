"""Models and an ontology as small as they may be, for the whole library."""

from __future__ import annotations

import pytest

from palimpsest.assets import Assets


@pytest.fixture
def assets(config, tiny_ontology):  # noqa: ARG001 - the ontology is built for its effect
    return Assets(ontology=config.ontology)
