"""When trainings and suggestions are asked for, by whom, and how many may wait."""

import pytest
from filelock import FileLock
from sqlalchemy import select, update

from annotation.overlaying import SUGGESTIONS
from tests.factories import sign_in
from tests.webapp.submissions import submitted
from tests.webapp.versions.trainable import (
    SECOND,
    asked_for_training,
    fake,
    life,
    lives,
    queued,
    reread,
    train,
    versions,
)
from tests.webapp.workbench.workbench_client import ALL
from webapp.core.jobs.runner import run_job
from webapp.core.jobs.worker import Worker
from webapp.platform.errors import DomainError, ForbiddenError
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Event,
    EventKind,
    Job,
    JobKind,
    JobState,
    Layer,
    ProjectKind,
    Purpose,
    Role,
    SuggestionMode,
    SuggestionPolicy,
    utc_now,
)
from webapp.projects.assignment.operations import plan
from webapp.versions import hooks
from webapp.versions.operations import (
    follow_submission,
    promote,
    request_suggestions,
    request_training,
)
from webapp.versions.queries import (
    FIRST_NEEDS,
    count_learnable,
    count_towards_first,
    current_version,
    policy_of,
)


@pytest.fixture
def annotator(make):
    return make.user()


@pytest.fixture
def admin(make):
    return make.user(role=Role.ADMIN)


@pytest.fixture
def project(make, annotator):
    return make.project(annotator)


def policy(project, **values):
    db.session.add(SuggestionPolicy(project_id=project.id, **values))
    db.session.commit()


def submissions(make, project, annotator, numbers):
    """Submit documents one after the other; say after each which jobs it brought."""
    for number in numbers:
        submitted(make, life(make, project, number), annotator, SECOND, "20th century")
        jobs = follow_submission(db.session(), project, at=utc_now())
        db.session.commit()
        yield [job.kind for job in jobs]


def test_a_project_that_has_not_said_what_it_wants_gets_hints(project):
    policy = policy_of(project)
    assert (policy.mode, policy.retrain_after, policy.blind_share) == (SuggestionMode.HINT, 5, 10)


def test_every_so_many_submissions_bring_a_training(make, project, annotator, monkeypatch):
    fake(monkeypatch)
    policy(project, retrain_after=3)
    make.version(project)
    brought = list(submissions(make, project, annotator, range(3)))
    assert [JobKind.TRAIN in kinds for kinds in brought] == [False, False, True]
    run_job(queued(JobKind.TRAIN)[0].id)
    brought = list(submissions(make, project, annotator, range(4)))
    assert [JobKind.TRAIN in kinds for kinds in brought] == [False, False, True, False]
    assert len(queued(JobKind.TRAIN)) == 1


def test_without_the_libraries_of_training_nothing_that_would_fail_is_asked_for(
    make, project, annotator, monkeypatch
):
    policy(project, retrain_after=1)
    make.version(project)
    monkeypatch.setattr("webapp.versions.operations.missing_for_training", lambda: "torch")
    submitted(make, life(make, project, 0), annotator, SECOND, "20th century")
    make.assignment(life(make, project, 1), annotator)
    assert follow_submission(db.session(), project, at=utc_now()) == []
    with pytest.raises(DomainError, match=r"\btorch\b"):
        request_training(db.session(), project, person=None, at=utc_now())
    monkeypatch.undo()
    asked = [job.kind for job in follow_submission(db.session(), project, at=utc_now())]
    assert asked == [JobKind.SUGGEST, JobKind.TRAIN]


def test_the_first_training_by_itself_waits_for_twenty_different_documents(
    make, project, annotator
):
    policy(project, retrain_after=5)
    same = [0] * 10
    numbers = [*range(FIRST_NEEDS - 1), *same, FIRST_NEEDS - 1]
    *before, last = submissions(make, project, annotator, numbers)
    assert not [kinds for kinds in before if JobKind.TRAIN in kinds]
    assert JobKind.TRAIN in last


def test_a_document_without_any_choice_counts_for_nothing(make, project, annotator):
    for _ in range(FIRST_NEEDS):
        submitted(make, make.document(project, text=f"{_} plain.", spans=[]), annotator)
    assert count_towards_first(db.session(), project) == 0


@pytest.mark.parametrize(
    ("kind", "brought"),
    [
        (ProjectKind.REPLACEMENT, {JobKind.TRAIN}),
        (ProjectKind.ONE_PASS, {JobKind.TRAIN, JobKind.TRAIN_MASKS}),
        (ProjectKind.MASKING, {JobKind.TRAIN_MASKS}),
    ],
)
def test_submissions_teach_masks_where_annotators_correct_them(make, annotator, kind, brought):
    project = make.project(annotator, kind=kind)
    *before, last = submissions(make, project, annotator, range(FIRST_NEEDS))
    assert not {JobKind.TRAIN, JobKind.TRAIN_MASKS}.intersection(*before)
    assert {JobKind.TRAIN, JobKind.TRAIN_MASKS}.intersection(last) == brought


def test_who_only_took_spans_back_has_taught_masks_and_no_replacements(make, annotator):
    project = make.project(annotator, kind=ProjectKind.ONE_PASS)
    document = make.document(project, text="Plain.", spans=[])
    layer = Layer(document_id=document.id, position=1, name="own", layout={})
    layer.annotator_id = annotator.id
    db.session.add(layer)
    submitted(make, document, annotator)
    assert count_towards_first(db.session(), project) == 0
    assert count_towards_first(db.session(), project, Purpose.MASKS) == 1


