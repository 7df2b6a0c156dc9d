"""Finishing a document through the forms of the page: preview, submit, skip, flag, reopen."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tests.factories import Factory
from tests.webapp.desk import ALL, Desk
from webapp.extensions import db
from webapp.models import AssignmentState, Event, EventKind, Flag


def test_the_preview_shows_the_generalized_text_and_hides_the_original(desk: Desk):
    desk.post("preview", texts=ALL)
    page = desk.client.get(f"{desk.address}/preview").text
    text = page[page.index("<section") : page.index("</section>")]
    assert "[a city in Norway]" in text
    assert "***" in text
    for original in ("Ada", "Oslo", "1986", "Bergen"):
        assert original not in text


def test_a_project_may_want_the_bare_choices(desk: Desk):
    desk.project.fits_grammar = False
    db.session.commit()
    desk.post("preview", texts=ALL)
    page = desk.client.get(f"{desk.address}/preview").text
    assert "[city in Norway]" in page


def test_the_preview_of_an_unfinished_document_hides_open_spans_too(desk: Desk):
    page = desk.client.get(f"{desk.address}/preview").text
    assert "Oslo" not in page[page.index("<section") : page.index("</section>")]


def test_submitting_with_open_spans_says_which_and_keeps_what_was_sent(desk: Desk):
    response = desk.post("submit", texts={1: "city"})
    assert response.status_code == 422
    assert "5 spans still need a choice" in response.text
    assert f'href="#choice-{desk.mentions[2].id}"' in response.text
    assert desk.texts()[1] == "city"
    assert desk.assignment.state is AssignmentState.IN_PROGRESS


def test_submitting_goes_to_the_next_document(desk: Desk, make: Factory):
    following = make.document(desk.project, text=desk.document.text)
    make.assignment(following, desk.annotator)
    response = desk.post("submit", texts=ALL)
    assert response.status_code == 303
    assert response.location.endswith(f"/documents/{following.id}")
    assert desk.assignment.state is AssignmentState.SUBMITTED


def test_after_the_last_document_a_message_says_so(desk: Desk):
    response = desk.post("submit", texts=ALL)
    page = desk.client.get(response.location).text
    assert "All your documents in this project are done" in page


def test_submitting_twice_is_harmless(desk: Desk):
    desk.post("submit", texts=ALL)
    assert desk.post("submit", texts=ALL).status_code == 303
    events = db.session.scalars(select(Event).where(Event.kind == EventKind.SUBMITTED)).all()
    assert len(events) == 1


def test_a_stale_preview_can_not_submit_what_it_has_not_shown(desk: Desk):
    desk.post(texts=ALL)
    shown = desk.assignment.version
    desk.post(texts={1: "***"})
    assert desk.post("submit", version=shown).status_code == 409
    assert desk.assignment.state is AssignmentState.IN_PROGRESS


def test_a_page_that_shows_what_is_stored_may_submit_whatever_its_version(desk: Desk):
    desk.post(texts=ALL, version=1)
    assert desk.post("submit", texts={**ALL, 3: "PERSON 1"}, version=1).status_code == 303
    assert desk.assignment.state is AssignmentState.SUBMITTED


def test_a_submitted_document_is_changed_only_after_reopening(desk: Desk):
    desk.post("submit", texts=ALL)
    assert desk.post(texts={1: "***"}).status_code == 422
    desk.post("reopen")
    assert desk.post(texts={1: "***"}).status_code == 303
    assert desk.texts()[1] == "***"


def test_a_reviewed_document_can_not_be_reopened(desk: Desk):
    desk.post("submit", texts=ALL)
    desk.assignment.state = AssignmentState.REVIEWED
    db.session.commit()
    assert desk.post("reopen").status_code == 422
    assert desk.assignment.state is AssignmentState.REVIEWED


def test_skipping_saves_what_was_sent_and_puts_the_document_off(desk: Desk, make: Factory):
    following = make.document(desk.project)
    make.assignment(following, desk.annotator)
    response = desk.post("skip", texts={1: "city"})
    assert response.location.endswith(f"/documents/{following.id}")
    assert desk.assignment.state is AssignmentState.SKIPPED
    assert desk.texts()[1] == "city"


def test_a_flag_keeps_its_comment_and_is_shown(desk: Desk):
    desk.post("flag", texts={1: "city"}, comment="Is <b>Oslo</b> enough?")
    assert db.session.scalars(select(Flag.comment)).one() == "Is <b>Oslo</b> enough?"
    assert "&lt;b&gt;Oslo" in desk.client.get(desk.address).text
    assert desk.texts()[1] == "city"


@pytest.mark.parametrize("comment", ["", "   ", "x" * 2001, "a\0b"])
def test_a_bad_comment_is_refused(desk: Desk, comment: str):
    assert desk.post("flag", comment=comment).status_code == 422
    assert db.session.scalars(select(Flag)).all() == []


def test_a_form_without_a_version_is_refused(desk: Desk):
    response = desk.client.post(f"{desk.address}/choices", data={})
    assert response.status_code == 422


def test_a_document_of_somebody_else_answers_404(desk: Desk, make: Factory):
    other = make.document(desk.project)
    assert (
        desk.client.get(desk.address.replace(str(desk.document.id), str(other.id))).status_code
        == 404
    )


def test_the_title_holds_no_text_of_the_document(desk: Desk):
    page = desk.client.get(desk.address).text
    assert f"<title>Document {desk.document.number} · Palimpsest</title>" in page
