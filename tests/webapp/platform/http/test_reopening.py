"""No address that a browser may show answers 405 when it is opened again."""

from __future__ import annotations

import pytest

from tests.webapp.access_levels import ACCESS_LEVELS
from tests.webapp.people.test_access import endpoints_by, rule_of, visit
from tests.webapp.workbench.workbench_client import WorkbenchClient

__all__ = ["visit"]  # a fixture

PAGES = {
    "workbench.submit": "workbench.show",
    "workbench.flag": "workbench.show",
    "workbench.skip": "workbench.show",
    "workbench.reopen": "workbench.show",
    "assignment.apply": "assignment.index",
    "auth.logout": "projects.home",
    "imports.cancel": "imports.show",
    "people.revoke_link": "people.show",
    "projects.remove_member": "projects.members",
    "review.resolve_flag": "review.show",
    "versions.cancel": "versions.index",
    "versions.use": "versions.show",
}
"""The form → the page it stands on."""


@pytest.fixture
def page_of(app, visit):
    """Say where somebody is led who opens the address of a form, and what is there."""

    def page_of(endpoint, actor, verb="GET"):
        answer = visit(actor, endpoint, verb=verb)
        assert answer.status_code == 303, (endpoint, actor)
        return app.url_map.bind("").match(answer.location, method="GET")

    return page_of


def forms_without_a_page(app):
    pages = {rule_of(app, endpoint).rule for endpoint in endpoints_by(app, "GET")}
    return [name for name in endpoints_by(app, "POST") if rule_of(app, name).rule not in pages]


def test_the_address_of_every_form_leads_to_a_page_that_the_same_people_may_open(app, page_of):
    for endpoint in forms_without_a_page(app):
        for actor in sorted(ACCESS_LEVELS[endpoint].allowed):
            for verb in ("GET", "HEAD"):
                page, _ = page_of(endpoint, actor, verb)
                assert actor in ACCESS_LEVELS[page].allowed, (endpoint, page)


@pytest.mark.parametrize(("form", "page"), PAGES.items())
def test_it_is_the_page_that_the_form_stands_on(page_of, two_projects, form, page):
    found, ids = page_of(form, "annotator" if form.startswith("workbench") else "admin")
    assert found == page
    assert ids.items() <= two_projects.this_project.items()


def test_a_form_that_was_refused_names_the_page_it_stands_on(workbench: WorkbenchClient):
    answer = workbench.post("choices", texts={1: "village"})
    assert answer.status_code == 422
    assert f'href="{workbench.address}"' in answer.text
    assert 'href="' + workbench.address + '"' not in workbench.client.get("/nowhere").text


def test_an_address_that_takes_no_form_has_no_page_either(client):
    assert client.get("/projects/nowhere/at/all").status_code == 404
    assert client.post("/account").status_code == 405
