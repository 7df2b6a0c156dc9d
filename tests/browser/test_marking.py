"""Correcting what is hidden in a browser: by mouse, by keys, by finger, in every script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.annotating import (
    OFFLINE,
    Annotation,
    drop_down,
    expect_here,
    expect_saved,
    offer,
    open_document,
    panel,
    pick,
    words,
)
from tests.browser.marks import begin, drag, expect_marked, hidden, hold, points, span, title
from tests.browser.serving import PHONE, Trouble
from tests.factories import Factory
from webapp.platform.extensions import db

pytestmark = pytest.mark.marking

Open = Callable[..., Page]
SUGGESTED = ["Ada Berg", "Oslo", "1986", "Berg", "Bergen", "2004"]
SCRIPTS = "Ole 👩🏽‍⚕️ cafe\u0301 🇳🇴🇸🇪 Oslo 🚢 sea.\r\n\r\nوُلدت Anna في مدينة Oslo.\r\nהוא Dan sea\n"
"""Characters of several code points, line ends of two, and lines from right to left."""


@pytest.fixture
def scripts(make: Factory) -> Annotation:
    """The same with a text in several scripts."""
    spans = [
        ("Oslo", "LOC", "e1", ["city"]),
        ("Anna", "PERSON", "e2", ["PERSON 1"]),
        ("Oslo", "LOC", "e1", ["city"]),
    ]
    return begin(make, text=SCRIPTS, spans=spans)


def test_words_selected_with_the_mouse_are_hidden_by_one_key(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    drag(page, "orn i")
    expect(title(page)).to_have_text("born in")
    assert_accessible(page)
    expect_marked(page, lambda: page.keyboard.press("8"))
    expect_here(page, "born in")
    expect(panel(page)).to_contain_text("Other")
    assert hidden(annotation) == ["Ada Berg", "born in", *SUGGESTED[1:]]
    expect_marked(page, lambda: page.keyboard.press("u"))
    assert hidden(annotation) == SUGGESTED
    expect_marked(page, lambda: page.keyboard.press("r"))
    expect_here(page, "born in")


def test_a_double_click_selects_and_escape_or_a_click_beside_it_leaves(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    left, top, *_ = points(page, "born")
    for leave in (lambda: page.keyboard.press("Escape"), lambda: page.mouse.click(600, 600)):
        page.mouse.dblclick(left + 9, top)
        expect(title(page)).to_have_text("born")
        leave()
        expect(title(page)).to_have_text("Ada Berg")
    page.keyboard.press("1")
    expect_saved(page)
    assert annotation.stored() == {"Ada Berg": "PERSON 1", "Berg": "PERSON 1"}


def test_the_same_words_elsewhere_are_hidden_with_them_unless_one_says_no(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    drag(page, "in")
    box = page.get_by_label("also 2 more times")
    expect(box).to_be_checked()
    expect_marked(page, lambda: page.get_by_role("button", name="8 Other").click())
    assert hidden(annotation).count("in") == 3
    expect_marked(page, lambda: page.locator("#undo").click())
    drag(page, "in")
    box.uncheck()
    expect_marked(page, lambda: page.keyboard.press("8"))
    assert hidden(annotation).count("in") == 1


def test_the_same_words_at_the_beginning_of_a_sentence_are_offered_with_them(
    open_browser: Open, make: Factory
):
    text = "A beekeeper of the US told us. Beekeeper May may be a beekeeper."
    annotation = begin(make, text=text, spans=[])
    page = open_document(open_browser, annotation)
    drag(page, "beekeeper")
    expect(page.get_by_label("also 2 more times")).to_be_checked()
    expect_marked(page, lambda: page.keyboard.press("5"))
    assert hidden(annotation) == ["beekeeper", "Beekeeper", "beekeeper"]
    for name in ("US", "May"):
        drag(page, name)
        expect(title(page)).to_have_text(name)
        expect(page.locator("#mark-more")).to_be_hidden()


def test_a_selection_that_ends_in_a_replacement_ends_with_its_span(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    pick(page, "Oslo", "city in Norway")
    expect(words(page, "Oslo")).to_have_text("a city in Norway")
    expect_saved(page)
    drag(page, "born in a ci")
    expect(title(page)).to_have_text("born in Oslo")
    expect_marked(page, lambda: page.keyboard.press("3"))
    assert "born in Oslo" in hidden(annotation)
    assert "Oslo" not in hidden(annotation)


def test_a_selection_of_just_a_span_goes_to_it(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    drag(page, "Bergen")
    expect_here(page, "Bergen")
    drag(page, "Ada")
    expect(title(page)).to_have_text("Ada")


def test_new_words_are_found_and_bounded_by_keys_alone(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    words(page, "Bergen").click()
    page.keyboard.press("+")
    expect(title(page)).to_have_text("in")
    page.keyboard.press("ArrowLeft")
    expect(title(page)).to_have_text("to")
    for keys, text in [
        ("Control+ArrowLeft", "moved to"),
        ("Shift+Alt+ArrowLeft", "moved t"),
        ("Alt+ArrowLeft", "moved"),
        ("Control+Alt+ArrowRight", "oved"),
        ("Shift+ArrowRight", "oved to"),
        ("Shift+ArrowRight", "oved to Bergen"),
    ]:
        page.keyboard.press(keys)
        expect(title(page)).to_have_text(text)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="1 Person")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect_marked(page, lambda: page.keyboard.press("Enter"))
    assert hidden(annotation)[-2:] == ["oved to Bergen", "2004"]
    assert span(annotation, "oved to Bergen").entity_type.value == "CODE"


def test_where_letters_mean_nothing_there_are_buttons(open_browser: Open, annotation: Annotation):
    annotation.annotator.has_shortcuts = False
    db.session.commit()
    page = open_document(open_browser, annotation)
    words(page, "Oslo").click()
    for key in ("x", "m", "+", "i"):
        page.keyboard.press(key)
    expect_here(page, "Oslo")
    page.get_by_role("button", name="Hide more").click()
    expect(title(page)).to_have_text("in")
    page.get_by_role("button", name="End one word on").click()
    expect(title(page)).to_have_text("in 1986")
    page.keyboard.press("3")
    expect(title(page)).to_have_text("in 1986")
    expect_marked(page, lambda: page.get_by_role("button", name="Date").click())
    assert "in 1986" in hidden(annotation)


def test_characters_of_several_code_points_are_kept_whole_and_counted_right(
    open_browser: Open, scripts: Annotation
):
    page = open_document(open_browser, scripts)
    page.keyboard.down("Alt")
    drag(page, "🇳🇴")
    page.keyboard.up("Alt")
    expect(title(page)).to_have_text("🇳🇴")
    page.keyboard.press("Alt+ArrowRight")
    expect(title(page)).to_have_text("🇳🇴🇸🇪")
    page.keyboard.press("Control+Alt+ArrowLeft")
    expect(title(page)).to_have_text("e\u0301 🇳🇴🇸🇪")
    expect_marked(page, lambda: page.keyboard.press("8"))
    assert hidden(scripts) == ["e\u0301 🇳🇴🇸🇪", "Oslo", "Anna", "Oslo"]
    drag(page, "👩🏽‍⚕️")
    expect(title(page)).to_have_text("👩🏽‍⚕️")
    expect_marked(page, lambda: page.keyboard.press("8"))
    assert hidden(scripts)[0] == "👩🏽‍⚕️"
    drag(page, "sea", line=3)
    expect(page.get_by_label("also 1 more time")).to_be_checked()
    expect_marked(page, lambda: page.keyboard.press("8"))
    assert hidden(scripts).count("sea") == 2


def test_lines_from_right_to_left_are_marked_as_the_eye_goes(
    open_browser: Open, scripts: Annotation
):
    page = open_document(open_browser, scripts)
    words(page, "Anna").click()
    page.keyboard.press("i")
    expect(title(page)).to_have_text("في")
    page.keyboard.press("ArrowLeft")
    expect(title(page)).to_have_text("مدينة")
    page.keyboard.press("Control+ArrowRight")
    expect(title(page)).to_have_text("في مدينة")
    expect_marked(page, lambda: page.keyboard.press("3"))
    assert hidden(scripts) == ["Oslo", "Anna", "في مدينة", "Oslo"]
    drag(page, "הוא", line=3)
    expect(title(page)).to_have_text("הוא")
    expect_marked(page, lambda: page.keyboard.press("1"))
    assert hidden(scripts)[-1] == "הוא"


def test_what_one_chose_and_wrote_before_a_mark_is_not_lost(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    page.keyboard.press("f")
    page.get_by_label("A question or doubt").fill("Is this so?")
    words(page, "Oslo").click()
    offer(page, "city").click()
    drag(page, "born")
    expect_marked(page, lambda: page.keyboard.press("8"))
    expect(drop_down(page, "Oslo")).to_have_value("city")
    expect(page.get_by_label("A question or doubt")).to_have_value("Is this so?")
    assert annotation.stored() == {"Oslo": "city"}


@pytest.mark.parametrize(("step", "chosen"), [("**/spans", "born"), ("**/undo", "Oslo")])
def test_a_choice_made_while_the_text_is_about_to_change_is_for_what_it_shows_then(
    open_browser: Open, annotation: Annotation, step: str, chosen: str
):
    page = open_document(open_browser, annotation)
    drag(page, "born")
    expect_marked(page, lambda: page.keyboard.press("8"))
    held: list[Route] = []

    def hold_back(route: Route) -> None:
        held.append(route)

    page.route(step, hold_back)
    with page.expect_request(step):
        if step.endswith("undo"):
            page.keyboard.press("u")
        else:
            page.keyboard.press("m")
            page.keyboard.press("4")
            page.keyboard.press("Escape")
    page.wait_for_function("htmx.find('.htmx-request')")
    page.keyboard.press("0")
    expect(page.locator(".document .span.chosen")).to_have_count(0)
    assert not annotation.stored()
    expect_marked(page, held[0].continue_)
    expect(page.locator(".document .span.chosen")).to_have_count(1)
    expect_saved(page)
    assert annotation.stored() == {chosen: "***"}


def test_offline_a_mark_is_not_done_later_by_itself(
    open_browser: Open, annotation: Annotation, trouble: Trouble
):
    trouble.expect(OFFLINE)
    page = open_document(open_browser, annotation)
    drag(page, "born")
    page.context.set_offline(True)
    page.keyboard.press("8")
    expect(page.locator("#save-status")).to_contain_text("was not done. Press it again")
    expect(title(page)).to_have_text("born")
    page.context.set_offline(False)
    expect(page.locator("#save-status")).to_contain_text("You are back")
    assert hidden(annotation) == SUGGESTED
    expect_marked(page, lambda: page.keyboard.press("8"))
    assert "born" in hidden(annotation)


def test_the_text_stays_where_it_is_and_as_one_looks_at_it(open_browser: Open, make: Factory):
    text = "".join(f"Line {number} about Oslo and the sea, at length.\n" for number in range(80))
    spans = [
        ("Oslo", "LOC", f"e{number}", ["a very long replacement " * 6]) for number in range(80)
    ]
    annotation = begin(make, text=text, spans=spans)
    page = open_document(open_browser, annotation)
    page.keyboard.press("b")
    line = page.locator(".document p").nth(45)
    line.evaluate("line => scrollBy(0, line.getBoundingClientRect().top - 300)")
    place = line.bounding_box()["y"]
    drag(page, "length", line=45)
    page.get_by_label("also 79 more times").uncheck()
    expect_marked(page, lambda: page.keyboard.press("8"))
    expect_here(page, "length")
    expect(page.locator(".document")).to_have_attribute("data-view", "original")
    assert abs(line.bounding_box()["y"] - place) < 2


@pytest.mark.parametrize("size", [PHONE, {"width": 320, "height": 568}])
def test_a_finger_marks_and_corrects_on_a_phone(
    open_browser: Open, annotation: Annotation, size: dict
):
    page = open_document(open_browser, annotation, size=size, has_touch=True)
    hold(page, "orn")
    expect(title(page)).to_have_text("born")
    assert page.evaluate("getSelection().toString()")
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect_marked(page, lambda: page.get_by_role("button", name="Other", exact=True).tap())
    assert "born" in hidden(annotation)
    page.get_by_role("button", name="Correct").tap()
    assert_accessible(page)
    page.get_by_role("button", name="Borders").tap()
    page.get_by_role("button", name="End one word on").tap()
    expect(title(page)).to_have_text("born in")
    assert_accessible(page)
    expect_marked(page, lambda: page.get_by_role("button", name="Set").tap())
    assert "born in" in hidden(annotation)


def test_a_finger_goes_on_selecting_and_back_ends_it(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation, size=PHONE, has_touch=True)
    hold(page, "born")
    expect(title(page)).to_have_text("born")
    hold(page, "born in")
    expect(title(page)).to_have_text("born in")
    panel(page).get_by_role("button", name="Back", exact=True).tap()
    expect(panel(page)).to_be_hidden()
    assert page.evaluate("getSelection().isCollapsed")


def test_where_spans_are_given_nothing_can_be_marked(open_browser: Open, make: Factory):
    page = open_document(open_browser, Annotation.begin(make))
    drag(page, "born")
    page.keyboard.press("+")
    expect(title(page)).to_have_text("Ada Berg")
    expect(page.get_by_role("button", name="Not to be hidden")).to_have_count(0)
