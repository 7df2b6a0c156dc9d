"""brat: what we write comes back, and its collections are read as what they mean."""

import csv

import pytest
from hypothesis import given

from annotation.errors import RecordError
from annotation.formats import Format, detect_format
from annotation.formats.exchange.brat import BratWriter, annotations_of
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
    span,
    written,
)
from tests.annotation.people_files import packed
from tests.annotation.reading import Read
from tests.annotation.refusals import message

LETTER = "Ann 🙂 met\r\nBo and Eva Berg."
ANN = "T1\tPerson 0 3\tAnn\n"


def pair(ann, text=LETTER, name="letter"):
    return {f"{name}.txt": text, f"{name}.ann": ann}


def reading(tmp_path, *members):
    files = {}
    for each in members:
        files |= each
    return Read(tmp_path, packed(files), "corpus.zip")


def rows_of(layer):
    return [(each.span_text, each.entity_type, each.entity_id) for each in layer.mentions]


def test_a_collection_is_read_text_and_annotations_together(tmp_path):
    configuration = {"annotation.conf": "[entities]\nPerson\n", "visual.conf": "[labels]\n"}
    read = reading(tmp_path, pair(ANN), configuration, {"plain.txt": "No annotations."})
    assert read.faults == []
    assert {doc_id: len(document.layers) for doc_id, document in read.documents.items()} == {
        "plain": 0,
        "letter": 1,
    }
    [layer] = read.documents["letter"].layers
    assert layer.name == "marked"
    assert rows_of(layer) == [("Ann", SemanticType.PERSON, "letter_e1")]
    assert read.notes == ["corpus.zip: labels were taken as types: Person as PERSON"]


def test_all_that_brat_can_say_is_read_or_counted(tmp_path):
    ann = (
        "T1\tPerson 0 3\tAnn\n"
        "T2\tPerson 11 13;18 21\tBo Eva\n"
        "T3\tPerson 22 26\tBerg\n"
        "T4\tMeeting 6 9\tmet\n"
        "E1\tMeeting:T4 Who:T1 With:T2\n"
        "R1\tMarried Arg1:T2 Arg2:T3\n"
        "*\tEquiv T1 T3\n"
        "A1\tIdentifier T1 QUASI\n"
        "M1\tNegation E1\n"
        "A2\tIdentifier T3 PERHAPS\n"
        "N1\tReference T1 Wikidata:Q1\tAnn\n"
        "#1\tAnnotatorNotes T1\treplacement: a woman\n"
        "#2\tAnnotatorNotes T3\twho is this?\n"
    )
    read = reading(tmp_path, pair(ann))
    [layer] = read.documents["letter"].layers
    assert rows_of(layer) == [
        ("Ann", SemanticType.PERSON, "letter_e1"),
        ("met", SemanticType.MISC, "letter_e3"),
        ("Bo", SemanticType.PERSON, "letter_e2"),
        ("Eva", SemanticType.PERSON, "letter_e2"),
        ("Berg", SemanticType.PERSON, "letter_e1"),
    ]
    ann_said = layer.mentions[0]
    assert ann_said.identifier_type is IdentifierType.QUASI
    assert ann_said.replacement.generalizations == {"annotators": ["a woman", "***"]}
    assert ann_said.replacement.selection == {}
    assert read.notes[2:] == [
        "corpus.zip: left out: 1 event",
        "corpus.zip: left out: 1 relation",
        "corpus.zip: left out: 2 attributes",
        "corpus.zip: left out: 1 normalization",
        "corpus.zip: left out: 1 note",
    ]


def test_a_span_over_line_ends_is_one(tmp_path):
    ann = "T1\tPerson 6 9;11 13\tmet Bo\n"
    read = reading(tmp_path, pair(ann, LETTER.replace(" and", "")))
    [layer] = read.documents["letter"].layers
    assert [each.span_text for each in layer.mentions] == ["met\r\nBo"]


@pytest.mark.parametrize(
    ("ann", "way"),
    [
        ("T1\tPER 11 13\tBo\n", None),
        ("T1\tPER 12 14\tBo\n", "in UTF-16 units, in which an emoji is two"),
        ("T1\tPER 10 12\tBo\n", "with a line end of two characters as one"),
        ("T1\tPER 14 16\tBo\n", "in bytes of UTF-8"),
    ],
)
def test_what_is_quoted_tells_how_offsets_are_counted(tmp_path, ann, way):
    read = reading(tmp_path, pair(ann, "Ann 🙂 saw\r\nBo."))
    [layer] = read.documents["letter"].layers
    assert [each.span_text for each in layer.mentions] == ["Bo"]
    assert read.notes[1:] == ([f"corpus.zip: offsets are counted {way}"] if way else [])


def test_folders_in_which_the_same_texts_lie_are_annotators(tmp_path):
    read = reading(
        tmp_path,
        pair(ANN, name="study/ada/2021/letter"),
        pair("", name="study/bo/2021/letter"),
        pair(ANN, name="study/gold/2021/letter"),
        pair(ANN, "Ann wrote another.", name="study/other/letter"),
    )
    assert read.faults == []
    assert {
        doc_id: {layer.name: len(layer.mentions) for layer in document.layers}
        for doc_id, document in read.documents.items()
    } == {
        "study/2021/letter": {"ada": 1, "bo": 0, "gold": 1},
        "study/other/letter": {"marked": 1},
    }
    assert read.documents["study/2021/letter"].quality_checked == ("gold",)


