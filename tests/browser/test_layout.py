"""Where things stand on pages: in low, narrow and wide windows, and in both directions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, ViewportSize

from annotation.types import SemanticType
from tests.browser.annotating import Annotation
from tests.factories import Factory
from webapp.platform.models import Role

Open = Callable[..., Page]
ZOOMED = ViewportSize(width=320, height=225)
"""What a zoom of 400 % leaves of a desktop screen."""

BOTH_WAYS = "وُلدت Anna في Oslo.\nShe moved to Bergen, then she went on."
SPANS = [
    ("Anna", SemanticType.PERSON, "e1", ["PERSON 1", "***"]),
    ("Bergen", SemanticType.LOC, "e2", ["city", "***"]),
]
PHONE = {"width": 390, "height": 844}
EDGES = """([selector, words]) => {
  const block = document.querySelector(selector);
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const boxOf = (text) => {
    walker.currentNode = block;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      const start = node.data.indexOf(text);
      if (start < 0) continue;
      range.setStart(node, start);
      range.setEnd(node, start + text.length);
      return range.getBoundingClientRect();
    }
  };
  const { left, right } = block.getBoundingClientRect();
  return words.map(boxOf).map((box) => [box.left - left, right - box.right]);
}"""


def edge_of_the_bar(page: Page) -> float:
    """Return where the bar ends below the top of the window, the page scrolled to its end."""
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    return page.locator(".steps").evaluate("bar => bar.getBoundingClientRect().bottom")


def test_the_bar_stays_in_sight_where_there_is_room_and_scrolls_away_in_a_low_window(
    open_browser: Open, make: Factory
):
    annotation = Annotation.begin(make, text="One long line.\n" * 60, spans=[])
    page = open_browser(annotation.annotator)
    page.goto(annotation.address)
    assert edge_of_the_bar(page) > 0
    page.set_viewport_size(ZOOMED)
    assert edge_of_the_bar(page) <= 0


@pytest.mark.parametrize("width", [1280, 1600, 2560])
def test_the_column_stands_close_to_the_text_however_wide_the_window(
    open_browser: Open, annotation: Annotation, width: int
):
    page = open_browser(annotation.annotator, size={"width": width, "height": 900})
    page.goto(annotation.address)
    text, side = page.locator(".document").bounding_box(), page.locator(".side").bounding_box()
    assert 0 < side["x"] - (text["x"] + text["width"]) < 40


def test_every_line_of_a_text_has_the_direction_of_its_own_words(open_browser: Open, make: Factory):
    annotation = Annotation.begin(make, text=BOTH_WAYS, spans=SPANS)
    admin = make.user("alma", role=Role.ADMIN)
    review = f"/projects/{annotation.project.id}/review/{annotation.assignment.id}"
    pages = [
        (annotation.annotator, annotation.address, ".document"),
        (annotation.annotator, annotation.address, '[data-view="reading"].document'),
        (annotation.annotator, f"{annotation.address}/preview", ".preview"),
        (admin, review, ".texts"),
    ]
    for person, address, selector in pages:
        # One text below the other, where there are two.
        page = open_browser(person, size={"width": 700, "height": 800})
        page.goto(address)
        if "reading" in selector:
            page.get_by_role("button", name="As it will read").click()
        arabic, begun, ended = page.evaluate(EDGES, [selector, ["وُلدت", "She moved", "then she"]])
        assert arabic[1] < 30, (selector, "the Arabic line begins on the right")
        assert begun[0] < 30, (selector, "the English line begins on the left")
        assert begun[0] < ended[0], (selector, "the English line runs to the right")


def test_on_a_phone_an_admins_header_is_one_line_and_a_tick_stands_before_its_label(
    open_browser: Open, make: Factory
):
    page = open_browser(make.user("admin", role=Role.ADMIN), size=PHONE)
    page.goto(f"/projects/{make.document(make.project()).project_id}/export")
    brand, leave = (page.locator(f".site-header {part}") for part in (".brand", "button"))
    assert abs(middle(brand) - middle(leave)) < 5
    for tick in page.locator(".tick").all():
        assert tick.locator("label").bounding_box()["y"] < middle(tick.locator("input"))


@pytest.mark.parametrize("size", [{"width": 1280, "height": 900}, PHONE])
def test_cards_below_each_other_do_not_touch(open_browser: Open, make: Factory, size: ViewportSize):
    page = open_browser(make.user("admin", role=Role.ADMIN), size=size)
    page.goto(f"/projects/{make.document(make.project()).project_id}/export")
    cards = [card.bounding_box() for card in page.locator("main > .card").all()]
    gaps = [low["y"] - high["y"] - high["height"] for high, low in pairwise(cards)]
    assert len(gaps) == 2
    assert min(gaps) >= 8


def middle(part: Locator) -> float:
    """Return the height of the middle of a part of a page."""
    box = part.bounding_box()
    return box["y"] + box["height"] / 2


def test_on_a_phone_what_files_go_out_as_is_read_whole(open_browser: Open, make: Factory):
    page = open_browser(make.user("alma", role=Role.ADMIN), size=PHONE)
    page.goto(f"/projects/{make.document(make.project()).project_id}/export")
    listed = page.locator("#files-format")
    lacks = listed.evaluate(
        """list => {
          const widest = Math.max(...[...list.options].map(({ text }) => {
            const pen = document.createElement("canvas").getContext("2d");
            pen.font = getComputedStyle(list).font;
            return pen.measureText(text).width;
          }));
          return widest + 30 - list.clientWidth; // the arrow has at least that
        }"""
    )
    assert lacks <= 0
