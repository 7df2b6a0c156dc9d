"""A reviewer reads the sanitized text alone, and says whether they can tell who it is."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from annotation.types import SemanticType
from tests.factories import Factory, sign_in
from tests.webapp.curation.review.reviewing import (
    address_of,
    generalized_text,
    has_read,
    read_sanitized,
)
from tests.webapp.submissions import submitted, town, towns
from webapp.core.work.loading import load_work
from webapp.curation.review import identifying
from webapp.curation.review.forms import QUEUES
from webapp.curation.review.trail import record_step, trail_of
from webapp.platform.extensions import db
from webapp.platform.models import (
    AssignmentState,
    Event,
    EventKind,
    Flag,
    Identification,
    Identified,
    Role,
    utc_now,
)

QUESTION = "Can you still tell who this is?"
UNREAD = "Read the sanitized text first"


@pytest.fixture
def work(make, project):
    """Ada's submitted work on a text that is named after the person it is about."""
    text = "Anna Berg, the harbour pilot,\nlives in Oslo."
    spans = [
        ("Anna Berg", SemanticType.PERSON, "e1", ["PERSON 1", "***"]),
        ("Oslo", SemanticType.LOC, "e2", ["city in Norway", "***"]),
    ]
    document = make.document(project, doc_id="Anna Berg", text=text, spans=spans)
    document.task = "Hide Anna Berg"
    ada = make.user("Ada")
    project.members.append(ada)
    work = submitted(make, document, ada, "PERSON 1", "city in Norway")
    mention = document.layers[0].mentions[1]
    for about in (None, mention.id):
        comment = Flag(
            assignment_id=work.id,
            author_id=work.annotator_id,
            mention_id=about,
            comment="Is this Anna?",
            created_at=utc_now(),
        )
        db.session.add(comment)
    db.session.commit()
    return work


def see(browser, work):
    answer = browser.get(address_of(work))
    assert answer.status_code == 200
    return answer.text


def answers():
    return [
        (each.reviewer.name, each.identified, each.words)
        for each in db.session.scalars(select(Identification).order_by(Identification.id))
    ]


def test_at_first_the_sanitized_text_is_all_there_is_of_the_document(browser, work):
    page = see(browser, work)
    assert "[PERSON 1], the harbour pilot, lives in [a city in Norway]." in page
    assert QUESTION in page
    assert f"Document {work.document.number} by Ada" in page
    for secret in ("Anna", "Berg", "Oslo"):
        assert secret not in page
    for step in ("approve", "send-back", "resolve", "mention-"):
        assert step not in page


def test_the_originals_come_with_the_answer(browser, work):
    answer = read_sanitized(browser, work)
    assert (answer.status_code, answer.location) == (303, address_of(work))
    page = see(browser, work)
    assert "Anna Berg" in page
    assert generalized_text(page) == "[PERSON 1], the harbour pilot, lives in [a city in Norway]."
    assert "approve" in page
    [event] = db.session.scalars(select(Event).where(Event.kind != EventKind.READ))
    [answer_id] = db.session.scalars(select(Identification.id))
    said = {"identified": "no", "answer_id": answer_id}
    assert (event.kind, event.details) == (EventKind.READ_SANITIZED, said)


@pytest.mark.parametrize("step", ["approve", "send-back"])
def test_nothing_is_decided_before_the_answer(browser, work, step):
    answer = browser.post(address_of(work, step), data={"version": work.version, "comment": "No."})
    assert answer.status_code == 422
    assert UNREAD in answer.text
    assert "Anna Berg" not in answer.text
    assert work.state is AssignmentState.SUBMITTED


def test_the_words_that_tell_are_kept_one_a_line_and_each_once(browser, work):
    words = " harbour  pilot \r\n\r\nPERSON 1\r\npilot, lives\r\nPERSON 1"
    assert read_sanitized(browser, work, "yes", words).status_code == 303
    assert answers() == [("Ria", Identified.YES, "harbour pilot\nPERSON 1\npilot, lives")]


