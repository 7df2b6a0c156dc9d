"""How much to hide is chosen on a slider that says what to expect."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from masking.operating_points import STEPS, MetricsByStep
from tests.browser.accessibility import assert_accessible
from tests.browser.serving import PHONE
from tests.factories import Factory
from webapp.platform.models import ProjectKind, Role


def test_the_slider_says_what_to_expect_and_what_was_saved_stays(
    open_browser: Callable[..., Page], make: Factory
):
    project = make.project(kind=ProjectKind.ONE_PASS)
    page = open_browser(make.user("Alma", role=Role.ADMIN), size=PHONE)
    page.goto(f"/projects/{project.id}/masks")
    slider, told = page.get_by_label("How much to hide"), page.locator("output")
    expect(told).to_contain_text(f"Step 5 of {STEPS}, balanced")
    slider.press("Home")
    recall = MetricsByStep.shipped().steps[0].recall or 0
    expect(told).to_contain_text(f"Step 1 of {STEPS}, privacy: hides about {100 * recall:.0f} %")
    assert slider.get_attribute("aria-valuetext") == f"Step 1 of {STEPS}, privacy"
    page.get_by_text("What to expect of each step").click()
    expect(page.get_by_role("row", name=f"Step {STEPS} of {STEPS}, utility")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("How much to hide is saved.")).to_be_visible()
    page.goto(f"/projects/{project.id}/settings")
    expect(page.get_by_label("How much to hide")).to_have_value("0")
