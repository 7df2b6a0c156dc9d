"""Without JavaScript every button of every form leads to a page."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from flask import Flask
from lxml.html import HtmlElement

from tests.browser.inventory import Ids
from tests.browser.pages import PLACES, Place, place_of
from tests.factories import sign_in
from tests.webapp.plain_forms import DOWNLOADS, ELSEWHERE, PRESSES
from tests.webapp.plain_pages import PlainPage, is_reachable, text_of
from tests.webapp.plain_sending import destination_of, form_of, kind_of
from tests.webapp.pressing import Press

pytestmark = pytest.mark.populated

Visit = Callable[[Place], PlainPage]
INLINE = "//@style | //style | //script[not(@src)] | //@*[starts-with(name(), 'on')]"
"""Styles and scripts that the policy of our pages forbids."""
LOADED = "//link/@href | //script/@src"
KNOWN = {press.target for press in PRESSES} | DOWNLOADS | ELSEWHERE


@pytest.fixture
def visit(app: Flask, ids: Ids, somebody: Callable) -> Visit:
    """Open a place without JavaScript, as the person it belongs to."""
    app.config["WTF_CSRF_ENABLED"] = True

    def visit(place: Place) -> PlainPage:
        client = app.test_client()
        if place.person:
            sign_in(client, somebody(place.person))
        page = PlainPage(client)
        page.goto(place.address(app, ids))
        assert page.status == place.status
        return page

    return visit


@pytest.fixture(scope="module")
def is_served(standing_app: Flask) -> Callable[[str], bool]:
    """A function that asks, once for each address, for a file that pages load."""
    return cache(lambda address: standing_app.test_client().get(address).status_code == 200)


def target_of(button: HtmlElement, page: PlainPage, app: Flask) -> tuple[str, str]:
    """Return where a button leads, with the name that it sends itself."""
    method, address = destination_of(button, page.url)
    return app.url_map.bind("").match(address.path, method)[0], button.get("name", "")


def targets_of(page: PlainPage, app: Flask) -> set[tuple[str, str]]:
    """Return where the buttons of all forms lead; those of dialogs send nothing."""
    return {
        target_of(button, page, app)
        for button in page.root.iter("button", "input")
        if kind_of(button) == "submit"
        and form_of(button) is not None
        and destination_of(button, page.url)[0] != "DIALOG"
    }


def test_every_form_of_every_page_is_in_the_list(visit: Visit, app: Flask):
    found = set()
    for place in PLACES:
        found |= targets_of(visit(place), app)
    pressed_first = {("assignment.apply", ""), ("workbench.mark", "mark-again")}
    pressed_first |= {("review.decide_span", "clear"), ("adjudication.decide", "clear")}
    pressed_first |= {(f"adjudication.{step}", "") for step in ("undo", "reopen", "apply_to_all")}
    pressed_first |= {("backgrounds.cancel", ""), ("backgrounds.remove", "")}
    assert found | pressed_first == KNOWN


def test_every_address_that_takes_a_form_is_in_the_list(app: Flask):
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in rule.methods}
    assert endpoints <= {endpoint for endpoint, _ in KNOWN}


@pytest.mark.parametrize("press", PRESSES, ids=str)
def test_a_button_leads_to_a_page_without_javascript(
    visit: Visit, app: Flask, is_served: Callable[[str], bool], press: Press
):
    page = visit(place_of(press.place))
    press.fill(page)
    button = page.get_by_role("button", name=press.button).first
    assert target_of(button.element(), page, app) == press.target
    button.click()
    assert page.status == 200
    assert len(list(filter(is_reachable, page.root.iter("h1")))) == 1
    assert press.result in text_of(page.root)
    assert targets_of(page, app) <= KNOWN
    assert page.root.xpath(INLINE) == []
    assert all(map(is_served, page.root.xpath(LOADED)))
