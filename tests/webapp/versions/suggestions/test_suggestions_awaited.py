"""What the annotation page says while suggestions are prepared, and of a model that has peeped."""

import pytest

from tests.webapp.versions.suggestions.suggestible import (
    HTMX,
    LIKELY,
    fields_of,
    page_of,
    suggest,
    want,
)
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.platform.extensions import db
from webapp.platform.models import AssignmentSuggestions, JobKind, JobState, SuggestionMode

PREPARING = "Suggestions are being prepared"


def test_until_there_are_suggestions_the_page_says_that_they_are_being_prepared(
    workbench: WorkbenchClient, make
):
    want(workbench.project.id, SuggestionMode.HINT)
    assert PREPARING not in page_of(workbench)  # nobody is at it
    job = make.job(workbench.project, kind=JobKind.SUGGEST)
    assert PREPARING in page_of(workbench)
    assert workbench.client.get(workbench.address, headers=HTMX).status_code == 204
    suggest(workbench.assignment, LIKELY)
    job.state = JobState.DONE
    db.session.commit()
    assert PREPARING not in page_of(workbench)
    ready = workbench.client.get(workbench.address, headers=HTMX).text
    assert "Suggestions are ready" in ready
    assert f'href="{workbench.address}"' in ready
    assert "<select" not in ready


@pytest.mark.parametrize("state", [JobState.DONE, JobState.FAILED])
def test_a_preparation_that_is_over_is_not_waited_for(workbench: WorkbenchClient, make, state):
    want(workbench.project.id, SuggestionMode.HINT)
    make.job(workbench.project, kind=JobKind.SUGGEST, state=state)
    assert PREPARING not in page_of(workbench)
    answer = workbench.client.get(workbench.address, headers=HTMX)
    assert "hx-get" not in answer.text


def test_a_document_shown_without_suggestions_waits_for_none(workbench: WorkbenchClient, make):
    want(workbench.project.id, SuggestionMode.HINT, blind_share=100)
    make.job(workbench.project, kind=JobKind.SUGGEST)
    assert PREPARING not in page_of(workbench)


def test_a_change_takes_the_notice_away_once_there_are_suggestions(
    workbench: WorkbenchClient, make
):
    want(workbench.project.id, SuggestionMode.HINT)
    make.job(workbench.project, kind=JobKind.SUGGEST)
    fields = fields_of(page_of(workbench))
    suggest(workbench.assignment, LIKELY)
    answer = workbench.post(texts={1: "city"}, headers=HTMX, **fields)
    assert '<p id="awaited" class="help" role="status" hx-swap-oob="true"></p>' in answer.text


def test_the_page_says_that_the_model_has_learnt_from_the_document(workbench: WorkbenchClient):
    want(workbench.project.id, SuggestionMode.HINT)
    version = suggest(workbench.assignment, LIKELY)
    sentence = "The model has learnt from what others chose in this document."
    assert sentence not in page_of(workbench)
    row = db.session.get(AssignmentSuggestions, (workbench.assignment.id, version.id))
    row.payload = row.payload | {"has_seen": True}
    db.session.commit()
    assert sentence in page_of(workbench)
