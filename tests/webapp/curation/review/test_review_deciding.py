"""A reviewer decides on spans: accepts, corrects, comments; the choice stays beside it."""

from __future__ import annotations

import json
import re

import pytest
from sqlalchemy import select, update

from annotation.formats import document_to_json
from annotation.types import SemanticType
from tests.factories import Factory, sign_in
from tests.webapp.curation.review.reviewing import (
    IN_PAGE,
    address_of,
    decide,
    decisions,
    generalized_text,
    has_read,
    is_whole_page,
    read_sanitized,
    spans_of,
)
from tests.webapp.intake.imports.importing import bring, written
from tests.webapp.statements import recorded_statements
from tests.webapp.submissions import submitted
from webapp.core.records import load_record
from webapp.core.store_sync import rewrite, store_of
from webapp.core.work.comments import MAX_COMMENT
from webapp.platform.extensions import db
from webapp.platform.models import (
    AssignmentState,
    Choice,
    Event,
    EventKind,
    Flag,
    JobState,
    Mention,
    Role,
    User,
)

OSLO = ["city in Norway", "city", "***"]
SPANS = [
    ("Oslo", SemanticType.LOC, "e1", OSLO),
    ("1986", SemanticType.DATETIME, "e2", ["date in the 1980s", "***"]),
    ("Oslo", SemanticType.LOC, "e1", OSLO),
]
TEXT = "From Oslo, 1986. Oslo."


@pytest.fixture
def reviewer(make):
    return make.user("Ria", role=Role.REVIEWER)


@pytest.fixture
def project(make, reviewer):
    project = make.project(reviewer)
    project.fits_grammar = False
    return project


@pytest.fixture
def browser(client, reviewer):
    sign_in(client, reviewer)
    return client


@pytest.fixture
def work(make, project, browser):
    """Ada's work, its sanitized text read; the later Oslo follows the first."""
    ada = make.user("Ada")
    project.members.append(ada)
    document = make.document(project, text=TEXT, spans=SPANS)
    work = submitted(make, document, ada, "city in Norway", "***", "city in Norway")
    last = db.session.scalars(select(Choice).order_by(Choice.id.desc())).first()
    last.origin = "followed"
    db.session.commit()
    read_sanitized(browser, work)
    return work


def record_of(work):
    return load_record(db.session(), work.document_id, only_final=True)


def test_a_choice_is_accepted_by_pressing_it_and_those_that_follow_are_too(browser, work):
    first, *_ = spans_of(work)
    answer = decide(browser, work, first, "city in Norway")
    assert (answer.status_code, answer.location) == (303, f"{address_of(work)}#mention-{first}")
    assert decisions() == [("city in Norway", None)] * 2
    assert "Ria: <strong>accepted</strong>" in browser.get(address_of(work)).text


def test_a_correction_goes_out_and_the_choice_stays(browser, work):
    first, *_ = spans_of(work)
    decide(browser, work, first, "city")
    assert decisions() == [("city in Norway", "city")] * 2
    assert set(db.session.scalars(select(Choice.text))) == {"city in Norway", "***"}
    record = record_of(work)
    assert record.generalized_text == "From [city], ***. [city]."
    replacement = next(record.iter_mentions()).replacement
    assert replacement.selection == {"city in Norway": ("Ada",)}
    assert replacement.corrections == {"city": {"Ria": ("Ada",)}}
    [stored] = store_of(work.document.project_id).iter_paths()
    assert json.loads(stored.read_text())["generalized_text"] == "From [city], ***. [city]."
    page = browser.get(address_of(work)).text
    assert generalized_text(page) == "From [city], ***. [city]."
    assert "Ria: <strong>corrected</strong>" in page


def test_own_words_and_the_span_itself_may_go_out_as_well(browser, work):
    first, year, _ = spans_of(work)
    decide(browser, work, first, written="harbour town")
    decide(browser, work, year, "1986")
    assert decisions()[:2] == [("city in Norway", "harbour town"), ("***", "1986")]
    assert record_of(work).generalized_text == "From [harbour town], 1986. [harbour town]."


def test_leaving_the_first_mention_as_it_is_leaves_those_that_follow_as_they_are(
    make, project, browser
):
    text = "Oslo, the capital, OSLO."
    spans = [(words, SemanticType.LOC, "e1", OSLO) for words in ("Oslo", "the capital", "OSLO")]
    work = submitted(
        make, make.document(project, text=text, spans=spans), make.user(), *["city"] * 3
    )
    db.session.execute(update(Choice).where(Choice.position >= 0).values(origin="followed"))
    db.session.commit()
    read_sanitized(browser, work)
    first, second, _ = spans_of(work)
    decide(browser, work, first, "Oslo")
    assert decisions() == [("city", "Oslo"), ("city", "the capital"), ("city", "OSLO")]
    assert record_of(work).generalized_text == text
    decide(browser, work, first, "***", seen="Oslo")
    assert decisions() == [("city", "***")] * 3
    for choice in db.session.scalars(select(Choice).order_by(Choice.id)):
        choice.text = db.session.get_one(Mention, choice.mention_id).span_text
    db.session.commit()
    decide(browser, work, first, "Oslo")
    assert decisions() == [(left, None) for left in ("Oslo", "the capital", "OSLO")]
    decide(browser, work, first, seen="Oslo")
    assert decisions() == []
    decide(browser, work, second, written="Oslo")  # there, these are other words
    assert decisions() == [("the capital", "Oslo")]


