"""Deciding what is hidden in a project of masks alone, by keys, by mouse and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from sqlalchemy import update

from tests.browser.accessibility import assert_accessible
from tests.browser.annotating import Annotation, expect_here, open_document, panel, words
from tests.browser.marks import expect_marked, hidden, span, spans_of
from tests.browser.serving import Trouble
from tests.factories import Factory
from webapp.platform.extensions import db
from webapp.platform.models import Mention, Project, ProjectKind

Open = Callable[..., Page]
FOUND = {"keys": [], "extra": {"score": 0.87, "reason": "named entity, GPE"}}


@pytest.fixture
def annotation(make: Factory) -> Annotation:
    """One annotator at one document of a project of masks; why Oslo is suggested is known."""
    annotation = Annotation.begin(make)
    masking = update(Project).values(kind=ProjectKind.MASKING)
    db.session.execute(masking.where(Project.id == annotation.project.id))
    db.session.execute(update(Mention).where(Mention.span_text == "Oslo").values(layout=FOUND))
    db.session.commit()
    return annotation


def decided(annotation: Annotation) -> dict[str, str]:
    """Return how what is decided is hidden, by its words."""
    return {
        each.span_text: each.identifier_type.value for each in spans_of(annotation) if each.choice
    }


def test_each_key_decides_and_goes_on(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    expect(panel(page).get_by_role("button", name="Hide: identifies with others")).to_be_visible()
    page.keyboard.press("a")
    expect_here(page, "Oslo")
    expect(panel(page)).to_contain_text("Found as: a place, by the language model")
    expect(panel(page)).to_contain_text("87 %")
    assert_accessible(page)
    expect_marked(page, lambda: page.keyboard.press("d"))
    expect_here(page, "1986")
    expect_marked(page, lambda: page.keyboard.press("3"))
    expect_here(page, "Bergen")
    page.keyboard.press("q")
    expect_here(page, "2004")
    page.keyboard.press("2")
    expect(page.locator("#progress")).to_have_text("5 of 5 spans decided")
    expect(page.locator("#save-status")).to_contain_text("Saved")
    assert decided(annotation) == {
        "Ada Berg": "QUASI",
        "Oslo": "DIRECT",
        "Berg": "QUASI",
        "Bergen": "QUASI",
        "2004": "QUASI",
    }


def test_the_words_stay_until_one_looks_at_what_is_left(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    page.keyboard.press("a")
    expect(words(page, "Ada Berg")).to_have_text("Ada Berg")
    page.keyboard.press("v")
    expect(page.locator(".document p").first).to_contain_text("*** was born in [ ? ]")
    page.keyboard.press("v")
    expect(words(page, "Ada Berg")).to_have_text("Ada Berg")


def test_the_mouse_decides_and_changes_its_mind(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    words(page, "Oslo").click()
    direct = panel(page).get_by_role("button", name="Hide: identifies by itself")
    expect_marked(page, direct.click)
    words(page, "Oslo").click()
    expect(direct).to_have_attribute("aria-pressed", "true")
    not_hidden = panel(page).get_by_role("button", name="Not to be hidden")
    expect_marked(page, not_hidden.click)
    assert "Oslo" not in hidden(annotation)
    expect_marked(page, lambda: page.keyboard.press("u"))
    assert span(annotation, "Oslo").identifier_type.value == "DIRECT"


def test_what_names_the_same_is_shown_with_it(open_browser: Open, annotation: Annotation):
    page = open_document(open_browser, annotation)
    words(page, "Ada Berg").click()
    expect(page.locator(".document .same")).to_have_text(["Berg"])
    words(page, "Oslo").click()
    expect(page.locator(".document .same")).to_have_count(0)


def test_the_guide_leads_through_the_steps_and_stays_as_one_leaves_it(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)
    guide = page.locator("#guide")
    guide.get_by_role("button", name="Last look").click()
    expect(page.locator(".document")).to_have_attribute("data-view", "reading")
    guide.get_by_role("button", name="Hide or not").click()
    expect(page.locator(".document")).to_have_attribute("data-view", "edit")
    expect_here(page, "Ada Berg")
    assert_accessible(page)
    guide.locator("summary").click()
    expect(guide).not_to_have_attribute("open", "")
    expect_marked(page, lambda: page.keyboard.press("d"))
    expect(guide).not_to_have_attribute("open", "")
    page.reload()
    expect(guide).not_to_have_attribute("open", "")


def test_without_scripts_a_list_says_that_a_span_is_hidden(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation, java_script_enabled=False)
    page.get_by_label("Oslo").first.select_option("hide")
    page.get_by_role("button", name="Save").click()
    assert decided(annotation) == {"Oslo": "QUASI"}


def test_nothing_is_submitted_before_all_is_decided(
    open_browser: Open, annotation: Annotation, trouble: Trouble
):
    trouble.expect("422")
    page = open_document(open_browser, annotation)
    page.keyboard.press("s")
    expect(page.locator("#missing")).to_contain_text("6 spans still need a choice")
    expect_here(page, "Ada Berg")


def test_keys_pressed_while_the_server_answers_mean_the_spans_that_come(
    open_browser: Open, annotation: Annotation
):
    page = open_document(open_browser, annotation)

    def press_meanwhile(route: Route) -> None:
        for key in "312x":  # Oslo, 1986, Bergen, 2004
            page.keyboard.press(key)
        route.continue_()

    page.route("**/spans*", press_meanwhile, times=1)
    page.keyboard.press("1")  # Ada Berg, and with her Berg
    expect(page.locator("#progress")).to_have_text("4 of 4 spans decided")
    expect(page.locator("#save-status")).to_contain_text(re.compile("saved", re.IGNORECASE))
    assert decided(annotation) == {
        "Ada Berg": "DIRECT",
        "Berg": "DIRECT",
        "1986": "DIRECT",
        "Bergen": "QUASI",
    }


def test_what_was_pressed_before_a_refusal_decides_nothing(
    open_browser: Open, annotation: Annotation, trouble: Trouble
):
    trouble.expect("409")
    page = open_document(open_browser, annotation)
    other = open_document(open_browser, annotation)
    expect_marked(other, lambda: other.keyboard.press("d"))
    page.keyboard.press("3")
    page.keyboard.press("3")
    expect(page.locator("#conflict")).to_contain_text("another window")
    assert decided(annotation) == {"Ada Berg": "DIRECT", "Berg": "DIRECT"}
    assert len(hidden(annotation)) == 6


def test_a_text_without_spans_has_its_keys(open_browser: Open, make: Factory, trouble: Trouble):
    trouble.expect("422")
    bare = Annotation.begin(make, spans=[])
    page = open_document(open_browser, bare)
    page.keyboard.press("v")
    expect(page.locator(".document")).to_have_attribute("data-view", "reading")
    page.keyboard.press("s")
    expect(page.get_by_text("nothing in this text needs hiding").first).to_be_visible()
