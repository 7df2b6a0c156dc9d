"""What the annotation page says while suggestions are prepared, and of a model that has peeped."""

import pytest

from tests.webapp.desk import Desk
from tests.webapp.suggestible import HTMX, LIKELY, fields_of, page_of, suggest, want
from webapp.extensions import db
from webapp.models import JobKind, JobState, SuggestionMode, SuggestionSheet

PREPARING = "Suggestions are being prepared"


def test_until_there_are_suggestions_the_page_says_that_they_are_being_prepared(desk: Desk, make):
    want(desk.project.id, SuggestionMode.HINT)
    assert PREPARING not in page_of(desk)  # nobody is at it
    job = make.job(desk.project, kind=JobKind.SUGGEST)
    assert PREPARING in page_of(desk)
    assert desk.client.get(desk.address, headers=HTMX).status_code == 204
    suggest(desk.assignment, LIKELY)
    job.state = JobState.DONE
    db.session.commit()
    assert PREPARING not in page_of(desk)
    ready = desk.client.get(desk.address, headers=HTMX).text
    assert "Suggestions are ready" in ready
    assert f'href="{desk.address}"' in ready
    assert "<select" not in ready


@pytest.mark.parametrize("state", [JobState.DONE, JobState.FAILED])
def test_a_preparation_that_is_over_is_not_waited_for(desk: Desk, make, state):
    want(desk.project.id, SuggestionMode.HINT)
    make.job(desk.project, kind=JobKind.SUGGEST, state=state)
    assert PREPARING not in page_of(desk)
    answer = desk.client.get(desk.address, headers=HTMX)
    assert "hx-get" not in answer.text


def test_a_document_shown_without_suggestions_waits_for_none(desk: Desk, make):
    want(desk.project.id, SuggestionMode.HINT, blind_share=100)
    make.job(desk.project, kind=JobKind.SUGGEST)
    assert PREPARING not in page_of(desk)


def test_a_change_takes_the_notice_away_once_there_are_suggestions(desk: Desk, make):
    want(desk.project.id, SuggestionMode.HINT)
    make.job(desk.project, kind=JobKind.SUGGEST)
    fields = fields_of(page_of(desk))
    suggest(desk.assignment, LIKELY)
    answer = desk.post(texts={1: "city"}, headers=HTMX, **fields)
    assert '<p id="awaited" class="help" role="status" hx-swap-oob="true"></p>' in answer.text


def test_the_page_says_that_the_model_has_learnt_from_the_document(desk: Desk):
    want(desk.project.id, SuggestionMode.HINT)
    version = suggest(desk.assignment, LIKELY)
    sentence = "The model has learnt from what others chose in this document."
    assert sentence not in page_of(desk)
    row = db.session.get(SuggestionSheet, (desk.assignment.id, version.id))
    row.sheet = row.sheet | {"has_seen": True}
    db.session.commit()
    assert sentence in page_of(desk)