@pytest.mark.parametrize("form", [{"text": "village"}, {"written": "a [b]"}])
def test_what_can_stand_there_is_offered_or_ones_own(browser, work, form):
    first, *_ = spans_of(work)
    assert decide(browser, work, first, **form).status_code == 422
    assert decisions() == []


def test_a_decision_is_taken_back(browser, work):
    first, *_ = spans_of(work)
    decide(browser, work, first, "city")
    decide(browser, work, first, seen="city")
    assert decisions() == []
    assert record_of(work).generalized_text == "From [city in Norway], ***. [city in Norway]."


def test_a_repeated_request_is_harmless_and_another_decision_is_a_conflict(
    app, make, browser, work
):
    first, *_ = spans_of(work)
    rob = make.user("Rob", role=Role.ADMIN)
    has_read(db.session, work, rob)
    db.session.commit()
    other = app.test_client()
    sign_in(other, rob)
    decide(other, work, first, "city")
    assert decide(other, work, first, "city").status_code == 303
    for headers in ({}, IN_PAGE):
        answer = decide(browser, work, first, "***", headers=headers)
        assert answer.status_code == 409
        assert "Rob decided meanwhile: <bdi>“city”</bdi>" in " ".join(answer.text.split())
        assert "You wanted: <bdi>“***”</bdi>" in " ".join(answer.text.split())
    assert decide(browser, work, first, "***", seen="city").status_code == 303
    assert decisions()[0] == ("city in Norway", "***")


def test_in_the_page_the_answer_holds_what_changed(browser, work):
    first, year, last = spans_of(work)
    answer = decide(browser, work, first, "city", headers=IN_PAGE)
    assert 'id="save-status"' in answer.text
    assert "Saved · 2 of 3 spans decided" in answer.text
    for span, is_there in ((first, True), (last, True), (year, False)):
        assert (f'id="mention-{span}"' in answer.text) is is_there
    assert generalized_text(answer.text) == "From [city], ***. [city]."


def test_the_answer_says_anew_what_is_still_in_clear(browser, make, project):
    names = [
        ("Anna Berg", SemanticType.PERSON, "e1", ["PERSON 1", "***"]),
        ("Ole", SemanticType.PERSON, "e2", ["friend of Berg", "PERSON 2", "***"]),
    ]
    document = make.document(project, text="Anna Berg met Ole.", spans=names)
    work = submitted(make, document, make.user(), "PERSON 1", "PERSON 2")
    read_sanitized(browser, work)
    _, ole = spans_of(work)
    for text, seen, is_clear in (("friend of Berg", "", True), ("***", "friend of Berg", False)):
        answer = decide(browser, work, ole, text, seen=seen, headers=IN_PAGE)
        assert '<div id="clear" hx-swap-oob="true">' in answer.text
        assert ("Still in clear" in answer.text) is is_clear


def test_a_decision_loads_the_work_once_and_is_written_in_one_statement(browser, work):
    first, *_ = spans_of(work)
    with recorded_statements() as statements:
        decide(browser, work, first, "city", headers=IN_PAGE)
    loaded = [each for each in statements if "CAST(mention.origins AS TEXT)" in each]
    written = [each for each in statements if each.startswith("INSERT INTO span_review")]
    assert (len(loaded), len(written)) == (1, 1)
    assert decisions() == [("city in Norway", "city")] * 2


@pytest.mark.parametrize("in_page", [False, True])
def test_nothing_is_decided_on_unread_or_closed_work_or_as_it_was(make, browser, work, in_page):
    headers = IN_PAGE if in_page else None
    first, *_ = spans_of(work)
    stale = decide(browser, work, first, "city", version=work.version + 1, headers=headers)
    work.state = AssignmentState.REVIEWED
    db.session.commit()
    closed = decide(browser, work, first, "city", headers=headers)
    other = submitted(make, work.document, make.user(), "city", "***", "city")
    unread = decide(browser, other, first, "city", headers=headers)
    assert [each.status_code for each in (stale, closed, unread)] == [409, 422, 422]
    assert {is_whole_page(each) for each in (stale, closed, unread)} == {not in_page}
    assert "changed while you were reading it" in stale.text
    assert "Read the sanitized text first" in unread.text
    assert decisions() == []


def test_a_span_of_another_document_is_not_there(make, browser, work):
    other = make.document(make.project(), text=TEXT, spans=SPANS)
    assert decide(browser, work, other.layers[0].mentions[0].id, "city").status_code == 404


