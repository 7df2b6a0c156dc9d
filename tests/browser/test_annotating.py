"""Annotating a document in a browser: choices, followers, undo, keys, preview, submit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.annotating import (
    Annotation,
    annotation,
    choose,
    drop_down,
    expect_saved,
    mention,
)
from tests.browser.conftest import PHONE, Trouble
from tests.factories import Factory
from webapp.models import AssignmentState

__all__ = ["annotation"]

Open = Callable[..., Page]
ALL = {
    "Ada Berg": "PERSON 1",
    "Oslo": "city in Norway",
    "1986": "***",
    "Bergen": "city",
    "2004": "***",
}


def open_document(open_browser: Open, annotation: Annotation, **options: object) -> Page:
    page = open_browser(annotation.annotator, **options)
    page.goto(annotation.address)
    return page


def test_a_choice_is_saved_at_once_and_there_for_the_next_browser(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    choose(page, "Oslo", "city")
    assert annotation.stored() == {"Oslo": "city"}
    another = open_document(open_browser, annotation)
    expect(drop_down(another, "Oslo")).to_have_value("city")


def test_the_original_stands_first_and_can_not_be_chosen(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    first = drop_down(page, "Oslo").locator("option").first
    expect(first).to_have_text("Oslo")
    expect(first).to_be_disabled()


def test_later_mentions_follow_and_say_so(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    choose(page, "Ada Berg", "PERSON 1")
    expect(drop_down(page, "Berg")).to_have_value("PERSON 1")
    expect(mention(page, "Berg").locator(".mark")).to_contain_text("follows")


def test_the_reading_and_the_progress_change_with_each_choice(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    choose(page, "Oslo", "city in Norway")
    expect(page.locator(".reading-text")).to_contain_text("born in [a city in Norway] in [ ? ]")
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


def test_keys_walk_choose_and_undo(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    page.keyboard.press("n")
    page.keyboard.press("n")
    expect(drop_down(page, "Oslo")).to_be_focused()
    page.keyboard.press("2")
    expect_saved(page)
    expect(drop_down(page, "Oslo")).to_have_value("city")
    page.keyboard.press("o")
    expect(drop_down(page, "1986")).to_be_focused()
    page.keyboard.press("0")
    expect(page.locator("#progress")).to_contain_text("2 of 6")
    page.keyboard.press("p")
    expect(drop_down(page, "Oslo")).to_be_focused()
    page.keyboard.press("u")
    expect(page.locator("#progress")).to_contain_text("1 of 6")
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
    expect(page.locator("select:focus")).to_have_count(0)


def test_submitting_with_open_spans_goes_to_the_first(
    open_browser: Open, annotation: Annotation, trouble: Trouble
):
    trouble.expect("422")
    page = open_document(open_browser, annotation)
    choose(page, "Ada Berg", "PERSON 1")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("alert")).to_contain_text("4 spans still need a choice")
    expect(drop_down(page, "Oslo")).to_be_focused()


def test_the_whole_way_to_the_last_document(
    open_browser: Open, annotation: Annotation, make: Factory, trouble: Trouble
):
    trouble.expect("422")
    empty = make.document(annotation.project, text="Nothing to hide.", spans=[])
    make.assignment(empty, annotation.annotator)
    page = open_document(open_browser, annotation)
    for span_text, text in ALL.items():
        choose(page, span_text, text)
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".preview")).to_have_text(
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
    expect(drop_down(page, "Oslo")).to_be_disabled()
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
