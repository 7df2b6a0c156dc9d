"""Archived projects: out of the way, read and exported, brought back as they were."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from tests.factories import sign_in
from tests.webapp.publication.export import exporting
from webapp.cli import main
from webapp.core.jobs.operations import request_job
from webapp.platform.errors import ArchivedError, DomainError
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Event,
    Flag,
    Job,
    JobKind,
    JobState,
    Role,
    utc_now,
)
from webapp.projects import operations


@pytest.fixture
def admin(make):
    return make.user("Root", role=Role.ADMIN)


@pytest.fixture
def browser(client, admin):
    sign_in(client, admin)
    return client


def archive(project, admin):
    operations.archive(db.session(), project, actor=admin, at=utc_now())
    db.session.commit()


def test_a_project_is_put_away_and_brought_back(make, browser):
    project = make.project(name="Lives")
    make.document(project)
    assert browser.post(f"/projects/{project.id}/archive").status_code == 303
    home = browser.get("/").text
    assert "1 archived project" in home
    assert f'id="project-{project.id}"' not in home
    assert "nothing in it can be changed" in browser.get(f"/projects/{project.id}").text
    assert exporting.download(browser, project, work="all").status_code == 200
    assert browser.post(f"/projects/{project.id}/bring-back").status_code == 303
    assert f'id="project-{project.id}"' in browser.get("/").text
    kinds = [event.kind.value for event in db.session.scalars(select(Event).order_by(Event.id))]
    assert kinds == ["project_archived", "exported", "project_brought_back"]


def test_nothing_is_done_in_the_background_any_more(make, admin):
    project = make.project()
    queued, running = make.job(project), make.job(project, state=JobState.RUNNING)
    elsewhere = make.job(make.project())
    archive(project, admin)
    for job in (queued, running, elsewhere):
        db.session.refresh(job)
    assert [job.state.value for job in (queued, running, elsewhere)] == [
        "cancelled",
        "cancelled",
        "queued",
    ]
    with pytest.raises(ArchivedError):
        request_job(db.session(), JobKind.TRAIN, project, person=admin, at=utc_now())
    assert len(db.session.scalars(select(Job)).all()) == 3


def test_an_import_that_waits_for_an_answer_gets_one_first(make, admin):
    project = make.project()
    make.job(project, state=JobState.WAITING)
    with pytest.raises(DomainError, match="waits for an answer"):
        archive(project, admin)


def test_a_document_that_is_open_is_shown_and_offers_nothing_to_change(make, admin, client):
    ada = make.user("Ada")
    project = make.project(ada)
    document = make.document(project)
    work = make.assignment(document, ada)
    archive(project, admin)
    sign_in(client, ada)
    page = client.get(f"/projects/{project.id}/documents/{document.id}").text
    assert "Ada Berg" in page
    assert "/submit" not in page
    assert "This project has been archived" in page
    db.session.refresh(work)
    assert (work.is_blind, work.version) == (None, 1)


def test_a_document_that_is_submitted_is_not_said_to_be_open_to_changes_there(make, admin, client):
    ada = make.user("Ada")
    project = make.project(ada)
    document = make.document(project)
    work = make.assignment(document, ada)
    work.state, work.submitted_at = AssignmentState.SUBMITTED, utc_now()
    db.session.commit()
    sign_in(client, ada)
    address = f"/projects/{project.id}/documents/{document.id}"
    offers = ("Reopen to change", "You can change it until it is reviewed")
    assert all(offer in client.get(address).text for offer in offers)
    archive(project, admin)
    page = client.get(address).text
    assert "Submitted " in page
    assert not any(offer in page for offer in offers)


def test_the_command_line_changes_nothing_there_either(make, admin, config, monkeypatch):
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    ada = make.user("Ada")
    project = make.project(ada, name="Lives")
    make.document(project)
    archive(project, admin)
    for command in (["project", "assign", "Lives"], ["train", "--project", "Lives"]):
        result = CliRunner().invoke(main, command)
        assert (result.exit_code, "An admin can bring it back" in result.stderr) == (1, True)
    assert db.session.scalars(select(Assignment)).all() == []
    assert CliRunner().invoke(main, ["export", "--project", "Lives", "--all"]).exit_code == 0


def test_pages_of_what_is_left_open_there_offer_nothing_that_would_be_refused(make, admin, client):
    project = make.project(make.user("Ada"), make.user("Ben"))
    document = make.document(project)
    for annotator in project.members:
        work = make.assignment(document, annotator)
        work.state, work.submitted_at = AssignmentState.SUBMITTED, utc_now()
        comment = {"comment": "?", "created_at": utc_now()}
        db.session.add(Flag(assignment_id=work.id, author=annotator, **comment))
    archive(project, admin)
    sign_in(client, admin)
    settling = ("adjudication", f"adjudication/{document.id}")
    for page in (*settling, f"review/{work.id}", "agreement", "statistics", "members"):
        shown = client.get(f"/projects/{project.id}/{page}").text
        assert "nothing in it can be changed" in shown, page
        addresses = re.findall(r'(?:hx-post|method="post"[^>]*action)="([^"]+)"', shown)
        assert set(addresses) <= {"/logout"}, page
