"""Suggestions in a browser: seen, accepted by click and key, ranked anew, preselected, undone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from selection.payload import SuggestionPayload
from selection.suggesting import Suggester, Suggestion
from tests.browser.accessibility import assert_accessible
from tests.browser.annotating import (
    OFFLINE,
    Annotation,
    choose,
    come_back,
    drop_down,
    expect_here,
    expect_saved,
    offer,
    open_document,
    panel,
    pick,
    row,
    words,
)
from tests.browser.serving import DESKTOP, PHONE
from tests.factories import Factory
from tests.webapp.versions.suggestions.suggestible import LIKELY, suggest, want
from webapp.platform.models import AssignmentState, JobKind, JobState, SuggestionMode
from webapp.versions.suggestions import reading

Open = Callable[..., Page]
ALL_SUGGESTED = {
    "Ada Berg": "PERSON 1",
    "Oslo": "city",
    "1986": "date in the 1980s",
    "Berg": "PERSON 1",
    "Bergen": "city",
}


@pytest.fixture
def hinted(annotation: Annotation) -> Annotation:
    """A document with suggestions for all spans but 2004."""
    want(annotation.project.id, SuggestionMode.HINT)
    suggest(annotation.assignment, LIKELY)
    return annotation


@pytest.fixture
def preselected(hinted: Annotation) -> Annotation:
    """The same, chosen in advance."""
    want(hinted.project.id, SuggestionMode.PRESELECT)
    return hinted


def chip(page: Page, span_text: str) -> Locator:
    """The button beside a drop-down, for those without scripts."""
    return row(page, span_text).locator(".chip")


def expect_suggested(page: Page, span_text: str, text: str, percent: int) -> None:
    """Go to a span and see which of its replacements is suggested."""
    words(page, span_text).click()
    expect(panel(page).get_by_role("heading")).to_have_text(span_text)
    expect(panel(page).locator(".suggested")).to_have_count(1)
    expect(panel(page).locator(".suggested .words")).to_have_text(text)
    expect(panel(page).locator(".suggested .percent")).to_have_text(f"{percent} %")


def test_a_suggestion_is_said_in_the_list_and_a_click_accepts_it(
    open_browser: Open, hinted: Annotation
):
    page = open_document(open_browser, hinted)
    expect_suggested(page, "Oslo", "city", 84)
    expect(drop_down(page, "Oslo")).to_have_value("")
    expect(offer(page, "city")).to_have_accessible_name("2 city 84 % a suggested")
    offer(page, "city").click()
    expect_saved(page)
    expect_here(page, "1986")
    words(page, "Oslo").click()
    expect(panel(page).locator(".suggested")).to_have_count(0)
    expect(offer(page, "city")).to_have_attribute("aria-pressed", "true")
    assert hinted.stored() == {"Oslo": "city"}


def test_while_suggestions_are_prepared_the_page_asks_for_them_and_for_nothing_else(
    open_browser: Open, annotation: Annotation, make: Factory
):
    want(annotation.project.id, SuggestionMode.HINT)
    job = make.job(annotation.project, kind=JobKind.SUGGEST)
    page = open_browser(annotation.annotator, alone=True)
    page.clock.install()
    page.goto(annotation.address)
    expect(page.locator("#awaited")).to_contain_text("being prepared")
    suggest(annotation.assignment, LIKELY)
    job.state = JobState.DONE
    make.session.commit()
    with page.expect_request(f"**{annotation.address}*") as asked:
        page.clock.run_for(5_000)
    assert asked.value.url.endswith(annotation.address)
    expect(page.locator("#awaited")).to_contain_text("Suggestions are ready")
    expect(page.locator("#save-status")).to_have_text("All choices saved")


def test_a_key_accepts_and_goes_on(open_browser: Open, hinted: Annotation):
    page = open_document(open_browser, hinted)
    page.keyboard.press("a")
    expect_here(page, "Oslo")
    expect_saved(page)
    page.keyboard.press("a")
    expect_here(page, "1986")
    expect(page.locator("#progress")).to_contain_text("3 of 6")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("accept what is suggested")
    assert hinted.stored() == {"Ada Berg": "PERSON 1", "Oslo": "city", "Berg": "PERSON 1"}


def test_a_choice_ranks_the_open_spans_anew_and_leaves_the_focus(
    open_browser: Open, hinted: Annotation, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(reading, "_suggester", lambda _folder, _part: Impressionable())
    page = open_document(open_browser, hinted)
    expect_suggested(page, "Bergen", "city", 95)
    choose(page, "Oslo", "***")
    expect_suggested(page, "Bergen", "***", 51)
    offer(page, "city").focus()
    page.get_by_role("button", name="Undo").evaluate("button => button.click()")
    expect(panel(page).locator(".suggested .words")).to_have_text("city")
    expect(panel(page).locator(".offer:focus")).to_have_count(1)
    expect_suggested(page, "Oslo", "city", 84)
    assert hinted.stored() == {}


class Impressionable(Suggester):
    """Suggests stars for the last open span once stars were chosen anywhere."""

    def __init__(self) -> None:
        """Need nothing."""

    def suggest(
        self, payload: SuggestionPayload, chosen: Mapping[str, str]
    ) -> dict[str, Suggestion]:
        """Say what the payload says, but for the last."""
        found = {
            mention: Suggestion(texts[figures.index(max(figures))], max(figures))
            for mention, texts, figures in zip(
                payload.mentions, payload.texts, payload.probabilities, strict=True
            )
            if max(figures) > 0 and mention not in chosen
        }
        if "***" in chosen.values():
            found[max(found, key=int)] = Suggestion("***", 0.51)
        return found


def test_all_that_is_likely_is_accepted_and_taken_back_at_once(
    open_browser: Open, hinted: Annotation
):
    page = open_document(open_browser, hinted)
    choose(page, "Oslo", "***")
    page.get_by_role("button", name="Accept 2 suggestions above 90 %").click()
    expect(page.locator("#save-status")).to_have_text("Saved: 2 suggestions accepted")
    expect(drop_down(page, "Bergen")).to_have_value("city")
    expect(row(page, "Berg").locator(".mark")).to_contain_text("follows")
    expect(page.locator("#accept-all")).to_have_count(0)
    page.keyboard.press("u")
    expect(page.locator("#progress")).to_contain_text("1 of 6")
    expect(drop_down(page, "Bergen")).to_have_value("")
    expect_suggested(page, "Bergen", "city", 95)
    assert hinted.stored() == {"Oslo": "***"}


def test_what_is_preselected_is_stored_when_it_is_looked_at(
    open_browser: Open, preselected: Annotation
):
    page = open_document(open_browser, preselected)
    expect(drop_down(page, "Oslo")).to_have_value("city")
    expect(page.locator("#progress")).to_contain_text("0 of 6")
    choose(page, "1986", "***")
    assert preselected.stored() == {"1986": "***"}
    expect(words(page, "Oslo")).to_have_class(re.compile("preselected"))
    pick(page, "Oslo", "city")
    expect(page.locator("#progress")).to_contain_text("2 of 6")
    assert preselected.stored() == {"Oslo": "city", "1986": "***"}
    page.keyboard.press("u")
    expect(page.locator("#progress")).to_contain_text("1 of 6")
    words(page, "Oslo").click()
    expect(panel(page).locator(".suggested")).to_contain_text("preselected")
    expect(drop_down(page, "Oslo")).to_have_value("city")
    assert preselected.stored() == {"1986": "***"}
    page.get_by_role("button", name="Accept 3 preselected").click()
    expect(page.locator("#progress")).to_contain_text("5 of 6")
    assert preselected.stored() == ALL_SUGGESTED | {"1986": "***"}


def test_submitting_stores_what_is_preselected(open_browser: Open, preselected: Annotation, make):
    page = open_document(open_browser, preselected)
    choose(page, "2004", "***")
    expect(page.get_by_role("button", name="Submit")).to_have_accessible_description(
        "Submitting accepts what is still preselected."
    )
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#messages")).to_contain_text("are done")
    assert preselected.stored() == ALL_SUGGESTED | {"2004": "***"}
    make.session.refresh(preselected.assignment)
    assert preselected.assignment.state is AssignmentState.SUBMITTED


def test_an_accepted_suggestion_outlives_a_broken_connection(
    open_browser: Open, preselected: Annotation, trouble
):
    trouble.expect(OFFLINE)
    page = open_document(open_browser, preselected)
    page.context.set_offline(True)
    pick(page, "Oslo", "city")
    again = come_back(page, preselected.address)
    expect_saved(again)
    assert preselected.stored() == {"Oslo": "city"}


def test_what_is_chosen_again_after_a_broken_connection_is_called_suggested_no_more(
    open_browser: Open, hinted: Annotation, trouble
):
    trouble.expect(OFFLINE)
    page = open_document(open_browser, hinted)
    page.context.set_offline(True)
    pick(page, "Oslo", "city")
    again = come_back(page, hinted.address)
    expect_saved(again)
    words(again, "Oslo").click()
    expect(offer(again, "city")).to_have_attribute("aria-pressed", "true")
    expect(panel(again).locator(".suggested")).to_have_count(0)


def test_without_javascript_buttons_accept_and_only_what_was_changed_is_saved(
    open_browser: Open, preselected: Annotation
):
    page = open_document(open_browser, preselected, java_script_enabled=False)
    drop_down(page, "1986").select_option("***")
    page.get_by_role("button", name="Save").click()
    assert preselected.stored() == {"1986": "***"}
    chip(page, "Oslo").click()
    expect(chip(page, "Oslo")).to_have_count(0)
    assert preselected.stored() == {"Oslo": "city", "1986": "***"}
    page.get_by_role("button", name="Accept 2 preselected").click()
    expect(page.locator("#progress")).to_contain_text("5 of 6")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#progress")).to_contain_text("2 of 6")


@pytest.mark.parametrize("mode", [SuggestionMode.HINT, SuggestionMode.PRESELECT])
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (DESKTOP, "light")])
def test_suggestions_are_accessible_and_fit(
    open_browser: Open, hinted: Annotation, mode: SuggestionMode, size: Any, scheme: str
):
    want(hinted.project.id, mode)
    page = open_document(open_browser, hinted, size=size, color_scheme=scheme)
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
