"""The steps of the whole job, each as the person does it in the browser."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.annotating import expect_saved
from tests.browser.inventory import PASSWORD

SAMPLE = Path(__file__).resolve().parents[2] / "webapp" / "data" / "sample.json"
PROJECT = "Lives"
WORKER_PATIENCE_MS = 600_000
DOCUMENT_TITLE = re.compile(r"^Document \d+ · Palimpsest$")


def sign_in(page: Page, name: str) -> None:
    """Use the login form."""
    page.goto("/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Projects")


def main_link(page: Page, name: str) -> Locator:
    """Find a link of the bar on top of every page."""
    return page.get_by_role("navigation", name="Main").get_by_role("link", name=name)


def open_page(page: Page, name: str, *, tab: str = "", heading: str = "") -> None:
    """Go to a page of the project by its link, which is a tab or stands below one.

    The heading of the page is what its link is called unless it is given.
    """
    main_link(page, "Projects").click()
    page.get_by_role("link", name=PROJECT, exact=True).click()
    for link in [tab, name] if tab else [name]:
        way = page.get_by_role("navigation", name="Project")
        way.get_by_role("link", name=link, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(heading or name)


def add_person(page: Page, name: str, role: str, password: str = "") -> str:
    """Add somebody and return the path of the personal link."""
    main_link(page, "People").click()
    page.get_by_role("link", name="Add a person").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Role").select_option(role)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Add this person").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    return urlsplit(page.locator("#links input[readonly]").input_value()).path


def create_project(page: Page, *members: str) -> None:
    """Make the project and let people into it."""
    main_link(page, "Projects").click()
    page.get_by_role("link", name="New project").click()
    page.get_by_label("Name").fill(PROJECT)
    page.get_by_label("Guidelines").fill("Nobody must be **recognized**.")
    page.get_by_role("button", name="Create the project").click()
    open_page(page, "Members", tab="Settings")
    for name in members:
        page.get_by_label(name).check()
    page.get_by_role("button", name="Add to the project").click()
    expect(page.locator("#people")).to_contain_text(members[-1])


def import_sample(page: Page) -> None:
    """Upload the file and wait until the panel says that the worker is done."""
    open_page(page, "Import")
    page.get_by_label("Files").set_input_files(SAMPLE)
    page.get_by_role("button", name="Import").click()
    panel = page.locator(".import")
    expect(panel).to_contain_text(SAMPLE.name)
    expect(panel.locator(".state-done")).to_be_visible(timeout=WORKER_PATIENCE_MS)
    expect(panel.get_by_role("link", name="See the documents")).to_be_visible(
        timeout=WORKER_PATIENCE_MS
    )


def assign(page: Page, *people: str, everybody: int = 1) -> None:
    """Give so many documents to all of these people and share out the rest."""
    open_page(page, "Assign")
    for box in page.get_by_role("checkbox").all():
        box.uncheck()
    for name in people:
        page.get_by_label(name).check()
    page.get_by_label("Documents for everybody").fill(str(everybody))
    page.get_by_role("button", name="Show the plan").click()
    expect(page.locator("#plan tbody tr")).to_have_count(len(people))
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("#messages")).to_contain_text("assignments were added")


def enter(page: Page, link: str) -> None:
    """Come by personal link and start with the first document."""
    page.goto(link)
    page.get_by_role("link", name="Start").click()
    expect(page).to_have_title(DOCUMENT_TITLE)
    expect_wired(page)


def annotate_by_keys(page: Page, digit: str) -> str:
    """Choose for every span by keys alone and submit; return the document that then is gone.

    Where a list is too short for the digit, the span is hidden.
    """
    title, name = page.title(), page.get_by_role("heading", level=1).inner_text()
    spans = page.locator(".choices select")
    while spans.and_(page.locator(":invalid")).count():
        here = page.locator(".document .here").get_attribute("id")
        page.keyboard.press(digit)
        if page.locator(".document .here.open").and_(page.locator(f"#{here}")).count():
            page.keyboard.press("0")
        expect_saved(page)
    expect(page.locator("#progress")).to_contain_text(f"{spans.count()} of {spans.count()}")
    page.keyboard.press("s")
    asked = page.locator("#may-stay")  # whether what can still be read of hidden words may stay
    following = page.get_by_role("heading", level=1).filter(has_not_text=name)
    expect(asked.or_(following)).to_be_visible()
    if asked.count():
        expect(asked).to_be_focused()
        page.keyboard.press("Space")
        expect(asked).to_be_checked()
        expect(page.locator("#save-status")).not_to_have_class(re.compile("busy"))
        page.keyboard.press("s")
    expect(page).not_to_have_title(title)
    expect(page).to_have_title(DOCUMENT_TITLE)  # the next
    expect_wired(page)
    return name


def expect_wired(page: Page) -> None:
    """Wait until the scripts listen: a key pressed on a half-loaded page is nobody's."""
    page.wait_for_load_state()  # to poll for a function is to evaluate text, which pages forbid


def work_of(page: Page, annotator: str) -> Locator:
    """List what somebody submitted."""
    open_page(page, "Review")
    page.get_by_label("Annotator", exact=True).select_option(annotator)
    page.get_by_role("button", name="Show", exact=True).click()
    return page.locator("#work tbody tr")


def read_sanitized(page: Page, document: Locator) -> None:
    """Read a document's sanitized text alone, which tells nothing, and go on to the originals."""
    document.get_by_role("link").first.click()
    expect(page.get_by_role("region", name="The sanitized text")).to_be_visible()
    page.get_by_role("radio", name="No", exact=True).check()
    page.get_by_role("button", name="Answer and go on").click()
    expect(page.get_by_role("region", name="Original and sanitized text")).to_be_visible()


def approve(page: Page, document: Locator) -> None:
    """Read a document and approve it."""
    read_sanitized(page, document)
    page.get_by_role("button", name="Approve").click()
    expect(page.locator("#messages")).to_contain_text("pproved")


def send_back(page: Page, document: Locator, comment: str) -> None:
    """Return a document to its annotator."""
    read_sanitized(page, document)
    page.get_by_text("Send back…").click()
    page.get_by_label("What should change").fill(comment)
    page.get_by_role("button", name="Send back").click()
    expect(page.locator("#messages")).to_contain_text("sent back")
