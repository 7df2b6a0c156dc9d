"""Suggestions improve as documents are submitted: by a real worker and trainer."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from annotation.hidden_words import NoLexicon
from annotation.types import SemanticType
from tests.browser import steps
from tests.browser.annotating import choose, expect_saved, row
from tests.factories import Factory, Span
from webapp.core.work.loading import load_work
from webapp.core.work.mentions import MentionWork
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, Document, Role, utc_now
from webapp.versions.queries import FIRST_NEEDS
from webapp.workbench import choosing, operations

PATIENCE_MS = 1_500_000
"""A training waits for others on a busy machine."""
PAUSE_MS = 1_000
TOWNS = {
    "Lund": "Sweden",
    "Turku": "Finland",
    "Odense": "Denmark",
    "Bergen": "Norway",
    "Selfoss": "Iceland",
    "Tartu": "Estonia",
    "Riga": "Latvia",
    "Kaunas": "Lithuania",
}
PEOPLE = ("Ada Berg", "Nils Holt", "Mia Lind", "Jon Vik", "Eva Krog", "Per Moe", "Liv Aas")


@pytest.fixture(params=["tiny", pytest.param("real", marks=pytest.mark.full)])
def encoder_folder(request: pytest.FixtureRequest, tiny_encoder_folder: Path) -> Path | None:
    return tiny_encoder_folder if request.param == "tiny" else None


@pytest.mark.slow
@pytest.mark.usefixtures("worker")
def test_suggestions_follow_what_was_submitted(open_browser: Callable[..., Page], make: Factory):
    nora, alma = make.user("Nora"), make.user("Alma", role=Role.ADMIN)
    project = make.project(nora, name=steps.PROJECT)
    documents = [add_life(make, project, number) for number in range(FIRST_NEEDS + 1)]
    admin, annotator = open_browser(alma), open_browser(nora)
    set_policy(admin)
    steps.assign(admin, "Nora", everybody=len(documents))

    *done, by_hand, watched = documents
    before = suggested(annotator, watched)
    other = "town" if before.text == "***" else "***"
    for document in done:  # by as many people: only the project's own model can know what they do
        submit(make.assignment(document, make.user()), other)
    submit_by_hand(annotator, by_hand, other)

    steps.open_page(admin, "Models", heading="Replacements")
    expect(admin.get_by_role("main")).to_contain_text(
        f"It learns from the {len(documents) - 1} documents"
    )
    admin.get_by_role("button", name="Train").click()
    serving = admin.locator("#serving")
    expect(serving).to_contain_text("Version 1 is in use", timeout=PATIENCE_MS)
    expect(serving).to_contain_text("choices it had not seen")
    for picture in admin.locator("#figures img").all():
        expect(picture).to_have_js_property("complete", value=True)
        assert picture.evaluate("image => image.naturalWidth") > 0

    assert suggested(annotator, watched, after=before.version).text == other


def add_life(make: Factory, project, number: int) -> Document:
    """Add a document of one person, in which every town comes once, each time in another order."""
    name, first = PEOPLE[number % len(PEOPLE)], number % len(TOWNS)
    towns = list(TOWNS)[first:] + list(TOWNS)[:first]
    spans: list[Span] = [(name, SemanticType.PERSON, "e0", ["a person", "***"])]
    text = f"{name} never stayed for long."
    for place, town in enumerate(towns):
        year = 1970 + 3 * place + number
        text += f" In {year} there was work in {town}, and a new flat."
        decade = f"date in the {year // 10 * 10}s"
        spans.append((str(year), SemanticType.DATETIME, f"y{place}", [decade, "***"]))
        options = [f"town in {TOWNS[town]}", "town", "***"]
        spans.append((town, SemanticType.LOC, f"t{place}", options))
    return make.document(project, text=text, spans=spans)


def town_of(document: Document) -> str:
    """The town that the document names first."""
    return next(town for town in document.text.split() if town.strip(",") in TOWNS).strip(",")


def wanted(mention: MentionWork, for_towns: str) -> str:
    """What the annotator chooses: the same for all towns, the first replacement for the rest."""
    if mention.entity_type is SemanticType.LOC:
        return for_towns
    return mention.groups[0].options[0].text


def submit(assignment: Assignment, for_towns: str) -> None:
    """Annotate a document as its page does, and submit it."""
    work, annotator = load_work(db.session(), assignment), assignment.annotator
    texts = {mention.id: wanted(mention, for_towns) for mention in work}
    version = work.assignment.version
    choosing.choose(db.session(), work, texts, version=version, person=annotator, at=utc_now())
    db.session.flush()
    operations.submit(
        db.session(),
        work,
        seen={},
        version=work.assignment.version,
        person=annotator,
        at=utc_now(),
        lexicon=NoLexicon(),
    )
    db.session.commit()


def submit_by_hand(page: Page, document: Document, for_towns: str) -> None:
    """Choose against the suggestions for towns, accept what comes first for the rest, submit."""
    page.goto(address_of(document))
    steps.expect_wired(page)
    for town in TOWNS:
        choose(page, town, for_towns)
    still_open = page.locator(".choices select:invalid")
    while still_open.count():
        page.keyboard.press("o")
        page.keyboard.press("1")
        expect_saved(page)
    page.get_by_role("button", name="Submit").click()
    expect(page).not_to_have_title(f"Document {document.number} · Palimpsest")


@dataclass(frozen=True)
class Suggested:
    """What a page suggests for the first town, and which version of the model does."""

    text: str
    version: str


def suggested(page: Page, document: Document, *, after: str = "") -> Suggested:
    """Open a document, again and again, until a version (another one) suggests something."""
    chip = row(page, town_of(document)).locator(".chip bdi")  # out of sight
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < deadline:
        page.goto(address_of(document))
        version = page.locator("#suggested-by").get_attribute("value") or ""
        if version != after and chip.count():
            return Suggested(chip.text_content() or "", version)
        page.wait_for_timeout(PAUSE_MS)
    raise AssertionError(f"no version but {after!r} suggests anything")


def set_policy(page: Page) -> None:
    """Show suggestions in every document, and train when told to."""
    page.goto("/")
    steps.open_page(page, "Models", heading="Replacements")
    expect(page.locator("#serving")).to_contain_text("A model trained on the sample project serves")
    page.get_by_label("Documents shown without suggestions").fill("0")
    page.get_by_label("Train again after").fill("0")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#messages")).to_contain_text("are saved")


def address_of(document: Document) -> str:
    """The path of a document's page."""
    return f"/projects/{document.project_id}/documents/{document.id}"
