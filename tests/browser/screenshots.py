"""Takes the pictures of the documentation: `make screenshots`.

It starts the demo in a throw-away home, works in it as its users would, and looks at the pages in
a real Chromium. The pictures change only when the pages do, apart from the times on them.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, Playwright, ViewportSize, expect, sync_playwright

from tests.browser.absence import NO_BROWSER
from tests.browser.conftest import ARGUMENTS, EXECUTABLES
from tests.browser.sample_files import annotated, damaged
from tests.browser.serving import PHONE

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "screenshots"
LETTERS = ROOT / "webapp" / "data" / "letters"
ONTOLOGY = ROOT / "instance" / "ontology"
"""Where `make ontology` compiles it."""
START_SECONDS = 60
TRAINING_MS = 240_000
COLOURS = 256
DESKTOP = ViewportSize(width=1200, height=690)
TALL = ViewportSize(width=1200, height=940)
LOW = ViewportSize(width=1200, height=590)


@contextmanager
def demo(home: Path) -> Iterator[str]:
    """Run `palimpsest demo` in a home of its own; yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "webapp.cli", "demo", "--port", str(port)]
    environment = {
        **os.environ,
        "PALIMPSEST_HOME": str(home),
        "PALIMPSEST_ONTOLOGY": os.environ.get("PALIMPSEST_ONTOLOGY", str(ONTOLOGY)),
    }
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        _wait_for(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
        else:
            return


def launched(playwright: Playwright) -> Browser:
    """Start the Chromium of this machine."""
    executable = next(filter(None, map(shutil.which, EXECUTABLES)), None)
    if executable is None:
        sys.exit(NO_BROWSER)
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    # Letters in shades of one colour make pictures of half the size.
    arguments = [*ARGUMENTS, "--disable-lcd-text", *as_root]
    return playwright.chromium.launch(executable_path=executable, args=arguments)


class Photographer:
    """Opens pages as one of the demo's users and takes pictures of them."""

    def __init__(self, browser: Browser, address: str, home: Path) -> None:
        self._browser = browser
        self._address = address
        self._logins: dict[str, str] = json.loads((home / "demo-logins.json").read_text())

    def page_of(self, name: str, size: ViewportSize = DESKTOP) -> Page:
        """Sign in and stop at the sample project."""
        context = self._browser.new_context(
            base_url=self._address, viewport=size, reduced_motion="reduce", locale="en-GB"
        )
        page = context.new_page()
        page.goto("/login")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(self._logins[name])
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("link", name="Sample biographies").first.click()
        return page

    def take(self, page: Page, name: str) -> None:
        """Write what the window shows."""
        page.mouse.move(0, 0)
        page.screenshot(path=PICTURES / f"{name}.png", animations="disabled", caret="hide")


def review(photographer: Photographer) -> None:
    """Show work under review and the agreement of the sample's annotators."""
    page = photographer.page_of("reviewer", LOW)
    page.goto("/projects/1/review")
    page.get_by_role("link", name="by sample-cleo").first.click()
    photographer.take(page, "review-sanitized")
    page.get_by_role("radio", name="No", exact=True).check()
    page.get_by_role("button", name="Answer and go on").click()
    photographer.take(page, "review")
    page.set_viewport_size(TALL)
    page.goto("/projects/1/agreement")
    expect(page.locator("#pairs")).to_be_visible(timeout=600_000)  # attacks may come first
    photographer.take(page, "agreement")
    page.locator("#pairs").screenshot(path=PICTURES / "agreement-pairs.png")
    page.set_viewport_size(DESKTOP)
    page.goto("/projects/1/adjudication")
    page.locator("tbody a").first.click()
    expect(page.locator(".span-card.here")).to_be_visible()
    photographer.take(page, "adjudication")


def annotate(photographer: Photographer) -> None:
    """Submit a document, then show another one half done, its preview, and a phone."""
    page = photographer.page_of("annotator")
    page.goto("/projects/1/documents/7")
    await_suggestions(page)
    page.goto("/projects/1/documents/5")
    choose(page, share=1)
    page.get_by_role("button", name="Submit").click()
    page.get_by_label("I read them: they may stay").check()
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".overall")).to_contain_text("1 of 16")
    page.goto("/projects/1/documents/7")
    choose(page, share=0.3)
    page.evaluate("scrollTo(0, 0)")
    photographer.take(page, "annotate")
    phone = photographer.page_of("annotator", PHONE)
    phone.goto(page.url)
    phone.locator(".document .span.open").first.click()
    expect(phone.locator("#panel")).to_be_visible()
    photographer.take(phone, "annotate-phone")
    choose(page, share=1)
    page.get_by_role("button", name="As it will read").click()
    page.evaluate("scrollTo(0, 0)")
    photographer.take(page, "preview")


