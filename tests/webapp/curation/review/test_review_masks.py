"""In masking projects a reviewer decides what is hidden, and the text reads so at once."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from annotation.hidden_words import NoLexicon
from annotation.types import IdentifierType
from annotation.writing import Anonymizer, all_masked
from tests.factories import sign_in
from tests.webapp.curation.review.reviewing import (
    IN_PAGE,
    address_of,
    decide,
    decisions,
    generalized_text,
    read_sanitized,
    spans_of,
)
from tests.webapp.workbench import marking
from webapp.core.records import load_record
from webapp.platform.extensions import db
from webapp.platform.models import Mention, ProjectKind, Role


@pytest.fixture
def reviewer(make):
    return make.user("Ria", role=Role.REVIEWER)


@pytest.fixture
def browser(client, reviewer):
    sign_in(client, reviewer)
    return client


def record_of(work):
    return load_record(db.session(), work.document_id, only_final=True)


@pytest.fixture
def masking(make, reviewer, browser):
    """Work in which one span is hidden as a quasi-identifier."""
    ada = make.user("Ada")
    project = make.project(reviewer, ada, kind=ProjectKind.MASKING)
    document = make.document(project, text="From Oslo to Rome.", spans=[])
    work = make.assignment(document, ada)
    marking.mark(work, "Oslo", IdentifierType.QUASI)
    marking.submitted(work, spans=1)
    read_sanitized(browser, work)
    return work


def test_in_masking_projects_the_identifier_type_is_decided_on(browser, masking):
    [span] = spans_of(masking)
    assert decide(browser, masking, span, "city").status_code == 422
    decide(browser, masking, span, "NO_MASK")
    assert decisions() == [("QUASI", "NO_MASK")]
    [mention] = record_of(masking).iter_mentions()
    assert mention.identifier_type is IdentifierType.QUASI
    assert mention.corrections == {"NO_MASK": {"Ria": ("Ada",)}}
    assert generalized_text(browser.get(address_of(masking)).text) == "From Oslo to Rome."
    browser.post(address_of(masking, "approve"), data={"version": masking.version})
    assert record_of(masking).quality_checked == ("Ada",)
    send = {"version": masking.version, "comment": "No."}
    browser.post(address_of(masking, "send-back"), data=send)
    assert record_of(masking) is None


def test_a_span_that_was_not_to_be_hidden_is_hidden_by_a_correction_and_shown_as_it_goes_out(
    app, make, browser, masking
):
    oslo = db.session.scalars(select(Mention)).one()
    marking.choose(masking, {oslo: "***"})
    rome = marking.mark(masking, "Rome", IdentifierType.NO_MASK)
    answers = [
        decide(browser, masking, span.id, text, headers=IN_PAGE)
        for span, text in ((rome, "QUASI"), (oslo, "NO_MASK"))
    ]
    exported = Anonymizer(NoLexicon()).anonymize(all_masked(record_of(masking))).text
    assert exported == "From Oslo to ***."
    for page in [answers[-1].text, browser.get(address_of(masking)).text]:
        assert generalized_text(page) == exported
    assert "not decided yet" not in page
    rob = app.test_client()
    sign_in(rob, make.user("Rob", role=Role.ADMIN))
    assert f">{exported}</section>" in rob.get(address_of(masking)).text  # read by itself
    decide(browser, masking, rome.id, seen="QUASI")
    assert generalized_text(browser.get(address_of(masking)).text) == "From Oslo to Rome."


@pytest.mark.parametrize(("layer", "left"), [("Ada", ["Ada 2"]), ("Ada 2", ["Ada"])])
def test_what_is_sent_back_is_not_checked_any_more_whatever_its_layer_is_called(
    browser, masking, layer, left
):
    marking.own_layer(masking).name = layer
    masking.document.quality_checked = ["Ada", "Ada 2"]
    db.session.commit()
    send = {"version": masking.version, "comment": "No."}
    assert browser.post(address_of(masking, "send-back"), data=send).status_code == 303
    assert masking.document.quality_checked == left
