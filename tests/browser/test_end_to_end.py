"""The whole job, from an empty installation to an agreed, exported dataset, by all four people."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from annotation.formats import Format, detect_format, read_documents
from annotation.formats.exchange.registry import ExportFormat
from tests.browser import steps
from tests.browser.annotating import expect_saved
from tests.browser.inventory import PASSWORD
from tests.browser.serving import Trouble
from tests.conftest import TEST_SECRET
from tests.factories import Factory
from tests.processes import PALIMPSEST, finished
from webapp.people.auth.passwords import hash_password
from webapp.platform.config import Config
from webapp.platform.models import Role
from webapp.platform.resources import ROOT

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
    open_browser: Callable[..., Page], admin: Page, config: Config, trouble: Trouble
):
    trouble.expect("422")  # a submission that is asked whether readable words may stay
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
    steps.approve(rita, steps.work_of(rita, "Nora").last)  # of the shared document
    steps.send_back(rita, steps.work_of(rita, "Nora").first, COMMENT)
    assert selections(config) == {"Nora": 1, "Olav": 1, **EARLIER}
    nora.get_by_role("link", name=steps.PROJECT).click()
    nora.get_by_role("link", name=own, exact=True).click()
    expect(nora.locator(".notice.warning:not([hidden])")).to_contain_text(COMMENT)
    expect(nora.locator(".notice.warning:not([hidden])")).to_contain_text("Rita")

    mend(nora)
    steps.approve(rita, steps.work_of(rita, "Nora").last)

    see_agreement(rita)
    adjudicate(rita, shared)
    assert {"Nora", "Olav"} <= download(admin, config)
    see_statistics(admin)
    export_every_format(admin)
    for page in (nora, olav):  # their pages would go on asking for suggestions
        page.close()
    back_up_delete_and_restore(admin, config)


def mend(page: Page) -> None:
    """Change a span of the document that was sent back, and submit it again."""
    page.keyboard.press("0")
    expect_saved(page)
    steps.annotate_by_keys(page, "0")


def adjudicate(page: Page, document: str) -> None:
    """Settle what Nora and Olav have otherwise by what Nora has."""
    steps.open_page(page, "Adjudication", tab="Review")
    page.get_by_role("link", name=document, exact=True).click()
    page.get_by_text("Settle many at once").click()
    page.get_by_label("What one annotator has").select_option("Nora")
    page.get_by_role("button", name="Settle so").click()
    expect(page.locator("#progress")).to_contain_text("0 spans to decide")
    page.get_by_role("button", name="Settle the document").click()
    expect(page.locator("#messages")).to_contain_text("The document is settled")


def see_statistics(page: Page) -> None:
    """Wait for what the worker counts because somebody looks."""
    steps.open_page(page, "Statistics", tab="Review")
    expect(page.get_by_role("main")).to_contain_text("Nora", timeout=steps.WORKER_PATIENCE_MS)


def export_every_format(page: Page) -> None:
    """Ask for a dataset in each format and wait until all can be downloaded."""
    steps.open_page(page, "Export")
    dataset = page.locator("#dataset")
    for form in ExportFormat:
        dataset.get_by_label("Format").select_option(form.value)
        dataset.get_by_label("Layers").select_option("both")
        dataset.get_by_role("button", name="Export").click()
        expect(page.locator(".export").first).to_contain_text(form.label)
    links = page.get_by_role("link", name="Download")
    expect(links).to_have_count(1 + len(ExportFormat), timeout=steps.WORKER_PATIENCE_MS)


def back_up_delete_and_restore(page: Page, config: Config) -> None:
    """Delete the project, and find it, gold layer and all, in what was backed up before."""
    file, home = config.home.parent / "backup.zip", config.home.parent / "restored"
    palimpsest(config.home, "backup", str(file))
    steps.open_page(page, "Settings", heading="Settings")
    page.get_by_role("link", name="Delete this project…").click()
    page.get_by_label("Name of the project").fill(steps.PROJECT)
    page.get_by_role("button", name="Delete this project").click()
    expect(page.get_by_role("link", name=steps.PROJECT, exact=True)).to_have_count(0)
    palimpsest(home, "restore", str(file))
    [record] = json.loads(
        palimpsest(home, "export", "--project", steps.PROJECT, "--layers", "gold")
    )
    assert annotators_of(record) == {"Rita"}


def palimpsest(home: Path, *command: str) -> str:
    """Run a command on an installation; return what it prints."""
    secret = {"PALIMPSEST_SECRET_KEY": TEST_SECRET} if home.exists() else {}
    done = finished(
        [*PALIMPSEST, *command],
        env=os.environ | {"PALIMPSEST_HOME": str(home)} | secret,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


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
    page.get_by_role("button", name="Export", exact=True).click()
    link = page.get_by_role("link", name="Download")
    expect(link).to_be_visible(timeout=30_000)
    with page.expect_download() as started:
        link.click()
    path = config.home / "export.json"
    started.value.save_as(path)
    assert detect_format(path) is Format.WIKIREPLACE
    documents = list(read_documents(path))
    assert len(documents) == 5  # those that the sample's annotators share, and one of Nora alone
    return set().union(*map(annotators_of, json.loads(path.read_text(encoding="utf-8"))))
