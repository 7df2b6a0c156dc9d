"""Which open documents get suggestions, of which version, and when they are made anew."""

import pytest
from sqlalchemy import select, update

from tests.factories import Factory
from tests.webapp.versions.trainable import (
    MASK,
    fake,
    life,
    lives,
    payloads,
    queued,
    reread,
    suggest,
    train,
    versions,
)
from webapp.core.jobs import runner
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Job,
    JobKind,
    JobState,
    Mention,
    ModelVersion,
    ProjectKind,
    SuggestionMode,
    SuggestionPolicy,
    utc_now,
)
from webapp.versions.operations import promote
from webapp.versions.suggestions import pending
from webapp.versions.suggestions import tasks as suggest_tasks
from webapp.versions.suggestions.payloads import forget_payloads


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def annotator(make):
    return make.user("Kim")


@pytest.fixture
def project(make, annotator):
    return make.project(annotator)


@pytest.fixture(autouse=True)
def _trainer(monkeypatch):
    fake(monkeypatch)


@pytest.fixture
def assign(make, project, annotator):
    """Give the annotator open documents."""

    def assign(*numbers, to=annotator):
        return [make.assignment(life(make, project, number), to) for number in numbers]

    return assign


def submit(make, assignment):
    """Let an annotator finish a document."""
    for mention in db.session.scalars(
        select(Mention).where(Mention.document_id == assignment.document_id)
    ):
        make.choice(assignment, mention, MASK)
    assignment.state, assignment.submitted_at = AssignmentState.SUBMITTED, utc_now()
    db.session.commit()


def made_of(assignments):
    """The version of the only payload of each assignment, None without."""
    found = [payloads(assignment) for assignment in assignments]
    return [each[0].version_id if each else None for each in found]


def meanwhile(monkeypatch, happen):
    """Let something happen while the trainer scores."""
    write_payloads = suggest_tasks.write_payloads

    def interrupted(*arguments):
        happen()
        db.session.commit()
        return write_payloads(*arguments)

    monkeypatch.setattr(suggest_tasks, "write_payloads", interrupted)


def test_only_open_documents_get_suggestions(make, project, assign):
    waiting, begun, skipped, submitted = assign(1, 2, 3, 4)
    begun.state, skipped.state = AssignmentState.IN_PROGRESS, AssignmentState.SKIPPED
    submit(make, submitted)
    suggest(project)
    (version,) = versions()
    assert made_of([waiting, begun, skipped, submitted]) == [version.id] * 3 + [None]


def test_older_suggestions_go_but_those_that_a_page_may_still_show(
    make, project, annotator, assign
):
    waiting, closed = assign(7, 8)
    lives(make, project, annotator)
    for _ in range(3):
        train(project)
        suggest(project)
        if closed.state is not AssignmentState.SUBMITTED:
            submit(make, closed)
    first, second, third = versions()
    assert [payload.version_id for payload in payloads(waiting)] == [second.id, third.id]
    assert payloads(closed) == []
    promote(db.session(), project, first, person=None, at=utc_now())
    db.session.commit()
    suggest(project)
    assert [payload.version_id for payload in payloads(waiting)] == [first.id, third.id]


def personal(version):
    """Let a version be one whose suggestions change with what the annotator does."""
    db.session.execute(
        update(ModelVersion).where(ModelVersion.id == version.id).values(family="personal")
    )
    db.session.commit()


def test_after_a_submission_the_next_few_documents_of_that_annotator_learn_of_it(
    make, project, assign
):
    mine = assign(*range(1, 9))
    others = assign(9, 10, to=make.user("Lou"))
    suggest(project)
    personal(*versions())
    before = {each.id: payloads(each)[0].made_at for each in mine + others}
    submit(make, mine[2])
    scored = suggest(project)
    assert scored.message.startswith(f"Suggestions are ready for {pending.NEXT_DOCUMENTS} of")
    anew = [each for each in mine + others if payloads(each)[0].made_at > before[each.id]]
    assert anew == [*mine[:2], *mine[3:6]]
    notes = [payloads(each)[0].payload["annotator"] for each in anew]
    assert [each["past"] for each in notes] == ["1"] * 5
    assert "0 of 0" in suggest(project).message


