"""A text without spans to hide is not taken for an anonymized one: everybody is told and asked."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from annotation.hidden_words import NoLexicon
from annotation.overlaying import DOES_NOT_READ_AS, SUGGESTIONS
from annotation.types import IdentifierType
from tests.factories import Factory, sign_in
from tests.webapp.curation.review.reviewing import read_sanitized
from tests.webapp.intake.imports.importing import biography, bring, written
from tests.webapp.workbench.workbench_client import ALL, WorkbenchClient
from webapp.cli import main
from webapp.core.records import confirmed_documents, unmasked_documents
from webapp.core.work.loading import load_work
from webapp.curation.review.trail import trail_of
from webapp.platform.extensions import db
from webapp.platform.models import AssignmentState, Event, EventKind, Layer, Role, utc_now
from webapp.workbench import operations

QUESTION = "Nothing here needs hiding?"
BADGE = "No spans to hide"


@pytest.fixture
def empty(workbench: WorkbenchClient, make: Factory) -> WorkbenchClient:
    """An annotator at a text without any span."""
    document = make.document(workbench.project, text="Anna moved.", spans=[])
    assignment = make.assignment(document, workbench.annotator)
    return WorkbenchClient(
        workbench.client, workbench.annotator, workbench.project, document, assignment
    )


@pytest.fixture
def reviewer(app, make):
    """The browser of an admin, who may do what reviewers may."""
    client = app.test_client()
    sign_in(client, make.user("Root", role=Role.ADMIN))
    return client


def decide(reviewer, work, **form):
    read_sanitized(reviewer, work)
    address = f"/projects/{work.document.project_id}/review/{work.id}/approve"
    return reviewer.post(address, data={"version": work.version} | form)


def test_submitting_asks_whether_nothing_needs_hiding(empty: WorkbenchClient):
    assert QUESTION in empty.client.get(empty.address).text
    answer = empty.post("submit")
    assert answer.status_code == 422
    assert 'role="alert" id="nothing-error"' in answer.text
    assert empty.assignment.state is AssignmentState.ASSIGNED


def test_the_workbench_says_that_a_text_is_not_in_the_language_that_is_read(empty: WorkbenchClient):
    assert 'id="unread"' not in empty.client.get(empty.address).text
    layout = {"keys": [], "extra": {DOES_NOT_READ_AS: "English"}}
    suggested = Layer(document_id=empty.document.id, position=7, name=SUGGESTIONS, layout=layout)
    db.session.add(suggested)
    db.session.commit()
    page = empty.client.get(empty.address).text
    assert "This text does not look English" in page
    assert page.index("This text does not look English") < page.index(QUESTION)


def test_the_answer_is_kept_with_its_time_and_in_the_audit_trail(empty: WorkbenchClient):
    assert empty.post("submit", nothing_to_hide="yes").status_code == 303
    assert empty.assignment.nothing_to_hide_at == empty.assignment.submitted_at
    [event] = db.session.scalars(select(Event).where(Event.kind == EventKind.SUBMITTED))
    assert (event.actor_id, event.details) == (empty.annotator.id, {"nothing_to_hide": True})


def test_a_text_whose_marked_spans_all_stay_is_asked_about_too(workbench: WorkbenchClient):
    for mention in workbench.mentions:
        mention.identifier_type = IdentifierType.NO_MASK
    db.session.commit()
    assert workbench.post("submit").status_code == 422
    assert workbench.post("submit", nothing_to_hide="yes").status_code == 303


def test_a_text_with_spans_to_hide_is_not_asked_about(workbench: WorkbenchClient):
    assert QUESTION not in workbench.client.get(workbench.address).text
    workbench.post("submit", texts=ALL, nothing_to_hide="yes")
    assert workbench.assignment.state is AssignmentState.SUBMITTED
    assert workbench.assignment.nothing_to_hide_at is None


def test_the_preview_asks_as_well(empty: WorkbenchClient):
    assert QUESTION in empty.client.get(f"{empty.address}/preview").text


def test_reopening_takes_the_answer_back(empty: WorkbenchClient):
    empty.post("submit", nothing_to_hide="yes")
    empty.post("reopen")
    assert empty.assignment.nothing_to_hide_at is None
    assert empty.post("submit").status_code == 422


def test_a_reviewer_reads_the_answer_and_gives_the_same_to_approve(
    empty: WorkbenchClient, reviewer
):
    empty.post("submit", nothing_to_hide="yes")
    read_sanitized(reviewer, empty.assignment)
    page = reviewer.get(f"/projects/{empty.project.id}/review/{empty.assignment.id}").text
    assert "saying that nothing needs hiding" in page
    assert QUESTION in page
    refused = decide(reviewer, empty.assignment)
    assert refused.status_code == 422
    assert 'role="alert" id="nothing-error"' in refused.text
    db.session.expire_all()
    assert empty.assignment.state is AssignmentState.SUBMITTED
    assert decide(reviewer, empty.assignment, nothing_to_hide="yes").status_code == 303
    [event] = db.session.scalars(select(Event).where(Event.kind == EventKind.REVIEWED))
    assert event.details == {"nothing_to_hide": True}


def test_one_question_tells_what_nobody_has_confirmed(any_app):  # noqa: ARG001 - on both databases
    make = Factory(db.session)
    annotator = make.user()
    project = make.project(annotator)
    make.document(project)
    document = make.document(project, spans=[])
    work = make.assignment(document, annotator)
    assert unmasked_documents(db.session(), project) == {document.id}
    assert not confirmed_documents(db.session(), project)
    operations.submit(
        db.session(),
        load_work(db.session(), work),
        seen={},
        version=work.version,
        person=annotator,
        at=utc_now(),
        lexicon=NoLexicon(),
        confirmation=operations.Confirmation(nothing_to_hide=True),
    )
    db.session.commit()
    assert list(confirmed_documents(db.session(), project)) == [document.doc_id]
    [step] = trail_of(db.session(), work)
    assert step.words == "submitted, saying that nothing needs hiding"
    operations.reopen(db.session(), work, person=annotator, at=utc_now())
    db.session.commit()
    assert not confirmed_documents(db.session(), project)


def test_before_an_export_everybody_is_told_whose_word_lets_a_text_out_whole(
    empty: WorkbenchClient, reviewer, monkeypatch, config
):
    page = f"/projects/{empty.project.id}/export"
    assert "no spans to hide" not in reviewer.get(page).text
    empty.post("submit", nothing_to_hide="yes")
    told = reviewer.get(page).text
    assert "1 document has no spans to hide" in told
    assert f'href="/projects/{empty.project.id}/documents/{empty.document.id}/text"' in told
    name = empty.annotator.name
    assert f"<bdi>said by {name}, no reviewer approved it</bdi>" in told
    decide(reviewer, empty.assignment, nothing_to_hide="yes")
    assert f"<bdi>said by {name}, approved by Root</bdi>" in reviewer.get(page).text
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    command = ["export", "--without-originals", "--project", empty.project.name]
    run = CliRunner().invoke(main, command)
    assert "Anna moved." in run.stdout
    assert run.stderr == (
        "1 document has no spans to hide; it goes out whole:\n"
        f"Document {empty.document.number} ({empty.document.doc_id!r}), "
        f"said by {name}, approved by Root.\n"
    )


def test_lists_say_it_and_can_be_narrowed_to_it(empty: WorkbenchClient, reviewer):
    address = f"/projects/{empty.project.id}/documents"
    page = reviewer.get(address).text
    assert page.count(f">{BADGE}</span>") == 1
    only = reviewer.get(f"{address}?state=unmasked").text
    assert empty.document.doc_id in only
    assert ">doc-1<" not in only
    assert f">{BADGE}</span>" in empty.client.get(f"/projects/{empty.project.id}").text
    empty.post("submit", nothing_to_hide="yes")
    assert ">Nothing to hide</span>" in reviewer.get(address).text


def test_a_plan_says_how_many_of_its_documents_have_none(make: Factory, reviewer):
    project = make.project(person := make.user())
    for position, spans in enumerate(([], None, [], [])):
        make.document(project, spans=spans).position = position
    db.session.commit()
    asked = {"people": [person.id], "everybody": 0}
    page = reviewer.post(f"/projects/{project.id}/assign", data=asked).text
    assert f">{BADGE}</span>" in page
    assert "3 of these documents have no spans to hide: 1, 3–4." in page


def test_an_import_says_which_of_its_texts_have_none(make: Factory, reviewer, tmp_path):
    project = make.project()
    plain = [biography(f"plain-{n}") for n in range(7)]
    for record in plain:
        record["annotations"]["spans"]["entity_mentions"] = []
    job = bring(project, written(tmp_path, biography("marked"), *plain))
    assert "7 texts have no spans to hide" in job.message
    assert "plain-0, plain-1, plain-2, plain-3, plain-4 and 2 more." in job.message
    page = reviewer.get(f"/projects/{project.id}/import").text
    assert f">{BADGE}</span>" in page
    assert f'href="/projects/{project.id}/documents?import={job.id}&amp;state=unmasked"' in page
    assert "no spans to hide" not in bring(make.project(), written(tmp_path, biography())).message
