"""Asking for masks, on pages and by imports; who stopped it hears what is kept."""

import io

import pytest
from sqlalchemy import select

from tests.factories import sign_in
from tests.webapp.submissions import work_off_the_queue
from webapp.masks import tasks
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    Event,
    EventKind,
    Job,
    JobKind,
    ProjectKind,
    Role,
    utc_now,
)
from webapp.projects.operations import add_member

TEXT = "Ada Berg moved to Oslo in 1986. Call her: ada.berg@example.org."
FOUND = {"Ada Berg", "Oslo", "1986", "ada.berg@example.org"}


@pytest.fixture
def project(make, tiny_ontology):  # noqa: ARG001 - the index must be there
    return make.project()


@pytest.fixture
def admin(make, client):
    admin = make.user("Root", role=Role.ADMIN)
    sign_in(client, admin)
    return admin


@pytest.fixture
def plain(make, project):
    """A document in which nothing is marked."""
    return make.document(project, doc_id="plain", text=TEXT, spans=[])


def test_the_trail_tells_who_asked(client, admin, project, plain):  # noqa: ARG001 - something is to be found
    address = f"/projects/{project.id}/masks"
    assert client.post(address, data={"step": 0}).location.endswith("/import")
    work_off_the_queue(JobKind.MASK)
    [event] = db.session.scalars(select(Event).where(Event.kind == EventKind.MASKED))
    assert (event.actor_id, event.details) == (admin.id, {"documents": 1})


def test_asking_twice_is_asking_once(client, admin, project, plain):  # noqa: ARG001 - as above
    for _ in range(2):
        client.post(f"/projects/{project.id}/masks", data={"step": 0})
    assert len(db.session.scalars(select(Job).where(Job.kind == JobKind.MASK)).all()) == 1


def test_how_much_must_be_said(client, admin, project):  # noqa: ARG001 - as above
    answer = client.post(f"/projects/{project.id}/masks", data={"step": 99})
    assert answer.status_code == 422
    assert db.session.scalars(select(Job).where(Job.kind == JobKind.MASK)).all() == []


def test_a_masking_project_has_it_as_well(client, admin, make):  # noqa: ARG001 - as above
    project = make.project(kind=ProjectKind.MASKING)
    client.post(f"/projects/{project.id}/masks", data={"step": 0})
    job = db.session.scalars(select(Job).where(Job.project_id == project.id)).one()
    assert job.kind is JobKind.MASK


def test_what_was_found_before_it_was_stopped_stays_and_is_told(client, admin, make, project):  # noqa: ARG001 - as above
    job = make.job(project, kind=JobKind.MASK)
    client.post(f"/projects/{project.id}/masks/{job.id}/cancel")
    stopped = tasks.RunningJob(job)
    tasks.close(stopped)
    db.session.refresh(job)
    assert job.message.startswith("Stopped. What was found until then is kept")


def test_the_import_goes_on_with_what_to_hide(client, admin, make, tiny_ontology):  # noqa: ARG001 - as above
    page = client.post("/start", data={"files": [(io.BytesIO(TEXT.encode()), "a.txt")]}).location
    work_off_the_queue()
    wish = {"name": "Letters", "finds_masks": "y", "step": 4}
    client.post(f"{page}/rest", data=wish)
    work_off_the_queue()
    waiting = client.get(page).text
    assert "It waits for the background worker." in waiting
    assert "No spans to hide" not in waiting
    work_off_the_queue(JobKind.MASK)
    assert "4 spans to hide in 1 document." in client.get(page).text


def test_an_admin_takes_what_nobody_has(client, admin, make, project, plain):
    taken = make.document(project, doc_id="taken")
    nora = make.user()
    add_member(db.session(), project, nora, actor=None, at=utc_now())
    make.assignment(taken, nora)
    answer = client.post(f"/projects/{project.id}/assign/to-me")
    assert answer.location == f"/projects/{project.id}/next"
    own = select(Assignment.document_id).where(Assignment.annotator_id == admin.id)
    assert db.session.scalars(own).all() == [plain.id]
    assert client.get(answer.location).location.endswith(f"/documents/{plain.id}")
