"""Annotators review each other's work where their project lets them, and nowhere else."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from tests.factories import sign_in
from tests.webapp.curation.review.reviewing import address_of, has_read, read_sanitized
from tests.webapp.submissions import submitted, town
from webapp.cli import main
from webapp.platform.extensions import db
from webapp.platform.models import AssignmentState, Project, Role
from webapp.projects.assignment.operations import plan

CITY = "city in Norway"


@pytest.fixture
def bo(make, client):
    """The annotator who reads what Ada submitted."""
    person = make.user("Bo")
    sign_in(client, person)
    return person


@pytest.fixture
def project(make, bo):
    project = make.project(bo)
    project.has_peer_review = True
    db.session.commit()
    return project


@pytest.fixture
def theirs(make, project):
    return submitted(make, town(make, project), make.user("Ada"), CITY)


def test_a_peer_finds_submitted_work_and_decides_on_it(client, project, theirs, bo):
    home = client.get("/").text
    assert f'href="/projects/{project.id}/review"' in home
    assert f'href="/projects/{project.id}/review"' in client.get(f"/projects/{project.id}").text
    assert address_of(theirs) in client.get(f"/projects/{project.id}/review").text
    assert read_sanitized(client, theirs).status_code == 303
    answer = client.post(address_of(theirs, "approve"), data={"version": theirs.version})
    assert answer.status_code == 303
    assert (theirs.state, theirs.reviewer) == (AssignmentState.REVIEWED, bo)


def test_elsewhere_annotators_find_no_review(client, project, theirs):
    project.has_peer_review = False
    db.session.commit()
    assert "/review" not in client.get("/").text
    assert "/review" not in client.get(f"/projects/{project.id}").text
    for address in (f"/projects/{project.id}/review", address_of(theirs)):
        assert client.get(address).status_code == 403
    form = {"version": theirs.version, "comment": "Less."}
    for step in ("identify", "approve", "send-back"):
        assert client.post(address_of(theirs, step), data=form).status_code == 403


def test_other_pages_of_reviewers_stay_closed_to_peers(client, project, theirs):
    for page in ("documents", "agreement", "statistics", "masks"):
        assert client.get(f"/projects/{project.id}/{page}").status_code == 403
    assert theirs.state is AssignmentState.SUBMITTED


def test_a_peer_does_not_see_what_others_decided_on(client, make, project):
    others = submitted(
        make, town(make, project), make.user("Ada"), CITY, state=AssignmentState.REVIEWED
    )
    assert client.get(address_of(others)).status_code == 403
    listed = client.get(f"/projects/{project.id}/review?queue=reviewed").text
    assert "not to be reviewed now" in listed
    assert address_of(others) not in listed


def test_a_peer_goes_on_seeing_what_they_reviewed(client, project, theirs):
    read_sanitized(client, theirs)
    client.post(address_of(theirs, "approve"), data={"version": theirs.version})
    assert CITY in client.get(address_of(theirs)).text
    reviewed = client.get(f"/projects/{project.id}/review?queue=reviewed").text
    assert address_of(theirs) in reviewed


def test_what_is_still_open_to_the_peer_is_not_counted_as_waiting(client, make, theirs, bo):
    assert "1 waiting" in client.get("/").text
    make.assignment(theirs.document, bo)
    assert "waiting" not in client.get("/").text


def test_who_read_what_others_chose_is_not_given_the_document(make, project, theirs, bo):
    other, cleo = town(make, project), make.user("Cleo")
    project.annotators_per_document = 2
    has_read(db.session, theirs, bo)
    db.session.commit()
    for everybody in (0, 1):
        additions = plan(db.session(), project, [bo, cleo], everybody=everybody).additions
        assert (theirs.document_id, bo.id) not in additions
        assert {(theirs.document_id, cleo.id), (other.id, bo.id)} <= set(additions)


def test_an_admin_switches_it_on_and_a_command_makes_it_so(client, make, config, monkeypatch):
    project, root = make.project(name="Letters"), make.user("Root", role=Role.ADMIN)
    sign_in(client, root)
    address = f"/projects/{project.id}/settings"
    fields = {"name": "Letters", "annotators_per_document": 1, "has_peer_review": "y"}
    assert client.post(address, data=fields).status_code == 303
    assert project.has_peer_review
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    monkeypatch.delenv("PALIMPSEST_DATABASE_URL", raising=False)
    made = CliRunner().invoke(main, ["project", "create", "Notes", "--peer-review", "--json"])
    name = json.loads(made.output)["name"]
    found = db.session.scalars(select(Project).where(Project.name == name)).one()
    assert found.has_peer_review
