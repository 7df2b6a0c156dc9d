"""Label Studio: what we write comes back, and its exports are read as what they mean."""

import json

import pytest
from hypothesis import given
from lxml import etree

from annotation.formats import Format, detect_format
from annotation.formats.exchange.label_studio import LabelStudioWriter, config
from annotation.types import IdentifierType, SemanticType
from tests.annotation.exchanging import (
    TEXT,
    entries,
    entry,
    found,
    layers_of,
    meant,
    reread,
    said,
    written,
)
from tests.annotation.people_files import packed
from tests.annotation.reading import Read

ASTRAL = "🙂🙂 Ann met\r\nBo in Oslo."
PLACES = {"Ann": (3, 6), "Bo": (12, 14), "Oslo": (18, 22)}


def region(part, label, *, shift=0, number=1, quoted=None):
    start, end = PLACES[part]
    value = {"start": start + shift, "end": end + shift, "labels": [label]}
    value |= {"text": part if quoted is None else quoted}
    return {
        "id": f"r{number}",
        "from_name": "label",
        "to_name": "text",
        "type": "labels",
        "origin": "manual",
        "value": value,
    }


def annotation(*results, completed_by=4, **others):
    return (
        {"id": 11, "completed_by": completed_by, "result": list(results), "lead_time": 4.2}
        | {
            "was_cancelled": False,
            "ground_truth": False,
        }
        | others
    )


def task(*annotations, text=ASTRAL, **others):
    return {"id": 3, "data": {"text": text}, "annotations": list(annotations)} | others


def reading(tmp_path, *tasks):
    return Read(tmp_path, json.dumps(tasks), "project.json")


def spans_in(document):
    [layer] = document.layers
    return [(each.span_text, each.entity_type) for each in layer.mentions]


def test_an_export_is_read_with_a_layer_for_each_annotator(tmp_path):
    person = {"id": 9, "email": "eva@example.org", "first_name": "Eva", "last_name": ""}
    read = reading(
        tmp_path,
        task(
            annotation(region("Ann", "Person")),
            annotation(region("Oslo", "LOC"), completed_by=person, ground_truth=True),
            annotation(region("Bo", "PER"), was_cancelled=True),
            predictions=[{"model_version": "1", "result": [region("Bo", "PER")]}],
        ),
    )
    assert detect_format(tmp_path / "upload", name="x.txt") is Format.LABEL_STUDIO
    document = read.documents["project-3"]
    assert {
        name: [(each.span_text, each.entity_type) for each in layer.mentions]
        for name, layer in layers_of(document).items()
    } == {
        "user 4": [("Ann", SemanticType.PERSON)],
        "eva@example.org": [("Oslo", SemanticType.LOC)],
    }
    assert document.quality_checked == ("eva@example.org",)
    assert read.notes == [
        "project.json: labels were taken as types: Person as PERSON",
        "project.json: left out: 1 skipped annotation",
        "project.json: left out: 1 prediction",
    ]


@pytest.mark.parametrize(
    ("shift", "way"),
    [(0, None), (2, "in UTF-16 units, in which an emoji is two")],
    ids=["code points", "UTF-16"],
)
def test_what_is_quoted_tells_how_a_version_counts(tmp_path, shift, way):
    regions = [region("Ann", "PERSON", shift=shift), region("Oslo", "LOC", shift=shift, number=2)]
    read = reading(tmp_path, task(annotation(*regions, completed_by=None)))
    [document] = read.documents.values()
    assert spans_in(document) == [("Ann", SemanticType.PERSON), ("Oslo", SemanticType.LOC)]
    assert read.notes == ([f"project.json: offsets are counted {way}"] if way else [])


def test_blanks_that_were_quoted_differently_are_no_fault(tmp_path):
    one = {"start": 3, "end": 14, "labels": ["PER"], "text": "Ann met\\nBo"}
    result = region("Ann", "PER") | {"value": one}
    read = reading(tmp_path, task(annotation(result)))
    assert spans_in(read.documents["project-3"]) == [("Ann met\r\nBo", SemanticType.PERSON)]


def test_predictions_are_suggestions_where_nobody_annotated(tmp_path):
    prediction = {"model_version": "1", "score": 0.4, "result": [region("Bo", "PER")]}
    read = reading(tmp_path, task(predictions=[prediction]))
    [layer] = read.documents["project-3"].layers
    assert (layer.name, len(layer.mentions)) == ("marked", 1)


def test_the_text_may_have_another_name_and_other_data_is_kept(tmp_path):
    record = task(annotation(region("Bo", "PER")))
    record["data"] = {"letter": ASTRAL, "page": 3}
    unclear = task(annotation(), id=4)
    unclear["data"] = {"letter": "a", "reply": "b"}
    read = reading(tmp_path, record, unclear)
    assert read.documents["project-3"].meta == {"page": 3}
    [problem] = read.problems
    assert (
        "which of its data is the text? There is no “text” in it, but 'letter', 'reply'" in problem
    )


def test_what_is_said_of_regions_in_other_ways_is_left_out_and_counted(tmp_path):
    relation = {"type": "relation", "from_id": "r1", "to_id": "r2", "direction": "right"}
    mood = {"id": "x", "type": "choices", "from_name": "mood", "value": {"choices": ["good"]}}
    twice = region("Ann", "PER")
    twice["value"]["labels"] = ["PER", "Poet"]
    none = region("Bo", "PER", number=2)
    none["value"]["labels"] = []
    read = reading(tmp_path, task(annotation(relation, mood, twice, none)))
    assert read.notes[1:] == [
        "project.json: left out: 1 'relation' result",
        "project.json: left out: 1 'choices' result",
        "project.json: left out: 1 further label",
        "project.json: left out: 1 unlabelled region",
    ]


