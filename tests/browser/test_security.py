"""What a browser keeps, sends and shows: nothing after signing out, nothing of anybody else's."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, Response, expect
from sqlalchemy import delete

from tests.browser.inventory import PASSWORD, Ids, Words
from tests.browser.pages import PLACES, place_of
from tests.browser.populated import Visit
from tests.browser.serving import Trouble
from tests.factories import sign_in
from webapp.platform.extensions import db
from webapp.platform.http import security
from webapp.platform.models import Assignment

pytestmark = pytest.mark.populated

UNTOUCHED = "workbench.show-annotator-untouched"
ONE_TIME = re.compile(r'csrf_token" value="[^"]+"|X-CSRFToken[^}]+}')


def test_every_page_carries_the_headers(somebody: Callable, app: Flask, ids: Ids):
    statuses = set()
    for place in PLACES:
        client = app.test_client()
        if place.person:
            sign_in(client, somebody(place.person))
        answer = client.get(place.address(app, ids))
        headers = {name: answer.headers.get(name) for name in security.HEADERS}
        assert headers == security.HEADERS, place
        assert answer.headers["Cache-Control"] == "no-store", place
        statuses.add(answer.status_code)
    assert statuses >= {200, 403, 404}


def test_every_answer_a_browser_gets_for_a_page_carries_the_headers(
    open_browser: Callable[..., Page], somebody: Callable, app: Flask, ids: Ids, trouble
):
    trouble.expect("status of 404")
    page = open_browser(somebody("admin"))
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - Playwright marks what it calls, a built-in has no room for it
    page.goto(place_of("versions.index-admin").address(app, ids))  # with figures of versions
    page.goto("/nowhere")
    assert {answer.url.rpartition(".")[2] for answer in answers} >= {"css", "js", "woff2", "svg"}
    for answer in answers:
        expected = security.OF_PARTS if is_part(answer.url) else security.HEADERS
        headers = {name: answer.header_value(name) for name in expected}
        assert headers == expected, answer.url
        assert answer.header_value("Cache-Control") == how_long_kept(answer.url), answer.url


def is_part(url: str) -> bool:
    """Whether a page is made of it, and nobody reads it by itself."""
    return "/static/" in url and url.endswith((".css", ".js", ".woff2"))


def how_long_kept(url: str) -> str:
    """What never changes is kept for good: static files, figures of versions."""
    if "/static/" in url:
        return "max-age=315360000, public, immutable"
    return "private, max-age=31536000, immutable" if url.endswith(".svg") else "no-store"


def test_the_session_is_out_of_reach_of_scripts_and_other_sites(page: Page):
    page.goto("/login")
    page.get_by_label("Name").fill(Words().admin)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Projects")
    (cookie,) = page.context.cookies()
    assert cookie["httpOnly"]
    assert cookie["sameSite"] == "Lax"
    assert page.evaluate("document.cookie") == ""


def test_a_personal_link_does_not_stay_in_the_address(page: Page, ids: Ids):
    page.goto(f"/enter/{ids.token}")
    assert page.url.endswith("/")
    assert ids.token not in page.content()


def test_after_signing_out_the_way_back_shows_no_document(visit: Visit):
    page = visit(place_of(UNTOUCHED))
    page.locator('#panel .offer[value="***"]').click()
    expect(page.locator("#save-status")).to_have_text("Saved")
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_title("Sign in · Palimpsest")
    page.go_back()
    expect(page).to_have_title("Sign in · Palimpsest")
    assert Words().name not in page.content()
    kept = page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
    assert not {word for word in (Words().name, Words().town, "***") if word in kept}


def test_a_panel_that_asks_again_after_the_session_ended_leads_to_signing_in(
    visit: Visit, trouble: Trouble
):
    page = visit(place_of("imports.show-admin-running"))
    trouble.expect("status of 401")
    page.context.clear_cookies()
    expect(page).to_have_title("Sign in · Palimpsest")


def test_annotators_see_the_same_whatever_others_chose(somebody: Callable, app: Flask, ids: Ids):
    client = app.test_client()
    sign_in(client, somebody("annotator"))

    def sources() -> dict[str, str]:
        return {
            str(place): ONE_TIME.sub("", client.get(place.address(app, ids)).text)
            for place in PLACES
            if place.person == "annotator"
        }

    with_others = sources()
    db.session.execute(delete(Assignment).where(Assignment.annotator_id == ids.other))
    db.session.commit()
    assert sources() == with_others
    assert not any(Words().other in source for source in with_others.values())
