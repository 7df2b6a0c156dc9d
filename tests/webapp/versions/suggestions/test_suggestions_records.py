"""What is kept of a suggestion when a choice is made beside it, by the forms of the page."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tests.factories import Factory, sign_in
from tests.webapp.curation.review.reviewing import read_sanitized
from tests.webapp.versions.suggestions.suggestible import (
    HTMX,
    fields_of,
    page_of,
    records,
    send,
    suggest,
    want,
)
from tests.webapp.workbench.workbench_client import ALL, WorkbenchClient
from webapp.platform.extensions import db
from webapp.platform.models import AssignmentSuggestions, ChoiceSuggestion, Role, SuggestionMode


def test_a_choice_keeps_what_was_in_view(workbench: WorkbenchClient, version):
    send(workbench, texts={1: "city in Norway", 5: "***"})
    assert records(workbench) == {1: ("city", 0.84, True)}
    assert db.session.scalars(select(ChoiceSuggestion.version_id)).one() == version.id


@pytest.mark.usefixtures("version")
def test_followers_keep_what_was_in_view_beside_them(workbench: WorkbenchClient):
    send(workbench, texts={0: "PERSON 1"})
    assert records(workbench) == {0: ("PERSON 1", 0.97, True), 3: ("PERSON 1", 0.6, True)}


@pytest.mark.usefixtures("version")
def test_the_first_record_survives_a_change_of_mind_and_goes_with_the_choice(
    workbench: WorkbenchClient,
):
    send(workbench, texts={1: "city"})
    send(workbench, texts={1: "***"})
    assert records(workbench) == {1: ("city", 0.84, True)}
    workbench.post("undo")
    assert records(workbench) == {1: ("city", 0.84, True)}
    workbench.post("undo")
    assert records(workbench) == {}
    send(workbench, "redo")
    assert records(workbench) == {1: ("city", 0.84, True)}


@pytest.mark.usefixtures("version")
@pytest.mark.parametrize(
    "claim",
    [
        {"suggested_by": "999"},
        {"suggested_by": ""},
        {"suggested_by": "x"},
        {"shown": "83 city"},
        {"shown": "84 ***"},
        {"shown": ""},
    ],
)
def test_what_can_not_have_been_in_view_is_not_recorded(workbench: WorkbenchClient, claim):
    claim = {
        f"shown-{workbench.mentions[1].id}" if k == "shown" else k: v for k, v in claim.items()
    }
    assert send(workbench, texts={1: "city"}, **claim).status_code == 303
    assert workbench.texts()[1] == "city"
    assert records(workbench) == {}


def test_a_version_that_went_meanwhile_is_not_recorded(workbench: WorkbenchClient, version):
    fields = fields_of(page_of(workbench))
    db.session.delete(db.session.get(AssignmentSuggestions, (workbench.assignment.id, version.id)))
    db.session.commit()
    workbench.post(texts={1: "city"}, **fields)
    assert workbench.texts()[1] == "city"
    assert records(workbench) == {}


@pytest.mark.usefixtures("version")
def test_a_page_open_through_a_promotion_records_what_it_showed(workbench: WorkbenchClient):
    fields = fields_of(page_of(workbench))
    suggest(workbench.assignment, {"Oslo": ("***", 0.5)})
    response = workbench.post(texts={1: "city"}, headers=HTMX, **fields)
    assert records(workbench) == {1: ("city", 0.84, True)}
    assert 'id="suggested-by" name="suggested_by" value="2"' in response.text


@pytest.mark.usefixtures("version")
def test_a_blind_document_shows_nothing_and_keeps_what_would_have_been(workbench: WorkbenchClient):
    want(workbench.project.id, SuggestionMode.HINT, blind_share=100)
    page = page_of(workbench)
    assert "shown without suggestions, to compare" in page
    assert "84 %" not in page
    send(workbench, texts={1: "***"})
    assert records(workbench) == {1: ("city", 0.84, False)}


@pytest.mark.usefixtures("version")
def test_a_reviewer_reads_what_was_suggested_and_what_was_not_taken(
    workbench: WorkbenchClient, make: Factory
):
    send(workbench, "submit", ALL)
    sign_in(workbench.client, make.user(role=Role.ADMIN))
    read_sanitized(workbench.client, workbench.assignment)
    page = workbench.client.get(
        f"/projects/{workbench.project.id}/review/{workbench.assignment.id}"
    ).text
    oslo = page[page.index('class="original">Oslo<') : page.index('class="original">1986<')]
    bergen = page[page.index('class="original">Bergen<') : page.index('class="original">2004<')]
    assert "suggested: <bdi>city</bdi>, 84 %" in oslo
    assert "as suggested, 95 %" in bergen
    assert "suggested" not in page[page.index('class="original">2004<') :]
