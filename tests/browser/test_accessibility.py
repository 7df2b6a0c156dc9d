"""Every page, in every scheme and size: nothing for axe-core to find, all fits, focus is seen."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import ViewportSize, expect

from tests.browser.accessibility import assert_accessible, overflow
from tests.browser.inventory import Ids, Words
from tests.browser.pages import NO_PAGES, PLACES, Place, every_place, place_of
from tests.browser.populated import StandingServer
from tests.browser.serving import DESKTOP, PHONE
from tests.browser.tabbing import stops_of
from tests.factories import sign_in

pytestmark = pytest.mark.populated

ZOOMED = [
    ViewportSize(width=DESKTOP["width"] // zoom, height=DESKTOP["height"] // zoom)
    for zoom in (2, 4)
]
"""What a zoom of 200 % and of 400 % leave of a desktop screen."""


def test_the_list_of_places_leaves_no_page_out(app: Flask):
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in rule.methods}
    assert endpoints == {place.endpoint for place in PLACES} | set(NO_PAGES)


@every_place
def test_a_page_is_accessible_by_day_and_night_fits_and_can_be_gone_through_by_tab(
    standing_server: StandingServer, place: Place
):
    """One load serves all checks."""
    page = standing_server.visit(place)
    assert_accessible(page)
    assert page.get_by_role("heading", level=1).count() == 1
    assert page.get_by_role("main").count() == 1
    assert page.get_by_role("banner").count() == 1
    assert page.get_by_role("navigation", name=place.way_about).count() == bool(place.person)
    stops = list(stops_of(page))
    assert [stop for stop in stops if stop["faults"]] == []
    assert len(stops) >= 2  # the skip link and something to do
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    assert_accessible(page)
    assert overflow(page) == []
    for size in ZOOMED:
        page.set_viewport_size(size)
        assert overflow(page) == []


@pytest.mark.parametrize("place", [each for each in PLACES if each.is_workbench], ids=str)
def test_a_workbench_that_opens_on_a_phone_is_accessible_and_fits(
    standing_server: StandingServer, place: Place
):
    page = standing_server.visit(place, size=PHONE)
    assert_accessible(page)
    assert overflow(page) == []


def test_titles_tell_the_page_and_nothing_of_the_documents(
    app: Flask, ids: Ids, somebody: Callable
):
    words = Words()
    for place in PLACES:
        client = app.test_client()
        if place.person:
            sign_in(client, somebody(place.person))
        source = client.get(place.address(app, ids), follow_redirects=True).text
        (title,) = re.findall("<title>(.+) · Palimpsest</title>", source)
        for secret in (words.name, words.town, words.doc_id, words.city, words.annotator):
            assert secret not in title, place


@pytest.mark.parametrize(
    ("name", "button", "words"),
    [
        ("auth.login", "Sign in", "Enter your name."),
        ("auth.account-annotator", "Set the new password", "Enter the new password."),
        ("people.new-admin", "Add this person", "Enter a name."),
        ("projects.new-admin", "Create the project", "Give the project a name."),
        ("imports.index-admin-empty", "Import", "Choose at least one file."),
        ("assignment.index-admin", "Show the plan", "Then has"),
        ("workbench.show-annotator-untouched", "Submit", "4 spans still need a choice"),
        ("review.show-reviewer-submitted", "Send back", "Say what should change."),
        ("workbench.show-annotator-unmasked", "Submit", "tick the box"),
        ("workbench.preview-annotator-unmasked", "Submit", "tick the box"),
        ("review.show-reviewer-unmasked", "Approve", "tick the box"),
    ],
)
def test_what_a_form_answers_is_accessible_and_fits(
    standing_server: StandingServer, name: str, button: str, words: str
):
    page = standing_server.visit(place_of(name), size=PHONE)
    standing_server.trouble.expect("status of 422")
    page.evaluate("for (const form of document.forms) form.noValidate = true")
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("main")).to_contain_text(words)
    assert_accessible(page)
    assert overflow(page) == []
