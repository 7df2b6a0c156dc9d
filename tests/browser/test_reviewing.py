"""Reviewing in a browser: the sanitized text alone at first, then beside the original."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import select

from tests.browser.serving import Trouble
from tests.factories import Factory
from tests.webapp.curation.review.reviewing import address_of, has_read
from tests.webapp.submissions import submitted
from webapp.core.work.loading import load_work
from webapp.curation.review import deciding, operations
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    Identification,
    Identified,
    Project,
    Role,
    SpanReview,
    User,
    utc_now,
)

Open = Callable[..., Page]
MARKED = "() => [...CSS.highlights.get('telling') ?? []].map((range) => range.toString())"


@pytest.fixture
def reviewer(make: Factory) -> User:
    return make.user("Rita", role=Role.REVIEWER)


@pytest.fixture
def work(make: Factory, reviewer: User) -> Assignment:
    document = make.document(make.project(reviewer))
    texts = ("PERSON 1", "city", "date in the 1980s", "PERSON 1", "***", "date in the 2000s")
    return submitted(make, document, make.user("Ada"), *texts)


def click_on(page: Page, words: str) -> None:
    """Click the middle of words of the text, which is one node."""
    place = page.locator("#sanitized").evaluate(
        """(box, words) => {
          const range = new Range();
          const start = box.textContent.indexOf(words);
          range.setStart(box.firstChild, start);
          range.setEnd(box.firstChild, start + words.length);
          const { x, y, width, height } = range.getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        }""",
        words,
    )
    page.mouse.click(*place)


def test_words_that_tell_are_clicked_and_taken_out_again(
    open_browser: Open, work: Assignment, reviewer: User
):
    page = open_browser(reviewer)
    page.goto(address_of(work))
    field = page.get_by_label("By what?")
    click_on(page, "born")
    click_on(page, "moved")
    expect(field).to_have_value("born\nmoved")
    assert page.evaluate(MARKED) == ["born", "moved"]
    click_on(page, "born")
    expect(field).to_have_value("moved")
    field.fill("moved\nwas  born in")
    assert page.evaluate(MARKED) == ["moved", "was born in"]
    page.get_by_role("radio", name="Yes").check()
    page.get_by_role("button", name="Answer and go on").click()
    expect(page.get_by_role("region", name="Original and sanitized text")).to_be_visible()
    [answer] = db.session.scalars(select(Identification))
    assert (answer.identified, answer.words) == (Identified.YES, "moved\nwas born in")


def test_several_words_are_selected(open_browser: Open, work: Assignment, reviewer: User):
    page = open_browser(reviewer)
    page.goto(address_of(work))
    page.locator("#sanitized").evaluate(
        """(box) => {
          const start = box.textContent.indexOf("as born");
          getSelection().setBaseAndExtent(box.firstChild, start, box.firstChild, start + 5);
          box.click();
        }"""
    )
    expect(page.get_by_label("By what?")).to_have_value("was born")


@pytest.fixture
def read_work(work: Assignment, reviewer: User) -> Assignment:
    """Work whose sanitized text the reviewer has read."""
    has_read(db.session, work, reviewer)
    db.session.commit()
    return work


def card(page: Page) -> Locator:
    """The span that one is at: of all cards it is the one that is shown."""
    return page.locator("#spans .span-card").filter(visible=True)


def decisions() -> list[tuple[str, str | None]]:
    rows = db.session.scalars(select(SpanReview).order_by(SpanReview.mention_id))
    return [(each.chosen, each.correction) for each in rows]


def test_spans_are_decided_on_by_keys_one_after_the_other(
    open_browser: Open, read_work: Assignment, reviewer: User
):
    page = open_browser(reviewer)
    page.goto(address_of(read_work))
    expect(card(page).get_by_role("heading")).to_contain_text("Ada Berg")
    page.keyboard.press("a")
    expect(card(page).get_by_role("heading")).to_contain_text("Oslo")
    page.keyboard.press("1")
    expect(card(page).get_by_role("heading")).to_contain_text("1986")
    expect(page.locator("#save-status")).to_have_text("Saved · 2 of 6 spans decided")
    expect(page.locator(".generalized").first).to_contain_text("born in [a city in Norway]")
    page.keyboard.press("p")
    expect(card(page)).to_contain_text("Rita: corrected")
    page.keyboard.press("u")
    expect(card(page)).not_to_contain_text("Rita: corrected")
    expect(page.locator(".generalized").first).to_contain_text("born in [a city]")
    page.keyboard.press("c")
    page.keyboard.type("Which one?")
    page.keyboard.press("Enter")
    expect(card(page)).to_contain_text("Rita: Which one?")
    page.keyboard.press("e")
    page.keyboard.type("harbour town")
    page.keyboard.press("Enter")
    expect(page.locator(".generalized").first).to_contain_text("born in [a harbour town]")
    expect(card(page).get_by_role("heading")).to_contain_text("1986")
    expect(page.locator("#flags")).to_contain_text("Which one?")
    expect(page.locator(".generalized .decided")).to_have_text(["[PERSON 1]", "[a harbour town]"])
    assert decisions() == [("PERSON 1", None), ("city", "harbour town")]
    expect(page.locator(".replacement:focus")).to_have_count(1)


def test_both_versions_are_shown_where_somebody_else_decided(
    open_browser: Open, read_work: Assignment, reviewer: User, make: Factory, trouble: Trouble
):
    trouble.expect("409")
    page = open_browser(reviewer)
    page.goto(address_of(read_work))
    page.keyboard.press("n")
    town = read_work.document.layers[0].mentions[1]
    rob = make.user("Rob", role=Role.REVIEWER)
    make.session.add(
        SpanReview(
            assignment_id=read_work.id,
            document_id=read_work.document_id,
            mention_id=town.id,
            reviewer_id=rob.id,
            chosen="city",
            correction="***",
            decided_at=utc_now(),
        )
    )
    make.session.commit()
    page.keyboard.press("a")
    expect(card(page).get_by_role("alert")).to_contain_text("Rob decided meanwhile: “***”")
    expect(page.locator("#save-status")).to_contain_text("Not saved")
    page.keyboard.press("a")
    expect(page.locator("#save-status")).to_contain_text("Saved")
    assert decisions() == [("city", None)]


def test_the_annotator_is_led_from_reason_to_reason(
    open_browser: Open, read_work: Assignment, reviewer: User
):
    session = db.session()
    work = load_work(session, read_work)
    by = {"version": read_work.version, "person": reviewer, "at": utc_now()}
    for mention, words in zip(list(work)[1:3], ("Which?", "Too exact."), strict=True):
        deciding.comment(session, work, mention, words, **by)
    operations.send_back(session, read_work, "", **by)
    session.commit()
    project = session.get_one(Project, read_work.document.project_id)
    project.members.append(read_work.annotator)
    session.commit()
    page = open_browser(read_work.annotator)
    page.goto(f"/projects/{project.id}/documents/{read_work.document_id}")
    expect(page.locator("#panel")).to_contain_text("Rita Which?")
    page.get_by_role("link", name="Next reason").click()
    expect(page.locator("#panel")).to_contain_text("Rita Too exact.")