@pytest.mark.parametrize(
    ("identified", "words", "said"),
    [
        ("yes", "", "Say by which words"),
        ("yes", "Oslo", "“Oslo” does not stand in the text"),
        ("unsure", "harbour\nharbor", "“harbor” does not stand in the text"),
        ("no", "harbour", "These words tell nothing, you say"),
        ("perhaps", "", "Not a valid choice"),
        ("", "", "Say no, unsure or yes."),
        ("yes", "x" * 2001, "longer than 2000"),
    ],
)
def test_an_answer_that_does_not_fit_the_text_is_refused_and_kept(
    browser, work, identified, words, said
):
    answer = read_sanitized(browser, work, identified, words)
    assert answer.status_code == 422
    assert said in answer.text
    assert " ".join(words.split()) in answer.text
    assert answers() == []


def test_unsure_needs_no_words(browser, work):
    assert read_sanitized(browser, work, "unsure").status_code == 303
    assert answers() == [("Ria", Identified.UNSURE, "")]


def test_a_second_answer_changes_nothing(browser, work):
    read_sanitized(browser, work, "unsure", "harbour")
    assert read_sanitized(browser, work, "no").status_code == 303
    assert answers() == [("Ria", Identified.UNSURE, "harbour")]


def test_an_answer_to_work_that_changed_meanwhile_is_none(browser, work):
    read_at = work.version
    work.state = AssignmentState.REVIEWED
    db.session.commit()
    assert read_sanitized(browser, work, version=read_at).status_code == 409
    assert read_sanitized(browser, work).status_code == 422
    assert answers() == []


def test_a_new_submission_is_asked_anew(browser, work):
    read_sanitized(browser, work)
    work.submitted_at = utc_now()
    db.session.commit()
    assert QUESTION in see(browser, work)
    assert "Anna" not in see(browser, work)
    read_sanitized(browser, work, "unsure")
    assert len(answers()) == 2
    page = see(browser, work)
    assert page.count("Can one tell who it is?") == 2  # the history has both
    assert page.count("Ria: <strong>") == 1


def test_later_reviewers_read_the_answer_after_they_gave_theirs(app, make, browser, work):
    read_sanitized(browser, work, "yes", "harbour pilot")
    other = app.test_client()
    rob = make.user("Rob", role=Role.ADMIN)
    sign_in(other, rob)
    assert "Ria" not in see(other, work)
    read_sanitized(other, work, "no")
    page = see(other, work)
    assert "Ria: <strong>Yes</strong>, by <bdi>“harbour pilot”</bdi>" in page
    assert "Rob: <strong>No</strong>" in page


def test_approving_after_a_yes_asks_once_more(browser, work):
    read_sanitized(browser, work, "yes", "harbour pilot")
    form = {"version": work.version}
    answer = browser.post(address_of(work, "approve"), data=form)
    assert answer.status_code == 422
    assert 'role="alert" id="identified-error"' in answer.text
    assert work.state is AssignmentState.SUBMITTED
    again = form | {"although_identified": "yes"}
    assert browser.post(address_of(work, "approve"), data=again).status_code == 303
    [event] = db.session.scalars(select(Event).where(Event.kind == EventKind.REVIEWED))
    assert event.details == {"although_identified": True}


def test_the_answer_reaches_the_annotator_with_what_is_sent_back(app, browser, work):
    read_sanitized(browser, work, "yes", "harbour pilot")
    form = {"version": work.version, "comment": "The job tells."}
    assert browser.post(address_of(work, "send-back"), data=form).status_code == 303
    client = app.test_client()
    sign_in(client, work.annotator)
    page = client.get(f"/projects/{work.document.project_id}/documents/{work.document_id}").text
    assert "Ria</strong> read the sanitized text and can tell who this is" in page
    assert "“harbour pilot”" in page


def test_what_is_still_in_clear_of_what_is_hidden_elsewhere_is_said_and_marked(
    browser, make, project
):
    text = "Anna Berg moved. Then Berg left."
    spans = [("Anna Berg", SemanticType.PERSON, "e1", ["PERSON 1", "***"])]
    work = submitted(make, make.document(project, text=text, spans=spans), make.user(), "PERSON 1")
    read_sanitized(browser, work)
    page = see(browser, work)
    assert "Still in clear" in page
    assert 'Then <mark class="clear">Berg</mark> left.' in page


