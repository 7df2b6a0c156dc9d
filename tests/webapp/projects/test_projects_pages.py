"""The way around a project: its tabs, the pages below them, and who sees which."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.factories import Factory, sign_in
from tests.webapp.access_levels import ACCESS_LEVELS
from tests.webapp.two_projects import TwoProjects
from webapp.platform.models import Project, ProjectKind, Role
from webapp.projects.pages import EXPORT, TABS

LINK = re.compile(r'<a (?:class="[^"]*" )?href="([^"]+)"(?: aria-current="(\w+)")?>([^<]+)</a>')


@pytest.fixture
def project(make: Factory) -> Project:
    return make.project(name="Lives")


def way_around(client: FlaskClient, address: str) -> dict[str, list[tuple[str, str]]]:
    """Return what is called how, and its aria-current, in the tabs and in the line below them."""
    page = client.get(address).text
    return {
        name: [(label, current) for _, current, label in LINK.findall(part)]
        for name, part in re.findall(r'<ul class="(tabs|below)">(.*?)</ul>', page, re.DOTALL)
    }


def links_on_top(page: str) -> set[tuple[str, str]]:
    """Return where the tabs and the line below them lead, and what the links are called."""
    top = page.partition('aria-label="Project"')[2].partition("</nav>")[0]
    return {(address, label) for address, _, label in LINK.findall(top)}


def test_admins_have_four_tabs_and_a_button(client: FlaskClient, make: Factory, project: Project):
    sign_in(client, make.user(role=Role.ADMIN))
    assert way_around(client, f"/projects/{project.id}") == {
        "tabs": [
            ("Documents", "true"),
            ("Review", ""),
            ("Models", ""),
            ("Settings", ""),
            ("Export", ""),
        ],
        "below": [("Overview", "page"), ("All documents", ""), ("Import", ""), ("Assign", "")],
    }


def test_the_export_stands_under_no_tab(client: FlaskClient, make: Factory, project: Project):
    sign_in(client, make.user(role=Role.ADMIN))
    way = way_around(client, f"/projects/{project.id}/export")
    assert [label for label, current in way["tabs"] if current == "page"] == ["Export"]
    assert [label for label, current in way["tabs"] if current == "true"] == []
    assert "below" not in way


def test_reviewers_see_what_they_may_open_and_no_line_of_one_page(
    client: FlaskClient, make: Factory
):
    reviewer = make.user(role=Role.REVIEWER)
    project = make.project(reviewer, kind=ProjectKind.MASKING)
    sign_in(client, reviewer)
    assert way_around(client, f"/projects/{project.id}/masks") == {
        "tabs": [("Documents", ""), ("Review", ""), ("Models", "page")]
    }
    assert way_around(client, f"/projects/{project.id}/agreement") == {
        "tabs": [("Documents", ""), ("Review", "true"), ("Models", "")],
        "below": [
            ("Queue", ""),
            ("Adjudication", ""),
            ("Agreement", "page"),
            ("Statistics", ""),
            ("Risk", ""),
            ("Release", ""),
        ],
    }


def test_annotators_have_one_page_and_no_tabs(client: FlaskClient, make: Factory):
    annotator = make.user()
    project = make.project(annotator)
    sign_in(client, annotator)
    assert way_around(client, f"/projects/{project.id}") == {}


def test_what_lies_below_a_page_is_not_that_page(
    client: FlaskClient, make: Factory, project: Project
):
    document = make.document(project)
    sign_in(client, make.user(role=Role.ADMIN))
    way = way_around(client, f"/projects/{project.id}/documents/{document.id}/text")
    assert ("All documents", "true") in way["below"]


@pytest.mark.parametrize("kind", ProjectKind)
@pytest.mark.parametrize("role", Role)
def test_every_link_leads_to_a_page_that_opens(
    client: FlaskClient, make: Factory, role: Role, kind: ProjectKind
):
    person = make.user(role=role)
    project = make.project(person, kind=kind)
    sign_in(client, person)
    page = client.get(f"/projects/{project.id}").text
    for address, label in links_on_top(page):
        assert client.get(address).status_code == 200, label


def test_who_may_open_a_page_is_shown_the_way_to_it(client: FlaskClient, make: Factory, config):
    two_projects = TwoProjects.build(make, config)
    addresses = client.application.url_map.bind("")
    ids = {"project_id": two_projects.this_project["project_id"]}
    pages = [EXPORT, *(page for tab in TABS.values() for page in tab.values())]
    for actor in ("reviewer", "admin"):
        sign_in(client, two_projects.people[actor])
        shown, coming = set(), {addresses.build("projects.show", ids)}
        while coming:
            links = {address for address, _ in links_on_top(client.get(coming.pop()).text)}
            coming |= links - shown
            shown |= links
        passing = {page for _, page in pages if actor in ACCESS_LEVELS[page].allowed}
        assert shown == {addresses.build(page, ids) for page in passing}