def await_suggestions(page: Page) -> None:
    """Open the page again and again until the first model suggests something on it."""
    deadline = time.monotonic() + TRAINING_MS / 1000
    while not page.locator(".choices .chip").count() and time.monotonic() < deadline:
        page.wait_for_timeout(1_000)
        page.goto(page.url)
    expect(page.locator(".choices .chip")).not_to_have_count(0)


def model(photographer: Photographer, folder: Path) -> None:
    """Train two models on the sample annotated throughout, and show what came of them.

    Whether one is put to use by itself depends on its scores; the admin can do it, too.
    """
    page = photographer.page_of("admin", TALL)
    page.goto("/projects/new")
    page.get_by_label("Name").fill("Lives")
    page.get_by_role("button", name="Create the project").click()
    project = page.url
    page.goto(f"{project}/import")
    page.get_by_label("Files").set_input_files(annotated(folder / "lives.json"))
    page.get_by_role("button", name="Import").click()
    expect(page.locator(".import")).to_contain_text("See the documents", timeout=60_000)
    for number, family in enumerate(("Ranking", "Personal ranking"), start=1):
        page.goto(f"{project}/model")
        page.get_by_label("Kind of model").select_option(family)
        page.get_by_role("button", name="Train").click()
        expect(page.locator("#work")).to_contain_text(f"Version {number}", timeout=TRAINING_MS)
    page.goto(f"{project}/model")
    page.get_by_role("button", name="Use it").first.click()
    expect(page.locator("#messages")).to_contain_text("in use")
    photographer.take(page, "model")
    figures = page.locator("#figures")
    figures.scroll_into_view_if_needed()
    figures.screenshot(path=PICTURES / "model-figures.png")


