"""What to hide is found where nothing is marked, with lists at once; what was begun is left."""

import pytest
from sqlalchemy import select

from annotation.types import IdentifierType
from masking.operating_points import ALL_STEPS
from tests.factories import Factory
from tests.webapp.submissions import work_off_the_queue
from webapp.core.records import load_record
from webapp.masks import tasks
from webapp.masks.operations import decide, request_masks
from webapp.platform.extensions import db
from webapp.platform.models import (
    AssignmentState,
    Document,
    Job,
    JobKind,
    JobState,
    Mention,
    Role,
    utc_now,
)

TEXT = "Ada Berg moved to Oslo in 1986. Call her: ada.berg@example.org."
FOUND = {"Ada Berg", "Oslo", "1986", "ada.berg@example.org"}


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def project(make, tiny_ontology):  # noqa: ARG001 - the index must be there
    return make.project()


@pytest.fixture
def plain(make, project):
    """A document in which nothing is marked."""
    return make.document(project, doc_id="plain", text=TEXT, spans=[])


def find(project):
    """Have the worker find masks; return the job."""
    job = request_masks(db.session(), project, person=None, at=utc_now())
    db.session.commit()
    work_off_the_queue(JobKind.MASK)
    return db.session.get_one(Job, job.id)


def masked(document):
    of_document = (Mention.document_id == document.id,)
    hidden = Mention.identifier_type != IdentifierType.NO_MASK
    return db.session.scalars(select(Mention).where(*of_document, hidden)).all()


def test_spans_are_found_and_can_be_replaced_at_once(project, plain):
    job = find(project)
    assert (job.state, job.message) == (JobState.DONE, "4 spans to hide in 1 document.")
    mentions = masked(plain)
    assert {mention.span_text for mention in mentions} == FOUND
    [town] = (mention for mention in mentions if mention.span_text == "Oslo")
    assert any("city in Norway" in texts for texts in town.generalizations.values())
    assert all(mention.generalizations for mention in mentions)
    record = load_record(db.session(), plain.id, only_final=False)
    assert [layer.name for layer in record.layers] == ["palimpsest"]


def test_the_counts_of_assignments_follow(make, project, plain):
    assignment = make.assignment(plain, make.user())
    version = assignment.version
    find(project)
    db.session.refresh(assignment)
    assert assignment.spans == 4
    assert assignment.version > version  # a page that shows the bare text is a conflict


def test_what_is_marked_or_begun_is_left_alone(make, project, plain):
    make.document(project, doc_id="marked")
    begun = make.document(project, doc_id="begun", text=TEXT, spans=[])
    make.assignment(begun, make.user()).state = AssignmentState.SKIPPED
    db.session.commit()
    find(project)
    assert masked(begun) == []
    assert len(masked(plain)) == 4
    assert find(project).message.startswith("Something is marked in every document")


def test_somebody_who_begins_meanwhile_is_left_alone(monkeypatch, make, project, plain):
    assignment = make.assignment(plain, make.user())
    load = tasks.load_records

    def load_then_begin(*arguments, **options):
        found = load(*arguments, **options)
        assignment.move_to(AssignmentState.IN_PROGRESS, at=utc_now())
        db.session.commit()
        return found

    monkeypatch.setattr(tasks, "load_records", load_then_begin)
    job = find(project)
    assert masked(plain) == []
    assert (
        job.message == "0 spans to hide in 0 documents.\n1 that changed meanwhile was left alone."
    )


def test_a_document_that_goes_meanwhile_is_passed_over(monkeypatch, project, plain):
    load = tasks.load_records

    def load_then_delete(*arguments, **options):
        found = load(*arguments, **options)
        db.session.delete(db.session.get_one(Document, plain.id))
        db.session.commit()
        return found

    monkeypatch.setattr(tasks, "load_records", load_then_delete)
    assert find(project).state is JobState.DONE


def test_where_nothing_is_found_people_are_told(make, project):
    make.document(project, doc_id="bland", text="It rained all day.", spans=[])
    german = "Der Regen fiel, und wir gingen nicht aus dem Haus, weil es kalt war. " * 3
    make.document(project, doc_id="german", text=german, spans=[])
    job = find(project)
    assert "Nothing was found in “bland”" in job.message
    assert "Not in the language that is read here: “german”." in job.message


def test_more_privacy_hides_no_less(make, project):
    text = "Ada Berg paid 40 percent of it."
    counts = {}
    admin = make.user(role=Role.ADMIN)
    for step in (ALL_STEPS[-1], ALL_STEPS[0]):
        document = make.document(project, text=text, spans=[])
        decide(db.session(), project, step, person=admin, at=utc_now())
        find(project)
        counts[step.point] = len(masked(document))
    assert counts["utility"] < counts["privacy"]


def test_what_is_masked_in_one_place_can_be_read_in_no_other(make, project):
    text = "Anna Müller wrote. Ask amueller for it."
    document = make.document(project, text=text, spans=[])
    find(project)
    assert any("amueller" in mention.span_text for mention in masked(document))
