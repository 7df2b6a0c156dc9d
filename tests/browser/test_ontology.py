"""From a pasted text to a choice with its reason, and from a rule to a new list, in a browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select

from tests.browser.accessibility import assert_accessible
from tests.browser.annotating import choose, drop_down, mention
from tests.browser.conftest import PHONE
from tests.factories import Factory
from tests.webapp.submissions import work_off_the_queue
from webapp.extensions import db
from webapp.models import Document, Project, Role, User

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
    page.get_by_role("textbox", name="Text").fill(MARKED)
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


def why(page: Page, span_text: str):
    return mention(page, span_text).locator("xpath=following-sibling::details[1]")


def test_a_pasted_text_is_annotated_and_says_why(
    admin: Page, project: Project, open_browser: Open, make: Factory
):
    paste(admin, project)
    page = open_document(open_browser, make)
    expect(page.get_by_role("region", name="The text", exact=True)).to_contain_text(
        "[then Kristiania]"
    )
    page.keyboard.press("n")
    page.keyboard.press("n")
    expect(drop_down(page, "Oslo")).to_be_focused()
    page.keyboard.press("w")
    reasons = why(page, "Oslo").locator(".reasons")
    expect(reasons).to_be_visible()
    expect(reasons).to_contain_text("Oslo: city in Norway · gazetteer")
    expect(reasons).to_contain_text("city in Scandinavia")
    assert_accessible(page)
    expect(drop_down(page, "Oslo")).to_be_focused()
    page.keyboard.press("w")
    expect(reasons).to_be_hidden()
    choose(page, "Oslo", "city in Scandinavia")


def test_reasons_open_one_at_a_time_and_close_by_escape_or_a_click_elsewhere(
    admin: Page, project: Project, open_browser: Open, make: Factory
):
    paste(admin, project)
    page = open_document(open_browser, make, size=PHONE)
    for span_text in ("Oslo", "geologist"):
        why(page, span_text).locator("summary").focus()
        page.keyboard.press("Space")
        expect(why(page, span_text).locator(".reasons")).to_be_visible()
    expect(page.locator(".why[open]")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    expect(page.locator(".why[open]")).to_have_count(0)
    expect(why(page, "geologist").locator("summary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".why[open]")).to_have_count(1)
    page.get_by_role("heading", level=1).click()
    expect(page.locator(".why[open]")).to_have_count(0)


def test_without_javascript_reasons_open_all_the_same(
    admin: Page, project: Project, open_browser: Open, make: Factory
):
    paste(admin, project)
    page = open_document(open_browser, make, java_script_enabled=False)
    why(page, "Oslo").locator("summary").click()
    expect(why(page, "Oslo").locator(".reasons")).to_contain_text("city in Norway")


def test_a_rule_of_the_project_comes_into_the_list(
    admin: Page, project: Project, open_browser: Open, make: Factory
):
    paste(admin, project)
    admin.get_by_role("navigation", name="Project").get_by_role("link", name="Ontology").click()
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