def test_approved_work_and_ones_own_is_read_without_the_question(browser, make, project, reviewer):
    [[approved]] = towns(make, project, ("city",), state=AssignmentState.REVIEWED)
    own = submitted(make, town(make, project), reviewer, "city")
    for each in (approved, own):
        assert QUESTION not in see(browser, each)
    assert read_sanitized(browser, own).status_code == 403


def test_the_database_keeps_one_answer_that_agrees_with_itself(any_app):  # noqa: ARG001 - on both
    make = Factory(db.session)
    reviewer = make.user()
    [[work]] = towns(make, make.project(), ("city",))
    by = {"assignment_id": work.id, "reviewer_id": reviewer.id, "submitted_at": work.submitted_at}
    has_read(db.session, work, reviewer)
    db.session.commit()
    for identified, words, rule in [
        ("no", "city", "no_has_none"),
        ("yes", "", "yes_has_words"),
        ("unsure", "", "(?i)unique"),
    ]:
        answer = {"identified": Identified(identified), "words": words, "answered_at": utc_now()}
        if "unique" not in rule:
            answer["submitted_at"] = utc_now()
        db.session.add(Identification(**(by | answer)))
        with pytest.raises(IntegrityError, match=rule):
            db.session.commit()
        db.session.rollback()


@pytest.fixture
def twin(make, work):
    """Ben's submitted work on the same text."""
    return submitted(make, work.document, make.user("Ben"), "PERSON 1", "city in Norway")


KNOWN = "having seen the originals before"
SEEN_BEFORE = "You have seen them before"


def test_whoever_has_seen_the_originals_answers_as_such(browser, work, twin):
    assert SEEN_BEFORE not in see(browser, work)
    read_sanitized(browser, work, "unsure")
    page = see(browser, work)
    assert "Ria: <strong>Unsure</strong>" in page
    assert KNOWN not in page
    assert SEEN_BEFORE in see(browser, twin)
    read_sanitized(browser, twin, "yes", "harbour pilot")
    page = see(browser, twin)
    assert f"<bdi>“harbour pilot”</bdi>, {KNOWN}" in page
    assert KNOWN not in see(browser, work)


def test_so_does_who_read_an_earlier_submission_or_annotated_the_text(app, browser, work, twin):
    read_sanitized(browser, work)
    work.submitted_at = utc_now()
    db.session.commit()
    read_sanitized(browser, work)
    assert [each.knew_originals for each in db.session.scalars(select(Identification))] == [
        False,
        True,
    ]
    ben = app.test_client()
    twin.annotator.role = Role.ADMIN
    record_step(db.session(), EventKind.SUBMITTED, twin, person=twin.annotator, at=utc_now())
    db.session.commit()
    sign_in(ben, twin.annotator)
    read_sanitized(ben, work)
    assert answers()[-1][0] == "Ben"
    last = select(Identification).order_by(Identification.id.desc())
    assert db.session.scalars(last).first().knew_originals


def test_the_name_of_a_text_that_is_to_be_read_is_told_by_no_list_and_no_message(
    browser, work, twin
):
    twin.state = AssignmentState.REVIEWED
    db.session.commit()
    lists = [f"/projects/{work.document.project_id}/review?queue={each}" for each in QUEUES]
    for address in lists:
        assert "Anna" not in browser.get(address).text
    twin.state = AssignmentState.SUBMITTED
    db.session.commit()
    read_sanitized(browser, work)
    answer = browser.post(address_of(work, "approve"), data={"version": work.version})
    assert answer.location == address_of(twin)
    page = see(browser, twin)
    assert f"Document {work.document.number} by Ada is approved." in page
    assert "Anna" not in page
    read_sanitized(browser, twin)
    assert "Anna" in browser.get(lists[1]).text


def test_the_history_has_each_answer_once_also_of_one_moment(any_app):  # noqa: ARG001 - on both
    make = Factory(db.session)
    reviewer = make.user("Ria")
    [[work]] = towns(make, make.project(), ("city",))
    at = utc_now()
    for identified in (Identified.UNSURE, Identified.NO):
        by = {"version": work.version, "person": reviewer, "at": at}
        identifying.answer(db.session(), load_work(db.session(), work), identified, "", **by)
        work.submitted_at = utc_now()
        db.session.commit()
    told = [step.answer.identified for step in trail_of(db.session(), work)]
    assert told == [Identified.UNSURE, Identified.NO]
