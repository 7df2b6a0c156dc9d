"""What an annotator sees and does on the page of a document, in words of the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect
from sqlalchemy import select

from tests.factories import Factory
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, Choice, Document, Mention, Project, User

OFFLINE = "ERR_INTERNET_DISCONNECTED|htmx:(afterRequest|sendError)"
"""What the console says where there is no connection."""


@dataclass
class Annotation:
    """An annotator with one assigned document (see tests.factories.TEXT)."""

    annotator: User
    project: Project
    document: Document
    assignment: Assignment

    @classmethod
    def begin(cls, make: Factory, **document: object) -> Annotation:
        """Make the annotator, the project, the document and its assignment."""
        annotator = make.user("nora")
        project = make.project(annotator, name="Lives")
        made = make.document(project, **document)
        return cls(annotator, project, made, make.assignment(made, annotator))

    @property
    def address(self) -> str:
        """The path of the page."""
        return f"/projects/{self.project.id}/documents/{self.document.id}"

    def stored(self) -> dict[str, str]:
        """What the database holds: span text (the last of equal ones) → chosen text."""
        db.session.rollback()
        rows = db.session.execute(
            select(Mention.span_text, Choice.text)
            .join(Choice, Choice.mention_id == Mention.id)
            .where(Choice.assignment_id == self.assignment.id)
            .order_by(Mention.start_offset)
        )
        return dict(rows.all())


def words(page: Page, span_text: str) -> Locator:
    """The words of a span in the text, whatever is chosen for it."""
    return page.locator(f'.document .span[title^="{span_text}: "]')


def row(page: Page, span_text: str) -> Locator:
    """What holds the choice of a span, out of sight where scripts run."""
    return page.locator(f".choices li:has(bdi:text-is('{span_text}'))")


def drop_down(page: Page, span_text: str) -> Locator:
    """The drop-down of a span."""
    return row(page, span_text).locator("select")


def panel(page: Page) -> Locator:
    """The list of the span one is at."""
    return page.locator("#panel")


def offer(page: Page, text: str) -> Locator:
    """A text in the list of the span one is at."""
    return panel(page).locator(f'.offer[value="{text}"]')


def pick(page: Page, span_text: str, text: str) -> None:
    """Go to a span and choose one of its replacements."""
    words(page, span_text).click()
    offer(page, text).click()


def choose(page: Page, span_text: str, text: str) -> None:
    """Choose a replacement and wait until the page says that it is saved."""
    pick(page, span_text, text)
    expect_saved(page)


def expect_here(page: Page, span_text: str) -> None:
    """Wait until one is at a span."""
    expect(words(page, span_text)).to_be_focused()
    expect(panel(page).get_by_role("heading")).to_have_text(span_text)


def expect_saved(page: Page) -> None:
    """Wait until nothing is waiting to be saved."""
    expect(page.locator("#save-status")).to_have_text("Saved")


def open_document(
    open_browser: Callable[..., Page], annotation: Annotation, **options: object
) -> Page:
    """Open the page as its annotator."""
    page = open_browser(annotation.annotator, **options)
    page.goto(annotation.address)
    return page


def come_back(page: Page, address: str) -> Page:
    """Close the page that could not save, and open another one with a connection."""
    expect(page.locator("#save-status")).to_have_text("Not saved, retrying…")
    page.close()
    page.context.set_offline(False)
    again = page.context.new_page()
    again.goto(address)
    return again


def hide_all(page: Page) -> None:
    """Hide every span by its key."""
    for _ in range(page.locator(".document .span.open").count()):
        page.keyboard.press("0")
    expect(page.locator(".document .span.open")).to_have_count(0)
    expect_saved(page)
