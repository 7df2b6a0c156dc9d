"""The whole job, from an empty installation to an agreed, exported dataset, by all four people."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from annotation.formats import Format, detect_format, read_documents
from tests.browser import steps
from tests.browser.inventory import PASSWORD
from tests.factories import Factory
from webapp.auth.passwords import hash_password
from webapp.config import Config
from webapp.models import Role

COMMENT = "The years are too exact."


@pytest.fixture
def admin(open_browser: Callable[..., Page], make: Factory) -> Page:
    """The first admin, signed in by the login form."""
    alma = make.user("Alma", role=Role.ADMIN)
    alma.password_hash = hash_password(PASSWORD)
    make.session.commit()
    page = open_browser()
    steps.sign_in(page, "Alma")
    return page


@pytest.mark.usefixtures("worker")
def test_the_whole_job_from_an_empty_installation_to_the_export(
    open_browser: Callable[..., Page], admin: Page, config: Config
):
    nora_link = steps.add_person(admin, "Nora", "Annotator")
    olav_link = steps.add_person(admin, "Olav", "Annotator")
    steps.add_person(admin, "Rita", "Reviewer", PASSWORD)
    steps.create_project(admin, "Nora", "Olav", "Rita")
    steps.import_sample(admin)
    steps.assign(admin, "Nora", "Olav")

    nora, olav, rita = open_browser(), open_browser(), open_browser()
    steps.enter(nora, nora_link)
    own = steps.annotate_by_keys(nora, "1")
    shared = steps.annotate_by_keys(nora, "0")
    steps.enter(olav, olav_link)
    assert steps.annotate_by_keys(olav, "2") == shared
    assert selections(config) == {"Nora": 2, "Olav": 1, **EARLIER}

    steps.sign_in(rita, "Rita")
    steps.approve(rita, steps.work_of(rita, "Nora").filter(has_text=shared))
    steps.send_back(rita, steps.work_of(rita, "Nora").filter(has_text=own), COMMENT)
    assert selections(config) == {"Nora": 1, "Olav": 1, **EARLIER}
    nora.get_by_role("link", name=steps.PROJECT).click()
    nora.get_by_role("link", name=own, exact=True).click()
    expect(nora.locator(".notice.warning:not([hidden])")).to_contain_text(COMMENT)
    expect(nora.locator(".notice.warning:not([hidden])")).to_contain_text("Rita")

    see_agreement(rita)
    exported = download(admin, config)
    assert "Nora" in exported
    assert "Olav" in exported


def see_agreement(page: Page) -> None:
    """Wait for the figures that the worker computes because somebody looks."""
    steps.open_page(page, "Agreement", tab="Review")
    figures = page.get_by_role("region", name="Figures", exact=True)
    expect(figures).to_contain_text("Light", timeout=steps.WORKER_PATIENCE_MS)
    expect(page.get_by_role("main")).to_contain_text("Nora, Olav")


EARLIER = {"sample-ada": 4, "sample-ben": 4, "sample-cleo": 4}
"""Whose choices the sample brings, and in how many documents."""


def selections(config: Config) -> dict[str, int]:
    """Count the records of the JSON store in which each annotator chose."""
    (store,) = (config.home / "store").iterdir()
    counts: dict[str, int] = {}
    for path in store.glob("*.json"):
        for name in annotators_of(json.loads(path.read_text(encoding="utf-8"))):
            counts[name] = counts.get(name, 0) + 1
    return counts


def annotators_of(record: dict) -> set[str]:
    """Return who chose in a record."""
    return {
        name
        for layer in record["annotations"].values()
        for mention in layer["entity_mentions"]
        for names in mention.get("replacement", {}).get("generalization_selection", {}).values()
        for name in names
    }


def download(page: Page, config: Config) -> set[str]:
    """Export the submitted work; return who chose in it."""
    steps.open_page(page, "Export")
    with page.expect_download() as started:
        page.get_by_role("button", name="Download").click()
    path = config.home / "export.json"
    started.value.save_as(path)
    assert detect_format(path) is Format.WIKIREPLACE
    documents = list(read_documents(path))
    assert len(documents) == 4  # those that the sample's annotators share, now with Nora and Olav
    return set().union(*map(annotators_of, json.loads(path.read_text(encoding="utf-8"))))
