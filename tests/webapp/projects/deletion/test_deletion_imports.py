"""Undoing an import: all that it brought goes, unless somebody has begun."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tests.webapp.intake.imports.importing import row_counts
from tests.webapp.projects.deletion.removable import CHOSEN, by_any_beginning, documents, tidy, undo
from tests.webapp.two_projects import everything
from webapp.core import store_sync
from webapp.people.operations import issue_link
from webapp.platform.errors import DomainError, ForbiddenError
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    Event,
    EventKind,
    JobState,
    Membership,
    User,
    utc_now,
)
from webapp.projects.deletion.beginnings import BegunError
from webapp.workbench import operations as annotating


class TestUndoingAnImport:
    def test_all_that_it_brought_is_gone_and_nothing_else(self, project, bring_in, admin):
        bring_in("first")
        before, records = row_counts(), list(store_sync.store_of(project.id).iter_paths())
        job = bring_in("second", "third", chosen=CHOSEN)
        assert len(list(store_sync.store_of(project.id).iter_paths())) == 2
        undo(project, job, admin)
        db.session.commit()
        assert [each.doc_id for each in documents() if each.project_id] == ["first"]
        tidy(job)
        assert row_counts() == before
        assert list(store_sync.store_of(project.id).iter_paths()) == records
        assert not list(store_sync.store_of(project.id).root.glob(".locks/*"))
        assert (job.state, job.finished_at is None) == (JobState.CANCELLED, False)
        assert job.message == "Undone: 2 documents are gone again."

    def test_assignments_that_nobody_has_begun_go_along(
        self, make, project, bring_in, admin, annotator
    ):
        job = bring_in("first")
        assignment = make.assignment(documents()[0], annotator)
        annotating.skip(db.session(), assignment, person=annotator, at=utc_now())
        undo(project, job, admin)
        tidy(job)
        assert not db.session.scalars(select(Assignment)).all()

    @by_any_beginning
    def test_as_soon_as_somebody_has_begun_it_is_refused_and_the_document_named(
        self, make, project, bring_in, admin, annotator, begin
    ):
        job = bring_in("first", "second")
        begin(make.assignment(documents()[1], annotator))
        db.session.commit()
        before = everything()
        with pytest.raises(
            BegunError, match=r"can't be undone: somebody has begun “\u2068second\u2069”\.$"
        ):
            undo(project, job, admin)
        assert everything() == before

    def test_work_that_came_with_the_file_is_begun_when_it_is_opened_again(
        self, project, bring_in, admin
    ):
        job = bring_in("first", chosen=CHOSEN)
        assignment = db.session.scalars(select(Assignment)).first()
        annotating.reopen(db.session(), assignment, person=assignment.annotator, at=utc_now())
        db.session.commit()
        with pytest.raises(BegunError):
            undo(project, job, admin)

    def test_people_it_added_stay_if_they_came_to_belong(self, make, project, bring_in, admin):
        job = bring_in("first", chosen=CHOSEN)
        kim = db.session.scalars(select(User).where(User.name == "Kim")).one()
        issue_link(db.session(), kim, days=1, actor=admin, at=utc_now())
        other = make.project(db.session.scalars(select(User).where(User.name == "Lou")).one())
        undo(project, job, admin)
        tidy(job)
        left = select(Membership.project_id, User.name).join(User).order_by(User.name)
        names = {"Kim": project.id, "Lou": other.id}
        found = db.session.execute(left.where(User.name.in_(names))).all()
        assert (project.id, "Kim") in found
        assert (other.id, "Lou") in found

    def test_it_is_undone_once_and_told_in_the_trail(self, project, bring_in, admin):
        job = bring_in("first")
        undo(project, job, admin)
        db.session.commit()
        with pytest.raises(DomainError, match="nothing to undo"):
            undo(project, job, admin)
        db.session.rollback()
        undone = select(Event).where(Event.kind == EventKind.IMPORT_UNDONE)
        event = db.session.scalars(undone).one()
        assert (event.actor_id, event.details) == (
            admin.id,
            {"job_id": job.id, "documents": 1, "comments_by": []},
        )

    def test_the_file_can_come_in_again_before_the_worker_has_tidied_up(
        self, project, bring_in, admin
    ):
        job = bring_in("first", chosen=CHOSEN)
        undo(project, job, admin)
        db.session.commit()
        bring_in("first", chosen=CHOSEN)
        tidy(job)
        assert [each.doc_id for each in documents()] == ["first"]
        assert store_sync.verify(project).is_clean

    @pytest.mark.parametrize("state", [JobState.QUEUED, JobState.RUNNING, JobState.FAILED])
    def test_only_what_is_done_can_be_undone(self, make, project, admin, state):
        job = make.job(project, state=state)
        with pytest.raises(DomainError, match="nothing to undo"):
            undo(project, job, admin)

    def test_only_admins_undo(self, project, bring_in, annotator):
        with pytest.raises(ForbiddenError):
            undo(project, bring_in("first"), annotator)
