"""doccano: what we write comes back, and what it exports is read as what it means."""

import json

import pytest
from hypothesis import given

from annotation.formats import Format, detect_format
from annotation.formats.exchange.doccano import DoccanoWriter
from annotation.types import ConfidentialStatus, IdentifierType, SemanticType
from tests.annotation.exchanging import (
    TEXT,
    archive_of,
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

EXPORTED = {"id": 7, "text": "Ann 🙂 met Bo in Oslo.", "label": [[0, 3, "PER"], [16, 20, "GPE"]]}


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


def spans_in(document):
    [layer] = document.layers
    return [(each.span_text, each.entity_type, each.identifier_type) for each in layer.mentions]


def test_a_file_of_doccano_is_read_by_what_its_labels_mean(tmp_path):
    read = Read(tmp_path, lines(EXPORTED), "all.jsonl")
    assert detect_format(tmp_path / "upload", name="anything.txt") is Format.DOCCANO
    [document] = read.documents.values()
    assert document.doc_id == "all-7"
    assert spans_in(document) == [
        ("Ann", SemanticType.PERSON, IdentifierType.DIRECT),
        ("Oslo", SemanticType.LOC, IdentifierType.QUASI),
    ]
    assert read.notes == ["all.jsonl: labels were taken as types: PER as PERSON, GPE as LOC"]


def test_spans_with_relations_are_read_and_what_is_lost_is_said(tmp_path):
    record = {
        "id": 1,
        "text": "Bo likes Eva.",
        "entities": [
            {"id": 3, "label": "Person", "start_offset": 0, "end_offset": 2},
            {"id": 4, "label": "Darling", "start_offset": 9, "end_offset": 12},
        ],
        "relations": [{"id": 1, "from_id": 3, "to_id": 4, "type": "likes"}],
        "Comments": ["sure?"],
        "source": {"ward": 3},
        "meta": {"page": 2, "source": "old"},
    }
    read = Read(tmp_path, lines(record), "love.jsonl")
    document = read.documents["love-1"]
    assert [each[:2] for each in spans_in(document)] == [
        ("Bo", SemanticType.PERSON),
        ("Eva", SemanticType.MISC),
    ]
    assert document.meta == {"page": 2, "source": {"ward": 3}}
    assert read.notes == [
        "love.jsonl: labels were taken as types: Person as PERSON",
        "love.jsonl: labels that are not known were taken as MISC: Darling (1)",
        "love.jsonl: left out: 1 relation",
        "love.jsonl: left out: 1 comment",
    ]


def test_a_file_whose_first_text_has_no_label_is_doccanos_all_the_same(tmp_path):
    empty = {"id": 1, "text": "Nothing.", "label": []}
    read = Read(tmp_path, lines(empty, EXPORTED), "all.jsonl")
    assert [len(document.layers) for document in read.documents.values()] == [0, 1]


def test_the_files_of_several_annotators_are_layers_of_one_document(tmp_path):
    alone = {"id": 8, "text": "Only Bo read it.", "label": [[5, 7, "PER"]]}
    members = {
        "bo.jsonl": lines(EXPORTED | {"label": []}, alone),
        "ada.jsonl": lines(alone | {"id": 9, "text": "Another."} | {"label": []}, EXPORTED),
        "README.md": "# What this is",
    }
    read = Read(tmp_path, packed(members), "export.zip")
    assert read.faults == []
    counts = {
        doc_id: {layer.name: len(layer.mentions) for layer in document.layers}
        for doc_id, document in read.documents.items()
    }
    assert counts == {
        "export-7": {"bo": 0, "ada": 2},
        "export-8": {"bo": 1},
        "export-9": {"ada": 0},
    }
    assert "export.zip: each file was read as the work of one annotator: bo, ada" in read.notes


def test_what_was_written_is_read_again(tmp_path_factory):
    @given(entries())
    def check(document):
        read = reread(DoccanoWriter, tmp_path_factory.mktemp("doccano"), document)
        assert read.faults == []
        [again] = read.documents.values()
        assert (again.doc_id, again.text) == (document[0].doc_id, document[0].text)
        assert again.dataset_type == document[0].split
        assert sorted(map(said, again.layers), key=repr) == sorted(map(meant, document), key=repr)
        assert again.quality_checked == (("gold",) if document[-1].is_gold else None)

    check()


def test_files_are_called_by_annotators_as_far_as_they_can_be(tmp_path):
    names = ["ada", "Ada", "all", "gold", "a/b", "..", "Con", "ø" * 100, "%" * 100]
    document = [entry(name) for name in names] + [entry("judge", is_gold=True)]
    folder = written(DoccanoWriter, tmp_path / "written", document)
    files = sorted(path.name for path in folder.iterdir())
    assert files == sorted(
        [
            *("ada.jsonl", "Ada (2).jsonl", "all (2).jsonl", "gold (2).jsonl", "a%2Fb.jsonl"),
            *("%2E%2E.jsonl", "%43on.jsonl", "ø" * 60 + ".jsonl", "%25" * 40 + ".jsonl"),
            *("gold.jsonl", "README.md"),
        ]
    )
    read = Read(tmp_path, archive_of(folder), "written.zip")
    assert set(layers_of(read.documents["zoe"])) >= {"ada", "a/b", "..", "Con", "gold"}


def test_what_doccano_shows_is_the_type_and_whether_it_may_stay(tmp_path):
    document = [
        entry(
            "ada",
            found(TEXT, "Zoë", entity_type=SemanticType.PERSON, replacement="PERSON 1"),
            found(TEXT, "שלום", identifier_type=IdentifierType.NO_MASK),
        )
    ]
    folder = written(DoccanoWriter, tmp_path / "written", document)
    record = json.loads((folder / "ada.jsonl").read_text("utf-8"))
    assert record["label"] == [[0, 3, "PERSON"], [30, 34, "LOC/NO_MASK"]]


def test_what_was_changed_in_doccano_counts_and_the_rest_stays(tmp_path):
    """doccano gives its own numbers, keeps other keys, and knows nothing of our details."""
    spans = [
        found(TEXT, "Zoë", replacement="PERSON 1", mention_id="m1"),
        found(TEXT, "York", confidential_status=ConfidentialStatus.BELIEF),
    ]
    folder = written(DoccanoWriter, tmp_path / "written", [entry("ada", *spans)])
    record = json.loads((folder / "ada.jsonl").read_text("utf-8"))
    record |= {"id": 981, "label": [[0, 3, "LOC"], [23, 27, "ORG"]], "Comments": []}
    read = Read(tmp_path, packed({"eva.jsonl": lines(record)}), "export.zip")
    [layer] = read.documents["zoe"].layers
    assert layer.name == "eva"
    kept, changed = layer.mentions
    assert kept.replacement.selection == {"PERSON 1": ("eva",)}
    assert (changed.entity_type, changed.confidential_status) == (SemanticType.ORG, None)


def test_files_are_joined_up_to_a_size(tmp_path, monkeypatch):
    content = lines(EXPORTED)
    monkeypatch.setattr("annotation.formats.gathering.MAX_TOGETHER_BYTES", len(content))
    read = Read(tmp_path, packed({"ada.jsonl": content, "bo.jsonl": content}), "export.zip")
    assert [layer.name for layer in read.documents["export-7"].layers] == ["ada"]
    [problem] = read.problems
    assert problem.startswith("export.zip / bo.jsonl: with the other annotators' files it has more")


def test_spans_that_would_fill_the_memory_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("annotation.formats.exchange.marking.MOST_COVERED", 50)
    label = [[0, len(EXPORTED["text"]), "PER"]] * 10
    [problem] = Read(tmp_path, lines(EXPORTED | {"label": label}), "a").problems
    assert "its spans cover more than 50 characters" in problem


@pytest.mark.parametrize(
    ("label", "problem"),
    [
        ([[0, 10**30, "PER"]], "label[0]: offsets 0–1000"),
        ([[3, 0, "PER"]], "label[0]: offsets 3–0 are out of range (the text has 21 characters)"),
        ([[-3, 2, "PER"]], "label[0]: offsets -3–2 are out of range"),
        ([[0, 0, "PER"]], "label[0]: offsets 0–0 are out of range"),
        ([[0, True, "PER"]], "end_offset: expected a whole number, found true or false"),
        ([[0, 3]], "label[0].start, end and label: one is missing"),
        ([[0, 3, 7]], "label[0].label: expected a string, found a whole number"),
        ([[0, 3, "\ud800"]], "label[0].label holds half of a surrogate pair"),
        ("PER", "label: expected a list, found a string"),
    ],
)
def test_what_is_wrong_with_one_line_leaves_out_that_document(tmp_path, label, problem):
    read = Read(tmp_path, lines(EXPORTED, {"id": 8, "text": EXPORTED["text"], "label": label}), "a")
    assert list(read.documents) == ["a-7"]
    [fault] = read.problems
    assert fault.startswith("document 'a-8': ")
    assert problem in fault
