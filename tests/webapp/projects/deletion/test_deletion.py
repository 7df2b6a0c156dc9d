"""Taking back assignments that nobody has begun, deleting documents and projects."""

from __future__ import annotations

from dataclasses import asdict
from threading import Thread

import pytest
from filelock import FileLock
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tests.webapp.intake.imports.importing import row_counts
from tests.webapp.projects.deletion.removable import (
    CHOSEN,
    begin_by_a_choice,
    begin_by_skipping_after_a_choice,
    by_any_beginning,
    comment,
    delete,
    delete_one,
    documents,
    tidy,
    without_work,
)
from tests.webapp.two_projects import everything
from webapp.core import store_sync
from webapp.core.jobs.runner import run_job, tidy_job
from webapp.platform.config import Config
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import (
    AgreementSnapshot,
    Assignment,
    Document,
    Event,
    EventKind,
    Flag,
    Job,
    JobKind,
    JobState,
    Project,
    User,
    utc_now,
)
from webapp.projects.deletion.beginnings import BegunError, UnseenCommentsError
from webapp.projects.deletion.losses import GrownLossError, LossCounts, loss_of
from webapp.projects.deletion.operations import (
    GoneError,
    delete_document,
    delete_project,
    take_back,
    take_back_all,
)

SNAPSHOT = {"fingerprint": "0", "report": {"votes": "Oslo"}, "computed_at": utc_now()}


class TestTakingBack:
    def test_a_document_not_begun_is_taken_back(self, make, project, admin, annotator):
        assignment = make.assignment(make.document(project), annotator)
        take_back(db.session(), project, assignment, actor=admin, at=utc_now())
        db.session.commit()
        assert not db.session.scalars(select(Assignment.id)).all()
        event = db.session.scalars(select(Event)).one()
        assert event.details == {
            "annotator_ids": [annotator.id],
            "assignments": 1,
            "comments_by": [],
        }

    @without_work
    def test_a_text_in_which_nothing_is_chosen_is_taken_back_with_its_comments(
        self, make, project, admin, annotator, step, comments
    ):
        assignment = make.assignment(make.document(project, spans=[]), annotator)
        step(assignment)
        db.session.commit()
        authors = db.session.scalars(select(Flag.author_id)).all()
        by = {"actor": admin, "at": utc_now()}
        take_back(db.session(), project, assignment, comments=comments, **by)
        db.session.commit()
        assert not db.session.scalars(select(Assignment.id)).all()
        event = db.session.scalars(select(Event).where(Event.kind == EventKind.TAKEN_BACK)).one()
        assert event.details["comments_by"] == authors
        assert len(authors) == comments

    def test_a_comment_that_nobody_was_told_of_stays(self, make, project, admin, annotator):
        told, untold = (make.assignment(make.document(project), annotator) for _ in range(2))
        comment(told)
        comment(untold)
        db.session.commit()
        before = everything()
        by = {"actor": admin, "at": utc_now(), "comments": 1}
        with pytest.raises(UnseenCommentsError):
            take_back_all(db.session(), project, annotator, **by)
        assert everything() == before
        take_back(db.session(), project, told, **by)

    @by_any_beginning
    def test_what_somebody_has_begun_stays(self, make, project, admin, annotator, begin):
        document = make.document(project)
        assignment = make.assignment(document, annotator)
        begin(assignment)
        db.session.commit()
        before = everything()
        with pytest.raises(BegunError, match=f"begun “\u2068{document.doc_id}\u2069”"):
            take_back(db.session(), project, assignment, actor=admin, at=utc_now())
        assert everything() == before

    def test_all_that_a_person_has_not_begun_is_taken_back_in_this_project(
        self, make, project, admin, annotator
    ):
        begun, waiting = (make.assignment(make.document(project), annotator) for _ in range(2))
        begin_by_a_choice(begun)
        elsewhere = make.assignment(make.document(make.project(annotator)), annotator)
        colleague = make.assignment(waiting.document, make.user())
        assert take_back_all(db.session(), project, annotator, actor=admin, at=utc_now()) == 1
        db.session.commit()
        left = set(db.session.scalars(select(Assignment.id)))
        assert left == {begun.id, elsewhere.id, colleague.id}

    def test_the_pages_of_what_stays_are_still_current(self, make, project, admin, annotator):
        assignment = make.assignment(make.document(project), annotator)
        begin_by_skipping_after_a_choice(assignment)
        db.session.commit()
        version = assignment.version
        assert take_back_all(db.session(), project, annotator, actor=admin, at=utc_now()) == 0
        db.session.commit()
        assert db.session.scalar(select(Assignment.version)) == version


