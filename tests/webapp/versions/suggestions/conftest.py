"""Fixtures of the tests of suggestions."""

from __future__ import annotations

import pytest

from tests.webapp.versions.suggestions.suggestible import LIKELY, suggest, want
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.platform.models import ModelVersion, SuggestionMode


@pytest.fixture
def version(workbench: WorkbenchClient) -> ModelVersion:
    """The version that says `LIKELY` in the workbench's document, as hints."""
    want(workbench.project.id, SuggestionMode.HINT)
    return suggest(workbench.assignment, LIKELY)


@pytest.fixture
def preselecting(workbench: WorkbenchClient, version: ModelVersion) -> None:  # noqa: ARG001 - its payload must be there
    """Make the project preselect what is suggested."""
    want(workbench.project.id, SuggestionMode.PRESELECT)
