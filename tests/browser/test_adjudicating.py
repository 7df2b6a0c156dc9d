"""Settling where annotators differ, by keys: from row to row, with a note against the majority."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import select

from tests.browser.serving import PHONE
from tests.factories import Factory
from tests.webapp.submissions import submitted
from webapp.platform.extensions import db
from webapp.platform.models import Adjudication, Document, Role, User, Verdict

Open = Callable[..., Page]
HERE = re.compile(r"\bhere\b")
CITY, DECADE = "city in Norway", "date in the 1980s"


@pytest.fixture
def reviewer(make: Factory) -> User:
    return make.user("Rita", role=Role.REVIEWER)


@pytest.fixture
def document(make: Factory, reviewer: User) -> Document:
    """Six spans: a tie on the second, a minority on the fourth, all agree on the others."""
    document = make.document(make.project(reviewer))
    texts = ["PERSON 1", CITY, DECADE, "PERSON 1", CITY, "date in the 2000s"]
    for name, second, fourth in (
        ("Ada", CITY, "PERSON 1"),
        ("Ben", CITY, "PERSON 1"),
        ("Cleo", "city", "***"),
        ("Dan", "city", "PERSON 1"),
    ):
        texts[1], texts[3] = second, fourth
        submitted(make, document, make.user(name), *texts)
    return document


def address(document: Document) -> str:
    return f"/projects/{document.project_id}/adjudication/{document.id}"


def card(page: Page, number: int) -> Locator:
    return page.get_by_role("region", name=f"Span {number}", exact=True)


def test_rows_are_settled_by_keys_and_the_document_with_them(
    open_browser: Open, document: Document, reviewer: User
):
    page = open_browser(reviewer)
    page.goto(address(document))
    progress = page.locator("#progress")
    expect(progress).to_contain_text("2 spans to decide; annotators agree on 4 of 6.")
    expect(card(page, 6)).to_be_hidden()
    page.keyboard.press("2")  # the tie comes first
    expect(progress).to_contain_text("1 span to decide")
    expect(card(page, 4)).to_have_class(HERE)
    page.keyboard.press("2")  # against the majority, on the next open row
    note = page.get_by_label("why not so?")
    expect(note).to_be_focused()
    expect(progress).to_contain_text("1 note to write")
    note.fill("The name tells.")
    note.press("Enter")
    expect(card(page, 4)).to_contain_text("Why: The name tells.")
    page.get_by_role("button", name="Settle the document").click()
    expect(page.locator("#messages")).to_contain_text("The document is settled")
    assert db.session.scalar(select(Adjudication.document_id)) == document.id
    settled = db.session.scalars(select(Verdict).order_by(Verdict.start_offset)).all()
    assert [each.parts[0]["text"] for each in settled][1:4] == ["city", DECADE, "***"]


def test_the_majority_is_accepted_and_taken_back_by_keys(
    open_browser: Open, document: Document, reviewer: User
):
    page = open_browser(reviewer)
    page.goto(address(document))
    page.keyboard.press("n")
    expect(card(page, 4)).to_have_class(HERE)
    page.keyboard.press("a")
    expect(card(page, 4)).to_contain_text("Settled by Rita")
    expect(card(page, 2)).to_have_class(HERE)  # on to the one that is open
    page.keyboard.press("u")  # there is nothing to take back: it is the one before
    expect(card(page, 4)).to_have_class(HERE)
    expect(card(page, 4)).not_to_contain_text("Settled by Rita")
    expect(page.locator(".texts .replacement.here")).to_be_focused()
    page.keyboard.press("e")
    page.keyboard.type("somebody")
    page.keyboard.press("Enter")
    expect(card(page, 4)).to_contain_text("somebody")
    expect(card(page, 4)).to_contain_text("Settled by Rita")


def test_a_strategy_is_counted_applied_and_undone(
    open_browser: Open, document: Document, reviewer: User
):
    page = open_browser(reviewer)
    page.goto(address(document))
    page.get_by_text("Settle many at once").click()
    page.get_by_role("button", name="Settle 4 of 6").click()
    expect(page.locator("#messages")).to_contain_text("4 spans settled")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#messages")).to_contain_text("Undone: 4 spans open again.")
    page.keyboard.press("1")
    expect(page.locator("#save-status")).to_contain_text("Saved")
    expect(page.locator("#messages")).to_have_text("")


def test_a_link_to_a_span_that_is_folded_opens_it(
    open_browser: Open, document: Document, reviewer: User
):
    page = open_browser(reviewer)
    first = document.layers[0].mentions[0]
    page.goto(f"{address(document)}#mention-{first.start_offset}-{first.end_offset}")
    expect(card(page, 1)).to_be_visible()


def test_on_a_phone_rows_have_their_words_around_them(
    open_browser: Open, document: Document, reviewer: User
):
    page = open_browser(reviewer, size=PHONE)
    page.goto(address(document))
    expect(page.get_by_role("region", name="Text")).to_be_hidden()
    expect(card(page, 2)).to_contain_text("was born in Oslo in 1986")
    card(page, 2).get_by_role("button", name="city in Norway").click()
    expect(page.locator("#progress")).to_contain_text("1 span to decide")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
