"""What an annotator does who corrects what is hidden, and what is stored of it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect
from sqlalchemy import update

from tests.browser.annotating import Annotation, panel
from tests.factories import Factory
from webapp.core.work.loading import load_work
from webapp.core.work.mentions import MentionWork
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, Project, ProjectKind

POINTS = """([line, start, end]) => {
  const place = (at) => {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    let node = walker.nextNode();
    for (; at > node.data.length; node = walker.nextNode()) at -= node.data.length;
    return [node, at];
  };
  const range = new Range();
  range.setStart(...place(start));
  range.setEnd(...place(end));
  const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
  const isMirrored = getComputedStyle(line).direction === "rtl";
  const [first, last] = [boxes[0], boxes.at(-1)];
  const middle = (box) => box.top + box.height / 2;
  return isMirrored
    ? [first.right - 1, middle(first), last.left + 1, middle(last)]
    : [first.left + 1, middle(first), last.right - 1, middle(last)];
}"""
"""Where on the screen some characters of a line begin and end, counted as a browser does."""

FINGER = """([left, top, right, bottom]) => {
  const press = new PointerEvent("pointerdown", { pointerType: "touch", bubbles: true });
  document.elementFromPoint(left, top).dispatchEvent(press);
  const [start, end] = [document.caretRangeFromPoint(left, top),
                        document.caretRangeFromPoint(right, bottom)];
  getSelection().setBaseAndExtent(
    start.startContainer, start.startOffset, end.startContainer, end.startOffset);
}"""
"""What a browser tells a page when a finger selects what is between two places on the screen."""


def begin(make: Factory, **document: object) -> Annotation:
    """Make an annotator with a document in a project of one pass."""
    annotation = Annotation.begin(make, **document)
    one_pass = update(Project).values(kind=ProjectKind.ONE_PASS)
    db.session.execute(one_pass.where(Project.id == annotation.project.id))
    db.session.commit()
    return annotation


def spans_of(annotation: Annotation) -> list[MentionWork]:
    """Return what is hidden now, as it is stored."""
    db.session.rollback()
    db.session.expire_all()
    return list(load_work(db.session(), db.session.get_one(Assignment, annotation.assignment.id)))


def span(annotation: Annotation, span_text: str) -> MentionWork:
    """Return the first hidden span of these words."""
    return next(each for each in spans_of(annotation) if each.span_text == span_text)


def hidden(annotation: Annotation) -> list[str]:
    """Return the words that are hidden now, as they stand in the text."""
    text = annotation.document.text
    return [text[each.start : each.end] for each in spans_of(annotation)]


def title(page: Page) -> Locator:
    """What the panel is about."""
    return panel(page).get_by_role("heading")


def points(page: Page, words: str, line: int = 0) -> tuple[float, float, float, float]:
    """Return where words that stand in a line begin and end on the screen."""
    box = page.locator(".document p").nth(line)
    before = box.evaluate("line => line.textContent").partition(words)[0]
    lengths = [len(each.encode("utf-16-le")) // 2 for each in (before, words)]
    ends = [box.element_handle(), lengths[0], sum(lengths)]
    return tuple(page.evaluate(POINTS, ends))


def drag(page: Page, words: str, line: int = 0) -> None:
    """Select these characters with the mouse."""
    left, top, right, bottom = points(page, words, line)
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move((left + right) / 2, (top + bottom) / 2)
    page.mouse.move(right, bottom)
    page.mouse.up()


def hold(page: Page, words: str, line: int = 0) -> None:
    """Select as a finger does: what it moves is a selection of the browser's own."""
    left, top, right, bottom = points(page, words, line)
    page.evaluate(FINGER, [left, top, right, bottom])


def expect_marked(page: Page, press: Callable[[], None]) -> None:
    """Press something and wait until the page shows what became of the spans."""
    page.evaluate("document.getElementById('workbench').dataset.before = ''")
    press()
    expect(page.locator("#workbench[data-before]")).to_have_count(0)
    expect(page.locator("#workbench")).to_have_count(1)
