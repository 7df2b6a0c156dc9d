"""Going through a page with the Tab key."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page

MOST_STOPS = 200

# Each stop is marked, so that the end of the round is known.
LOOK = """() => {
  const element = document.activeElement;
  if (element === document.body || element.dataset.visited) return null;
  const last = document.querySelector("[data-last]");
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  // The middle of what the window shows of it: a tall text field is scrolled to its first line.
  const middle = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
  const top = document.elementFromPoint(box.x + box.width / 2, middle);
  const shown = { visibilityProperty: true, opacityProperty: true };
  const checks = {
    "hidden": !element.checkVisibility(shown),
    "too small to be seen": box.width < 4 || box.height < 4,
    "no outline": style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2,
    "out of order": last?.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING,
    "covered": !top || !(element.contains(top) || top.contains(element)),
  };
  delete last?.dataset.last;
  element.dataset.last = element.dataset.visited = "yes";
  const faults = Object.keys(checks).filter((name) => checks[name]);
  return { element: element.outerHTML.slice(0, 160), faults };
}"""


def stops_of(page: Page) -> Iterator[dict]:
    """Press Tab once round the page; yield each element reached, with its faults."""
    page.evaluate("document.activeElement?.blur()")
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        stop = page.evaluate(LOOK)
        if stop is None:
            return
        yield stop
    raise AssertionError("Tab never comes to an end")
