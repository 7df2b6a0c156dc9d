"""Finishing a document through the forms of the page: preview, submit, skip, flag, reopen."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tests.factories import Factory
from tests.webapp.workbench.workbench_client import ALL, WorkbenchClient
from webapp.platform.extensions import db
from webapp.platform.models import AssignmentState, Event, EventKind, Flag


def test_the_preview_shows_the_generalized_text_and_hides_the_original(workbench: WorkbenchClient):
    workbench.post("preview", texts=ALL)
    page = workbench.client.get(f"{workbench.address}/preview").text
    text = page[page.index("<section") : page.index("</section>")]
    assert "[a city in Norway]" in text
    assert "***" in text
    for original in ("Ada", "Oslo", "1986", "Bergen"):
        assert original not in text


def test_a_project_may_want_the_bare_choices(workbench: WorkbenchClient):
    workbench.project.fits_grammar = False
    db.session.commit()
    workbench.post("preview", texts=ALL)
    page = workbench.client.get(f"{workbench.address}/preview").text
    assert "[city in Norway]" in page


def test_the_preview_of_an_unfinished_document_hides_open_spans_too(workbench: WorkbenchClient):
    page = workbench.client.get(f"{workbench.address}/preview").text
    assert "Oslo" not in page[page.index("<section") : page.index("</section>")]


def test_submitting_with_open_spans_says_which_and_keeps_what_was_sent(workbench: WorkbenchClient):
    response = workbench.post("submit", texts={1: "city"})
    assert response.status_code == 422
    assert "5 spans still need a choice" in response.text
    assert f'href="#choice-{workbench.mentions[2].id}"' in response.text
    assert workbench.texts()[1] == "city"
    assert workbench.assignment.state is AssignmentState.IN_PROGRESS


def test_submitting_goes_to_the_next_document(workbench: WorkbenchClient, make: Factory):
    following = make.document(workbench.project, text=workbench.document.text)
    make.assignment(following, workbench.annotator)
    response = workbench.post("submit", texts=ALL)
    assert response.status_code == 303
    assert response.location.endswith(f"/documents/{following.id}")
    assert workbench.assignment.state is AssignmentState.SUBMITTED


def test_after_the_last_document_a_message_says_so(workbench: WorkbenchClient):
    response = workbench.post("submit", texts=ALL)
    page = workbench.client.get(response.location).text
    assert "All your documents in this project are done" in page


def test_submitting_twice_is_harmless(workbench: WorkbenchClient):
    workbench.post("submit", texts=ALL)
    assert workbench.post("submit", texts=ALL).status_code == 303
    events = db.session.scalars(select(Event).where(Event.kind == EventKind.SUBMITTED)).all()
    assert len(events) == 1


def test_a_stale_preview_can_not_submit_what_it_has_not_shown(workbench: WorkbenchClient):
    workbench.post(texts=ALL)
    shown = workbench.assignment.version
    workbench.post(texts={1: "***"})
    assert workbench.post("submit", version=shown).status_code == 409
    assert workbench.assignment.state is AssignmentState.IN_PROGRESS


def test_a_page_that_shows_what_is_stored_may_submit_whatever_its_version(
    workbench: WorkbenchClient,
):
    workbench.post(texts=ALL, version=1)
    assert workbench.post("submit", texts={**ALL, 3: "PERSON 1"}, version=1).status_code == 303
    assert workbench.assignment.state is AssignmentState.SUBMITTED


def test_a_submitted_document_is_changed_only_after_reopening(workbench: WorkbenchClient):
    workbench.post("submit", texts=ALL)
    assert workbench.post(texts={1: "***"}).status_code == 422
    workbench.post("reopen")
    assert workbench.post(texts={1: "***"}).status_code == 303
    assert workbench.texts()[1] == "***"


def test_a_reviewed_document_can_not_be_reopened(workbench: WorkbenchClient):
    workbench.post("submit", texts=ALL)
    workbench.assignment.state = AssignmentState.REVIEWED
    db.session.commit()
    assert workbench.post("reopen").status_code == 422
    assert workbench.assignment.state is AssignmentState.REVIEWED


def test_skipping_saves_what_was_sent_and_puts_the_document_off(
    workbench: WorkbenchClient, make: Factory
):
    following = make.document(workbench.project)
    make.assignment(following, workbench.annotator)
    response = workbench.post("skip", texts={1: "city"})
    assert response.location.endswith(f"/documents/{following.id}")
    assert workbench.assignment.state is AssignmentState.SKIPPED
    assert workbench.texts()[1] == "city"


def test_a_flag_keeps_its_comment_and_is_shown(workbench: WorkbenchClient):
    workbench.post("flag", texts={1: "city"}, comment="Is <b>Oslo</b> enough?")
    assert db.session.scalars(select(Flag.comment)).one() == "Is <b>Oslo</b> enough?"
    assert "&lt;b&gt;Oslo" in workbench.client.get(workbench.address).text
    assert workbench.texts()[1] == "city"


@pytest.mark.parametrize("comment", ["", "   ", "x" * 2001, "a\0b"])
def test_a_bad_comment_is_refused(workbench: WorkbenchClient, comment: str):
    assert workbench.post("flag", comment=comment).status_code == 422
    assert db.session.scalars(select(Flag)).all() == []


def test_a_form_without_a_version_is_refused(workbench: WorkbenchClient):
    response = workbench.client.post(f"{workbench.address}/choices", data={})
    assert response.status_code == 422


def test_a_document_of_somebody_else_answers_404(workbench: WorkbenchClient, make: Factory):
    other = make.document(workbench.project)
    assert (
        workbench.client.get(
            workbench.address.replace(str(workbench.document.id), str(other.id))
        ).status_code
        == 404
    )


def test_the_title_holds_no_text_of_the_document(workbench: WorkbenchClient):
    page = workbench.client.get(workbench.address).text
    assert f"<title>Document {workbench.document.number} · Palimpsest</title>" in page
