"""Fixtures of the tests of risks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.factories import Factory, sign_in
from tests.webapp.insight.risk.risky import compute, give_background, handed_in, pages
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.platform.config import Config
from webapp.platform.models import Role


@pytest.fixture
def config(config: Config, tmp_path: Path) -> Config:
    """Settings without an encoder, which takes long to load: attacks are by words alone."""
    return replace(config, encoder_folder=tmp_path / "nowhere")


@pytest.fixture
def submitted(make: Factory, workbench: WorkbenchClient, config: Config) -> WorkbenchClient:
    """A document that was submitted, to be attacked."""
    document = handed_in(make, workbench)
    give_background(config, document.project, pages("falconer"))
    return document


@pytest.fixture
def checked(submitted: WorkbenchClient) -> WorkbenchClient:
    """The same, once the worker has attacked it."""
    compute(submitted.project)
    return submitted


@pytest.fixture
def admin(make: Factory, app: Flask) -> FlaskClient:
    """The client of an admin."""
    person = make.user(role=Role.ADMIN)
    client = app.test_client()
    sign_in(client, person)
    client.person = person
    return client
