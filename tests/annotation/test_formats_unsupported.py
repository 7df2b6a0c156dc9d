"""Files of other kinds are recognized by what is in them, each with what to do about it."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from annotation.errors import RecordError
from annotation.formats import Format, detect_format, document_from_json, read_documents
from annotation.formats.csv_table import looks_like_table
from tests.annotation.people_files import packed
from tests.annotation.refusals import GOOD, message

AS_TEXT = "copy or export what it says as plain text (UTF-8)"
AS_WORD = "open it and save it as a Word document (DOCX), or as plain text"
AS_CSV = "save the sheet with the texts as CSV"
OCR = "run text recognition (OCR) on it"
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def office(**parts):
    return packed({"[Content_Types].xml": "x", **{f"{name}/x.xml": "x" for name in parts}})


def compound(name):
    return COMPOUND + b"\0" * 1_048_570 + name.encode("utf-16-le")


@pytest.mark.parametrize(
    ("content", "kind", "advice"),
    [
        (office(xl=1), "an Excel workbook (XLSX)", AS_CSV),
        (office(ppt=1), "a PowerPoint presentation (PPTX)", AS_TEXT),
        (packed({}, mimetype="application/epub+zip"), "an e-book (EPUB)", AS_TEXT),
        (packed({"Index/Document.iwa": "x"}), "a Pages document", "export it as a Word document"),
        (COMPOUND, "a document of an older Microsoft Office", AS_WORD),
        (compound("WordDocument"), "a document of an older Word (DOC)", AS_WORD),
        (compound("Workbook"), "a workbook of an older Excel (XLS)", AS_CSV),
        (compound("EncryptedPackage"), "an encrypted Office document", "open it with its password"),
        (compound("__properties_version1.0"), "a mail of Outlook (MSG)", "save it as EML"),
        (b"{\\rtf1\\ansi Anna}", "an RTF document", AS_WORD),
        (b"\x89PNG\r\n\x1a\n\0\0", "a picture (PNG)", OCR),
        (b"\xff\xd8\xff\xe0", "a picture (JPEG)", OCR),
        (b"\x1f\x8b\x08", "a gzip archive", "unpack it"),
        (b"\x7fELF\x02\x01\xff\xfe", "a binary file, no text", AS_TEXT),
        (b"\0\xff\x01\xfe" * 50, "a binary file, no text", AS_TEXT),
    ],
    ids=lambda value: "" if isinstance(value, bytes) else None,
)
@pytest.mark.parametrize("format_", [None, Format.TEXT])
def test_what_is_no_text_is_called_by_its_name(tmp_path, content, kind, advice, format_):
    problem = message(tmp_path, content, name="anna.txt", format_=format_)
    assert problem.startswith(f"anna.txt: the file is {kind}: ")
    assert advice in problem


@pytest.mark.parametrize(
    ("text", "encoding"), [("café, Åse", "ISO-8859-1"), ("“café”", "WINDOWS-1252")]
)
@pytest.mark.parametrize("before", ["", "x" * 300_000])
def test_json_that_is_not_utf8_is_refused_with_a_guess(tmp_path, text, encoding, before):
    content = json.dumps([{"text": before + text}], ensure_ascii=False).encode(encoding)
    problem = message(tmp_path, content)
    assert f"it looks like {encoding} text: save it as UTF-8: `iconv -f {encoding} " in problem


def test_no_encoding_is_guessed_where_other_letters_were_right(tmp_path):
    assert "looks like" not in message(tmp_path, "café ".encode() + b"\xe9 x", name="anna.txt")


def test_an_xml_file_is_called_by_its_name(tmp_path):
    problem = message(tmp_path, "<?xml version='1.0'?><TEI/>", name="anna.txt")
    assert problem.startswith("anna.txt: the file is an XML file: ")


@pytest.mark.parametrize(
    "content",
    [
        "id,name\n1,Anna lived in Oslo\n2,She wrote",
        'id;name\n1;"Anna; of Oslo"\n\n2;"She\nwrote"\n',
        "id\tname\n1\tAnna, of Oslo, wrote\n",
        "a,b\n" + "1,two words\n" * 40 + "torn\n",
        'a,b\n1,"two\nwords"\n2,"cut off',
    ],
)
def test_a_table_is_never_one_document(tmp_path, content):
    problem = message(tmp_path, content, name="anna.txt")
    assert problem.startswith("anna.txt: the file is a table (CSV): name its text column, one of ")


def test_prose_that_is_taken_for_a_table_can_be_named(tmp_path):
    path = tmp_path / "poem.txt"
    path.write_text("a,b\nc,d\n")
    assert detect_format(path) is Format.CSV
    with pytest.raises(RecordError, match="choose the format plain text"):
        list(read_documents(path))
    assert len(list(read_documents(path, format=Format.TEXT))) == 1


words = st.text(st.sampled_from("abcdeéøÅ'’-"), min_size=1, max_size=9)
numbers = st.integers(0, 99_999).map("{:,}".format)
marks = st.sampled_from(["", "", "", ",", ";", ":", ".", '"'])
sentences = st.lists(st.builds(str.__add__, words | numbers, marks), min_size=2, max_size=12).map(
    " ".join
)
breaks = st.sampled_from(["\n", "\n\n", " ", "\r\n", "\n\t"])


@given(st.lists(st.tuples(sentences, breaks), min_size=1, max_size=12))
@example([("a 1,000", "\n")] * 2)
def test_prose_is_no_table_however_its_commas_fall(parts):
    assert not looks_like_table("a.txt", "".join(sentence + end for sentence, end in parts))


def test_verses_with_a_comma_in_each_line_are_no_table():
    poem = "Roses are red, violets are blue,\nSugar is sweet, and so are you.\n"
    assert not looks_like_table("poem.txt", poem)


LABELS = {
    "spaCy": {"text": "Anna lived.", "ents": [{"start": 0, "end": 4, "label": "PER"}]},
    "a name of its own": {"text": "Anna lived.", "marks": [[0, 4, "PER"], [5, 10, "ACT"]]},
    "a list of annotations": {"text": "Anna lived.", "annotations": [{"result": []}]},
}


@pytest.mark.parametrize("record", LABELS.values(), ids=LABELS)
@pytest.mark.parametrize("as_lines", [True, False])
def test_labels_of_other_tools_are_not_lost_in_silence(tmp_path, record, as_lines):
    content = json.dumps(record if as_lines else [record])
    key = next(key for key in ("ents", "marks", "annotations") if key in record)
    problem = message(tmp_path, content, name="lines.jsonl" if as_lines else "list.json")
    assert f"its labels under {key}" in problem
    assert "would be lost" in problem


def test_keys_that_are_no_labels_are_kept():
    record = {"doc_id": "a", "text": "Anna", "annotations": {}, "label": "train", "years": [1, 2]}
    extra = document_from_json(record).layout.extra
    assert extra == {"label": "train", "years": [1, 2]}


def test_a_record_with_mentions_of_ours_keeps_other_labels_too():
    assert document_from_json(GOOD | {"entities": [[0, 3, "PER"]]}).layout.extra
