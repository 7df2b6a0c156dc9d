"""Tables: a document a row, the text in a column that is known or named."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.formats import Format, detect_format
from tests.annotation.reading import Read
from tests.annotation.refusals import message


@pytest.mark.parametrize(
    ("name", "content", "texts"),
    [
        ("notes.csv", "text\nAnna lived, in Oslo\n\nShe wrote\n", {2: "Anna lived, in Oslo"}),
        ("notes.csv", "note\r\nAnna\r\n", {2: "Anna"}),
        ("notes.txt", "year,Text\n1986,Anna\n1987,She wrote\n", {2: "Anna", 3: "She wrote"}),
        ("notes.csv", 'year;text\n1986;"Anna; of\nOslo"\n', {2: "Anna; of\nOslo"}),
        ("notes.tsv", "year\ttext\n1986\tAnna, of Oslo\n", {2: "Anna, of Oslo"}),
        ("notes.csv", "sep=|\nyear|text\n1986|Anna\n", {3: "Anna"}),
        ("notes.csv", "\n,\nyear, text\n1986, Anna\n", {4: " Anna"}),
    ],
)
def test_a_row_is_a_document_named_by_file_and_row(tmp_path, name, content, texts):
    found = Read(tmp_path, content, name)
    assert found.faults == []
    assert texts.items() <= {int(key[6:]): text for key, text in found.texts.items()}.items()
    assert detect_format(tmp_path / "upload", name=name) is Format.CSV


def test_the_first_row_of_a_single_column_is_taken_for_its_name_and_that_is_said(tmp_path):
    found = Read(tmp_path, "Anna lived\nShe wrote\n", "notes.csv")
    assert found.texts == {"notes-2": "She wrote"}
    assert found.notes == [
        "notes.csv: the first row, 'Anna lived', was taken for the name of the column"
    ]


@pytest.mark.parametrize("ids", ["id", "doc_id", " ID "])
def test_a_column_of_ids_names_the_documents_and_the_others_are_kept(tmp_path, ids):
    content = f"{ids},text,year,\nn1,Anna,1986,x\nn2,Bo,1987,\n"
    documents = Read(tmp_path, content, "notes.csv").documents
    assert [document.text for document in documents.values()] == ["Anna", "Bo"]
    assert documents["n1"].meta == {"year": "1986", "column 4": "x"}


@pytest.mark.parametrize("wanted", ["story", "Story"])
def test_the_column_of_the_text_can_be_said(tmp_path, wanted):
    found = Read(tmp_path, "id,text,Story\n1,short,long\n", "notes.csv", text_column=wanted)
    assert found.texts == {"1": "long"}
    assert found.documents["1"].meta == {"text": "short"}


@pytest.mark.parametrize(
    ("content", "wanted", "problem"),
    [
        (
            "id,name,story\n1,Anna,long\n",
            None,
            "the file is a table (CSV): name its text column, one of 'id', 'name', 'story'; "
            "if it is prose all the same, choose the format plain text",
        ),
        ("id,name\n1,Anna\n", "text", "the table has no column 'text'; it has 'id', 'name'"),
        ("text,text\n1,Anna\n", None, "two columns are called 'text'"),
        (
            'id,text\n1,"Anna\n',
            None,
            "row 2 (from line 2 of the file on) can't be read: unexpected end of data; is a quote "
            "not closed?",
        ),
    ],
)
def test_a_table_that_cannot_be_read_says_why(tmp_path, content, wanted, problem):
    path = tmp_path / "upload"
    path.write_text(content)
    found = message(tmp_path, content, name="a.csv", text_column=wanted)
    assert found == f"a.csv: {problem}"


def test_a_bad_row_does_not_stop_the_others_and_is_named(tmp_path):
    content = "id,text\n1,Anna\n2,a,b\n3, \n,Bo\n5,Eva\n5,Åse\n"
    found = Read(tmp_path, content, "a.csv")
    assert found.texts == {"1": "Anna", "5": "Eva"}
    assert found.problems == [
        "row 3: it has 3 columns, the first row has 2",
        "row 4: its text is empty",
        "row 5: id is empty",
        "document '5': the same doc_id stands twice in the file",
    ]


def test_a_table_in_another_encoding_is_read_and_the_guess_is_said(tmp_path):
    content = "id;text\n1;Søren bor i Tromsø.\n".encode("cp1252")
    found = Read(tmp_path, content, "a.csv")
    assert found.texts == {"1": "Søren bor i Tromsø."}
    assert "read as Windows-1252" in found.notes[0]


def test_a_long_text_fits_into_a_cell_and_a_longer_one_is_its_row_s_fault(tmp_path, monkeypatch):
    monkeypatch.setattr("annotation.formats.record_shape.MAX_TEXT_CHARACTERS", 300_000)
    content = f"id,text\n1,{'a' * 300_000}\n2,{'a' * 300_001}\n"
    found = Read(tmp_path, content, "a.csv")
    assert list(found.texts) == ["1"]
    assert found.problems == ["row 3: the text has 300,001 characters, the limit is 300,000"]


cells = st.text(st.sampled_from('ab "\n\r,;\té🙂'), min_size=1).filter(str.strip)


@given(
    st.lists(st.tuples(cells, cells), min_size=1),
    st.sampled_from(",;\t|"),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.integers(1, 9),
)
def test_what_was_written_as_a_table_is_read_as_it_was(tmp_path_factory, rows, mark, end, size):
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=mark, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerows([("note", "text"), *rows])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("annotation.formats.source._CHUNK_BYTES", 64 * size)
        folder = tmp_path_factory.mktemp("table")
        documents = Read(folder, stream.getvalue(), "a.csv").documents.values()
    assert [(each.meta["note"], each.text) for each in documents] == rows
