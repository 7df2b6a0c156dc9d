"""Admins give a project its background; the worker reads it, pages say what is in it."""

from __future__ import annotations

import gzip
import json
from zipfile import ZipFile

import pytest
from sqlalchemy import select

from privacy.background import Background as Opened
from tests.factories import sign_in
from tests.webapp.intake.backgrounds.people_files import PEOPLE, last_job, lines, read
from webapp.intake.backgrounds.folders import folder_of
from webapp.platform.extensions import db
from webapp.platform.models import Background, Event, EventKind, JobState, Role


@pytest.fixture
def admin(make):
    return make.user("Root", role=Role.ADMIN)


@pytest.fixture
def project(make):
    return make.project(name="Lives")


@pytest.fixture
def browse(client, admin):
    sign_in(client, admin)
    return client


def address(project, step=""):
    return f"/projects/{project.id}/background{step}"


def give(browse, project, path):
    """Upload a file and let the worker read it."""
    with path.open("rb") as file:
        answer = browse.post(address(project), data={"file": (file, path.name)})
    assert answer.status_code == 303, answer.text
    return read(project)


def background_of(project):
    return db.session.get(Background, project.id)


def keys_of(config, project):
    return list(Opened.open(folder_of(config, background_of(project))).keys)


def test_a_project_without_one_says_that_nothing_is_attacked(browse, project):
    page = browse.get(address(project)).text
    assert "This project has no background: nothing is attacked." in page
    assert "Delete this background" not in page


def test_an_uploaded_file_becomes_the_background(browse, project, make, config, tmp_path):
    make.document(project, doc_id="ada")
    job = give(browse, project, lines(tmp_path))
    assert (job.state, job.message) == (JobState.DONE, "3 people in 3 texts.")
    assert keys_of(config, project) == list(PEOPLE)
    page = browse.get(address(project)).text
    assert '<h2 id="background-heading">3 people</h2>' in page
    assert "people.jsonl" in page
    assert "Of 1 document, 1 has its person in it." in page
    assert "Left out" not in page
    [event] = db.session.scalars(select(Event).where(Event.kind == EventKind.BACKGROUND_ADDED))
    assert event.project_id == project.id


@pytest.mark.parametrize("kind", ["json", "json.gz", "zip"])
def test_other_kinds_of_files_are_read_too(browse, project, config, tmp_path, kind):
    path = tmp_path / f"people.{kind}"
    if kind == "zip":
        with ZipFile(path, "w") as archive:
            for key, text in PEOPLE.items():
                archive.writestr(f"{key}.txt", text)
    else:
        content = json.dumps(PEOPLE).encode()
        path.write_bytes(gzip.compress(content) if kind == "json.gz" else content)
    assert give(browse, project, path).state is JobState.DONE
    assert sorted(keys_of(config, project)) == sorted(PEOPLE)


def test_what_is_left_out_is_counted_and_explained(browse, project, make, tmp_path):
    text = " ".join(f"Sentence {number} tells of bees and letters." for number in range(20))
    make.document(project, doc_id="dora", text=text, spans=[])
    people = PEOPLE | {"dora": text, "eva": "  "}
    job = give(browse, project, lines(tmp_path, people))
    assert job.message == "3 people in 3 texts."
    page = browse.get(address(project)).text
    assert "1 text has nothing in it." in page
    assert "1 text repeats this project's documents; what is the same was taken out." in page


def test_the_documents_of_another_project_can_be_the_background(browse, project, make, config):
    other = make.project(name="Registers")
    for doc_id in ("ada", "bo"):
        document = make.document(other, doc_id=doc_id, text=PEOPLE[doc_id], spans=[])
        document.task = f"Hide {doc_id}"
    db.session.commit()
    assert "Registers" in browse.get(address(project)).text
    answer = browse.post(address(project, "/project"), data={"source": other.id})
    assert answer.status_code == 303
    assert read(project).message == "2 people in 2 texts."
    assert keys_of(config, project) == ["ada", "bo"]
    assert "the documents of Registers" in browse.get(address(project)).text


def test_documents_of_one_task_are_about_one_person(browse, project, make, config):
    other = make.project()
    for doc_id, task in (("ada", "Hide Ada"), ("bo", "Hide Bo"), ("cleo", "Hide Ada")):
        make.document(other, doc_id=doc_id, text=PEOPLE[doc_id], spans=[]).task = task
    db.session.commit()
    browse.post(address(project, "/project"), data={"source": other.id})
    assert read(project).message == "2 people in 3 texts."
    assert keys_of(config, project) == ["ada", "bo"]


def test_a_project_that_one_is_no_admin_of_is_no_background(client, make):
    here, there = make.project(), make.project(name="Secret")
    make.document(there, text=PEOPLE["ada"], spans=[])
    person = make.user()
    make.member(person, here.id, role=Role.ADMIN)
    make.member(person, there.id, role=Role.REVIEWER)
    sign_in(client, person)
    assert "Secret" not in client.get(address(here)).text
    answer = client.post(address(here, "/project"), data={"source": there.id})
    assert answer.status_code == 422
    assert last_job(here) is None


def test_another_file_takes_the_place_of_the_first(browse, project, config, tmp_path):
    give(browse, project, lines(tmp_path))
    first = folder_of(config, background_of(project))
    made_at = background_of(project).made_at
    give(browse, project, lines(tmp_path, PEOPLE | {"dora": "Dora Moe sold fish."}))
    assert background_of(project).people == 4
    assert background_of(project).made_at > made_at
    assert not first.exists()
    assert len(list((config.home / "backgrounds").iterdir())) == 1


def test_a_deleted_background_is_nowhere_any_more(browse, project, config, tmp_path):
    give(browse, project, lines(tmp_path))
    assert browse.post(address(project, "/delete")).status_code == 303
    assert background_of(project) is None
    assert list((config.home / "backgrounds").iterdir()) == []
    assert list((config.home / "uploads").iterdir()) == []
    [event] = db.session.scalars(select(Event).where(Event.kind == EventKind.BACKGROUND_REMOVED))
    assert event.actor_id is not None
    assert "has no background" in browse.post(address(project, "/delete")).text


def test_while_one_is_read_another_is_not_taken_and_it_can_be_cancelled(
    browse, project, config, tmp_path
):
    path = lines(tmp_path)
    browse.post(address(project), data={"file": (path.open("rb"), path.name)})
    again = browse.post(address(project), data={"file": (path.open("rb"), path.name)})
    assert "A background is being read" in again.text
    assert len(list((config.home / "uploads").iterdir())) == 1
    assert "Cancel" in browse.get(address(project)).text
    assert browse.post(address(project, "/cancel")).status_code == 303
    read(project)
    assert last_job(project).state is JobState.CANCELLED
    assert background_of(project) is None
    assert list((config.home / "uploads").iterdir()) == []


def test_the_page_asks_for_how_far_the_reading_is_until_it_is_over(browse, project, tmp_path):
    path = lines(tmp_path)
    browse.post(address(project), data={"file": (path.open("rb"), path.name)})
    assert 'hx-trigger="every 2s"' in browse.get(address(project)).text
    part = {"HX-Request": "true", "HX-Current-URL": f"http://localhost{address(project)}"}
    assert "HX-Refresh" not in browse.get(address(project), headers=part).headers
    read(project)
    assert browse.get(address(project), headers=part).headers["HX-Refresh"] == "true"
    assert "every 2s" not in browse.get(address(project)).text


def test_nothing_chosen_is_said_at_the_field(browse, project):
    answer = browse.post(address(project), data={})
    assert (answer.status_code, "Choose a file." in answer.text) == (422, True)