def test_a_decision_says_nothing_of_another_choice(browser, work):
    first, *_ = spans_of(work)
    decide(browser, work, first, "city")
    choice = db.session.scalars(select(Choice).where(Choice.mention_id == first)).one()
    choice.text = "***"
    db.session.commit()
    assert record_of(work).generalized_text == "From ***, ***. [city]."
    assert "corrected" in browser.get(address_of(work)).text  # of the later one


def test_reasons_at_spans_go_back_with_the_work_and_stand_in_place(app, browser, work):
    first, year, _ = spans_of(work)
    decide(browser, work, first, "city")
    comment = {"version": work.version, "comment": "The year tells."}
    answer = browser.post(address_of(work, "spans", year, "comment"), data=comment)
    assert answer.status_code == 303
    send = {"version": work.version}
    assert browser.post(address_of(work, "send-back"), data=send).status_code == 303
    reasons = db.session.execute(select(Flag.mention_id, Flag.comment).order_by(Flag.id)).all()
    assert reasons[:2] == [(year, "The year tells."), (first, "Rather “city”.")]
    client = app.test_client()
    sign_in(client, work.annotator)
    page = client.get(f"/projects/{work.document.project_id}/documents/{work.document_id}").text
    for span, words in ((year, "The year tells."), (first, "Rather “city”.")):
        assert f'data-at="{span}"' in page
        assert words in page
    assert "The year tells." in client.get("/").text


def test_sending_back_without_a_word_is_refused(browser, work):
    answer = browser.post(address_of(work, "send-back"), data={"version": work.version})
    assert answer.status_code == 422
    assert "Say what should change." in answer.text


def test_a_comment_says_something_and_is_no_book(browser, work):
    first, *_ = spans_of(work)
    longest = f'name="comment" maxlength="{MAX_COMMENT}"'
    assert longest in " ".join(browser.get(address_of(work)).text.split())
    for comment in ("", " ", "x" * (MAX_COMMENT + 1), "\0"):
        form = {"version": work.version, "comment": comment}
        answer = browser.post(address_of(work, "spans", first, "comment"), data=form)
        assert answer.status_code == 422
        assert "Write a comment of 1 to 2,000 characters." in answer.text
    sent = {"version": work.version, "comment": "\0"}
    answer = browser.post(address_of(work, "send-back"), data=sent)
    assert answer.status_code == 422
    assert "Write a comment of 1 to 2,000 characters." in answer.text
    assert db.session.scalars(select(Flag)).all() == []


def test_the_annotator_sees_what_was_changed_once_it_is_approved(app, browser, work):
    first, *_ = spans_of(work)
    decide(browser, work, first, "city")
    client = app.test_client()
    sign_in(client, work.annotator)
    address = f"/projects/{work.document.project_id}/documents/{work.document_id}"
    assert "What was changed" not in client.get(address).text
    browser.post(address_of(work, "approve"), data={"version": work.version})
    page = client.get(address).text
    assert "What was changed in your work" in page
    assert "became <strong><bdi>city</bdi></strong>, by Ria" in page
    assert f'id="mark-{first}" data-chosen="city in Norway" data-reads="city"' in page
    preview = re.sub("<[^>]+>", "", client.get(f"{address}/preview").text)
    assert "From [city], ***. [city]." in preview


def test_corrections_come_back_with_an_import(make, browser, work, tmp_path):
    first, *_ = spans_of(work)
    decide(browser, work, first, "city")
    record = document_to_json(record_of(work))
    names = {"Ria": "Rosa", "Ada": "Asa"}
    renamed = json.loads(
        json.dumps(record).replace('"Ria"', f'"{names["Ria"]}"').replace('"Ada"', '"Asa"')
    )
    again = make.project()
    job = bring(again, written(tmp_path, renamed))
    assert job.state is JobState.DONE, job.message
    [document_id] = db.session.scalars(
        select(Mention.document_id).distinct().where(Mention.document_id != work.document_id)
    )
    assert document_to_json(load_record(db.session(), document_id, only_final=True)) == renamed
    rosa = db.session.scalars(select(User).where(User.name == "Rosa")).one()
    assert rosa.role is Role.REVIEWER
    assert not db.session.scalar(select(Choice.id).where(Choice.text == "city"))


def test_deciding_works_on_both_databases(any_app):
    make = Factory(db.session)
    ria = make.user("Ria", role=Role.REVIEWER)
    project = make.project(ria)
    document = make.document(project, text=TEXT, spans=SPANS)
    work = submitted(make, document, make.user("Ada"), "city", "***", "city")
    client = any_app.test_client()
    sign_in(client, ria)
    read_sanitized(client, work)
    first, *_ = spans_of(work)
    assert decide(client, work, first, "***").status_code == 303
    assert record_of(work).generalized_text == "From ***, ***. [city]."
    assert rewrite(work.document_id)
    kinds = db.session.scalars(select(Event.kind)).all()
    assert kinds == [EventKind.READ_SANITIZED, EventKind.SPAN_REVIEWED]
