"""What the page of a stopped release tells, to whom, and where it leads."""

import re

import pytest
from sqlalchemy import select

from annotation.hidden_words import NoLexicon
from tests.factories import sign_in
from tests.webapp.curation.review.reviewing import has_read
from tests.webapp.intake.imports.importing import biography, bring, written
from tests.webapp.publication.release.releasing import (
    CHOSEN,
    TOLD,
    address_of,
    leak,
    named,
    release,
)
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, Choice, Mention, Project, RiskAcceptance, Role
from webapp.publication.release.gating import Gate
from webapp.publication.release.wanted import WantedRelease


@pytest.fixture
def project(make, tmp_path):
    project = make.project(name="Lives of Ada")
    records = [biography(doc_id, chosen=CHOSEN) for doc_id in ("first", "second")]
    bring(project, written(tmp_path, *records))
    return project


@pytest.fixture
def browser(client, make):
    sign_in(client, make.user("Root", role=Role.ADMIN))
    return client


@pytest.fixture
def reviewer(make, project):
    ria = make.user("Ria", role=Role.REVIEWER)
    make.member(ria, project.id)
    return ria


def accept_leak(browser, job, document, query="", reason="So be it."):
    gate = Gate(
        db.session(), db.session.get_one(Project, job.project_id), WantedRelease(), NoLexicon()
    )
    [found] = gate.documents([document.id])
    [finding] = found.gated.open
    data = {"kind": "leak", "digest": finding.digest, "reason": reason}
    return browser.post(address_of(job, f"/documents/{document.id}/accept{query}"), data=data)


def test_a_reviewer_who_has_yet_to_annotate_a_document_sees_and_accepts_nothing_of_it(
    browser, project, make, reviewer
):
    document = leak(project)
    job = release(browser, project)
    make.assignment(document, reviewer)
    sign_in(browser, reviewer)
    page = browser.get(address_of(job)).text
    assert "1 document that you have yet to annotate yourself is not shown to you." in page
    assert "oslo" not in page
    assert accept_leak(browser, job, document).status_code == 403


def test_findings_are_told_and_accepted_after_the_text_was_read_alone_or_all_the_same(
    browser, project, reviewer
):
    document = leak(project)
    job = release(browser, project)
    sign_in(browser, reviewer)
    page = browser.get(address_of(job)).text
    assert f"Document {document.number}</a>" in page
    assert "Read it alone" in page
    assert [word for word in ("Oslo", "oslo", ">first<", "digest") if word in page] == []
    answer = accept_leak(browser, job, document)
    assert (answer.status_code, "Read the sanitized text first" in answer.text) == (422, True)
    assert not db.session.scalars(select(RiskAcceptance)).all()
    told = browser.get(address_of(job, TOLD)).text
    assert "oslo" in told
    assert "Read it alone" not in told
    assert accept_leak(browser, job, document, TOLD).status_code == 303
    assert ">first<" not in browser.get(f"/projects/{project.id}/release").text


def test_who_has_read_the_text_alone_is_told_what_stops_it(browser, project, reviewer):
    document = leak(project)
    job = release(browser, project)
    of_document = select(Assignment).where(Assignment.document_id == document.id)
    for work in db.session.scalars(of_document).all():
        has_read(db.session, work, reviewer)
    db.session.commit()
    sign_in(browser, reviewer)
    page = browser.get(address_of(job)).text
    assert "“oslo”" in page
    assert ">first<" in page
    assert accept_leak(browser, job, document).status_code == 303


def test_the_gate_of_now_stands_with_the_last_release_alone(browser, project):
    document = leak(project)
    first, last = release(browser, project), release(browser, project)
    assert "“oslo”" in browser.get(address_of(last, TOLD)).text
    earlier = browser.get(address_of(first, TOLD)).text
    assert "“oslo”" not in earlier
    assert f'href="{address_of(last)}"' in earlier
    assert "“oslo”" in accept_leak(browser, first, document, TOLD, reason=" ").text


def test_a_reason_that_is_refused_is_asked_for_where_it_was_given(browser, project):
    document = leak(project)
    page = accept_leak(browser, release(browser, project), document, TOLD, reason=" ").text
    [field] = re.findall(r"<textarea[^>]* autofocus [^>]*>", page)
    assert f"reason-{document.id}-" in field


def linked(project, document, span_text):
    """Return the address of a span in the review of the first work on a document."""
    of_document = select(Assignment.id).where(Assignment.document_id == document.id)
    work = db.session.scalars(of_document.order_by(Assignment.id)).first()
    of_text = (Mention.document_id == document.id, Mention.span_text == span_text)
    [span] = db.session.scalars(select(Mention.id).where(*of_text))
    return f"/projects/{project.id}/review/{work}#mention-{span}"


def test_a_leak_leads_to_the_span_in_whose_place_it_stands(browser, project):
    document = named(project, "first")
    for choice in db.session.scalars(select(Choice).where(Choice.document_id == document.id)):
        if db.session.get_one(Mention, choice.mention_id).span_text == "Ada":
            choice.text = "somebody of Oslo"
    db.session.commit()
    page = browser.get(address_of(release(browser, project), TOLD)).text
    assert "“Oslo” is still readable" in page
    assert linked(project, document, "Ada") in page


def test_a_leak_between_spans_leads_to_the_span_before_it(browser, make, tmp_path):
    project = make.project()
    record = biography("first", chosen=CHOSEN)
    bring(project, written(tmp_path, record | {"text": f"{record['text']} There Ada stayed."}))
    page = browser.get(address_of(release(browser, project), TOLD)).text
    assert "“Ada” is still readable" in page
    assert linked(project, named(project, "first"), "Oslo") in page
