"""From files dropped on the page of projects to the first of them, marked and open."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.annotating import panel, words
from tests.factories import Factory
from tests.gazetteer import build_tiny_ontology
from webapp.platform.config import Config
from webapp.platform.models import Role

DROP = """files => {
  const data = new DataTransfer();
  for (const [name, text] of Object.entries(files)) data.items.add(new File([text], name));
  for (const type of ["dragenter", "dragover", "drop"]) {
    const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data });
    document.querySelector("h1").dispatchEvent(event);
  }
}"""
LETTER = "Dear Ada Berg, we met in Oslo on 3 May 1986."


@pytest.fixture
def admin(open_browser: Callable[..., Page], make: Factory) -> Page:
    page = open_browser(make.user("Alma", role=Role.ADMIN))
    page.goto("/")
    return page


@pytest.mark.usefixtures("worker")
def test_files_are_dropped_read_marked_and_annotated(admin: Page, config: Config):
    build_tiny_ontology(config)
    admin.evaluate(DROP, {"letter.txt": LETTER, "note.txt": "It rained.", "empty.txt": ""})
    expect(admin.get_by_role("heading", name="What was read")).to_be_visible()
    expect(admin.locator(".beginning").first).to_have_text(LETTER)
    expect(admin.locator(".faults")).to_contain_text("the file is empty")
    admin.get_by_label("Name of the project").fill("Letters")
    admin.get_by_role("button", name="Import the 2 texts").click()
    expect(admin.locator("#masking")).to_contain_text("3 spans to hide in 1 document")
    expect(admin.locator("#masking")).to_contain_text("Nothing was found in “note”")
    admin.get_by_role("button", name="Annotate them yourself").click()
    expect(words(admin, "Oslo")).to_be_visible()
    words(admin, "Oslo").click()
    expect(panel(admin)).to_contain_text("city in Norway")


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("is_listed", [False, True])
def test_what_an_import_says_of_texts_without_spans_is_true_when_masks_are_found(
    admin: Page, config: Config, *, is_listed: bool
):
    build_tiny_ontology(config)
    admin.evaluate(DROP, {"letter.txt": LETTER})
    admin.get_by_role("button", name="Import the text").click()
    if is_listed:
        admin.get_by_role("link", name="All imports").click()
    expect(admin.locator("#masking")).to_contain_text("3 spans to hide in 1 document")
    expect(admin.get_by_role("link", name="See the documents")).to_be_visible()
    expect(admin.get_by_role("link", name="See those without spans to hide")).to_have_count(0)


@pytest.mark.usefixtures("worker")
def test_files_that_nobody_wants_leave_nothing_behind(admin: Page):
    admin.evaluate(DROP, {"letter.txt": LETTER})
    admin.get_by_role("button", name="Import nothing").click()
    expect(admin.get_by_role("heading", name="Projects")).to_be_visible()
    expect(admin.locator("main")).to_contain_text("There are no projects yet.")


def test_a_page_says_where_files_can_be_dropped(admin: Page):
    form = admin.locator("[data-drop]")
    enter = "new DragEvent('dragenter', { bubbles: true, dataTransfer: data })"
    leave = enter.replace("enter", "leave")
    hold = "const data = new DataTransfer(); data.items.add(new File(['x'], 'x.txt'));"
    admin.evaluate(f"() => {{ {hold} document.body.dispatchEvent({enter}) }}")
    expect(form).to_contain_class("over")
    admin.evaluate(f"() => {{ {hold} document.body.dispatchEvent({leave}) }}")
    expect(form).not_to_contain_class("over")
