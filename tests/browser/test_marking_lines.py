"""Marking over line ends, in lines from right to left, after a step back, by a tap far below."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.annotating import (
    Annotation,
    expect_here,
    expect_saved,
    open_document,
    panel,
    words,
)
from tests.browser.marks import begin, expect_marked, hidden, points
from tests.browser.serving import PHONE
from tests.factories import Factory

pytestmark = pytest.mark.marking

Open = Callable[..., Page]


def test_a_name_on_two_lines_is_one_span(open_browser: Open, make: Factory):
    annotation = begin(make, text="Written by Mary\r\nAnn Holt in Oslo.", spans=[])
    page = open_document(open_browser, annotation)
    left, top, _, _ = points(page, "Mary")
    _, _, right, bottom = points(page, "Holt", line=1)
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(right, bottom, steps=4)
    page.mouse.up()
    expect_marked(page, lambda: page.keyboard.press("1"))
    assert hidden(annotation) == ["Mary\r\nAnn Holt"]


def test_after_a_choice_was_undone_one_goes_on(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    chosen = page.locator(".document .span.chosen")
    page.keyboard.press("1")
    expect_saved(page)
    page.keyboard.press("u")
    expect(chosen).to_have_count(0)
    page.keyboard.press("1")
    expect(chosen).to_have_count(1)


def test_a_line_from_right_to_left_of_spans_alone_is_one(open_browser: Open, make: Factory):
    annotation = begin(make, text="דוד לוי!", spans=[("דוד לוי", "PERSON", "e1", ["a"])])
    page = open_document(open_browser, annotation)
    line, span = page.locator(".document p").bounding_box(), words(page, "דוד לוי").bounding_box()
    assert span["x"] + span["width"] > line["x"] + line["width"] - 20


CLICKED = "void (window.clicked = new Promise((heard) => addEventListener('click', heard)))"


def test_a_tap_below_opens_the_panel_and_leaves_it_open(open_browser: Open, make: Factory):
    text = "\n".join(f"Line {number} of a letter." for number in range(24)) + "\nFrom Oslo."
    annotation = begin(make, text=text, spans=[("Oslo", "LOC", "e1", ["city"])])
    page = open_document(open_browser, annotation, size=PHONE, has_touch=True, is_mobile=True)
    span = words(page, "Oslo")
    span.evaluate("span => scrollBy(0, span.getBoundingClientRect().bottom - innerHeight + 70)")
    box = span.bounding_box()
    page.evaluate(CLICKED)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect_here(page, "Oslo")
    page.evaluate("window.clicked.then(() => true)")  # the last that a browser makes of a tap
    expect(panel(page)).to_be_visible()
