"""What no browser of ours sends gets an answer, never a crash."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tests.factories import Factory, sign_in
from tests.webapp.intake.imports.importing import biography, bring, first_mention, written
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.intake.imports.checking import LONGEST_ID
from webapp.platform.extensions import db
from webapp.platform.models import Document, JobState, Role

NUMBERS = ["0", "-1", str(2**31), str(2**63), str(2**64), "9" * 5_000, "٣", "1e3", ""]
"""What a database refuses to compare, and what is no number."""


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def workbench(any_app, make):
    annotator = make.user()
    project = make.project(annotator)
    document = make.document(project)
    client = any_app.test_client()
    sign_in(client, annotator)
    return WorkbenchClient(
        client, annotator, project, document, make.assignment(document, annotator)
    )


@pytest.mark.parametrize("address", ["http://[", "http://[::1", "//[", "\x7f", "http://a]b/c"])
def test_an_address_that_is_none_leads_to_the_sign_in_page(client, address):
    headers = {"HX-Request": "true", "HX-Current-URL": address}
    answer = client.get("/account", headers=headers)
    assert answer.status_code == 401
    assert answer.headers["HX-Redirect"].startswith("/login")


@pytest.mark.parametrize("field", ["suggested_by", "withheld_by", "accept", "above"])
def test_a_number_that_no_row_has_is_no_hindrance_to_saving(workbench, field):
    for number in NUMBERS:
        for verb in ("choices", "accept"):
            assert workbench.post(verb, {1: "city"}, **{field: number}).status_code == 303
    assert workbench.texts()[1] == "city"


def test_a_version_of_the_page_that_never_was_is_refused(workbench):
    for number in NUMBERS:
        assert workbench.post(texts={1: "city"}, version=number or "x").status_code in {409, 422}
    assert workbench.texts()[1] is None


def test_lists_and_comparisons_answer_numbers_that_no_row_has(any_app, make):
    project = make.project()
    client = any_app.test_client()
    sign_in(client, make.user(role=Role.ADMIN))
    for path, names in {
        "model/compare": ("one", "other"),
        "review": ("annotator", "page"),
        "documents": ("page",),
    }.items():
        for number in NUMBERS:
            query = dict.fromkeys(names, number)
            answer = client.get(f"/projects/{project.id}/{path}", query_string=query)
            assert answer.status_code in {200, 404}


def _long_doc_id(text):
    return biography(doc_id=text) | {"annotations": biography()["annotations"]}


def _long_mention_id(text):
    record = biography()
    first_mention(record)["entity_mention_id"] = text
    return record


def _long_layer_name(text):
    record = biography()
    [layer] = record["annotations"].values()
    return record | {"annotations": {text: layer}}


@pytest.mark.parametrize("record", [_long_doc_id, _long_mention_id, _long_layer_name])
def test_ids_are_stored_up_to_a_length_and_refused_beyond(any_app, make, tmp_path, record):
    assert any_app.testing
    # Characters that take four bytes each and can't be compressed are the worst for an index.
    text = "".join(chr(0x20000 + 7_919 * index % 40_000) for index in range(LONGEST_ID + 1))
    project = make.project()
    refused = bring(project, written(tmp_path, record(text)))
    assert refused.state is JobState.FAILED
    assert f"at most {LONGEST_ID} characters" in refused.message
    taken = bring(project, written(tmp_path, record(text[:-1])))
    assert taken.state is JobState.DONE
    assert db.session.scalars(select(Document.project_id)).all() == [project.id]