def test_the_shorter_form_has_a_row_for_each_annotation(tmp_path):
    short = {
        "text": ASTRAL,
        "id": 3,
        "label": [{"start": 3, "end": 6, "text": "Ann", "labels": ["PER"]}],
        "annotator": 1,
        "annotation_id": 2,
        "created_at": "2024-01-02T03:04:05Z",
        "lead_time": 4.2,
    }
    none = {key: value for key, value in short.items() if key != "label"} | {"id": 2}
    other = short | {"label": [], "annotator": 2, "replacement": "PERSON 1"}
    read = reading(tmp_path, none, short, other, short | {"id": 4})
    assert {
        doc_id: {layer.name: len(layer.mentions) for layer in document.layers}
        for doc_id, document in read.documents.items()
    } == {
        "project-2": {"user 1": 0},
        "project-3": {"user 1": 1, "user 2": 0},
        "project-4": {"user 1": 1},
    }


def test_what_was_written_is_read_again(tmp_path_factory):
    @given(entries())
    def check(document):
        read = reread(LabelStudioWriter, tmp_path_factory.mktemp("tasks"), document)
        assert read.faults == []
        [again] = read.documents.values()
        assert (again.doc_id, again.text) == (document[0].doc_id, document[0].text)
        assert again.dataset_type == document[0].split
        assert {layer.name: said(layer) for layer in again.layers} == {
            each.annotator: meant(each) for each in document
        }
        assert again.quality_checked == (("judge",) if document[-1].is_gold else None)

    check()


def test_no_document_is_an_empty_list(tmp_path):
    folder = written(LabelStudioWriter, tmp_path / "written")
    assert json.loads((folder / "tasks.json").read_text()) == []


def test_the_config_has_every_control_that_a_task_names(tmp_path):
    spans = [found(TEXT, "Zoë", replacement="PERSON 1"), found(TEXT, "York")]
    folder = written(LabelStudioWriter, tmp_path / "written", [entry("ada", *spans)])
    controls = {each.get("name"): each for each in etree.fromstring(config())}
    [record] = json.loads((folder / "tasks.json").read_text("utf-8"))
    results = record["annotations"][0]["result"]
    assert {each["from_name"] for each in results} <= controls.keys()
    assert {each["to_name"] for each in results} == {"text"}
    for each in results:
        assert controls[each["from_name"]].tag.lower() == each["type"]
        allowed = {child.get("value") for child in controls[each["from_name"]]}
        chosen = each["value"].get("labels") or each["value"].get("choices") or []
        assert set(chosen) <= allowed
    assert "completed_by" not in record["annotations"][0]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"start": 4, "end": 7}, "at 4–7 the file quotes 'Ann', but the text has 'nn '"),
        ({"start": 6, "end": 3}, "at 6–3 the file quotes 'Ann', but the text has ''"),
        ({"start": 6, "end": 3, "text": None}, "r1: offsets 6–3 are out of range"),
        ({"end": 10**25, "text": None}, "are out of range (the text has 23 characters)"),
        ({"start": "3"}, "start: expected a whole number, found a string"),
        ({"labels": "PER"}, "labels: expected a list, found a string"),
        ({"labels": [3]}, "an item of labels: expected a string, found a whole number"),
    ],
)
def test_what_is_wrong_with_one_region_leaves_out_that_document(tmp_path, change, problem):
    bad = region("Ann", "PER")
    bad["value"] |= change
    read = reading(tmp_path, task(annotation(bad)), task(annotation(region("Bo", "PER")), id=4))
    assert list(read.documents) == ["project-4"]
    [fault] = read.problems
    assert fault.startswith("document 'project-3': ")
    assert problem in fault


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"data": {}, "annotations": []}, "which of its data is the text?"),
        ({"annotations": [3]}, "annotations[0]: expected an object, found a whole number"),
        ({"annotations": [{"result": None}]}, "result: expected a list, found null"),
        ({"annotations": [{}]}, "annotations[0].result is missing"),
    ],
)
def test_a_task_of_another_shape_is_named(tmp_path, change, problem):
    read = reading(tmp_path, task(annotation()), task(id=4) | change)
    assert list(read.documents) == ["project-3"]
    assert problem in read.problems[0]


def test_in_an_archive_config_and_card_are_no_documents(tmp_path):
    members = {"README.md": "# Card", "config.xml": config(), "a.txt": "Text."}
    members["tasks.json"] = json.dumps([task(annotation(region("Bo", "PER")))])
    read = Read(tmp_path, packed(members), "export.zip")
    assert (list(read.documents), read.faults) == (["a", "tasks-3"], [])


def test_who_marked_what_and_what_stays_is_told(tmp_path):
    stays = found(TEXT, "York", identifier_type=IdentifierType.NO_MASK)
    read = reread(LabelStudioWriter, tmp_path, [entry("ada", stays)])
    [layer] = read.documents["zoe"].layers
    assert layer.mentions[0].identifier_type is IdentifierType.NO_MASK
