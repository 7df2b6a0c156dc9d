"""The pattern page shows every component there is."""

from __future__ import annotations

import re
from pathlib import Path

from flask.testing import FlaskClient

from tests.factories import Factory, sign_in
from webapp.platform.models import AssignmentState, JobState, Role

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


def test_every_part_of_forms_and_lists_is_on_it():
    macros = set(re.findall(r"{% macro (\w+)\(", (TEMPLATES / "ui.html").read_text()))
    parts = "".join(path.read_text() for path in (TEMPLATES / "patterns").iterdir())
    assert macros - set(re.findall(r"ui\.(\w+)\(", parts)) == {"csrf"}, "there is no form on it"


def test_every_state_is_on_it(client: FlaskClient, make: Factory):
    sign_in(client, make.user(role=Role.ADMIN))
    page = client.get("/patterns").text
    for state in (*AssignmentState, *JobState):
        assert f'class="badge state-{state.value}"' in page
    assert "Sent back" in page
    assert "<form" not in page.partition("<main")[2]
