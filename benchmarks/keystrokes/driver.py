"""Driving a real browser as the expert would: what is pressed at the workbench is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from playwright.sync_api import Browser, Page, ViewportSize

from annotation.types import SemanticType
from benchmarks.keystrokes.expert import (
    Choose,
    DisplayedSpan,
    GoldSpan,
    Mark,
    Move,
    Retype,
    Step,
    TakeBack,
    next_step,
)

STEPS_A_SPAN = 4
"""More than that, and the expert goes round in a circle."""

WATCH = """
window.placesOf = (line) => {
  let offset = Number(line.dataset.start);
  return [...line.childNodes].map((node) => {
    const choice = node.matches?.(".span") && node.id.replace("span-", "choice-");
    const span = choice ? document.getElementById(choice) : null;
    const words = span ? node.textContent : (node.dataset?.original ?? node.data);
    const [start, end] = [offset, span ? Number(span.dataset.end) : offset + [...words].length];
    offset = end;
    return { node, words, start, end };
  });
};
window.pending = 0;
const send = XMLHttpRequest.prototype.send;
XMLHttpRequest.prototype.send = function (...all) {
  window.pending += 1;
  this.addEventListener("loadend", () => setTimeout(() => (window.pending -= 1)));
  return send.apply(this, all);
};
"""
"""The pieces of a line with their borders in code points; how many requests are under way."""

SPANS = """() => [...document.querySelectorAll(".document .span")].map((words) => {
  const choice = document.getElementById(words.id.replace("span-", "choice-"));
  const { start, end, entityType } = choice.dataset;
  const isOpen = choice.value === "" || choice.name !== choice.id;
  return [words.id, Number(start), Number(end), entityType, isOpen, words.matches(".here")];
})"""

SCREEN = """([start, end]) => {
  const pieces = [...document.querySelectorAll(".document p")].flatMap(placesOf);
  const [first, last] = [
    pieces.find((piece) => piece.start <= start && start < piece.end),
    pieces.find((piece) => piece.start < end && end <= piece.end),
  ];
  const inside = ({ words }, count) => [...words].slice(0, count).join("").length;
  const range = new Range();
  range.setStart(first.node.firstChild ?? first.node, inside(first, start - first.start));
  range.setEnd(last.node.firstChild ?? last.node, inside(last, end - last.start));
  const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
  const [from, to] = [boxes[0], boxes.at(-1)];
  return [from.left + 1, from.top + from.height / 2, to.right - 1, to.top + to.height / 2];
}"""
"""Where on the screen words begin and end that no replacement covers."""

SELECTED = """() => {
  const [range] = CSS.highlights.get("marking");
  const offsetOf = (node, at) => {
    const line = (node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest("p");
    const pieces = placesOf(line);
    if (node === line) return pieces[at]?.start ?? pieces.at(-1).end;
    const piece = pieces.find((each) => each.node.contains(node));
    return piece.start + [...node.data.slice(0, at)].length;
  };
  return [
    offsetOf(range.startContainer, range.startOffset),
    offsetOf(range.endContainer, range.endOffset),
  ];
}"""
"""The borders of what is selected."""

QUIET = """() => window.pending === 0 && !document.querySelector("#save-status.busy")
  && document.getElementById("workbench") !== null"""


ANSWERED = """name => document.activeElement?.id === "may-stay"
  || document.querySelector("#workbench h1")?.textContent.trim() !== name"""
"""Whether a submission was asked about, or leads to another page."""


def open_page(browser: Browser, port: int) -> Page:
    """Open a page in which `anonymize` can work, so high that nobody scrolls."""
    window = ViewportSize(width=1280, height=2400)
    page = browser.new_page(base_url=f"http://127.0.0.1:{port}", viewport=window)
    page.add_init_script(WATCH)
    return page


def anonymize(page: Page, gold: Sequence[GoldSpan]) -> Counter[str]:
    """Bring the open document to its gold spans, with a replacement for each, and submit it.

    Returns how often something was pressed or selected, by what for. Raises RuntimeError where
    the page does not come to these spans.
    """
    driver = _Driver(page)
    limit = STEPS_A_SPAN * (len(gold) + len(driver.spans()) + 1)
    done: set[Hashable] = set()
    for _ in range(limit):
        step = next_step(gold, driver.spans())
        if step is None:
            driver.submit()
            return driver.counts
        driver.do(step, is_exception=_key(step) in done)
        done.add(_key(step))
    raise RuntimeError(f"after {limit} steps there is still to do: {step}")


def _key(step: Step) -> Hashable:
    """Return what is the same where a step has to be done once more.

    What was done to other mentions of the same undid it: it is an exception.
    """
    place = step.gold if isinstance(step, Mark) else step.span
    return type(step), place.start, place.end


class _Driver:
    """Drives keyboard and mouse at one page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.counts: Counter[str] = Counter()

    def do(self, step: Step, *, is_exception: bool) -> None:
        """Do a step; as an exception, only here, not to whatever names or reads the same."""
        match step:
            case Choose(span):
                self._go_to(span)
                self.press(self._offered(), for_="choose")
            case TakeBack(span):
                self._go_to(span)
                if is_exception:
                    self.press("m", for_="take back")
                    self._untick()
                self.press("x", for_="take back")
            case Retype(span, entity_type):
                self._go_to(span)
                self.press("m", for_="retype")
                if is_exception:
                    self._untick()
                self.press(self._digit_of(entity_type), for_="retype")
            case Move(span, gold):
                self._go_to(span)
                self._move(span, gold)
                self.press("Enter", for_="borders")
            case Mark(gold):
                self._select(gold)
                if is_exception:
                    self._untick()
                self.press(self._digit_of(gold.entity_type), for_="mark")

    def _untick(self) -> None:
        box = self._page.locator("#mark-more:visible")
        if box.count() == 1:
            box.uncheck()
            self.counts["exceptions"] += 1

    def _go_to(self, span: DisplayedSpan) -> None:
        """Click on a span unless keys mean it."""
        if not span.is_here:
            self._page.click(f"#{span.span_id}")
            self.counts["go there"] += 1

    def _select(self, gold: GoldSpan) -> None:
        """Select words with the mouse; where their borders lie within words, Alt is held."""
        self._drag(gold)
        if not self._is_selected(gold):
            self._page.keyboard.press("Escape")
            self._page.keyboard.down("Alt")
            self._drag(gold)
            self._page.keyboard.up("Alt")
            self.counts["mark"] += 1
        self.counts["mark"] += 1

    def _drag(self, gold: GoldSpan) -> None:
        left, top, right, bottom = self._page.evaluate(SCREEN, [gold.start, gold.end])
        self._page.mouse.move(left, top)
        self._page.mouse.down()
        self._page.mouse.move((left + right) / 2, (top + bottom) / 2)
        self._page.mouse.move(right, bottom)
        self._page.mouse.up()

    def _is_selected(self, gold: GoldSpan) -> bool:
        start, end = self._page.evaluate(SELECTED)
        return (start, end) == (gold.start, gold.end)

    def _move(self, span: DisplayedSpan, gold: GoldSpan) -> None:
        """Move both borders: by words as far as none is passed, then by characters.

        A key that is held counts once.
        """
        for border, start, goal, key in (
            (1, span.end, gold.end, "Shift"),
            (0, span.start, gold.start, "Control"),
        ):
            at, holding = start, set[str]()
            for held in (key, f"{key}+Alt"):
                while at != goal and (moved := self._step(border, at, goal, held)) != at:
                    at = moved
                    self.counts["borders"] += 1 + len({*held.split("+")} - holding)
                    holding.update(held.split("+"))

    def _step(self, border: int, at: int, goal: int, held: str) -> int:
        """Move one border once, unless that passes the goal; return where it is."""
        ahead, back = ("ArrowRight", "ArrowLeft") if at < goal else ("ArrowLeft", "ArrowRight")
        self._page.keyboard.press(f"{held}+{ahead}")
        moved = int(self._page.evaluate(SELECTED)[border])
        if (moved - goal) * (at - goal) < 0:
            self._page.keyboard.press(f"{held}+{back}")
            return at
        return moved

    def submit(self) -> None:
        """Submit; what can still be read of hidden words stays, since the gold spans leave it."""
        name = (self._page.locator("#workbench h1").text_content() or "").strip()
        self.press("s", for_="submit")
        self._page.wait_for_function(ANSWERED, arg=name)
        box = self._page.locator("#may-stay")
        if box.count() == 1:
            self._page.wait_for_function(QUIET)
            self.press("Space", for_="submit")
            self.press("s", for_="submit")

    def press(self, key: str, *, for_: str) -> None:
        """Press a key and count it."""
        self._page.keyboard.press(key)
        self.counts[for_] += 1

    def _offered(self) -> str:
        """Return the digit of the first replacement; of `***` where there is no other."""
        digits = self._page.locator("#panel .offer kbd:first-child").all_inner_texts()
        return "1" if "1" in digits else "0"

    def _digit_of(self, entity_type: SemanticType) -> str:
        types = self._page.locator("#panel [data-type]")
        names = types.evaluate_all("all => all.map((each) => each.dataset.type)")
        return str(names.index(entity_type.value) + 1)

    def spans(self) -> list[DisplayedSpan]:
        """Return what the page shows when nothing is under way: the expert reads what there is."""
        self._page.wait_for_function(QUIET)
        return [
            DisplayedSpan(span_id, start, end, SemanticType(kind), is_open, is_here)
            for span_id, start, end, kind, is_open, is_here in self._page.evaluate(SPANS)
        ]