class TestDeletingADocument:
    def test_it_goes_with_its_record_and_all_that_hangs_on_it(self, project, bring_in, admin):
        before = row_counts()
        bring_in("first", chosen=CHOSEN)
        [document] = documents()
        delete_one(document, admin, typed=" first\n")
        db.session.commit()
        store_sync.remove(project.id, ["first"])
        assert row_counts() | {"membership": 1, "user": 2} == before
        assert not list(store_sync.store_of(project.id).iter_paths())

    def test_one_with_work_goes_when_its_name_is_typed(self, make, project, admin, annotator):
        document = make.document(project, doc_id="A  life")
        begin_by_a_choice(make.assignment(document, annotator))
        make.session.add(AgreementSnapshot(project_id=project.id, **SNAPSHOT))
        db.session.commit()
        with pytest.raises(DomainError, match="Type the name"):
            delete_one(document, admin, typed="A Life")
        db.session.rollback()
        delete_one(document, admin, typed="A life")
        db.session.commit()
        assert not db.session.scalars(select(Document.id)).all()
        assert not db.session.scalars(select(AgreementSnapshot)).all()
        deleted = select(Event).where(Event.kind == EventKind.DOCUMENT_DELETED)
        details = db.session.scalars(deleted).one().details
        assert (details["lost"]["choices"], details["people"]) == (1, [annotator.id])

    def test_what_was_done_after_the_numbers_were_read_stays(self, make, project, admin, annotator):
        document = make.document(project, doc_id="life")
        assignment = make.assignment(document, annotator)
        announced = loss_of(db.session(), Document.id == document.id).counts
        begin_by_a_choice(assignment)
        db.session.commit()
        before = everything()
        by = {"actor": admin, "at": utc_now(), "announced": announced}
        with pytest.raises(GrownLossError):
            delete_document(db.session(), project, document, typed="life", **by)
        assert everything() == before

    @without_work
    def test_one_in_which_nothing_is_chosen_goes_with_its_comments(
        self, make, project, admin, annotator, step, comments
    ):
        document = make.document(project, spans=[])
        step(make.assignment(document, annotator))
        db.session.commit()
        authors = db.session.scalars(select(Flag.author_id)).all()
        delete_one(document, admin)
        db.session.commit()
        assert not db.session.scalars(select(Document.id)).all()
        deleted = select(Event).where(Event.kind == EventKind.DOCUMENT_DELETED)
        details = db.session.scalars(deleted).one().details
        assert (details["lost"]["comments"], details["people"]) == (comments, authors)

    def test_a_new_document_never_gets_its_number_in_addresses(self, make, project, admin):
        document, gone = make.document(project), make.document(project)
        ids = {document.id, gone.id}
        delete_one(gone, admin)
        db.session.commit()
        assert make.document(project).id not in ids


