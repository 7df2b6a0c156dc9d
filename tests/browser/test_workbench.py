"""The workbench in a browser: views, the rail, the panel at every width, and the next document."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.annotating import (
    OFFLINE,
    Annotation,
    choose,
    drop_down,
    expect_here,
    expect_saved,
    hide_all,
    offer,
    open_document,
    panel,
    pick,
    words,
)
from tests.browser.serving import DESKTOP, PHONE, Trouble
from tests.factories import Factory
from webapp.platform.models import AssignmentState
from webapp.workbench import answers

Open = Callable[..., Page]
ZOOMED = {"width": 320, "height": 225}
"""What a zoom of 400 % leaves of a desktop screen."""
TWO_LINES = "Anna met Bob in Oslo.\nThen Anna, whom nobody knew, moved to Bergen for good.\n"
EVERYWHERE = "el => [...el.querySelectorAll('p')].map(p => p.getBoundingClientRect().top)"


def test_there_is_no_control_in_the_text_and_one_tab_stop(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    document = page.locator(".document")
    expect(document.locator("select, button, input, details")).to_have_count(0)
    expect(document.locator("[tabindex='0']")).to_have_count(1)
    page.locator(".document .here").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect_here(page, "1986")
    page.keyboard.press("End")
    expect_here(page, "2004")
    expect(document.locator("[tabindex='0']")).to_have_text("2004")


def test_the_views_show_the_original_and_how_it_will_read_in_place(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    choose(page, "Oslo", "city in Norway")
    document = page.locator(".document")
    page.keyboard.press("v")
    expect(document).to_contain_text("[ ? ] was born in [a city in Norway] in [ ? ].")
    expect(page.get_by_role("button", name="As it will read")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("button", name="Original").click()
    expect(document).to_have_text(annotation.document.text)
    page.keyboard.press("b")
    expect(document).to_contain_text("Ada Berg was born in a city in Norway in 1986.")


def test_a_choice_moves_nothing_that_stands_before_it(open_browser: Open, make: Factory):
    text = "".join(
        f"Line {number} about Oslo and the sea, told at length.\n" for number in range(9)
    )
    annotation = Annotation.begin(
        make,
        text=text,
        spans=[("Oslo", "LOC", f"e{n}", ["city in Norway", "city"]) for n in range(9)],
    )
    page = open_document(open_browser, annotation)
    before = page.locator(".document").evaluate(EVERYWHERE)
    for _ in range(5):
        page.keyboard.press("1")
    expect_saved(page)
    expect(page.locator("#progress")).to_contain_text("5 of 9")
    assert page.locator(".document").evaluate(EVERYWHERE) == before


def test_the_text_keeps_its_place_when_the_view_changes(open_browser: Open, make: Factory):
    text = "".join(
        f"Line {number} about Oslo and the sea, told at length.\n" for number in range(80)
    )
    annotation = Annotation.begin(
        make,
        text=text,
        spans=[("Oslo", "LOC", f"e{n}", ["a very long generalization " * 6]) for n in range(80)],
    )
    page = open_document(open_browser, annotation)
    for _ in range(40):
        page.keyboard.press("1")
    line = page.locator(".document p").nth(45)
    line.scroll_into_view_if_needed()
    line.evaluate("line => scrollBy(0, line.getBoundingClientRect().top - 100)")
    place = line.bounding_box()["y"]
    page.keyboard.press("b")
    expect(page.locator(".document")).to_have_attribute("data-view", "original")
    assert abs(line.bounding_box()["y"] - place) < 2


def test_the_rail_shows_every_span_and_leads_to_it(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    choose(page, "Oslo", "city")
    expect(page.locator("#rail i")).to_have_count(6)
    expect(page.locator("#rail i.chosen")).to_have_count(1)
    page.locator("#rail i").nth(4).click()
    expect_here(page, "Bergen")


def test_the_list_says_how_the_sentence_will_read(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    with page.expect_response("**/readings"):
        page.reload()
    words(page, "Bergen").click()
    offer(page, "city in Norway").hover()
    expect(panel(page).locator(".sentence")).to_contain_text("moved to [a city in Norway] 🚢 in")
    offer(page, "***").hover()
    expect(panel(page).locator(".sentence")).to_contain_text("moved to *** 🚢 in")


def test_what_comes_while_an_option_is_pressed_takes_the_click_from_nobody(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    words(page, "Oslo").click()
    offer(page, "city in Norway").hover()
    page.mouse.down()
    drop_down(page, "Oslo").dispatch_event("renewed")
    page.mouse.up()
    expect_saved(page)
    assert annotation.stored() == {"Oslo": "city in Norway"}


def test_the_list_is_one_tab_stop_with_arrows_and_enter(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    words(page, "Oslo").focus()
    page.keyboard.press("Enter")
    expect(offer(page, "city in Norway")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(offer(page, "city")).to_be_focused()
    page.keyboard.press("Enter")
    expect_here(page, "1986")
    expect_saved(page)
    assert annotation.stored() == {"Oslo": "city"}


def test_a_digit_that_the_list_does_not_show_chooses_nothing_and_says_so(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    for key in "29a":
        page.keyboard.press(key)
        expect(page.locator("#save-status")).to_have_text(
            f"All saved. Nothing in the list has the key {key}."
        )
    expect(panel(page).get_by_role("heading")).to_have_text("Ada Berg")
    page.keyboard.press("0")
    expect_here(page, "Oslo")
    expect_saved(page)
    assert annotation.stored() == {"Ada Berg": "***", "Berg": "***"}


def test_a_key_that_leads_to_no_span_says_so(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    status = page.locator("#save-status")
    page.keyboard.press("p")
    expect(status).to_have_text("All saved. This is the first span.")
    words(page, "2004").click()
    page.keyboard.press("n")
    expect(status).to_have_text("All saved. This is the last span; o leads to an open one.")
    hide_all(page)
    words(page, "2004").click()
    page.keyboard.press("n")
    expect(status).to_have_text("All saved. This is the last span; no other is open.")
    page.keyboard.press("o")
    expect(status).to_have_text("All saved. No other span is open.")


def test_what_kept_the_document_is_struck_out_as_it_is_done(
    open_browser: Open, annotation: Annotation, trouble: Trouble
):
    trouble.expect("422")
    page = open_document(open_browser, annotation)
    page.keyboard.press("s")
    expect(page.locator("#missing a")).to_have_count(6)
    expect_here(page, "Ada Berg")
    page.keyboard.press("1")
    expect(page.locator("#missing .done")).to_have_count(2)
    hide_all(page)
    expect(page.locator("#missing")).to_be_empty()


def test_submitting_brings_the_next_document_in_one_round_trip(
    open_browser: Open, annotation: Annotation, make: Factory
):
    following = make.document(
        annotation.project, text="Oslo again.", spans=[("Oslo", "LOC", "e1", ["city"])]
    )
    make.assignment(following, annotation.annotator)
    page = open_document(open_browser, annotation)
    hide_all(page)
    asked: list[str] = []
    page.on(
        "request",
        lambda request: "/static/" in request.url or asked.append(request.url.rpartition("/")[2]),
    )
    page.keyboard.press("s")
    expect(page.locator(".document")).to_have_text("Oslo again.")
    assert asked[0] == "submit"
    assert set(asked[1:]) <= {"readings", "figures", "risk"}
    assert page.url.endswith(f"/documents/{following.id}")
    expect(page).to_have_title(f"Document {following.number} · Palimpsest")
    expect_here(page, "Oslo")
    page.keyboard.press("1")
    expect_saved(page)
    page.go_back()
    expect(page.locator(".document")).to_contain_text("was born in")
    expect(page.get_by_role("button", name="Reopen")).to_be_visible()


def test_submit_waits_for_the_connection_and_then_goes_on(
    open_browser: Open, annotation: Annotation, make: Factory, trouble: Trouble
):
    trouble.expect(OFFLINE)
    following = make.document(
        annotation.project, text="Oslo again.", spans=[("Oslo", "LOC", "e1", ["city"])]
    )
    make.assignment(following, annotation.annotator)
    page = open_document(open_browser, annotation)
    hide_all(page)
    page.context.set_offline(True)
    page.keyboard.press("s")
    expect(page.locator("#save-status")).to_contain_text("“Submit” waits for the connection")
    page.context.set_offline(False)
    expect(page.locator(".document")).to_have_text("Oslo again.")
    make.session.refresh(annotation.assignment)
    assert annotation.assignment.state is AssignmentState.SUBMITTED


def test_who_goes_on_choosing_no_longer_waits_to_submit(
    open_browser: Open, annotation: Annotation, make: Factory, trouble: Trouble
):
    trouble.expect(OFFLINE)
    page = open_document(open_browser, annotation)
    hide_all(page)
    page.context.set_offline(True)
    page.keyboard.press("s")
    expect(page.locator("#save-status")).to_contain_text("waits for the connection")
    pick(page, "Oslo", "city")
    page.context.set_offline(False)
    expect_saved(page)
    make.session.refresh(annotation.assignment)
    assert annotation.assignment.state is AssignmentState.IN_PROGRESS
    assert annotation.stored()["Oslo"] == "city"


def test_without_a_connection_the_text_is_still_shown_as_it_will_read(
    open_browser: Open, annotation: Annotation, trouble: Trouble
):
    trouble.expect(OFFLINE)
    page = open_document(open_browser, annotation)
    page.context.set_offline(True)
    page.get_by_role("button", name="As it will read").click()
    expect(page.locator(".document")).to_contain_text("[ ? ] was born in")


def test_on_a_narrow_screen_the_panel_opens_below_its_span_over_the_text(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation, size=PHONE)
    expect(panel(page)).to_be_hidden()
    before = page.locator(".document").evaluate(EVERYWHERE)
    words(page, "Oslo").click()
    span, box = words(page, "Oslo").bounding_box(), panel(page).bounding_box()
    assert 0 < box["y"] - (span["y"] + span["height"]) < 20
    assert page.locator(".document").evaluate(EVERYWHERE) == before
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(panel(page)).to_be_hidden()
    expect(words(page, "Oslo")).to_be_focused()


@pytest.mark.parametrize("size", [ZOOMED, PHONE, DESKTOP, {"width": 2560, "height": 1300}])
def test_the_workbench_fits_every_window(open_browser: Open, annotation: Annotation, size: dict):
    page = open_document(open_browser, annotation, size=size)
    words(page, "Bergen").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size["width"] >= DESKTOP["width"]:
        text, side = page.locator("#content").bounding_box(), page.locator(".side").bounding_box()
        assert abs(side["x"] - text["x"] - text["width"]) < 2


def test_in_a_line_from_right_to_left_the_arrows_follow_the_eye(open_browser: Open, make: Factory):
    annotation = Annotation.begin(
        make,
        text="وُلدت Anna في Oslo.\n",
        spans=[("Anna", "PERSON", "e1", ["PERSON 1"]), ("Oslo", "LOC", "e2", ["city"])],
    )
    page = open_document(open_browser, annotation)
    words(page, "Anna").focus()
    page.keyboard.press("ArrowLeft")
    expect_here(page, "Oslo")
    assert words(page, "Oslo").bounding_box()["x"] < words(page, "Anna").bounding_box()["x"]


def test_choices_made_while_the_readings_fail_read_as_offered(
    open_browser: Open, annotation: Annotation, trouble: Trouble, monkeypatch: pytest.MonkeyPatch
):
    trouble.expect("status of 500")

    def fail(_work: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(answers, "readings", fail)
    page = open_document(open_browser, annotation)
    choose(page, "Oslo", "city in Norway")
    expect(page.locator(".document")).to_contain_text("born in a city in Norway in 1986")
