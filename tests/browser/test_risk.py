"""Privacy figures in a browser: they follow each choice, and a word that gives away is hidden."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.annotating import (
    Annotation,
    choose,
    drop_down,
    expect_saved,
    offer,
    open_document,
    panel,
    words,
)
from tests.browser.marks import begin
from tests.browser.serving import PHONE, Trouble
from tests.factories import Factory
from tests.webapp.insight.risk.risky import (
    OTHER_SPANS,
    OTHER_TEXT,
    SPANS,
    TEXT,
    compute,
    give_background,
    pages,
)
from webapp.platform.config import Config
from webapp.platform.extensions import db

Open = Callable[..., Page]
PLACES = """() => [...(CSS.highlights.get("gives-away") ?? [])].map((range) => range.toString())"""


@pytest.fixture
def risky(make: Factory, config: Config) -> Annotation:
    """A document in which the person is found by one word, beside one about somebody else."""
    annotation = begin(make, doc_id="falconer", text=TEXT, spans=SPANS)
    other = make.document(annotation.project, text=OTHER_TEXT, spans=OTHER_SPANS)
    other.task = "Hide the painter"
    db.session.commit()
    give_background(config, annotation.project, pages("falconer"))
    compute(annotation.project)
    return replace(annotation)


def top_of_text(page: Page) -> float:
    """Where the text begins in the window."""
    box = page.locator(".document").bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.usefixtures("tiny_ontology")
def test_lines_follow_each_choice_and_a_word_hidden_is_not_found_any_more(
    open_browser: Open, risky: Annotation
):
    page = open_document(open_browser, risky)
    lines = page.locator("#risk")
    expect(lines).to_contain_text("So far all choices fit 2 of 2 people")
    expect(lines).to_contain_text("So far, by words alone, the attack finds the person: 1st of 12")
    assert page.evaluate(PLACES) == ["falcons", "falcons"]
    before = top_of_text(page)
    choose(page, "geologist", "scientist")
    expect(lines).to_contain_text("So far all choices fit 1 of 2 people")
    expect(lines).to_contain_text(re.compile(r"The choices keep \d+\s% of what the spans told"))
    assert top_of_text(page) == before
    lines.get_by_role("button", name="falcons").click()
    hidden = page.locator('.document .span[title^="falcons: "]')
    expect(hidden).to_have_count(2)
    expect(hidden.first).to_be_focused()
    expect(lines).not_to_contain_text("1st of 12")
    expect(lines.get_by_role("button", name="falcons")).to_have_count(0)
    assert page.evaluate(PLACES) == []


@pytest.mark.usefixtures("tiny_ontology")
def test_options_say_what_they_fit_and_why_stays_open(open_browser: Open, risky: Annotation):
    page = open_document(open_browser, risky)
    words(page, "Oslo").click()
    expect(panel(page).locator(".fits").first).to_have_text("fits few")
    why = panel(page).locator("details", has_text="Why these?")
    why.locator("summary").click()
    expect(why).to_contain_text("Fits few places that we know.")
    words(page, "Bergen").click()
    expect(why.locator("dl")).to_be_visible()
    assert_accessible(page)


@pytest.mark.usefixtures("tiny_ontology")
def test_on_a_phone_the_lines_are_one_that_opens_and_the_text_begins_high_up(
    open_browser: Open, risky: Annotation
):
    page = open_document(open_browser, risky, size=PHONE)
    lines, brief = page.locator("#risk"), page.locator("#risk summary")
    before = top_of_text(page)
    expect(brief).to_have_text("Privacy: fits 2 of 2 · found")
    expect(lines.get_by_role("button", name="falcons")).to_be_hidden()
    assert top_of_text(page) == before
    assert before < PHONE["height"] / 4
    brief.click()
    choose(page, "geologist", "scientist")
    expect(brief).to_have_text(re.compile(r"Privacy: fits 1 of 2 · found · keeps \d+\s%"))
    expect(lines.get_by_role("button", name="falcons")).to_be_visible()
    assert_accessible(page)


@pytest.mark.usefixtures("tiny_ontology")
def test_who_is_in_the_list_stays_where_they_are_when_figures_come(
    open_browser: Open, risky: Annotation
):
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page = open_browser(risky.annotator)
    page.route("**/figures", hold)
    with page.expect_request("**/figures"):
        page.goto(risky.address)
    words(page, "Oslo").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(offer(page, "city")).to_be_focused()
    known = panel(page).locator(".why-these")
    expect(known).to_have_count(0)
    held[0].continue_()
    expect(known).to_have_count(1)
    expect(offer(page, "city")).to_be_focused()
    page.keyboard.down("Space")
    drop_down(page, "Oslo").dispatch_event("renewed")
    page.keyboard.up("Space")
    expect_saved(page)
    assert risky.stored()["Oslo"] == "city"


def test_without_a_connection_the_page_works_without_figures(
    open_browser: Open, risky: Annotation, trouble: Trouble
):
    trouble.expect("Failed to load resource")
    page = open_browser(risky.annotator)
    for address in ("figures", "risk"):
        page.route(f"**/{address}", lambda route: route.abort())
    page.goto(risky.address)
    choose(page, "Oslo", "city")
    expect(page.locator("#risk")).to_have_text("Privacy figures", use_inner_text=False)
    assert risky.stored()["Oslo"] == "city"
