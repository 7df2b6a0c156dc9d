"""Proposing again: new lists where nobody has begun, and nowhere else."""

import pytest
from sqlalchemy import select

from tests.factories import Factory
from tests.webapp.intake.imports.importing import biography, bring, court_case, written
from tests.webapp.submissions import work_off_the_queue
from webapp.core.work.loading import load_work
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    Document,
    Event,
    EventKind,
    Job,
    JobKind,
    JobState,
    Mention,
    utc_now,
)
from webapp.replacements import tasks
from webapp.workbench import choosing, operations
from webapp.workbench.choosing import VersionConflictError

BEFORE = ["city in Norway", "city in Scandinavia", "city"]


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def annotator(make):
    return make.user()


@pytest.fixture
def project(make, annotator, tmp_path, tiny_ontology):  # noqa: ARG001 - the index must be there
    """Three documents with proposed lists; a rule came afterwards."""
    project = make.project(annotator)
    bring(project, written(tmp_path, *(court_case(name, "Ada") for name in ("a", "b", "c"))))
    make.rule(project, term="Oslo", text="Nordic town")
    return project


def propose_again(make, project):
    make.job(project, kind=JobKind.PROPOSE)
    work_off_the_queue()
    proposals = select(Job).where(Job.kind == JobKind.PROPOSE)
    job = db.session.scalars(proposals.order_by(Job.id.desc())).first()
    assert job.state is JobState.DONE, job.message
    return job


def document(doc_id):
    return db.session.scalars(select(Document).where(Document.doc_id == doc_id)).one()


def towns():
    """Whether the rule holds in each document, by doc_id."""
    db.session.expire_all()
    rows = db.session.execute(
        select(Document.doc_id, Mention.generalizations)
        .join(Mention, Mention.document_id == Document.id)
        .where(Mention.span_text == "Oslo")
    )
    return {doc_id: "Nordic town" in next(iter(lists.values())) for doc_id, lists in rows}


def choose_one(assignment, *, at_version=None):
    work = load_work(db.session(), assignment)
    mention = list(work)[1]
    choosing.choose(
        db.session(),
        work,
        {mention.id: "city"},
        version=at_version or assignment.version,
        person=assignment.annotator,
        at=utc_now(),
    )
    db.session.commit()


def test_documents_that_nobody_has_begun_get_new_lists(make, project, annotator):
    make.assignment(document("a"), annotator)
    job = propose_again(make, project)
    assert towns() == {"a": True, "b": True, "c": True}
    assert job.message == "New lists in 3 of 3 documents that nobody has begun."
    event = db.session.scalars(select(Event).where(Event.kind == EventKind.PROPOSED)).one()
    assert event.details == {"documents": 3}
    assert propose_again(make, project).message.startswith("New lists in 0 of 3")


def test_documents_with_a_choice_or_in_work_are_left_alone(make, project, annotator):
    choose_one(make.assignment(document("a"), annotator))
    skipped = make.assignment(document("b"), annotator)
    operations.skip(db.session(), skipped, person=annotator, at=utc_now())
    db.session.commit()
    job = propose_again(make, project)
    assert towns() == {"a": False, "b": False, "c": True}
    assert "2 that somebody has begun were left alone" in job.message


def test_somebody_who_begins_meanwhile_is_left_alone(monkeypatch, make, project, annotator):
    assignment = make.assignment(document("a"), annotator)
    find = tasks.untouched_documents

    def find_then_begin(*arguments):
        found = find(*arguments)
        choose_one(assignment)
        return found

    monkeypatch.setattr(tasks, "untouched_documents", find_then_begin)
    propose_again(make, project)
    assert towns() == {"a": False, "b": True, "c": True}


def test_a_page_that_shows_the_old_lists_is_told(make, project, annotator):
    assignment = make.assignment(document("a"), annotator)
    version = assignment.version
    propose_again(make, project)
    assignment = db.session.scalars(select(Assignment)).one()
    with pytest.raises(VersionConflictError):
        choose_one(assignment, at_version=version)


def test_lists_that_came_with_a_file_stay(make, project, tmp_path):
    bring(project, written(tmp_path, biography("filed"), name="more.json"))
    propose_again(make, project)
    assert towns()["filed"] is False


def test_a_missing_index_is_said_and_changes_nothing(make, project, config):
    (config.ontology / "manifest.json").unlink()
    make.job(project, kind=JobKind.PROPOSE)
    work_off_the_queue()
    job = db.session.scalars(select(Job).order_by(Job.id.desc())).first()
    assert job.state is JobState.FAILED
    assert "palimpsest ontology build" in job.message
    assert set(towns().values()) == {False}
