"""An empty list says why, and has the one button that fills it for those who may press it."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.factories import Factory, sign_in
from webapp.platform.models import Role

EMPTY = re.compile(r'<div class="empty">\s*<p>(.*?)</p>(.*?)</div>', re.DOTALL)
BUTTON = re.compile(r'<a class="button" href="([^"]+)">([^<]+)</a>')


def empty_lists(client: FlaskClient, address: str) -> dict[str, dict[str, str]]:
    """Return what each empty list of a page says → what its buttons are called, and where to."""
    found = EMPTY.findall(client.get(address).text)
    return {why: {label: to for to, label in BUTTON.findall(rest)} for why, rest in found}


@pytest.mark.parametrize(
    ("page", "words", "button", "leads_to"),
    [
        ("documents", "no documents yet", "Import documents", "import"),
        ("documents?words=x", "has “x” in its name or its text", "Show all documents", "documents"),
        ("assign", "no documents yet", "Import documents", "import"),
        ("export", "nothing to export", "Import documents", "import"),
        ("review", "Nobody has documents", "Assign documents", "assign"),
        ("review?annotator=1", "from this annotator", "Show everybody&#39;s", "review"),
        ("model/compare", "two versions", "Train a model", "model"),
    ],
)
def test_an_admin_has_one_button_that_fills_it(
    client: FlaskClient, make: Factory, page: str, words: str, button: str, leads_to: str
):
    project = make.project()
    sign_in(client, make.user(role=Role.ADMIN))
    lists = empty_lists(client, f"/projects/{project.id}/{page}")
    [(why, buttons)] = [item for item in lists.items() if words in item[0]]
    assert why.endswith(".")
    [(label, address)] = buttons.items()
    assert label == button
    assert address.partition("?")[0] == f"/projects/{project.id}/{leads_to}"
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("page", ["", "import", "model", "ontology", "members"])
def test_where_the_page_itself_fills_it_there_is_no_second_button(
    client: FlaskClient, make: Factory, page: str
):
    make.user("Nora")  # whom the page of members can add
    project = make.project()
    sign_in(client, make.user(role=Role.ADMIN))
    [buttons] = empty_lists(client, f"/projects/{project.id}/{page}".rstrip("/")).values()
    assert buttons == {}


@pytest.mark.parametrize("page", ["", "documents", "review", "model"])
def test_reviewers_are_told_why_and_offered_nothing_they_may_not_do(
    client: FlaskClient, make: Factory, page: str
):
    reviewer = make.user(role=Role.REVIEWER)
    project = make.project(reviewer)
    sign_in(client, reviewer)
    lists = empty_lists(client, f"/projects/{project.id}/{page}".rstrip("/"))
    assert lists
    assert not any(lists.values())


def test_before_the_first_project(client: FlaskClient, make: Factory):
    sign_in(client, make.user(role=Role.ADMIN))
    [buttons] = empty_lists(client, "/").values()
    assert buttons == {"New project": "/projects/new"}
    assert client.get("/").text.count("New project") == 1
    sign_in(client, make.user())
    [(why, buttons)] = empty_lists(client, "/").items()
    assert "not a member" in why
    assert buttons == {}
