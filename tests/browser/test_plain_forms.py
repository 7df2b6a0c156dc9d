"""A browser without JavaScript sends what the tests of all forms send, which do without one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask, request, request_started
from playwright.sync_api import Page, expect

from tests.browser.inventory import Ids
from tests.browser.pages import place_of
from tests.webapp.form_cases import FORMS
from tests.webapp.plain_forms import PRESSES
from tests.webapp.plain_pages import PlainPage
from tests.webapp.plain_sending import Received

pytestmark = pytest.mark.populated

OF_EACH_KIND = {
    "a text, a password and a redirect": ("auth.sign_in", "Sign in"),
    "a file": ("imports.upload", "Import"),
    "choices, beside the button of another form": ("workbench.save", "Save"),
    "one of many forms of a page": ("review.decide_span", "Choose"),
    "a query": ("adjudication.show", "Count"),
}

SENT = """() => {
  document.querySelectorAll("details").forEach((part) => { part.open = true; });
  const button = document.querySelector("#press");
  const { form } = button;
  const can = form && button.type === "submit" && button.checkVisibility()
    && !button.matches(":disabled") && form.method !== "dialog"
    && (form.noValidate || button.formNoValidate || form.checkValidity());
  return can ? [...new FormData(form, button)].map(([name, value]) =>
    [name, value instanceof File ? value.name : value]) : null;
}"""


def test_forms_without_javascript_send_what_is_expected_of_them(open_browser: Callable[..., Page]):
    page = open_browser(java_script_enabled=False)
    for name, (source, sent) in FORMS.items():
        page.set_content(source)
        # line breaks become those of the network later
        fields = sent and [[field, value.replace("\r\n", "\n")] for field, value in sent]
        assert (name, page.evaluate(SENT)) == (name, fields)


@pytest.mark.parametrize(("endpoint", "button"), OF_EACH_KIND.values(), ids=OF_EACH_KIND)
def test_a_browser_without_javascript_sends_a_form_alike(
    open_browser: Callable[..., Page],
    somebody: Callable,
    app: Flask,
    ids: Ids,
    endpoint: str,
    button: str,
):
    (press,) = (each for each in PRESSES if (each.endpoint, each.button) == (endpoint, button))
    place = place_of(press.place)
    page = open_browser(somebody(place.person), java_script_enabled=False)
    opened = place.visit(page, app, ids)
    plain = PlainPage(app.test_client())
    plain.read(opened.body(), page.url)
    received: list[Received] = []

    def note(_app: Flask, **_more: object) -> None:
        received.append(Received.of(request))

    for each in (plain, page):
        press.fill(each)
    sent = plain.get_by_role("button", name=press.button).first.submission()
    with request_started.connected_to(note, app), page.expect_navigation() as navigation:
        page.get_by_role("button", name=press.button).first.click()
    assert navigation.value.status == 200
    assert received[0] == sent.received_by(app)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.locator("body")).to_contain_text(press.result)
