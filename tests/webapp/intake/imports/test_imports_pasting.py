"""Pasting a text instead of choosing a file."""

import json
import re

import pytest
from markupsafe import escape
from sqlalchemy import select

from tests.factories import sign_in
from tests.webapp.intake.imports.importing import biography
from tests.webapp.submissions import work_off_the_queue
from webapp.platform.extensions import db
from webapp.platform.models import Document, Job, JobKind, Role


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
    imports = select(Job).where(Job.kind == JobKind.IMPORT)
    return db.session.scalars(imports.order_by(Job.id)).all()


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


@pytest.mark.parametrize(
    ("text", "fields", "message"),
    [
        (
            "Anna moved\r\nto [Oslo](PLACE).",
            {"name": "anna"},
            "Line 2, column 11: &#39;PLACE&#39; is no type",
        ),
        ("[", {"kind": "json"}, "line 1, column 2"),
        (json.dumps(biography(doc_id="")), {"kind": "json"}, "doc_id"),
        (
            json.dumps([biography(), biography("ben", text="x")]),
            {"kind": "json"},
            "Document &#39;ben&#39;: ",
        ),
        ("[]", {"kind": "json"}, "There is no document in it"),
        ("[a](LOC)", {"name": "old"}, "The project has a document of this doc_id already"),
    ],
)
def test_a_text_that_cannot_be_imported_stays_in_its_box_beside_the_reason(
    paste, make, config, project, text, fields, message
):
    make.document(project, doc_id="old")
    answer = paste(text, **fields)
    assert answer.status_code == 422
    [reason] = re.findall(r'id="pasted-errors">\s*<li>(.*)</li>', answer.text)
    assert message in reason
    assert escape(text) in answer.get_data(as_text=True)
    assert f'value="{fields.get("name", "")}"' in answer.text
    assert f'checked id="kind-{int(fields.get("kind") == "json")}"' in answer.text
    assert jobs() == []
    assert list((config.home / "uploads").iterdir()) == []


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
