"""What datasets and releases have in common: how they go out, who took them, when they are gone."""

import hashlib
from datetime import timedelta
from functools import partial

import pytest
from werkzeug.exceptions import NotFound

from tests.webapp.publication.export.exporting import exported_before
from tests.webapp.publication.release.releasing import released_before
from webapp.core import audit, downloads
from webapp.core.jobs.operations import cancel_job
from webapp.core.jobs.running import JobCancelledError, RunningJob
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import EventKind, Job, JobState, utc_now
from webapp.publication.export.queries import Export
from webapp.publication.release.queries import Release

WRITTEN_BEFORE = {Export: exported_before, Release: released_before}
VERBS = {Export: "export", Release: "release"}
"""What pages call the work of such a job, and doing it."""


@pytest.fixture(params=[Export, Release], ids=VERBS.get)
def kind(request):
    return request.param


@pytest.fixture
def project(make):
    return make.project()


@pytest.fixture
def write(kind, make, config, project):
    return partial(WRITTEN_BEFORE[kind], make, config, project)


@pytest.fixture
def running(kind, make, project):
    return make.job(project, kind=kind.KIND, state=JobState.RUNNING)


def delete_something(project):
    audit.record(
        db.session(), EventKind.DOCUMENT_DELETED, at=utc_now(), actor=None, project=project
    )
    db.session.commit()


def found(kind, project, job, *, later=timedelta()):
    return kind.get_or_404(db.session(), project, job.id, utc_now() + later)


def test_what_was_written_can_be_downloaded_for_a_week(kind, write, project):
    job = write()
    assert kind.kept_or_404(db.session(), project, job.id, utc_now()).is_kept
    assert not found(kind, project, job, later=downloads.KEPT_FOR).is_kept
    with pytest.raises(NotFound):
        kind.kept_or_404(db.session(), project, job.id, utc_now() + downloads.KEPT_FOR)


def test_what_failed_or_was_cancelled_is_not_kept(kind, write, project):
    job = write()
    for state in (JobState.FAILED, JobState.CANCELLED):
        job.state = state
        assert not found(kind, project, job).is_kept


def test_what_a_deleted_document_may_be_in_is_not_kept(kind, write, project):
    job = write()
    delete_something(project)
    assert not found(kind, project, job).is_kept


def test_what_a_backup_did_not_bring_back_is_not_kept(kind, write, project, config):
    job = write()
    downloads.remove(config, [job.id])
    assert not found(kind, project, job).is_kept


def test_a_job_is_found_in_its_project_under_its_kind_alone(kind, write, project, make):
    job = write()
    [other] = WRITTEN_BEFORE.keys() - {kind}
    for wanted, where in ((kind, make.project()), (other, project)):
        with pytest.raises(NotFound):
            found(wanted, where, job)
        assert not wanted.latest(db.session(), where, utc_now())


def test_the_latest_come_first_with_what_was_wanted(kind, write, project):
    older, newer = write(), write()
    latest = kind.latest(db.session(), project, utc_now())
    assert [each.job.id for each in latest] == [newer.id, older.id]
    assert [each.wanted.to_json() for each in latest] == [older.arguments["wanted"]] * 2


def test_of_those_held_back_a_page_explains_the_first_and_counts_the_rest(kind, write, project):
    job, listed = write(), list(range(1, 31))
    result = job.arguments["result"] | {kind.HELD_BACK: 34, kind.LISTED: listed}
    job.arguments |= {"result": result}
    shown = found(kind, project, job)
    assert (list(shown.explained), shown.unexplained) == (listed[: downloads.EXPLAINED], 14)


def test_before_anything_came_of_it_nothing_is_held_back(kind, write, project):
    job = write()
    job.arguments = {"wanted": job.arguments["wanted"]}
    shown = found(kind, project, job)
    assert (shown.result, list(shown.explained), shown.unexplained) == ({}, [], 0)


def test_a_file_that_went_at_this_moment_is_asked_for_anew(kind, write, project, config):
    job = write()
    shown = found(kind, project, job)
    path = shown.path_of(shown.result["file"])
    assert path.parent == downloads.folder_of(config, job.id)
    path.unlink()
    with pytest.raises(DomainError, match=f"not here any more: {VERBS[kind]} anew\\.$"):
        shown.path_of(path.name)


def test_only_what_is_over_is_deleted(kind, write, running):
    with pytest.raises(DomainError, match=f"^This {VERBS[kind]} is not over yet: cancel it first"):
        downloads.delete(db.session(), running)
    job = write()
    downloads.delete(db.session(), job)
    db.session.commit()
    assert [left.id for left in db.session.query(Job)] == [running.id]


def test_who_took_which_out_is_known_by_person_and_job(write, project, make):
    job, other, kim, lou = write(), write(), make.user("Kim"), make.user("Lou")
    audit.record(
        db.session(), EventKind.EXPORTED, at=utc_now(), actor=kim, project=project, job_id=job.id
    )
    was_noted = partial(downloads.was_noted, db.session())
    assert was_noted(job, EventKind.EXPORTED, kim)
    assert not was_noted(job, EventKind.RELEASED, kim)
    assert not was_noted(job, EventKind.EXPORTED, lou)
    assert not was_noted(other, EventKind.EXPORTED, kim)


def test_a_file_is_known_by_name_size_and_checksum(tmp_path):
    path = tmp_path / "dataset.json"
    path.write_bytes(b"[]")
    checksum = hashlib.sha256(b"[]").hexdigest()
    assert downloads.about_file(path) == {"file": "dataset.json", "bytes": 2, "sha256": checksum}


def test_a_job_is_done_when_its_work_is_let_out(running):
    said = downloads.publish(RunningJob(running), {"texts": 2}, "2 texts.", deletion=None)
    db.session.refresh(running)
    assert (running.state, running.message, said) == (JobState.DONE, "2 texts.", "2 texts.")
    assert running.arguments == {"result": {"texts": 2}, downloads.DELETION: None}


def test_nothing_is_let_out_from_which_something_was_deleted_meanwhile(kind, running, project):
    delete_something(project)
    problem = f"^Something was deleted meanwhile. Nothing was kept: {VERBS[kind]} anew\\.$"
    with pytest.raises(DomainError, match=problem):
        downloads.publish(RunningJob(running), {}, "2 texts.", deletion=None)
    db.session.refresh(running)
    assert (running.state, running.arguments) == (JobState.RUNNING, {})


def test_nothing_is_let_out_of_a_job_that_was_cancelled_meanwhile(running):
    job = RunningJob(running)
    cancel_job(db.session(), running)
    db.session.commit()
    with pytest.raises(JobCancelledError):
        downloads.publish(job, {}, "2 texts.", deletion=None)
    db.session.refresh(running)
    assert (running.state, running.arguments) == (JobState.CANCELLED, {})


def test_who_is_refused_is_told_why_and_what_came_of_it(running):
    with pytest.raises(DomainError, match=r"^Nothing goes out\.$"):
        downloads.refuse(RunningJob(running), {"stopped": 2}, "Nothing goes out.")
    db.session.refresh(running)
    assert (running.state, running.arguments) == (JobState.RUNNING, {"result": {"stopped": 2}})