def choose(page: Page, *, share: float) -> None:
    """Choose a replacement halfway down for the first spans, as far as they are open."""
    spans = page.locator(".document .span").all()
    for span in spans[: round(share * len(spans))]:
        span.click()
        offers = page.locator("#panel .offer")
        if not offers.and_(page.locator('[aria-pressed="true"]')).count():
            offers.nth((offers.count() - 1) // 2).click()
            expect(page.locator("#save-status")).to_have_text("Saved")


def oversee(photographer: Photographer, folder: Path) -> None:
    """Show the overview of the project, and an import that was refused above one that was not."""
    page = photographer.page_of("admin")
    photographer.take(page, "project")
    page.goto("/projects/1/export")
    page.locator("#dataset").get_by_label("Format").select_option("hugging-face")
    page.locator("#dataset").get_by_role("button", name="Export").click()
    expect(page.get_by_role("link", name="Download")).to_be_visible(timeout=60_000)
    page.locator("#dataset").evaluate("box => box.scrollIntoView()")
    photographer.take(page, "export")
    page.set_viewport_size(TALL)
    page.goto("/projects/1/import")
    page.get_by_label("Files").set_input_files(damaged(folder / "more-lives.json"))
    page.get_by_role("button", name="Import").click()
    expect(page.locator(".import").first).to_contain_text("Waits for you", timeout=20_000)
    page.reload()
    photographer.take(page, "import")


PLACE_OF = """(words) => {
  const text = document.querySelector(".document");
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const start = node.data.indexOf(words);
    if (start < 0) continue;
    const range = new Range();
    range.setStart(node, start);
    range.setEnd(node, start + words.length);
    return range.getBoundingClientRect().toJSON();
  }
}"""


def start(photographer: Photographer) -> None:
    """Drop the letters on the page of projects, show what was read, and hide more of one."""
    page = photographer.page_of("admin", TALL)
    page.goto("/")
    page.get_by_label("Files").set_input_files(sorted(LETTERS.iterdir()))
    expect(page.get_by_role("heading", name="What was read")).to_be_visible(timeout=20_000)
    photographer.take(page, "start")
    page.get_by_role("button", name="Import").first.click()
    page.get_by_role("button", name="Annotate them yourself").click(timeout=120_000)
    page.set_viewport_size(DESKTOP)
    page.locator(".document").wait_for()
    box = page.evaluate(PLACE_OF, "two sons")
    page.mouse.move(box["left"] + 2, box["top"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["right"] - 2, box["top"] + box["height"] / 2, steps=5)
    page.mouse.up()
    expect(page.locator("#panel")).to_contain_text("Hide as")
    photographer.take(page, "marking")


def decide(photographer: Photographer) -> None:
    """Let the letters be masked in a project of masks alone, and show its page about these."""
    page = photographer.page_of("admin", TALL)
    page.goto("/projects/new")
    page.get_by_label("Name").fill("Letters")
    page.get_by_label("Masking:").check()
    page.get_by_role("button", name="Create the project").click()
    project = page.url
    page.goto(f"{project}/import")
    page.get_by_label("Files").set_input_files(sorted(LETTERS.iterdir()))
    page.get_by_role("button", name="Import").click()
    expect(page.locator(".import")).to_contain_text("See the documents", timeout=60_000)
    page.goto(f"{project}/import")
    page.get_by_role("button", name="Find what to hide").click()
    page.get_by_role("button", name="Annotate them yourself").click(timeout=120_000)
    page.locator(".document").wait_for()
    page.wait_for_load_state()  # a key pressed on a half-loaded page is nobody's
    page.set_viewport_size(DESKTOP)
    for key in ("a", "a", "2"):
        page.keyboard.press(key)
        expect(page.locator("#save-status")).to_have_text("Saved")
    photographer.take(page, "deciding")
    page.set_viewport_size(TALL)
    page.goto(f"{project}/masks")
    photographer.take(page, "masks")


MARKED = (
    "[Anna Berg](PERSON) was born in [Tromsø](LOC) on [12 March 1986](DATETIME). The daughter of a "
    "[geologist](DEM), she studied at the [University of Oslo](ORG) and lives near [Malmö](LOC)."
)


def know(photographer: Photographer) -> None:
    """Paste a text, show a term that is in it, and why a replacement of it is offered."""
    page = photographer.page_of("admin", TALL)
    page.goto("/projects/1/import")
    page.get_by_role("textbox", name="Text", exact=True).fill(MARKED)
    page.get_by_label("Name of the document").fill("anna")
    page.get_by_role("button", name="Bring in this text").click()
    expect(page.locator(".import").first).to_contain_text("were proposed", timeout=20_000)
    page.goto("/projects/1/assign")
    page.get_by_label("Documents for everybody").fill("21")
    page.get_by_role("button", name="Show the plan").click()
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("#messages")).to_contain_text("added")
    page.goto("/projects/1/ontology?term=Tromsø&type=LOC")
    photographer.take(page, "ontology")
    annotating = photographer.page_of("annotator")
    annotating.goto("/projects/1")
    annotating.get_by_role("link", name="anna").first.click()
    annotating.wait_for_url("**/documents/*")
    annotating.locator(".document .span").nth(1).click()
    photographer.take(annotating, "why")


def find(photographer: Photographer) -> None:
    """Show who could still be found, while one chooses and in all documents of a project."""
    page = photographer.page_of("annotator")
    page.goto("/")
    page.get_by_role("link", name="Made-up people").first.click()
    project = page.url
    page.get_by_role("link", name="made-up-0009").first.click()
    choose(page, share=0.5)
    expect(page.locator("#risk p").first).to_be_visible(timeout=60_000)
    page.evaluate("scrollTo(0, 0)")
    photographer.take(page, "privacy")
    page = photographer.page_of("admin", TALL)
    page.goto(f"{project}/risk?told=yes")
    expect(page.locator("#documents tbody tr").first).to_be_visible(timeout=TRAINING_MS)
    page.goto(f"{project}/risk?told=yes")  # what came once all was checked tells nothing
    photographer.take(page, "risk")


def shrink(path: Path) -> None:
    """Keep as many colours as a page needs: a third of the bytes."""
    with Image.open(path) as picture:
        fewer = picture.convert("RGB").quantize(COLOURS)
    fewer.save(path, optimize=True)


def main() -> None:
    """Take all pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        home = Path(folder) / "home"
        with demo(home) as address:
            browser = launched(playwright)
            photographer = Photographer(browser, address, home)
            review(photographer)
            annotate(photographer)
            find(photographer)
            oversee(photographer, Path(folder))
            know(photographer)
            model(photographer, Path(folder))
            start(photographer)
            decide(photographer)
            browser.close()
    for path in PICTURES.glob("*.png"):
        shrink(path)


if __name__ == "__main__":
    main()
