"""How long somebody with a browser waits: for the first load, and for the text after a click."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from benchmarks.installation import Server
from benchmarks.web.annotator import Annotator
from benchmarks.web.measures import Spread, Testbed, document_paths

EXECUTABLES = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
QUIET = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
CLICKS = 20

CONFIRM = """() => document.getElementById("work").insertAdjacentHTML(
  "beforeend",
  `<input type="hidden" name="may_stay" value="${document.getElementById("version").value}">`,
)"""
"""The published documents leave some words in clear that they hide elsewhere: nobody is to ask."""

# The largest block of the page is its text; the browser notes the frame that first shows it.
WATCH = """
addEventListener("click", () => {
  sessionStorage.setItem("clicked", performance.timeOrigin + performance.now());
}, true);
window.painted = new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true });
});
"""
# A step replaces the document in the page that is open. Of two frames the first shows it, and the
# second begins when it is painted.
WATCH_IN_PLACE = """() => {
  const before = document.getElementById("workbench");
  window.painted = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      if (document.getElementById("workbench") === before) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
    }).observe(document.body, { childList: true, subtree: true });
  });
}"""
# What a key does is done in its event; the frame after the next begins when that is painted.
WATCH_KEY = """() => {
  window.painted = new Promise((resolve) => {
    addEventListener("keydown", () => {
      const pressed = performance.now();
      const done = () => resolve(performance.now() - pressed);
      requestAnimationFrame(() => requestAnimationFrame(done));
    }, { capture: true, once: true });
  });
}"""
WAITED = """async () =>
  performance.timeOrigin + (await window.painted) - Number(sessionStorage.getItem("clicked"))
"""


@dataclass(frozen=True, slots=True)
class FirstLoad:
    """What a browser that knows nothing fetches to show a document; bytes on the wire."""

    requests: int
    bytes_by_type: dict[str, int]
    """By Chromium's name of the type; headers included."""

    @property
    def script_and_style(self) -> int:
        """The bytes of JavaScript and CSS."""
        return self.bytes_by_type["Script"] + self.bytes_by_type["Stylesheet"]


@dataclass(frozen=True, slots=True)
class Browsing:
    """The measurements in a browser; milliseconds from a click or key until the paint."""

    first_load: FirstLoad
    after_submit: Spread
    after_continue: Spread
    after_key: Spread
    """Of a digit that chooses and goes on, in the large document."""


def measure_browsing(testbed: Testbed, server: Server) -> Browsing | None:
    """Watch a real Chromium; None where there is none."""
    executable = find_chromium()
    if executable is None:
        return None
    link = testbed.links[-1]
    paths = document_paths(server, link, testbed.project_id)
    annotator = Annotator(server.port, link)
    for path in paths[: CLICKS + 2]:
        annotator.fill(annotator.open(path))
    base, project = f"http://127.0.0.1:{server.port}", f"/projects/{testbed.project_id}"
    with chromium(executable) as browser, _signed_in(browser, base, link) as context:
        page = context.new_page()
        first_load = _first_load(page, paths[0])
        submits = [_submit(page) for _ in range(CLICKS)]
        continues = [_continue(page, project) for _ in range(CLICKS)]
        [large] = document_paths(server, link, testbed.large_id)
        page.goto(large)
        page.wait_for_load_state("networkidle")
        keys = [_press(page, "1") for _ in range(CLICKS)]
    return Browsing(first_load, Spread.of(submits), Spread.of(continues), Spread.of(keys))


def _submit(page: Page) -> float:
    """Submit the open document; the page asks for its readings last, so that it is quiet then."""
    page.evaluate(CONFIRM)
    page.evaluate(WATCH_IN_PLACE)
    with page.expect_response("**/readings") as readings:
        page.click("#submit")
    readings.value.finished()
    return float(page.evaluate(WAITED))


def _press(page: Page, key: str) -> float:
    page.evaluate(WATCH_KEY)
    page.keyboard.press(key)
    return float(page.evaluate("() => window.painted"))


def _continue(page: Page, project: str) -> float:
    page.goto(project)
    page.wait_for_load_state("networkidle")
    with page.expect_navigation():
        page.click(".way-on a")
    page.wait_for_selector("section.document")
    return float(page.evaluate(WAITED))


def _first_load(page: Page, path: str) -> FirstLoad:
    kinds: dict[str, str] = {}
    sizes: Counter[str] = Counter()

    def add(event: dict[str, Any]) -> None:
        sizes[kinds[event["requestId"]]] += round(event["encodedDataLength"])

    network = page.context.new_cdp_session(page)
    on_event: Callable[..., None] = network.on
    on_event(
        "Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]})
    )
    on_event("Network.loadingFinished", add)
    network.send("Network.enable")
    page.goto(path)
    page.wait_for_load_state("networkidle")
    network.detach()
    return FirstLoad(len(kinds), dict(sizes))


def find_chromium() -> str | None:
    """Return where the Chromium of this machine is, if there is one."""
    return next(filter(None, map(shutil.which, EXECUTABLES)), None)


@contextmanager
def chromium(executable: str) -> Iterator[Browser]:
    """Start it without a window."""
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=[*QUIET, *as_root])
        yield browser
        browser.close()


@contextmanager
def _signed_in(browser: Browser, base: str, link: str) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=base, viewport={"width": 1280, "height": 800})
    context.request.get(link)  # a session, and nothing in the cache
    context.add_init_script(WATCH)
    yield context
    context.close()
