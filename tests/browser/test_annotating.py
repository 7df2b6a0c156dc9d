"""Annotating a document in a browser: choices, followers, undo, keys, preview, submit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.annotating import (
    Annotation,
    choose,
    drop_down,
    expect_here,
    expect_saved,
    offer,
    open_document,
    panel,
    words,
)
from tests.browser.serving import PHONE, Trouble
from tests.factories import Factory
from webapp.platform.models import AssignmentState

Open = Callable[..., Page]
ALL = {
    "Ada Berg": "PERSON 1",
    "Oslo": "city in Norway",
    "1986": "***",
    "Bergen": "city",
    "2004": "***",
}


def test_a_choice_is_saved_at_once_and_there_for_the_next_browser(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    choose(page, "Oslo", "city")
    assert annotation.stored() == {"Oslo": "city"}
    another = open_document(open_browser, annotation)
    expect(drop_down(another, "Oslo")).to_have_value("city")


def test_a_click_on_a_span_opens_its_list_from_specific_to_general(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    words(page, "Bergen").click()
    expect_here(page, "Bergen")
    expect(panel(page).locator(".offer .words")).to_have_text(["city in Norway", "city", "***"])
    expect(panel(page).locator(".offer kbd")).to_have_text(["1", "2", "0"])
    expect(panel(page).locator(".place")).to_have_text("5 / 6")


def test_later_mentions_follow_and_say_so(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    choose(page, "Ada Berg", "PERSON 1")
    expect(drop_down(page, "Berg")).to_have_value("PERSON 1")
    expect(words(page, "Berg")).to_have_text("PERSON 1")
    words(page, "Berg").click()
    expect(panel(page)).to_contain_text("follows the first mention")


def test_what_is_chosen_reads_in_its_place_with_its_article(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    choose(page, "Oslo", "city in Norway")
    expect(page.locator(".document")).to_contain_text("Berg was born in a city in Norway in 1986.")
    expect(page.locator("#progress")).to_contain_text("1 of 6")
    expect(page.locator("#state")).to_contain_text("In progress")


def test_undo_and_redo_work_after_the_browser_was_closed(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    choose(page, "Oslo", "city")
    choose(page, "Oslo", "***")
    page.close()
    page = open_document(open_browser, annotation)
    page.get_by_role("button", name="Undo").click()
    expect(drop_down(page, "Oslo")).to_have_value("city")
    page.get_by_role("button", name="Undo").click()
    expect(drop_down(page, "Oslo")).to_have_value("")
    page.get_by_role("button", name="Redo").click()
    expect(drop_down(page, "Oslo")).to_have_value("city")
    assert annotation.stored() == {"Oslo": "city"}


def test_keys_choose_go_on_go_back_and_undo(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    page.keyboard.press("n")
    expect_here(page, "Oslo")
    page.keyboard.press("2")
    expect_here(page, "1986")
    expect_saved(page)
    expect(drop_down(page, "Oslo")).to_have_value("city")
    page.keyboard.press("0")
    expect_here(page, "Berg")
    expect(page.locator("#progress")).to_contain_text("2 of 6")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    expect_here(page, "Oslo")
    page.keyboard.press("p")
    expect_here(page, "Ada Berg")
    page.keyboard.press("u")
    expect(page.locator("#progress")).to_contain_text("1 of 6")
    expect(words(page, "1986")).to_have_text("1986")
    assert annotation.stored() == {"Oslo": "city"}


def test_keys_do_nothing_while_a_comment_is_typed(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    page.get_by_text("Flag this document").click()
    page.get_by_role("textbox").press_sequentially("no? 0 1 ups")
    expect(page.get_by_role("textbox")).to_have_value("no? 0 1 ups")
    expect(page.locator("#shortcuts")).to_be_hidden()
    assert annotation.stored() == {}


def test_the_question_mark_lists_the_keys(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("next open span")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_keys_can_be_switched_off(open_browser: Open, annotation: Annotation, make: Factory):
    annotation.annotator.has_shortcuts = False
    make.session.commit()
    page = open_document(open_browser, annotation)
    page.keyboard.press("n")
    expect(page.locator(":focus")).to_have_count(0)
    words(page, "Oslo").focus()
    page.keyboard.press("1")
    page.keyboard.press("ArrowRight")
    expect_here(page, "1986")
    assert annotation.stored() == {}


def test_submitting_with_open_spans_goes_to_the_first(
    open_browser: Open, annotation: Annotation, trouble: Trouble
):
    trouble.expect("422")
    page = open_document(open_browser, annotation)
    choose(page, "Ada Berg", "PERSON 1")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("alert")).to_contain_text("4 spans still need a choice")
    expect_here(page, "Oslo")
    expect(page.locator(".document .refused")).to_have_count(4)


def test_the_whole_way_to_the_last_document(
    open_browser: Open, annotation: Annotation, make: Factory, trouble: Trouble
):
    trouble.expect("422")
    empty = make.document(annotation.project, text="Nothing to hide.", spans=[])
    make.assignment(empty, annotation.annotator)
    page = open_document(open_browser, annotation)
    for span_text, text in ALL.items():
        choose(page, span_text, text)
    page.get_by_role("button", name="As it will read").click()
    expect(page.locator(".document")).to_have_text(
        "[PERSON 1] was born in [a city in Norway] in ***. [PERSON 1] moved to [a city] 🚢 in ***."
    )
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".document")).to_have_text("Nothing to hide.")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("alert")).to_contain_text("tick the box")
    box = page.get_by_label("nothing in it needs hiding")
    expect(box).to_be_focused()
    box.check()
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#messages")).to_contain_text("All your documents in this project are done")
    make.session.refresh(annotation.assignment)
    assert annotation.assignment.state is AssignmentState.SUBMITTED


def test_a_submitted_document_can_be_reopened(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    for span_text, text in ALL.items():
        choose(page, span_text, text)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#messages")).to_contain_text("are done")
    page.goto(annotation.address)
    words(page, "Oslo").click()
    expect(offer(page, "city")).to_be_disabled()
    page.get_by_role("button", name="Reopen").click()
    choose(page, "Oslo", "***")
    assert annotation.stored()["Oslo"] == "***"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_accessible_on_a_phone_and_fits(
    open_browser: Open, annotation: Annotation, scheme: str
):
    page = open_document(open_browser, annotation, size=PHONE, color_scheme=scheme)
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_page_fits_at_200_percent_zoom(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation, size={"width": 640, "height": 400})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