def test_where_the_annotator_makes_no_difference_nothing_is_made_anew(make, project, assign):
    first, _ = assign(1, 2)
    suggest(project)
    db.session.execute(update(ModelVersion).values(family="ranker"))
    submit(make, first)
    assert "0 of 0" in suggest(project).message


def test_work_that_was_finished_meanwhile_gets_no_suggestions(make, project, assign, monkeypatch):
    finished, waiting = assign(1, 2)
    suggest(project)  # so that the model is there
    promoted = train_on(make, project)
    meanwhile(monkeypatch, lambda: submit(make, finished))
    assert "1 of 2 documents" in suggest(project).message
    assert [payload.version_id for payload in payloads(waiting)][-1] == promoted.id
    assert promoted.id not in [payload.version_id for payload in payloads(finished)]


def train_on(make, project):
    lives(make, project, make.user())
    train(project)
    return versions()[-1]


def test_a_document_that_got_new_lists_meanwhile_waits_for_the_next_time(
    project, assign, monkeypatch
):
    changed, begun = assign(1, 2)

    def change():
        changed.version += 1
        begun.version, begun.state = begun.version + 1, AssignmentState.IN_PROGRESS

    meanwhile(monkeypatch, change)
    suggest(project)
    assert (payloads(changed), len(payloads(begun))) == ([], 1)


def test_what_a_killed_worker_left_is_asked_for_again_but_not_for_ever(project, assign, config):
    (assignment,) = assign(1)
    job = killed(project)
    (config.home / "training" / str(job.id)).mkdir(parents=True)
    (config.home / "training" / str(job.id) / "requests").touch()
    runner.tidy_interrupted()
    (again,) = queued(JobKind.SUGGEST)
    assert reread(job).state is JobState.FAILED
    assert list((config.home / "training" / str(job.id)).iterdir()) == []
    db.session.execute(update(Job).where(Job.id == again.id).values(state=JobState.RUNNING))
    db.session.commit()
    runner.tidy_interrupted()
    assert queued(JobKind.SUGGEST) == []
    assert payloads(assignment) == []


def killed(project):
    """A scoring job whose worker is gone."""
    job = Job(
        project_id=project.id,
        kind=JobKind.SUGGEST,
        state=JobState.RUNNING,
        arguments={"is_again": False},
        created_at=utc_now(),
    )
    db.session.add(job)
    db.session.commit()
    return job


def test_a_project_that_wants_no_suggestions_gets_none(project, assign):
    assign(1)
    db.session.add(SuggestionPolicy(project_id=project.id, mode=SuggestionMode.OFF))
    assert suggest(project).message == "This project wants no suggestions."
    assert versions() == []


def test_nor_does_one_that_marks_spans(make, annotator):
    project = make.project(annotator, kind=ProjectKind.MASKING)
    assert suggest(project).message == "This project wants no suggestions."


def test_more_documents_than_one_process_is_asked_for(project, assign, monkeypatch):
    monkeypatch.setattr(suggest_tasks, "ASKED_AT_ONCE", 2)
    monkeypatch.setattr("webapp.versions.suggestions.payloads.WRITTEN_AT_ONCE", 1)
    assignments = assign(1, 2, 3, 4, 5)
    assert "5 of 5 documents" in suggest(project).message
    assert None not in made_of(assignments)


def test_new_lists_drop_what_was_suggested_for_the_old_ones(project, assign):
    first, second = assign(1, 2)
    suggest(project)
    forget_payloads(db.session(), first.document_id)
    db.session.commit()
    assert (len(payloads(first)), len(payloads(second))) == (0, 1)
    assert "1 of 1 document " in suggest(project).message
    assert db.session.get_one(Assignment, first.id).version == 1
