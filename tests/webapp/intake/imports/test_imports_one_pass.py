"""Files with what annotators corrected: whose it becomes, what is counted, what comes out again."""

import json

import pytest
from sqlalchemy import select

from annotation.formats import document_to_json
from tests.factories import Factory
from tests.webapp.intake.imports.importing import biography, bring, written
from tests.webapp.workbench.marking import TAKEN_BACK, choose, mark, own_layer, submitted
from webapp.core.records import iter_records
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    JobState,
    Layer,
    Mention,
    ProjectKind,
    User,
)

CHOSEN = {"Ada": {"PERSON 1": ["Kim", "Lou"]}, "Oslo": {"city": ["Lou"]}}


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


def corrected(*own, whose="Kim", **others):
    """A record of two spans, of which Kim chose for the first and changed the second."""
    record = biography(chosen=CHOSEN)
    record["annotations"][whose] = {"entity_mentions": list(own), "corrects": ["spans"]} | others
    return record


def span(text, kind="QUASI", selection=None, *, within="Ada moved to Oslo."):
    start = within.index(text)
    return {
        "entity_type": "LOC",
        "entity_mention_id": f"own-{text}",
        "start_offset": start,
        "end_offset": start + len(text),
        "span_text": text,
        "edit_type": "correct",
        "identifier_type": kind,
        "entity_id": f"own-{text}",
    } | (
        {
            "replacement": {
                "generalizations": {"h": [*selection, "***"]},
                "generalization_selection": selection,
            }
        }
        if selection
        else {}
    )


def project_with(make, tmp_path, *records, kind=ProjectKind.ONE_PASS):
    project = make.project(kind=kind)
    return project, bring(project, written(tmp_path, *records))


def counts(*of_project):
    found = select(
        User.name, Assignment.spans, Assignment.chosen, Assignment.state, Assignment.version
    )
    found = found.join(User, User.id == Assignment.annotator_id)
    rows = db.session.execute(found.where(*of_project).order_by(User.name))
    return {row.name: tuple(row[1:]) for row in rows}


def exported(project):
    return [document_to_json(each) for each in iter_records(db.session(), project, only_final=True)]


DONE = (AssignmentState.SUBMITTED, 1)


def test_a_layer_that_corrects_is_its_annotators(make, tmp_path):
    project_with(make, tmp_path, corrected(span("to Oslo", selection={"north": ["Kim"]})))
    owners = dict(
        db.session.execute(
            select(Layer.name, User.name).outerjoin(User, User.id == Layer.annotator_id)
        ).all()
    )
    assert owners == {"spans": None, "Kim": "Kim"}


@pytest.mark.parametrize(
    ("own", "spans", "chosen"),
    [
        ([span("to Oslo", selection={"north": ["Kim"]})], 2, 2),
        ([span("Oslo", "NO_MASK")], 1, 1),
        ([span("Oslo", "NO_MASK"), span("moved", selection={"went": ["Kim"]})], 2, 2),
        ([span("moved", selection={"went": ["Kim"]})], 3, 2),
        ([span("Ada moved to Oslo", "NO_MASK")], 0, 0),
    ],
)
def test_spans_are_counted_as_each_annotator_sees_them(make, tmp_path, own, spans, chosen):
    project_with(make, tmp_path, corrected(*own))
    assert counts() == {"Kim": (spans, chosen, *DONE), "Lou": (2, 2, *DONE)}


def test_who_only_took_spans_back_has_submitted_work(make, tmp_path):
    record = corrected(span("Oslo", "NO_MASK"), whose="Max")
    project_with(make, tmp_path, record)
    assert counts()["Max"] == (1, 0, *DONE)


def test_what_comes_out_of_one_project_comes_out_of_another(make, tmp_path):
    records = (
        corrected(span("to Oslo", selection={"north": ["Kim"]}), span("moved", "NO_MASK")),
        corrected(span("Oslo", "NO_MASK"), whose="Kim (2)", annotator="Kim") | {"doc_id": "two"},
        corrected(whose="Max") | {"doc_id": "three"},
    )
    first, _ = project_with(make, tmp_path, *records)
    out = exported(first)
    second, _ = project_with(make, tmp_path, *out)
    assert json.dumps(exported(second)) == json.dumps(out)
    assert [list(each["annotations"]) for each in out] == [
        ["spans", "Kim"],
        ["spans", "Kim (2)"],
        ["spans", "Max"],
    ]
    assert out[1]["annotations"]["Kim (2)"]["annotator"] == "Kim"


def test_a_replacement_project_refuses_it_and_says_where_it_belongs(make, tmp_path):
    _, job = project_with(
        make, tmp_path, corrected(span("Oslo", "NO_MASK")), kind=ProjectKind.REPLACEMENT
    )
    assert job.state is JobState.FAILED
    assert "a project of the kind “Masking and replacement”" in job.message


def test_two_layers_of_one_annotator_are_refused(make, tmp_path):
    record = corrected(span("Oslo", "NO_MASK"))
    again = {"entity_mentions": [], "corrects": [], "annotator": "Kim"}
    record["annotations"]["more"] = again
    _, job = project_with(make, tmp_path, record)
    assert "it has 2 layers in which 'Kim' corrected others" in job.message


def test_a_masking_project_takes_what_each_marks_as_a_whole_layer(make, tmp_path):
    record = corrected(span("Oslo", "NO_MASK"), whose="Kim (2)", annotator="Kim")
    project, _ = project_with(make, tmp_path, record, kind=ProjectKind.MASKING)
    [out] = exported(project)
    layers = {
        name: [(each["span_text"], each["identifier_type"]) for each in layer["entity_mentions"]]
        for name, layer in out["annotations"].items()
    }
    assert layers == {
        "Kim": [("Ada", "QUASI"), ("Oslo", "NO_MASK")],
        "Lou": [("Ada", "QUASI"), ("Oslo", "QUASI")],
    }


def test_what_was_marked_here_comes_out_of_another_project_the_same(make, tmp_path):
    kim, lou = make.user("Kim"), make.user("spans")
    first = make.project(kim, lou, kind=ProjectKind.ONE_PASS)
    document = make.document(first)
    own_layer(kims := make.assignment(document, kim))
    own_layer(lous := make.assignment(document, lou), name="spans'")
    shared = db.session.scalars(select(Mention).order_by(Mention.start_offset)).all()
    for work in (kims, lous):
        mark(work, "Oslo", TAKEN_BACK)
        mark(work, "moved", choice="went")
        choose(work, {each: "***" for each in shared if each.span_text != "Oslo"})
        submitted(work, spans=6)
    before = counts()
    [record] = out = exported(first)
    second, _ = project_with(make, tmp_path, *out)
    assert json.dumps(exported(second)) == json.dumps(out)
    assert "born in Oslo in ***" in record["generalized_text"]
    after = counts(Assignment.project_id == second.id)
    assert {name: work[:3] for name, work in after.items()} == {
        name: work[:3] for name, work in before.items()
    }
