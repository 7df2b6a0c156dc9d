"""Without JavaScript every button of every form leads to a page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.inventory import Ids
from tests.browser.pages import PLACES, place_of
from tests.browser.plain_forms import DOWNLOADS, ELSEWHERE, PRESSES
from tests.browser.populated import Visit, config, ids, populated_home, somebody, visit
from tests.browser.pressing import Press

__all__ = ["config", "ids", "populated_home", "somebody", "visit"]

KNOWN = {press.target for press in PRESSES} | DOWNLOADS | ELSEWHERE

# Forms of dialogs are no part of the page before JavaScript opens them.
BUTTONS = """forms => forms.filter((form) => form.method !== "dialog").flatMap((form) =>
  [...form.elements].filter((field) => field.type === "submit").map((button) => ({
    method: form.method.toUpperCase(),
    path: new URL(button.getAttribute("formaction") ? button.formAction : form.action).pathname,
    field: button.name,
  })))"""


def targets_of(page: Page, app: Flask) -> set[tuple[str, str]]:
    """Return where the buttons of all forms lead, with the name that each sends itself."""
    adapter = app.url_map.bind("")
    return {
        (adapter.match(button["path"], method=button["method"])[0], button["field"])
        for button in page.locator("form").evaluate_all(BUTTONS)
    }


def test_every_form_of_every_page_is_in_the_list(
    open_browser: Callable[..., Page], somebody: Callable, app: Flask, ids: Ids, trouble
):
    trouble.expect("status of 40[34]")
    pages = {
        person: open_browser(somebody(person), java_script_enabled=False)
        for person in {place.person for place in PLACES}
    }
    found = set()
    for place in PLACES:
        place.visit(pages[place.person], app, ids)
        found |= targets_of(pages[place.person], app)
    pressed_first = {("assigning.apply", ""), ("annotate.mark", "mark-again")}
    pressed_first |= {("review.decide_span", "clear"), ("adjudication.decide", "clear")}
    pressed_first |= {(f"adjudication.{step}", "") for step in ("undo", "reopen", "apply_to_all")}
    pressed_first |= {("backgrounds.cancel", ""), ("backgrounds.remove", "")}
    assert found | pressed_first == KNOWN


def test_every_address_that_takes_a_form_is_in_the_list(app: Flask):
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in rule.methods}
    assert endpoints <= {endpoint for endpoint, _ in KNOWN}


@pytest.mark.parametrize("press", PRESSES, ids=str)
def test_a_button_leads_to_a_page_without_javascript(visit: Visit, app: Flask, press: Press):
    page = visit(place_of(press.place), java_script_enabled=False)
    press.fill(page)
    with page.expect_navigation() as navigation:
        page.get_by_role("button", name=press.button).first.click()
    assert navigation.value.status == 200
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.locator("body")).to_contain_text(press.result)
    assert targets_of(page, app) <= KNOWN
