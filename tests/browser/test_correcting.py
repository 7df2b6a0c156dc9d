"""Spans that are hidden already: what is said of them, their borders, and that they need not be."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.annotating import (
    Annotation,
    expect_here,
    expect_saved,
    open_document,
    panel,
    pick,
    words,
)
from tests.browser.marks import begin, drag, expect_marked, hidden, span, spans_of, title
from tests.browser.serving import PHONE
from tests.factories import Factory

pytestmark = pytest.mark.marking

Open = Callable[..., Page]
SUGGESTED = ["Ada Berg", "Oslo", "1986", "Berg", "Bergen", "2004"]


def test_what_is_said_of_a_span_is_corrected_in_its_panel(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    words(page, "Oslo").click()
    page.keyboard.press("m")
    expect(page.get_by_role("button", name="3 Place")).to_have_attribute("aria-pressed", "true")
    assert_accessible(page)
    expect_marked(page, lambda: page.keyboard.press("4"))
    expect_here(page, "Oslo")
    page.keyboard.press("m")
    expect_marked(page, lambda: page.keyboard.press("d"))
    page.keyboard.press("m")
    entities = panel(page).get_by_label("Same as")
    entities.click()
    expect_marked(page, lambda: entities.select_option("Bergen"))
    changed = span(annotation, "Oslo")
    assert changed.entity_type.value == "ORG"
    assert changed.identifier_type.value == "DIRECT"
    assert changed.entity_id == span(annotation, "Bergen").entity_id


def test_what_a_span_is_already_closes_the_panel_and_says_that_nothing_changed(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    words(page, "Oslo").click()
    status = page.locator("#save-status")
    for press in (
        lambda: page.keyboard.press("3"),
        lambda: page.get_by_role("button", name="3 Place").click(),
        lambda: page.keyboard.press("q"),
    ):
        page.keyboard.press("m")
        press()
        expect_here(page, "Oslo")
        expect(panel(page).get_by_role("button", name="Correct…")).to_be_visible()
        expect(status).to_have_text("All saved. Nothing changed: the span is that already.")
        status.evaluate("status => status.textContent = ''")
    assert span(annotation, "Oslo").edit_type is None


def test_on_a_phone_what_can_be_corrected_begins_below_the_bar(open_browser: Open, make: Factory):
    offers = [f"kind of place {number}" for number in range(20)]
    text = "Oslo\n" + "It rained all day.\n" * 60
    annotation = begin(make, text=text, spans=[("Oslo", "LOC", "e1", offers)])
    page = open_document(open_browser, annotation, size=PHONE)
    words(page, "Oslo").click()
    page.get_by_role("button", name="Correct…").click()
    bar = page.locator(".bar.where").bounding_box()
    title_box = title(page).bounding_box()
    assert bar["y"] + bar["height"] <= title_box["y"]
    expect(panel(page).get_by_text("Hide as", exact=True)).to_be_in_viewport()


def test_keys_go_through_a_list_and_enter_takes_what_they_found(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    page.keyboard.press("m")
    panel(page).get_by_label("Sensitive").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(panel(page)).to_contain_text("Enter takes it.")
    assert span(annotation, "Ada Berg").confidential_status is None
    expect_marked(page, lambda: page.keyboard.press("Enter"))
    status = span(annotation, "Ada Berg").confidential_status
    assert status is not None
    assert status.value == "POLITICS"


def test_a_correction_holds_for_the_other_mentions_unless_one_says_no(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    page.keyboard.press("m")
    page.get_by_label("also its 1 other mention").uncheck()
    expect_marked(page, lambda: page.keyboard.press("4"))
    kinds = {each.span_text: each.entity_type.value for each in spans_of(annotation)}
    assert (kinds["Ada Berg"], kinds["Berg"]) == ("ORG", "PERSON")


def test_the_borders_of_a_span_are_moved_over_its_own_words(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    pick(page, "Oslo", "city")
    words(page, "Oslo").click()
    page.keyboard.press("m")
    page.keyboard.press("b")
    expect(words(page, "Oslo")).to_have_text("Oslo")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect_here(page, "Oslo")
    expect(words(page, "Oslo")).to_have_text("a city")
    page.keyboard.press("m")
    page.keyboard.press("b")
    page.keyboard.press("Control+ArrowLeft")
    page.keyboard.press("Shift+Alt+ArrowLeft")
    expect(title(page)).to_have_text("in Osl")
    expect_marked(page, lambda: page.keyboard.press("Enter"))
    assert hidden(annotation)[:3] == ["Ada Berg", "in Osl", "1986"]


def test_a_span_shows_its_own_words_while_its_borders_are_moved_and_its_choice_is_stored(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    held: list[Route] = []
    page.route("**/choices", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    with page.expect_request("**/choices"):
        pick(page, "Oslo", "city")
    words(page, "Oslo").click()
    page.keyboard.press("m")
    page.keyboard.press("b")
    held[0].continue_()
    expect_saved(page)
    expect(words(page, "Oslo")).to_have_text("Oslo")
    page.keyboard.press("Escape")
    expect(words(page, "Oslo")).to_have_text("a city")


def test_arrows_with_shift_or_control_move_the_borders_of_the_span_one_is_at(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    words(page, "Oslo").click()
    page.keyboard.press("Control+ArrowLeft")
    expect(title(page)).to_have_text("in Oslo")
    page.keyboard.press("Shift+ArrowRight")
    expect(title(page)).to_have_text("in Oslo in")
    page.keyboard.press("Escape")
    expect(title(page)).to_have_text("Oslo")
    page.keyboard.press("Shift+ArrowRight")
    expect_marked(page, lambda: page.keyboard.press("Enter"))
    expect_here(page, "Oslo in")
    assert hidden(annotation)[:3] == ["Ada Berg", "Oslo in", "1986"]


def test_borders_are_moved_into_a_span_with_white_space_of_its_own(
    open_browser: Open, make: Factory
):
    spans = [("Berg,", "ORG", "e1", ["x"]), ("Ada  MD", "PERSON", "e2", ["PERSON 1"])]
    annotation = begin(make, text="Seen by Berg, Ada  MD today.", spans=spans)
    page = open_document(open_browser, annotation)
    page.keyboard.press("m")
    page.keyboard.press("b")
    page.keyboard.press("Shift+ArrowRight")
    expect(title(page)).to_have_text("Berg, Ada")


def test_a_span_that_is_not_to_be_hidden_is_text_again(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    words(page, "Oslo").click()
    expect_marked(page, lambda: page.keyboard.press("x"))
    expect_here(page, "1986")
    assert hidden(annotation) == ["Ada Berg", "1986", "Berg", "Bergen", "2004"]


def test_after_what_is_not_to_be_hidden_work_goes_on_at_the_next_open_span(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    page.keyboard.press("1")
    expect(words(page, "Berg")).to_contain_class("chosen")
    words(page, "1986").click()
    expect_marked(page, lambda: page.keyboard.press("x"))
    expect_here(page, "Bergen")
    expect_marked(page, lambda: page.keyboard.press("u"))
    expect_here(page, "1986")


def test_one_press_takes_the_same_words_back_and_says_how_often(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    drag(page, "in")
    expect_marked(page, lambda: page.keyboard.press("8"))
    assert hidden(annotation).count("in") == 3
    everywhere = page.get_by_role("button", name="Not to be hidden (all 3)")
    expect_marked(page, everywhere.click)
    assert hidden(annotation) == SUGGESTED


def test_a_link_says_for_whom_it_goes_and_changes_what_the_span_offers(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    pick(page, "Ada Berg", "PERSON 1")
    words(page, "Berg").click()
    page.keyboard.press("m")
    expect(panel(page)).to_contain_text(
        "“Same as” and borders: only those with these words (none)."
    )
    expect_marked(page, lambda: link(page, "nothing else"))
    assert span(annotation, "Ada Berg").text == "PERSON 1"
    alone = span(annotation, "Berg")
    assert (alone.text, "PERSON 1" in alone.texts) == (None, False)
    page.keyboard.press("m")
    expect_marked(page, lambda: link(page, "Ada Berg"))
    assert span(annotation, "Berg").text == "PERSON 1"


def link(page: Page, named: str) -> None:
    listed = panel(page).get_by_label("Same as")
    listed.focus()
    listed.select_option(named)
    page.keyboard.press("Enter")
