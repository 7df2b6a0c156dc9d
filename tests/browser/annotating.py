"""What an annotator sees and does on the page of a document, in words of the page."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import select

from tests.factories import Factory
from webapp.extensions import db
from webapp.models import Assignment, Choice, Document, Mention, Project, User


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


def mention(page: Page, span_text: str) -> Locator:
    """The mention whose label begins with the span's text."""
    return page.locator(".mention", has=page.locator(f"label:text-matches('^{span_text},')"))


def drop_down(page: Page, span_text: str) -> Locator:
    """The drop-down of a mention."""
    return mention(page, span_text).locator("select")


def choose(page: Page, span_text: str, text: str) -> None:
    """Choose a replacement and wait until the page says that it is saved."""
    drop_down(page, span_text).select_option(text)
    expect_saved(page)


def expect_saved(page: Page) -> None:
    """Wait until nothing is waiting to be saved."""
    expect(page.locator("#save-status")).to_have_text("Saved")


@pytest.fixture
def annotation(make: Factory) -> Annotation:
    """One annotator at one document."""
    return Annotation.begin(make)