class TestDeletingAProject:
    def test_it_is_out_of_sight_at_once_and_then_gone_with_all_its_files(
        self, make, project, bring_in, admin, config: Config
    ):
        other = make.document(make.project()).id
        bring_in("first", "second", chosen=CHOSEN)
        project_id, name = project.id, project.name
        version = make.version(project)
        model = config.models / version.folder
        assert model.is_dir()
        training = make.job(project, kind=JobKind.TRAIN)
        log = config.home / "training" / str(training.id)
        log.mkdir(parents=True)
        job = delete(project, admin)
        db.session.commit()
        db.session.refresh(training)
        assert training.state is JobState.CANCELLED
        make.project(name=name)
        store = store_sync.store_of(project_id).root
        assert store.exists()
        tidy(job)
        assert db.session.get(Project, project_id) is None
        assert db.session.scalars(select(Document.id)).all() == [other]
        assert not any(path.exists() for path in (store, model, log))
        event = db.session.scalars(
            select(Event).where(Event.kind == EventKind.PROJECT_DELETED)
        ).one()
        assert (event.details["deleted"], event.details["name"]) == (project_id, name)
        assert event.details["lost"]["submitted"] == 4

    @by_any_beginning
    def test_work_goes_along_and_the_trail_says_how_much_and_whose(
        self, make, project, admin, annotator, begin
    ):
        begin(make.assignment(make.document(project), annotator))
        db.session.commit()
        lost = loss_of(db.session(), Document.project_id == project.id).counts
        job = delete(project, admin)
        tidy(job)
        assert not db.session.scalars(select(Document.id)).all()
        deleted = select(Event).where(Event.kind == EventKind.PROJECT_DELETED)
        details = db.session.scalars(deleted).one().details
        assert details["lost"] == asdict(lost)
        assert details["people"] == ([annotator.id] if lost.hold_work else [])

    def test_what_was_done_after_the_numbers_were_read_stays(self, make, project, admin, annotator):
        assignment = make.assignment(make.document(project), annotator)
        announced = loss_of(db.session(), Document.project_id == project.id).counts
        comment(assignment)
        db.session.commit()
        before = everything()
        by = {"actor": admin, "at": utc_now(), "announced": announced}
        with pytest.raises(GrownLossError):
            delete_project(db.session(), project, typed=project.name, **by)
        assert everything() == before

    def test_of_two_who_delete_it_at_once_one_has_done_it(self, project, admin):
        with Session(db.engine, expire_on_commit=False) as other:
            same, person = other.get_one(Project, project.id), other.get_one(User, admin.id)
            other.commit()  # it was read, and nothing is held
            delete(project, admin)
            db.session.commit()
            by = {"actor": person, "at": utc_now(), "announced": LossCounts()}
            with pytest.raises(GoneError):
                delete_project(other, same, typed=same.name, **by)
        kinds = db.session.scalars(select(Job.kind).where(Job.project_id == project.id)).all()
        assert kinds == [JobKind.REMOVE]

    def test_two_jobs_that_take_it_away_do_not_wait_for_each_other(self, any_app, project, admin):
        first = delete(project, admin)
        over = {"state": JobState.DONE, "created_at": utc_now()}
        second = Job(project_id=project.id, kind=JobKind.REMOVE, **over)
        db.session.add(second)
        db.session.commit()
        first_id, second_id = first.id, second.id
        db.session.rollback()

        def tidy_second():
            with any_app.app_context():
                tidy_job(second_id)

        locks = any_app.extensions["palimpsest"].home / "locks"
        locks.mkdir(exist_ok=True)
        with FileLock(locks / f"job-{first_id}.lock"):  # somebody works at it
            thread = Thread(target=tidy_second, daemon=True)
            thread.start()
            thread.join()
        db.session.expire_all()
        assert db.session.get(Job, second_id) is None  # it took itself away with its project

    def test_a_project_into_which_something_is_imported_stays(self, make, project, admin):
        make.job(project, state=JobState.RUNNING)
        with pytest.raises(DomainError, match="An import is under way"):
            delete(project, admin)

    def test_what_was_killed_meanwhile_is_done_at_the_next_start(
        self, project, bring_in, admin, monkeypatch
    ):
        bring_in(*(f"doc-{number}" for number in range(60)))
        project_id = project.id
        job = delete(project, admin)
        commit, calls = Session.commit, []

        def die(session):
            commit(session)
            calls.append(session)
            if len(calls) == 2:
                raise KeyboardInterrupt

        db.session.commit()
        monkeypatch.setattr(Session, "commit", die)
        with pytest.raises(KeyboardInterrupt):
            run_job(job.id)
        monkeypatch.undo()
        left = db.session.scalar(select(func.count()).select_from(Document))
        assert 0 < left < 60
        tidy(job)
        assert db.session.get(Project, project_id) is None