def test_where_spans_are_given_masks_are_learnt_from_what_people_marked(make):
    project = make.project(kind=ProjectKind.REPLACEMENT)
    for name in ("gold", SUGGESTIONS):
        make.document(project, doc_id=name).layers[0].name = name
    db.session.commit()
    assert count_learnable(db.session(), project, Purpose.MASKS) == 1


def test_a_project_may_want_no_training_by_itself(make, project, annotator):
    policy(project, retrain_after=0)
    assert list(submissions(make, project, annotator, range(FIRST_NEEDS + 1))) == [[]] * 21


def test_one_training_waits_at_most_and_one_that_runs_is_not_disturbed(project, monkeypatch):
    fake(monkeypatch)
    first = asked_for_training(project)
    assert asked_for_training(project, family="ranker").id == first.id
    db.session.execute(update(Job).where(Job.id == first.id).values(state=JobState.RUNNING))
    db.session.commit()
    second = asked_for_training(project)
    assert second.id != first.id
    assert asked_for_training(project).id == second.id
    assert reread(first).state is JobState.RUNNING


def test_trainings_and_scorings_run_one_at_a_time_and_wait_in_the_queue(
    app, make, project, annotator, config, monkeypatch
):
    fake(monkeypatch)
    lives(make, project, annotator)
    job = asked_for_training(project)
    (config.home / "locks").mkdir(exist_ok=True)
    worker = Worker(app)
    with FileLock(config.home / "locks" / "group-models.lock"):
        assert not worker.look()
        assert reread(job).state is JobState.QUEUED
    assert worker.look()
    assert reread(job).state is JobState.DONE


def test_a_training_is_asked_for_by_admins_in_projects_that_choose(make, project, annotator, admin):
    assert request_training(db.session(), project, person=admin, at=utc_now()).id
    with pytest.raises(ForbiddenError, match="Only admins"):
        request_training(db.session(), project, person=annotator, at=utc_now())
    masking = make.project(kind=ProjectKind.MASKING)
    with pytest.raises(DomainError, match="choose replacements"):
        request_training(db.session(), masking, person=admin, at=utc_now())


def test_an_admin_puts_any_version_to_use(make, project, annotator, admin, monkeypatch):
    lives(make, project, annotator)
    fake(monkeypatch)
    train(project)
    fake(monkeypatch, "keep-back")
    train(project)
    first, refused = versions()
    assert current_version(db.session(), project) is first
    now = utc_now()
    job = promote(db.session(), project, refused, person=admin, at=now)
    db.session.commit()
    assert job.kind is JobKind.SUGGEST
    assert current_version(db.session(), project) is refused
    assert (refused.promoted_at, refused.promoted_by_id) == (now, admin.id)
    event = db.session.scalars(
        select(Event).where(Event.kind == EventKind.VERSION_PROMOTED).order_by(Event.id.desc())
    ).first()
    assert (event.actor_id, event.details) == (admin.id, {"version": 2, "former": 1})
    with pytest.raises(DomainError, match="Version 2 is in use already"):
        promote(db.session(), project, refused, person=admin, at=now)
    promote(db.session(), project, first, person=admin, at=utc_now())
    assert current_version(db.session(), project) is first


def test_nobody_else_does_and_no_version_of_another_project(
    make, project, annotator, admin, monkeypatch
):
    lives(make, project, annotator)
    fake(monkeypatch)
    train(project)
    (version,) = versions()
    for role in (Role.ANNOTATOR, Role.REVIEWER):
        with pytest.raises(ForbiddenError):
            promote(db.session(), project, version, person=make.user(role=role), at=utc_now())
    with pytest.raises(DomainError, match="another project"):
        promote(db.session(), make.project(), version, person=admin, at=utc_now())


def test_submitting_in_the_page_asks_for_suggestions(workbench, make):
    make.assignment(life(make, workbench.project, 1), workbench.annotator)
    texts = {index: text for index, text in ALL.items() if index < len(workbench.mentions)}
    workbench.post(texts=texts)
    response = workbench.post("submit", {3: "PERSON 1"})
    assert response.status_code == 303
    assert len(queued(JobKind.SUGGEST)) == 1


def test_a_submission_never_fails_because_nothing_could_be_asked_for(
    workbench, make, monkeypatch, caplog
):
    def refuse(*_arguments, **_others):
        raise ValueError("the text of a document")

    make.assignment(life(make, workbench.project, 1), workbench.annotator)
    monkeypatch.setattr(hooks, "follow_submission", refuse)
    workbench.post(texts=ALL)
    assert workbench.post("submit").status_code == 303
    db.session.expire_all()
    assert db.session.get(Assignment, workbench.assignment.id).state is AssignmentState.SUBMITTED
    assert "no training or suggestions were asked for" in caplog.text
    assert queued(JobKind.SUGGEST) == []


def test_assigning_asks_for_suggestions_and_asking_twice_is_asking_once(
    client, make, project, annotator, admin
):
    life(make, project, 1)
    sign_in(client, admin)
    planned = plan(db.session(), project, [annotator], everybody=0)
    fields = {"people": annotator.id, "everybody": 0, "checksum": planned.checksum}
    assert client.post(f"/projects/{project.id}/assign/apply", data=fields).status_code == 303
    (job,) = queued(JobKind.SUGGEST)
    again = request_suggestions(db.session(), project, person=admin, at=utc_now())
    assert again.id == job.id


def test_nothing_is_asked_for_where_nobody_has_anything_open(project):
    hooks.after_change(project.id)
    assert queued(JobKind.SUGGEST) == []
