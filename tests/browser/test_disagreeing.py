"""Disagreeing with the list in a browser: own words, spans left as they are, comments."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from sqlalchemy import select

from tests.browser.annotating import (
    OFFLINE,
    Annotation,
    come_back,
    expect_here,
    expect_saved,
    hide_all,
    offer,
    open_document,
    panel,
    words,
)
from tests.browser.serving import Trouble
from tests.factories import Factory
from webapp.platform.extensions import db
from webapp.platform.models import Flag

Open = Callable[..., Page]


def test_own_words_are_chosen_undone_and_survive_the_reload(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    words(page, "Oslo").click()
    page.keyboard.press("e")
    page.get_by_label("Other words").fill("harbour town")
    page.keyboard.press("Enter")
    expect_here(page, "1986")
    expect_saved(page)
    assert annotation.stored() == {"Oslo": "harbour town"}
    page.keyboard.press("u")
    expect(words(page, "Oslo")).to_have_text("Oslo")
    page.keyboard.press("r")
    expect(words(page, "Oslo")).to_have_text("a harbour town")
    page.reload()
    words(page, "Oslo").click()
    expect(offer(page, "harbour town")).to_have_attribute("aria-pressed", "true")
    offer(page, "city").click()
    expect_saved(page)
    assert annotation.stored() == {"Oslo": "city"}


@pytest.mark.usefixtures("namesakes")
def test_another_meaning_is_looked_up_and_chosen(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    words(page, "Oslo").click()
    page.keyboard.press("w")
    expect(panel(page).get_by_text("Oslo: city in Minnesota")).to_be_visible()
    expect(panel(page).locator(".meanings .offer").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(offer(page, "city in Minnesota")).to_have_count(0)
    expect(words(page, "Oslo")).to_be_focused()
    panel(page).get_by_role("button", name="Another meaning").click()
    offer(page, "city in Minnesota").click()
    expect_here(page, "1986")
    expect_saved(page)
    assert annotation.stored() == {"Oslo": "city in Minnesota"}
    expect(words(page, "Oslo")).to_have_text("a city in Minnesota")


def test_own_words_begun_are_there_when_one_comes_back_until_they_are_cancelled(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    other = panel(page).get_by_role("button", name="Other words")
    words(page, "Oslo").click()
    page.keyboard.press("e")
    page.get_by_label("Other words").press_sequentially("harbour to")
    words(page, "1986").click()
    expect(other).not_to_contain_text("harbour")
    offer(page, "***").click()
    words(page, "Oslo").click()
    expect(other).to_contain_text("“harbour to”")
    other.click()
    expect(page.get_by_label("Other words")).to_have_value("harbour to")
    page.keyboard.press("Escape")
    expect(other).not_to_contain_text("harbour")
    expect_saved(page)
    assert "Oslo" not in annotation.stored()


def test_own_words_outlive_a_closed_browser_without_a_connection(
    open_browser: Open, annotation: Annotation, trouble: Trouble
):
    trouble.expect(OFFLINE)
    page = open_document(open_browser, annotation)
    page.context.set_offline(True)
    words(page, "Oslo").click()
    page.keyboard.press("e")
    page.get_by_label("Other words").fill("harbour town")
    page.keyboard.press("Enter")
    again = come_back(page, annotation.address)
    expect_saved(again)
    assert annotation.stored() == {"Oslo": "harbour town"}


def test_what_one_writes_stays_while_the_choice_before_is_saved(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    held: list[Route] = []
    page.route("**/choices", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    with page.expect_request("**/choices"):
        page.keyboard.press("1")
    page.keyboard.press("e")
    page.get_by_label("Other words").press_sequentially("as [a]")
    with page.expect_response("**/choices"):
        held.pop().continue_()
    page.unroute("**/choices")
    page.get_by_label("Other words").press_sequentially(" sub")
    expect_saved(page)
    expect(page.get_by_label("Other words")).to_have_value("as a sub")
    expect(panel(page).locator(".sentence")).to_contain_text("born in [as a sub] in")
    page.get_by_role("button", name="Choose").click()
    expect_here(page, "1986")
    expect_saved(page)
    assert annotation.stored()["Oslo"] == "as a sub"


def test_a_comment_that_was_not_sent_goes_along_with_the_document(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    hide_all(page)
    page.keyboard.press("f")
    page.get_by_role("textbox").fill("Is this the right person?")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#messages")).to_contain_text("are done")
    assert db.session.scalar(select(Flag.comment)) == "Is this the right person?"


def test_a_span_is_left_as_it_is_and_its_later_mentions_with_it(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    words(page, "Ada Berg").click()
    page.keyboard.press("k")
    expect_here(page, "Oslo")
    expect_saved(page)
    assert annotation.stored() == {"Ada Berg": "Ada Berg", "Berg": "Berg"}


def test_a_span_over_two_lines_is_left_with_its_white_space(open_browser: Open, make: Factory):
    spans = [("Ada\n  Berg", "PERSON", "e1", ["PERSON 1"]), ("Oslo", "LOC", "e2", ["city"])]
    annotation = Annotation.begin(make, text="It is Ada\n  Berg of Oslo.", spans=spans)
    page = open_document(open_browser, annotation)
    page.keyboard.press("k")
    expect_here(page, "Oslo")
    expect_saved(page)
    assert annotation.stored() == {"Ada\n  Berg": "Ada\n  Berg"}
    page.keyboard.press("Backspace")
    leave = panel(page).get_by_role("button", name="Leave as it is")
    expect(leave).to_have_attribute("aria-pressed", "true")


def test_a_span_is_flagged_in_the_page(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    words(page, "Oslo").click()
    page.keyboard.press("c")
    page.get_by_role("textbox").fill("The one in Norway?")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("#flags")).to_contain_text("Oslo: The one in Norway?")
    expect(page.locator("#save-status")).to_contain_text("saved for the reviewers")
    assert db.session.scalar(select(Flag.comment)) == "The one in Norway?"


def test_an_empty_flag_is_refused_in_the_page_and_the_address_stays(
    open_browser: Open, annotation: Annotation, trouble: Trouble
):
    trouble.expect("422")
    page = open_document(open_browser, annotation)
    page.keyboard.press("f")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Write a comment")
    assert page.url.endswith(annotation.address)