def test_annotations_without_their_text_say_what_to_do(tmp_path):
    problem = message(tmp_path, ANN, name="letter.ann")
    assert detect_format(tmp_path / "upload", name="anything.txt") is Format.BRAT
    assert "bring both together, in a ZIP archive" in problem
    read = reading(tmp_path, pair(ANN), {"lost.ann": ANN})
    assert list(read.documents) == ["letter"]
    [fault] = read.problems
    assert fault.startswith("corpus.zip / lost.ann: it holds annotations of brat's without")


@pytest.mark.parametrize(
    ("ann", "problem"),
    [
        ("T1\tPER 0 2\tAnn\n", "T1: at 0–2 the file quotes 'Ann', but the text has 'An'"),
        ("T1\tPER 0 3;11 13\tAnn Eva\n", "T1: the file quotes 'Ann Eva', the text has 'Ann Bo'"),
        ("T1\tPER 3 0\t\n", "T1: offsets 3–0 are out of range (the text has 27 characters)"),
        ("T1\tPER 0 99\n", "T1: offsets 0–99 are out of range"),
        (f"T1\tPER 0 {'9' * 5000}\n", "line 1: a label and offsets were expected after T1"),
        ("T1\tPER 0\n", "line 1: a label and offsets were expected after T1"),
        ("T1\tPER 0 3\tAnn\nT1\tPER 0 3\tAnn\n", "line 2: 'T1' stands twice in the file"),
        ("Ann is a person\n", "line 1 is no annotation of brat's: 'Ann is a person'"),
        (b"T1\tPER 0 3\tA\xffn\n", "broken UTF-8"),
    ],
)
def test_what_is_wrong_with_one_file_leaves_out_that_document(tmp_path, ann, problem):
    read = reading(tmp_path, pair(ann), pair(ANN, name="sound"))
    assert list(read.documents) == ["sound"]
    [fault] = read.problems
    assert fault.startswith("corpus.zip / letter.ann: ")
    assert problem in fault


def test_what_was_written_is_read_again(tmp_path_factory):
    """brat has no names of spans and entities, and no line end at the edge of a span."""

    def is_one_of_brats(part):
        return bool(part) and all(part[at].splitlines() != [""] for at in (0, -1))

    @given(entries(is_span=is_one_of_brats))
    def check(document):
        read = reread(BratWriter, tmp_path_factory.mktemp("brat"), document)
        assert read.faults == []
        [again] = read.documents.values()
        assert (again.doc_id, again.text) == (document[0].doc_id, document[0].text)
        assert again.dataset_type == document[0].split
        assert {name: said(layer, named=False) for name, layer in layers_of(again).items()} == {
            each.annotator: meant(each, named=False) for each in document
        }
        assert again.quality_checked == (("judge",) if document[-1].is_gold else None)

    check()


def test_entities_are_kept_and_one_over_lines_is_quoted_in_pieces(tmp_path):
    city, again = found(TEXT, "New\nYork", entity_id="x"), found(TEXT, "sails", entity_id="x")
    assert annotations_of(entry("ada", again, city)) == (
        "T1\tLOC 6 11\tsails\nA1\tIdentifier T1 QUASI\n"
        "T2\tLOC 18 21;22 26\tNew York\nA2\tIdentifier T2 QUASI\n"
        "*\tEquiv T1 T2\n"
    )
    read = reread(BratWriter, tmp_path, [entry("ada", again, city)])
    [layer] = read.documents["zoe"].layers
    assert rows_of(layer) == [
        ("sails", SemanticType.LOC, "zoe_e1"),
        ("New\nYork", SemanticType.LOC, "zoe_e1"),
    ]


def test_a_span_of_line_ends_alone_is_refused_and_nothing_is_written(tmp_path):
    start = TEXT.index("\r")
    bad = entry("ada", span(TEXT, start, start + 2, mention_id="m7"))
    folder = tmp_path / "written"
    folder.mkdir()
    writer = BratWriter(folder)
    with pytest.raises(RecordError, match="mention 'm7': brat has no span of line ends alone"):
        writer.add([entry("bo"), bad])
    writer.close("# Card")
    assert not list(folder.glob("*/*"))


def test_annotators_who_are_called_like_files_of_a_collection_are_in_no_way(tmp_path):
    names = ["Documents.csv", "annotation.conf", "README.md", "Gold"]
    document = [*map(entry, names), entry("judge", is_gold=True)]
    read = reread(BratWriter, tmp_path, document)
    assert layers_of(read.documents["zoe"]).keys() == {*names, "judge"}


def test_a_table_of_anothers_is_read_as_what_it_is(tmp_path):
    read = reading(tmp_path, pair(ANN), {"documents.csv": "id,text\n1,Eva wrote.\n"})
    assert list(read.documents) == ["documents/1", "letter"]


def test_names_of_files_name_no_document_and_the_table_says_which_is_which(tmp_path):
    document = [entry("a/b", doc_id="Anna Berg"), entry("judge", doc_id="Anna Berg", is_gold=True)]
    folder = written(BratWriter, tmp_path / "written", document)
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*.ann")}
    assert files == {"a%2Fb/document-1.ann", "gold/document-1.ann"}
    with (folder / "documents.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["doc_id"], row["annotator"], row["gold"]) for row in rows] == [
        ("Anna Berg", "a/b", ""),
        ("Anna Berg", "judge", "yes"),
    ]
