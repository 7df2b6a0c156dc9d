"""Anonymized files, as people get them: from the export page, a document's page, the workbench."""

from __future__ import annotations

import zipfile
from io import BytesIO
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tests.browser.inventory import Ids
from tests.browser.pages import place_of
from tests.browser.populated import Visit

pytestmark = pytest.mark.populated

WORDS = ("Ada Berg", "Oslo")


def downloaded(page: Page, button: str, role: str = "link") -> tuple[str, bytes]:
    """Press something that leads to a file; return its name and what is in it."""
    with page.expect_download() as download:
        page.get_by_role(role, name=button, exact=True).click()
    return download.value.suggested_filename, download.value.path().read_bytes()


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without"])
def test_an_admin_gets_all_files_in_one(visit: Visit, *, scripts: bool):
    page = visit(place_of("export.index-admin"), java_script_enabled=scripts)
    page.get_by_label("As", exact=True).select_option("html")
    name, content = downloaded(page, "Get anonymized files", "button")
    assert name == "anonymized.zip"
    with zipfile.ZipFile(BytesIO(content)) as archive:
        texts = {each: archive.read(each).decode() for each in archive.namelist()}
    assert len(texts) > 1
    assert all(each.startswith("document-") for each in texts)
    assert not [word for text in texts.values() for word in WORDS if word in text]


def test_a_document_has_links_to_its_file(visit: Visit, ids: Ids):
    page = visit(place_of("projects.document-admin"))
    page.goto(urljoin(page.url, f"../{ids.submitted}/text"))
    name, content = downloaded(page, "plain text")
    assert name.startswith("document-")
    assert b"[" in content
    _, bare = downloaded(page, "Without brackets: plain text")
    assert bare == content.replace(b"[", b"").replace(b"]", b"")


def test_an_annotator_takes_own_submitted_work_along(visit: Visit):
    page = visit(place_of("workbench.show-annotator-submitted"))
    name, content = downloaded(page, "Word")
    assert name.endswith(".docx")
    assert zipfile.is_zipfile(BytesIO(content))
    expect(page.get_by_role("button", name="Reopen")).to_be_visible()
