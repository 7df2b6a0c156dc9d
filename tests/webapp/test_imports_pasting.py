"""Pasting a text instead of choosing a file."""

import json

import pytest
from sqlalchemy import select

from tests.factories import sign_in
from tests.webapp.importing import biography
from tests.webapp.submissions import work_off_the_queue
from webapp.extensions import db
from webapp.models import Document, Job, JobState, Role


@pytest.fixture
def project(make):
    return make.project()


@pytest.fixture
def admin(make, client):
    admin = make.user("Root", role=Role.ADMIN)
    sign_in(client, admin)
    return admin


def jobs():
    db.session.expire_all()
    return db.session.scalars(select(Job).order_by(Job.id)).all()


@pytest.fixture
def paste(client, admin, project):  # noqa: ARG001 - somebody must be signed in
    def post(text, **fields):
        data = {"pasted": text, "kind": "marked"} | fields
        return client.post(f"/projects/{project.id}/import/pasted", data=data)

    return post


@pytest.mark.usefixtures("tiny_ontology")
def test_a_pasted_text_becomes_a_document_with_lists(paste, config):
    answer = paste("[Anna](PERSON)\r\nmoved to [Oslo](LOC).", name=" anna ")
    assert answer.status_code == 303
    assert jobs()[0].arguments["file"] == "anna.marked.txt"
    work_off_the_queue()
    [document] = db.session.scalars(select(Document))
    assert (document.doc_id, document.text) == ("anna", "Anna\nmoved to Oslo.")
    name, town = document.layers[0].mentions
    assert (name.identifier_type, town.identifier_type) == ("DIRECT", "QUASI")
    assert "city in Norway" in next(iter(town.generalizations.values()))
    assert list((config.home / "uploads").iterdir()) == []


@pytest.mark.usefixtures("tiny_ontology")
def test_a_pasted_text_without_a_name_is_named_by_the_time(paste):
    paste("[Oslo](LOC)")
    work_off_the_queue()
    assert db.session.scalars(select(Document.doc_id)).one().startswith("pasted-20")


def test_a_pasted_record_in_json_is_told_by_its_content(paste):
    paste(json.dumps(biography()), kind="json")
    work_off_the_queue()
    assert db.session.scalars(select(Document.doc_id)).all() == ["ada"]


def test_a_fault_in_the_marks_is_named_by_line_and_column(paste):
    paste("Anna moved\r\nto [Oslo](PLACE).", name="anna")
    work_off_the_queue()
    [job] = jobs()
    assert job.state is JobState.FAILED
    assert "line 2, column 11: 'PLACE' is no type" in job.message


@pytest.mark.parametrize(
    ("text", "fields", "message"),
    [
        ("", {}, "Paste a text."),
        ("[a](LOC)", {"name": "a/b"}, "A name has no slash in it."),
        ("[a](LOC)", {"name": "x" * 121}, "longer than 120"),
        ("[a](LOC)", {"kind": "prose"}, "Invalid Choice"),
    ],
)
def test_a_pasted_form_that_says_too_little_comes_back_with_its_text(paste, text, fields, message):
    answer = paste(text, **fields)
    assert (answer.status_code, message in answer.text) == (422, True)
    assert text in answer.text
    assert jobs() == []
