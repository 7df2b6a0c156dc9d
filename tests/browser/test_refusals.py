"""What can't be done is said in the page, where it belongs; nothing leads to an error page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, Route, expect
from sqlalchemy import select

from tests.browser.accessibility import assert_accessible
from tests.browser.annotating import (
    OFFLINE,
    Annotation,
    choose,
    drop_down,
    expect_here,
    open_document,
    pick,
)
from tests.browser.serving import PHONE, Trouble
from tests.factories import Factory
from webapp.platform.models import AssignmentState, Flag, Role

Open = Callable[..., Page]
SAVING_WAITS_MS = 200


@pytest.fixture
def page(open_browser: Open, annotation: Annotation) -> Page:
    page = open_browser(annotation.annotator)
    page.goto(annotation.address)
    return page


def test_a_refused_submit_is_answered_in_the_page_beside_its_button(
    page: Page, annotation: Annotation, trouble: Trouble
):
    trouble.expect("422")
    choose(page, "Ada Berg", "PERSON 1")
    pick(page, "Oslo", "city")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#save-status")).to_have_text("3 spans still need a choice.")
    expect(page.get_by_role("alert")).to_contain_text("3 spans still need a choice")
    expect_here(page, "1986")
    assert page.url.endswith(annotation.address)
    assert annotation.stored()["Oslo"] == "city"
    assert_accessible(page)
    choose(page, "1986", "***")


@pytest.mark.parametrize("scripted", [True, False])
def test_an_empty_comment_is_answered_at_its_box(
    open_browser: Open, annotation: Annotation, trouble: Trouble, *, scripted: bool
):
    trouble.expect("422")
    page = open_browser(annotation.annotator, size=PHONE, java_script_enabled=scripted)
    page.goto(annotation.address)
    if scripted:
        pick(page, "Oslo", "city")
        page.keyboard.press("Escape")  # the list lies over the text
    else:
        drop_down(page, "Oslo").select_option("city")
    page.get_by_text("Flag this document").click()
    page.get_by_role("button", name="Send", exact=True).click()
    box = page.get_by_label("A question or doubt")
    expect(page.get_by_role("alert")).to_contain_text("Write a comment")
    expect(box).to_be_focused()
    expect(box).to_have_attribute("aria-invalid", "true")
    if scripted:
        assert_accessible(page)
    box.fill("Who is it?")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("#flags")).to_contain_text("Who is it?")
    assert annotation.stored() == {"Oslo": "city"}


def test_the_address_of_a_refused_form_can_be_opened_again(
    open_browser: Open, annotation: Annotation, trouble: Trouble
):
    trouble.expect("422")
    page = open_browser(annotation.annotator, java_script_enabled=False)
    page.goto(annotation.address)
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("alert")).to_contain_text("spans still need a choice")
    page.goto(page.url)
    assert page.url.endswith(annotation.address)
    expect(page).to_have_title(f"Document {annotation.document.number} · Palimpsest")


@pytest.fixture
def nearly_done(page: Page, annotation: Annotation, make: Factory, trouble: Trouble) -> Page:
    """All is chosen but one, which is chosen offline, and another document is there to go to."""
    trouble.expect(OFFLINE)
    make.assignment(make.document(annotation.project), annotation.annotator)
    page.reload()
    for span_text in ("Ada Berg", "1986", "Bergen", "2004"):
        choose(page, span_text, "***")
    page.context.set_offline(True)
    pick(page, "Oslo", "city")
    return page


@pytest.mark.parametrize(
    ("name", "state"),
    [("Submit", AssignmentState.SUBMITTED), ("Skip", AssignmentState.SKIPPED)],
)
def test_offline_a_step_that_leads_on_waits_for_the_connection(
    nearly_done: Page, annotation: Annotation, make: Factory, name: str, state: AssignmentState
):
    page = nearly_done
    page.get_by_role("button", name=name).click()
    status = page.locator("#save-status")
    expect(status).to_contain_text(f"You are offline: “{name}” waits for the connection.")
    expect(drop_down(page, "Oslo")).to_have_value("city")
    assert page.url.endswith(annotation.address)
    page.context.set_offline(False)
    page.wait_for_url(lambda url: not url.endswith(annotation.address))
    assert annotation.stored()["Oslo"] == "city"
    make.session.refresh(annotation.assignment)
    assert annotation.assignment.state is state


def test_offline_whoever_goes_on_choosing_stays(
    nearly_done: Page, annotation: Annotation, make: Factory
):
    page = nearly_done
    page.get_by_role("button", name="Submit").click()
    status = page.locator("#save-status")
    expect(status).to_contain_text("Choose anything to stay here.")
    pick(page, "Oslo", "***")
    expect(status).to_have_text("Not saved, retrying…")
    page.context.set_offline(False)
    expect(status).to_have_text("Saved")
    assert annotation.stored()["Oslo"] == "***"
    make.session.refresh(annotation.assignment)
    assert annotation.assignment.state is AssignmentState.IN_PROGRESS


def test_offline_any_other_step_is_not_done_later_by_itself(
    nearly_done: Page, annotation: Annotation
):
    page = nearly_done
    page.get_by_role("button", name="Undo").click()
    status = page.locator("#save-status")
    expect(status).to_contain_text("You are offline: “Undo” was not done.")
    expect(status).to_contain_text("Not saved, retrying…")
    expect(drop_down(page, "Oslo")).to_have_value("city")
    page.context.set_offline(False)
    expect(status).to_have_text("You are back. Press “Undo” again to go on.")
    assert annotation.stored()["Oslo"] == "city"
    page.get_by_role("button", name="Undo").click()
    expect(drop_down(page, "Oslo")).to_have_value("")
    assert "Oslo" not in annotation.stored()


def test_offline_the_text_is_read_as_it_will_be(nearly_done: Page):
    page = nearly_done
    page.get_by_role("button", name="As it will read").click()
    expect(page.locator(".document")).to_contain_text("was born in [a city] in ***.")
    page.context.set_offline(False)


def test_offline_any_other_form_stays_and_says_so_beside_its_button(
    page: Page, annotation: Annotation
):
    for span_text in ("Ada Berg", "Oslo", "1986", "Bergen", "2004"):
        choose(page, span_text, "***")
    page.goto(f"{annotation.address}/preview")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Preview")
    page.context.set_offline(True)
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("alert")).to_contain_text("You are offline: nothing was sent.")
    expect(page.get_by_role("alert")).to_be_focused()
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#messages")).to_contain_text("are done")


def test_a_step_asked_for_while_choices_are_on_their_way_is_taken_after_them(
    open_browser: Open, annotation: Annotation, make: Factory
):
    page = open_document(open_browser, annotation, alone=True)
    choose(page, "Ada Berg", "PERSON 1")
    page.get_by_text("Flag this document").click()
    page.get_by_role("textbox").fill("Who is it?")
    held: list[Route] = []
    page.route("**/choices", lambda route: route.continue_() if held else held.append(route))
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    with page.expect_request("**/choices"):
        pick(page, "Oslo", "city")
        page.clock.run_for(SAVING_WAITS_MS)
    pick(page, "Bergen", "***")
    page.get_by_role("button", name="Send", exact=True).dblclick()  # waits for the first choice
    page.clock.run_for(SAVING_WAITS_MS)  # and now the second would be saved
    held[0].continue_()
    page.clock.resume()
    expect(page.locator("#flags")).to_contain_text("Who is it?")
    assert (annotation.stored()["Oslo"], annotation.stored()["Bergen"]) == ("city", "***")
    assert make.session.scalars(select(Flag.comment)).all() == ["Who is it?"]


SEND_AND_SEND_AGAIN = """button => {
    button.click();
    const again = new SubmitEvent("submit", { bubbles: true, cancelable: true });
    return button.form.dispatchEvent(again);
}"""


def test_a_double_click_sends_a_form_once(open_browser: Open, make: Factory):
    page = open_browser(make.user("Root", role=Role.ADMIN))
    page.goto("/projects/new")
    page.get_by_label("Name").fill("Letters")
    button = page.get_by_role("button", name="Create the project")
    assert button.evaluate(SEND_AND_SEND_AGAIN) is False
    expect(page.get_by_role("heading", level=1)).to_contain_text("Letters")
