"""What a page owes to everybody: nothing for axe-core to find, large controls, words apart."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"

VIOLATIONS = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations;
}"""
"""A script that returns violations alone; the many rules that pass stay in the browser."""

LEAST_TARGET = 24
"""CSS pixels, each way (WCAG 2.2, 2.5.8)."""

# A link on several lines is measured by its lowest one. The skip link is seen with the focus only.
MEASURE = """(least) => {
  const controls = "a[href], button, summary, select, textarea, input:not([type='hidden'])";
  const isTarget = (control) =>
    control.checkVisibility() && !control.disabled && !control.matches(".skip-link");
  const small = (control) => {
    const boxes = [...control.getClientRects()];
    const height = Math.min(...boxes.map((box) => box.height));
    const width = Math.max(...boxes.map((box) => box.width));
    const isLarge = height >= least - 0.01 && width >= least - 0.01;
    return isLarge ? "" : `${width} × ${height}: ${control.outerHTML.slice(0, 120)}`;
  };
  return [...document.querySelectorAll(controls)].filter(isTarget).map(small).filter(Boolean);
}"""


# A blank that a template swallowed: two parts of one line, the letters of which touch.
RUN_TOGETHER = r"""() => {
  const isInline = (element) => ["inline", "contents"].includes(getComputedStyle(element).display);
  const blockOf = (element) => isInline(element) ? blockOf(element.parentElement) : element;
  const isRead = (node) => node.data && node.parentElement.checkVisibility() &&
    !node.parentElement.closest("option, script, template");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) if (isRead(walker.currentNode)) nodes.push(walker.currentNode);
  const between = document.createRange();
  const isApart = (before, after) => {
    between.setStartAfter(before);
    between.setEndBefore(after);
    return between.cloneContents().querySelector("br, select, input, button");
  };
  return nodes.slice(1).map((after, index) => [nodes[index], after])
    .filter(([before, after]) => /\w$/.test(before.data) && /^\w/.test(after.data))
    .filter(([before, after]) => blockOf(before.parentElement) === blockOf(after.parentElement))
    .filter(([before, after]) => !isApart(before, after))
    .map(([before, after]) => `${before.data.slice(-30)}|${after.data.slice(0, 30)}`);
}"""


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")


def assert_accessible(page: Page) -> None:
    """Fail with all that axe-core finds in what is shown now, small controls, joined words."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())  # evaluated from outside: the page's own policy allows no such script
    violations = [
        f"{violation['id']} ({violation['impact']}): {violation['help']}\n    {node['html']}"
        for violation in page.evaluate(VIOLATIONS)
        for node in violation["nodes"]
    ]
    assert not violations, f"{page.url}\n" + "\n".join(violations)
    assert page.evaluate(MEASURE, LEAST_TARGET) == [], page.url
    assert page.evaluate(RUN_TOGETHER) == [], page.url


def overflow(page: Page) -> list[str]:
    """Return what is wider than the screen, if the page is."""
    return page.evaluate(
        """() => document.documentElement.scrollWidth <= innerWidth ? [] :
          [...document.body.querySelectorAll("*")]
            .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
            .filter((element) => !element.closest(".scroll-x, .visually-hidden"))
            .map((element) => element.outerHTML.slice(0, 120))"""
    )
