"""Files of other tools through the real import: whose work their layers become in each project."""

import io
import json

import pytest
from sqlalchemy import select

from annotation.formats.exchange.brat import BratWriter
from annotation.formats.exchange.doccano import DoccanoWriter
from annotation.formats.exchange.label_studio import LabelStudioWriter
from annotation.types import SemanticType
from tests.annotation.exchanging import archive_of, entry, found, written
from tests.annotation.people_files import packed
from tests.factories import sign_in
from tests.webapp.intake.imports.importing import bring
from tests.webapp.submissions import work_off_the_queue
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Choice,
    Document,
    JobState,
    Layer,
    Mention,
    ProjectKind,
    Role,
    User,
)

TEXT = "Ann met Bo."
DOCCANO = json.dumps({"id": 7, "text": TEXT, "label": [[0, 3, "PER"]]}) + "\n"
REGION = {
    "id": "a",
    "from_name": "label",
    "to_name": "text",
    "type": "labels",
    "value": {"start": 0, "end": 3, "text": "Ann", "labels": ["PER"]},
}
ANNOTATIONS = [{"completed_by": {"email": name}, "result": [REGION]} for name in ("ada", "bo")]
LABEL_STUDIO = json.dumps([{"id": 7, "data": {"text": TEXT}, "annotations": ANNOTATIONS}])
BRAT = {"letter.txt": TEXT, "letter.ann": "T1\tPER 0 3\tAnn\n"}
FILES = {
    "doccano": packed({"ada.jsonl": DOCCANO, "bo.jsonl": DOCCANO}),
    "Label Studio": LABEL_STUDIO.encode(),
    "brat": packed({f"{who}/{name}": file for who in ("ada", "bo") for name, file in BRAT.items()}),
}
WRITERS = [DoccanoWriter, LabelStudioWriter, BratWriter]


def brought(project, tmp_path, content):
    path = tmp_path / "export.zip"
    path.write_bytes(content)
    job = bring(project, path)
    assert job.state is JobState.DONE, job.message
    return job


def owners():
    """Each layer's annotator, with the spans in it."""
    rows = select(User.name, Mention.span_text, Mention.entity_type)
    rows = rows.select_from(Mention).join(Layer).outerjoin(User, User.id == Layer.annotator_id)
    return sorted(map(tuple, db.session.execute(rows)), key=repr)


@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_in_a_masking_project_each_layer_is_its_annotators_submitted_work(make, tmp_path, content):
    job = brought(make.project(kind=ProjectKind.MASKING), tmp_path, content)
    assert owners() == [("ada", "Ann", SemanticType.PERSON), ("bo", "Ann", SemanticType.PERSON)]
    states = db.session.scalars(select(Assignment.state)).all()
    assert states == [AssignmentState.SUBMITTED] * 2
    assert "labels were taken as types: PER as PERSON" in job.message


@pytest.mark.parametrize("writer", WRITERS)
def test_in_a_replacement_project_choices_for_the_same_spans_come_together(make, tmp_path, writer):
    document = [
        entry(name, found(TEXT, "Ann", replacement=chosen), text=TEXT)
        for name, chosen in (("ada", "a woman"), ("bo", "***"), ("eva", "a woman"))
    ]
    folder = written(writer, tmp_path / "written", document)
    brought(make.project(), tmp_path, archive_of(folder))
    assert owners() == [(None, "Ann", SemanticType.LOC)]
    chosen = select(User.name, Choice.text).select_from(Choice).join(Assignment)
    chosen = chosen.join(User, User.id == Assignment.annotator_id)
    assert sorted(map(tuple, db.session.execute(chosen))) == [
        ("ada", "a woman"),
        ("bo", "***"),
        ("eva", "a woman"),
    ]


def test_in_a_one_pass_project_what_nobody_made_is_suggested_to_all(make, tmp_path):
    marked = entry("x", found(TEXT, "Ann", replacement="a woman"), text=TEXT)
    folder = written(DoccanoWriter, tmp_path / "written", [marked])
    content = packed({"all.jsonl": (folder / "x.jsonl").read_bytes()})
    brought(make.project(kind=ProjectKind.ONE_PASS), tmp_path, content)
    assert owners() == [(None, "Ann", SemanticType.LOC)]
    assert db.session.scalars(select(Assignment)).all() == []


@pytest.mark.parametrize("said", ["", "brat"])
def test_a_text_and_its_annotations_may_be_dropped_on_the_page_together(client, make, said):
    project = make.project(kind=ProjectKind.MASKING)
    sign_in(client, make.user("Root", role=Role.ADMIN))
    files = [(io.BytesIO(content.encode()), name) for name, content in BRAT.items()]
    client.post(f"/projects/{project.id}/import", data={"files": files, "format": said})
    work_off_the_queue()
    assert [each.doc_id for each in db.session.scalars(select(Document))] == ["letter"]
    assert owners() == [(None, "Ann", SemanticType.PERSON)]
    page = client.get(f"/projects/{project.id}/import").text
    for label in ("doccano (JSON lines", "Label Studio (JSON", "brat (ZIP archive"):
        assert label in page
