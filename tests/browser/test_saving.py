"""Nothing an annotator chose is lost: offline, in a closed browser, between two tabs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.annotating import (
    OFFLINE,
    Annotation,
    choose,
    come_back,
    drop_down,
    expect_saved,
    open_document,
    pick,
)
from tests.browser.serving import Trouble
from tests.factories import Factory
from webapp.people.auth.operations import end_sessions
from webapp.people.operations import issue_link, link_url
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import utc_now

Open = Callable[..., Page]


def test_a_choice_made_offline_is_saved_when_the_connection_is_back(
    open_browser: Open, annotation: Annotation, trouble: Trouble
):
    trouble.expect(OFFLINE)
    page = open_document(open_browser, annotation)
    page.context.set_offline(True)
    pick(page, "Oslo", "city")
    expect(page.locator("#save-status")).to_have_text("Not saved, retrying…")
    pick(page, "1986", "***")
    page.context.set_offline(False)
    expect_saved(page)
    assert annotation.stored() == {"Oslo": "city", "1986": "***"}


def test_leaving_the_page_in_the_moment_of_choosing_loses_nothing(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    pick(page, "Oslo", "city")
    page.goto("/account")
    page.goto(annotation.address)
    expect(drop_down(page, "Oslo")).to_have_value("city")
    assert annotation.stored() == {"Oslo": "city"}


def test_a_browser_closed_offline_saves_when_it_is_opened_again(
    open_browser: Open, annotation: Annotation, trouble: Trouble
):
    trouble.expect(OFFLINE)
    page = open_document(open_browser, annotation)
    page.context.set_offline(True)
    pick(page, "Oslo", "city")
    again = come_back(page, annotation.address)
    expect_saved(again)
    assert annotation.stored() == {"Oslo": "city"}
    assert again.evaluate("localStorage.length") == 0


@pytest.fixture
def following(annotation: Annotation, make: Factory) -> Annotation:
    """A second document of the same annotator, which comes after the first."""
    document = make.document(annotation.project)
    work = make.assignment(document, annotation.annotator)
    return Annotation(annotation.annotator, annotation.project, document, work)


def test_what_was_noted_offline_is_saved_when_its_document_comes_in_place_of_another(
    open_browser: Open, annotation: Annotation, following: Annotation, trouble: Trouble
):
    trouble.expect(OFFLINE)
    page = open_document(open_browser, following)
    page.context.set_offline(True)
    pick(page, "Oslo", "city")
    again = come_back(page, annotation.address)
    again.get_by_role("button", name="Skip").click()
    expect(drop_down(again, "Oslo")).to_have_value("city")
    expect_saved(again)
    assert following.stored() == {"Oslo": "city"}
    assert again.evaluate("localStorage.length") == 0


def test_a_choice_that_a_step_took_along_is_noted_no_more(
    open_browser: Open, annotation: Annotation, following: Annotation
):
    page = open_document(open_browser, annotation)
    page.evaluate(
        "document.querySelector('#panel .offer').click(); document.getElementById('skip').click()"
    )
    expect(page).to_have_title(f"Document {following.document.number} · Palimpsest")
    assert page.evaluate("localStorage.length") == 0
    assert annotation.stored() == {"Ada Berg": "PERSON 1", "Berg": "PERSON 1"}


def test_a_key_pressed_in_the_moment_a_document_comes_is_saved(
    open_browser: Open, annotation: Annotation, following: Annotation
):
    page = open_document(open_browser, annotation)
    page.evaluate(
        """document.addEventListener("htmx:afterSwap", (event) => event.target.id === "workbench" &&
          setTimeout(() => document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", { key: "1", bubbles: true }))))"""
    )
    page.get_by_role("button", name="Skip").click()
    expect_saved(page)
    assert following.stored() == {"Ada Berg": "PERSON 1", "Berg": "PERSON 1"}


def test_what_the_browser_notes_holds_no_text(
    open_browser: Open, annotation: Annotation, trouble: Trouble
):
    trouble.expect(OFFLINE)
    page = open_document(open_browser, annotation)
    page.context.set_offline(True)
    pick(page, "Oslo", "city in Norway")
    notes = page.evaluate("JSON.stringify(localStorage)")
    assert "choice-" in notes
    assert "Norway" not in notes
    assert "Oslo" not in notes


def test_two_tabs_show_both_versions_and_lose_neither(
    open_browser: Open, annotation: Annotation, trouble: Trouble
):
    trouble.expect("409")
    first = open_document(open_browser, annotation)
    second = open_document(open_browser, annotation)
    choose(first, "Oslo", "city in Norway")
    pick(second, "Oslo", "***")
    conflict = second.locator("#conflict")
    expect(conflict).to_contain_text("Stored: city in Norway")
    expect(conflict).to_contain_text("Your page: ***")
    expect(second.locator("#save-status")).to_contain_text("Not saved")
    assert_accessible(second)
    assert annotation.stored() == {"Oslo": "city in Norway"}
    second.get_by_label("Your page: ***").check()
    second.get_by_role("button", name="Save and show").click()
    expect(drop_down(second, "Oslo")).to_have_value("***")
    assert annotation.stored() == {"Oslo": "***"}


@pytest.mark.parametrize("name", ["Undo", "Submit"])
def test_a_stale_tab_can_neither_undo_nor_submit(
    open_browser: Open, annotation: Annotation, trouble: Trouble, name: str
):
    trouble.expect("409|422")
    first = open_document(open_browser, annotation)
    choose(first, "Oslo", "city")
    second = open_document(open_browser, annotation)
    choose(first, "Oslo", "***")
    second.get_by_role("button", name=name).click()
    expect(second.locator("#conflict")).to_contain_text("Stored: ***")
    assert annotation.stored() == {"Oslo": "***"}


def test_without_javascript_every_button_saves_what_was_chosen(
    open_browser: Open, annotation: Annotation, trouble: Trouble
):
    trouble.expect("422")
    page = open_document(open_browser, annotation, java_script_enabled=False)
    drop_down(page, "Ada Berg").select_option("PERSON 1")
    page.get_by_role("button", name="Save").click()
    assert annotation.stored() == {"Ada Berg": "PERSON 1", "Berg": "PERSON 1"}
    drop_down(page, "Oslo").select_option("city")
    page.get_by_role("button", name="As it will read").click()
    expect(page.locator(".preview")).to_contain_text("born in [a city] in")
    page.get_by_role("link", name="Back to the document").click()
    drop_down(page, "1986").select_option("***")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("alert")).to_contain_text("2 spans still need a choice")
    drop_down(page, "Bergen").select_option("city")
    page.get_by_role("button", name="Undo").click()
    expect(drop_down(page, "Bergen")).to_have_value("")
    page.get_by_role("button", name="Redo").click()
    drop_down(page, "2004").select_option("***")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#messages")).to_contain_text("are done")
    assert annotation.stored()["Bergen"] == "city"


def test_a_session_that_ends_says_so_and_keeps_the_choice_until_the_next_sign_in(
    open_browser: Open, annotation: Annotation, trouble: Trouble, config: Config
):
    trouble.expect("401")
    page = open_document(open_browser, annotation)
    end_sessions(db.session(), annotation.annotator)
    link = issue_link(db.session(), annotation.annotator, days=1, actor=None, at=utc_now())
    db.session.commit()
    pick(page, "Oslo", "city")
    expect(page).to_have_title("Sign in · Palimpsest")
    expect(page.locator(".notice")).to_have_text("Your session has ended. Sign in to go on.")
    assert_accessible(page)
    page.goto(link_url(config, link).removeprefix(config.public_url))
    page.goto(annotation.address)
    expect_saved(page)
    assert annotation.stored() == {"Oslo": "city"}
