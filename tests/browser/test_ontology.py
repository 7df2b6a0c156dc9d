"""From a pasted text to a choice with its reason, and from a rule to a new list, in a browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import select

from tests.browser.accessibility import assert_accessible
from tests.browser.annotating import (
    choose,
    drop_down,
    expect_here,
    offer,
    panel,
    words,
)
from tests.browser.serving import PHONE
from tests.factories import Factory
from tests.webapp.submissions import work_off_the_queue
from webapp.platform.extensions import db
from webapp.platform.models import Document, Project, Role, User

MARKED = r"[Anna](PERSON) lived in [Oslo](LOC) \[then Kristiania\] as a [geologist](DEM)."
Open = Callable[..., Page]


@pytest.fixture
def project(make: Factory, tiny_ontology: None) -> Project:  # noqa: ARG001 - the index must be there
    return make.project(make.user("nora"), name="Lives")


@pytest.fixture
def admin(make: Factory, open_browser: Open) -> Page:
    return open_browser(make.user("Alma", role=Role.ADMIN))


def paste(page: Page, project: Project) -> None:
    page.goto(f"/projects/{project.id}/import")
    page.get_by_role("textbox", name="Text", exact=True).fill(MARKED)
    page.get_by_label("Name of the document").fill("anna")
    page.get_by_role("button", name="Bring in this text").click()
    expect(page.locator(".import")).to_contain_text("anna.marked.txt")
    work_off_the_queue()
    expect(page.locator(".import .state-done")).to_be_visible()
    expect(page.locator(".import")).to_contain_text("Replacements were proposed for 3 spans.")


def open_document(open_browser: Open, make: Factory, **options: object) -> Page:
    nora = db.session.scalars(select(User).where(User.name == "nora")).one()
    document = db.session.scalars(select(Document)).one()
    make.assignment(document, nora)
    page = open_browser(nora, **options)
    page.goto(f"/projects/{document.project_id}/documents/{document.id}")
    page.wait_for_function("document.readyState === 'complete'")
    return page


def reasons(page: Page) -> Locator:
    """What the list of the span one is at says over its replacements."""
    return panel(page).locator(".why")


def test_a_pasted_text_is_annotated_and_says_why(
    admin: Page, project: Project, open_browser: Open, make: Factory
):
    paste(admin, project)
    page = open_document(open_browser, make)
    expect(page.get_by_role("region", name="The text", exact=True)).to_contain_text(
        "[then Kristiania]"
    )
    page.keyboard.press("n")
    expect_here(page, "Oslo")
    expect(reasons(page).first).to_have_text("Oslo: city in Norway · gazetteer")
    expect(offer(page, "city in Scandinavia")).to_be_visible()
    assert_accessible(page)
    choose(page, "Oslo", "city in Scandinavia")


def test_the_list_says_why_of_one_span_at_a_time_and_closes_by_escape_or_a_click_elsewhere(
    admin: Page, project: Project, open_browser: Open, make: Factory
):
    paste(admin, project)
    page = open_document(open_browser, make, size=PHONE)
    expect(panel(page)).to_be_hidden()
    words(page, "Oslo").click()
    expect(reasons(page).first).to_contain_text("Oslo: city in Norway")
    words(page, "geologist").focus()
    expect_here(page, "geologist")
    expect(panel(page)).not_to_contain_text("Oslo: city in Norway")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(panel(page)).to_be_hidden()
    expect(words(page, "geologist")).to_be_focused()
    page.keyboard.press("Enter")
    expect(panel(page)).to_be_visible()
    expect(panel(page).locator(".offer:focus")).to_have_count(1)
    page.get_by_role("heading", level=1).click()
    expect(panel(page)).to_be_hidden()


def test_without_javascript_the_drop_down_says_why(
    admin: Page, project: Project, open_browser: Open, make: Factory
):
    paste(admin, project)
    page = open_document(open_browser, make, java_script_enabled=False)
    groups = drop_down(page, "Oslo").locator("optgroup")
    expect(groups.first).to_have_attribute("label", "Oslo: city in Norway · gazetteer")


def test_a_rule_of_the_project_comes_into_the_list(
    admin: Page, project: Project, open_browser: Open, make: Factory
):
    paste(admin, project)
    for name in ("Models", "Ontology"):
        way = admin.get_by_role("navigation", name="Project")
        way.get_by_role("link", name=name, exact=True).click()
    admin.get_by_label("Term", exact=True).fill("Oslo")
    admin.get_by_role("button", name="Look up").click()
    expect(admin.get_by_role("heading", name="Place")).to_be_visible()
    expect(admin.get_by_label("For the term")).to_have_value("Oslo")
    admin.get_by_label("Generalization").fill("Nordic capital")
    admin.get_by_label("Place in the list").fill("1")
    admin.get_by_role("button", name="Add this rule").click()
    expect(admin.locator("#rules")).to_contain_text("Nordic capital")
    admin.get_by_role("button", name="Propose again").click()
    expect(admin.locator("#proposing")).to_contain_text("Queued")
    work_off_the_queue()
    expect(admin.locator("#proposing")).to_contain_text("New lists in 1 of 1 document that")
    page = open_document(open_browser, make)
    choose(page, "Oslo", "Nordic capital")
