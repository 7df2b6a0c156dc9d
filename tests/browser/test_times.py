"""Times are told as one says them, in the reader's zone; in UTC and in full without scripts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.annotating import Annotation
from tests.factories import Factory
from webapp.people.operations import issue_link
from webapp.platform.models import AssignmentState, JobState, Role, utc_now

Open = Callable[..., Page]
NEW_YEAR = datetime(2025, 12, 31, 22, 30, tzinfo=UTC)
TIME = "#content .help time"


@pytest.fixture
def submitted(annotation: Annotation, make: Factory) -> Annotation:
    """Work that was submitted half an hour before midnight in Oslo, on the last of December."""
    annotation.assignment.state = AssignmentState.SUBMITTED
    annotation.assignment.submitted_at = NEW_YEAR
    make.session.commit()
    return annotation


@pytest.mark.parametrize(
    ("zone", "later", "said", "exactly"),
    [
        ("Europe/Oslo", timedelta(seconds=59), "just now", "31 Dec 2025, 23:30"),
        ("Europe/Oslo", timedelta(seconds=-59), "just now", "31 Dec 2025, 23:30"),
        ("Europe/Oslo", timedelta(minutes=59), "59 minutes ago", "31 Dec 2025, 23:30"),
        ("Europe/Oslo", timedelta(minutes=60), "yesterday", "31 Dec 2025, 23:30"),
        ("Asia/Tokyo", timedelta(minutes=60), "1 hour ago", "1 Jan 2026, 07:30"),
        ("Asia/Tokyo", timedelta(hours=16), "16 hours ago", "1 Jan 2026, 07:30"),
        ("Asia/Tokyo", timedelta(hours=17), "yesterday", "1 Jan 2026, 07:30"),
        ("Asia/Tokyo", timedelta(days=6), "6 days ago", "1 Jan 2026, 07:30"),
        ("Asia/Tokyo", timedelta(days=7), "1 Jan 2026", "1 Jan 2026, 07:30"),
        ("Europe/Oslo", timedelta(minutes=-3), "in 3 minutes", "31 Dec 2025, 23:30"),
        ("Europe/Oslo", timedelta(hours=-24), "tomorrow", "31 Dec 2025, 23:30"),
    ],
)
def test_a_time_is_told_as_one_says_it_in_the_zone_of_the_reader(
    open_browser: Open,
    submitted: Annotation,
    zone: str,
    later: timedelta,
    said: str,
    exactly: str,
):
    page = open_browser(submitted.annotator, timezone_id=zone)
    page.clock.set_fixed_time(NEW_YEAR + later)
    page.goto(submitted.address)
    expect(page.locator(TIME)).to_have_text(said)
    expect(page.locator(TIME)).to_have_attribute("title", exactly)


def test_without_scripts_it_stands_in_utc(open_browser: Open, submitted: Annotation):
    page = open_browser(submitted.annotator, java_script_enabled=False)
    page.goto(submitted.address)
    expect(page.locator(TIME)).to_have_text("31 Dec 2025, 22:30 UTC")
    expect(page.locator(TIME)).to_have_attribute("datetime", "2025-12-31T22:30:00+00:00")


def test_an_open_page_goes_with_the_time(open_browser: Open, submitted: Annotation):
    page = open_browser(submitted.annotator, timezone_id="Europe/Oslo")
    page.clock.install(time=NEW_YEAR)
    page.goto(submitted.address)
    expect(page.locator(TIME)).to_have_text("just now")
    page.clock.run_for("05:00")
    expect(page.locator(TIME)).to_have_text("5 minutes ago")


def test_what_ends_keeps_its_date(open_browser: Open, make: Factory):
    admin, person = make.user("alma", role=Role.ADMIN), make.user("Nora")
    link = issue_link(make.session, person, days=1, actor=None, at=utc_now())
    link.expires_at = NEW_YEAR
    make.session.commit()
    page = open_browser(admin, timezone_id="Europe/Oslo")
    page.clock.set_fixed_time(NEW_YEAR - timedelta(days=1))
    page.goto(f"/people/{person.id}")
    page.locator("#links summary").click()
    expect(page.locator("#links")).to_contain_text("until 31 Dec 2025, 23:30")


def test_a_time_that_came_in_later_is_told_so_too(open_browser: Open, make: Factory):
    admin = make.user("alma", role=Role.ADMIN)
    project = make.project()
    job = make.job(project, state=JobState.RUNNING)
    job.arguments = {"file": "lives.json", "format": None}
    job.started_at = NEW_YEAR
    make.session.commit()
    page = open_browser(admin, timezone_id="Asia/Tokyo")
    page.clock.set_fixed_time(NEW_YEAR + timedelta(hours=1))
    page.goto(f"/projects/{project.id}/import")
    expect(page.locator(".import time")).to_have_text("1 hour ago")
    job.state, job.finished_at = JobState.DONE, NEW_YEAR + timedelta(minutes=30)
    make.session.commit()
    expect(page.locator(".import")).to_contain_text("See the documents")
    expect(page.locator(".import time")).to_have_text("30 minutes ago")
    expect(page.locator(".import time")).to_have_attribute("title", "1 Jan 2026, 08:00")
