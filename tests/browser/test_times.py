"""Times are read in the zone of whoever reads them, and in UTC where no script runs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from tests.browser.annotating import Annotation, annotation
from tests.factories import Factory
from webapp.models import AssignmentState, JobState, Role

__all__ = ["annotation"]

Open = Callable[..., Page]
NEW_YEAR = datetime(2025, 12, 31, 22, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"timezone_id": "Europe/Oslo"}, "31 Dec 2025, 23:30"),
        ({"timezone_id": "Asia/Tokyo"}, "1 Jan 2026, 07:30"),
        ({"java_script_enabled": False}, "31 Dec 2025, 22:30 UTC"),
    ],
)
def test_a_time_is_told_in_the_zone_of_the_reader(
    open_browser: Open,
    annotation: Annotation,
    make: Factory,
    options: dict[str, object],
    said: str,
):
    annotation.assignment.state = AssignmentState.SUBMITTED
    annotation.assignment.submitted_at = NEW_YEAR
    make.session.commit()
    page = open_browser(annotation.annotator, **options)
    page.goto(annotation.address)
    expect(page.locator("#content .help time")).to_have_text(said)


def test_a_time_that_came_in_later_is_told_so_too(open_browser: Open, make: Factory):
    admin = make.user("alma", role=Role.ADMIN)
    project = make.project()
    job = make.job(project, state=JobState.RUNNING)
    job.arguments = {"file": "lives.json", "format": None}
    job.started_at = NEW_YEAR
    make.session.commit()
    page = open_browser(admin, timezone_id="Asia/Tokyo")
    page.goto(f"/projects/{project.id}/import")
    expect(page.locator(".import time")).to_have_text("1 Jan 2026, 07:30")
    job.state, job.finished_at = JobState.DONE, NEW_YEAR.replace(hour=23)
    make.session.commit()
    expect(page.locator(".import")).to_contain_text("See the documents")
    expect(page.locator(".import time")).to_have_text("1 Jan 2026, 08:30")
