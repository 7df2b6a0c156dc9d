"""Files of other kinds are told by what is in them, each with what to do about it."""

import io
import json
import zipfile

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from annotation.errors import RecordError
from annotation.formats import Format, detect_format, document_from_json, read_documents
from annotation.formats.foreign import check_text
from tests.annotation.refusals import GOOD, message

AS_TEXT = "copy or export what it says as plain text (UTF-8)"


def packed(*names):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in names:
            archive.writestr(zipfile.ZipInfo(name), "x")  # of 1980, not of now: ids hold the bytes
    return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "kind", "advice"),
    [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "a PDF", AS_TEXT),
        (packed("[Content_Types].xml", "word/document.xml"), "a Word document (DOCX)", AS_TEXT),
        (packed("mimetype", "content.xml"), "an OpenDocument file (ODT)", AS_TEXT),
        (packed("xl/workbook.xml"), "an Excel workbook (XLSX)", "JSON lines"),
        (packed("a.txt", "b.txt"), "a ZIP archive", "unpack it"),
        (packed("a.txt")[:40], "a ZIP archive", "unpack it"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of an older Microsoft Office", AS_TEXT),
        (b"{\\rtf1\\ansi Anna}", "an RTF document", AS_TEXT),
        (b"\x89PNG\r\n\x1a\n\0\0", "a picture (PNG)", AS_TEXT),
        (b"\x7fELF\x02\x01\xff\xfe", "a binary file, no text", AS_TEXT),
        ("Anna".encode("utf-16"), "UTF-16LE text", "iconv -f UTF-16LE -t UTF-8"),
        ("Anna".encode("utf-16-be"), "UTF-16BE text", "iconv -f UTF-16BE -t UTF-8"),
        ("Anna".encode("utf-32"), "UTF-32LE text", "iconv -f UTF-32LE -t UTF-8"),
    ],
)
@pytest.mark.parametrize("format_", [None, Format.TEXT])
def test_what_is_no_text_is_called_by_its_name(tmp_path, content, kind, advice, format_):
    told = message(tmp_path, content, name="anna.txt", format_=format_)
    assert told.startswith(f"anna.txt: the file is {kind}: ")
    assert advice in told


@pytest.mark.parametrize(
    ("text", "encoding"), [("café, Åse", "ISO-8859-1"), ("“café”", "WINDOWS-1252")]
)
@pytest.mark.parametrize("before", ["", "x" * 300_000])
def test_of_text_that_is_not_utf8_the_encoding_is_guessed(tmp_path, text, encoding, before):
    told = message(tmp_path, (before + text).encode(encoding), name="anna.txt")
    assert f"it looks like {encoding} text: save it as UTF-8: `iconv -f {encoding} " in told


def test_no_encoding_is_guessed_where_other_letters_were_right(tmp_path):
    assert "looks like" not in message(tmp_path, "café ".encode() + b"\xe9 x", name="anna.txt")


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("<!DOCTYPE html>\n<p>Anna</p>", "a web page (HTML)"),
        ("\n<!-- saved -->\n<HTML lang=en>", "a web page (HTML)"),
        ("<?xml version='1.0'?><TEI/>", "an XML file"),
        ("id,text\n1,Anna lived in Oslo\n2,She wrote", "a table (CSV)"),
        ('id;text\n1;"Anna; of Oslo"\n\n2;"She\nwrote"\n', "a table (CSV)"),
        ("id\ttext\n1\tAnna, of Oslo, wrote\n", "a table (CSV)"),
        ("a,b\n" + "1,two words\n" * 40 + "torn\n", "a table (CSV)"),
        ('a,b\n1,"two\nwords"\n2,"cut off', "a table (CSV)"),
    ],
)
def test_text_that_is_no_prose_is_called_by_its_name(tmp_path, content, kind):
    assert message(tmp_path, content, name="anna.txt").startswith(f"anna.txt: the file is {kind}")


def test_a_table_of_one_column_is_told_by_its_name(tmp_path):
    assert "a table (CSV), not one document" in message(tmp_path, "text\nAnna\n", name="anna.csv")


def test_prose_that_is_taken_for_a_table_can_be_named(tmp_path):
    path = tmp_path / "poem.txt"
    path.write_text("a,b\nc,d\n")
    with pytest.raises(RecordError, match="choose the format plain text"):
        detect_format(path)
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
    check_text("prose.txt", "".join(sentence + end for sentence, end in parts))


def test_verses_with_a_comma_in_each_line_are_no_table():
    check_text("poem.txt", "Roses are red, violets are blue,\nSugar is sweet, and so are you.\n")


LABELS = {
    "doccano": {"id": 1, "text": "Anna lived.", "label": [[0, 4, "PER"]]},
    "doccano with relations": {
        "text": "Anna lived.",
        "entities": [{"id": 1, "label": "PER", "start_offset": 0, "end_offset": 4}],
        "relations": [],
    },
    "spaCy": {"text": "Anna lived.", "ents": [{"start": 0, "end": 4, "label": "PER"}]},
    "Label Studio, short": {"text": "Anna lived.", "label": [{"start": 0, "labels": ["PER"]}]},
    "a name of its own": {"text": "Anna lived.", "marks": [[0, 4, "PER"], [5, 10, "ACT"]]},
    "a list of annotations": {"text": "Anna lived.", "annotations": [{"result": []}]},
}


@pytest.mark.parametrize("record", LABELS.values(), ids=LABELS)
@pytest.mark.parametrize("as_lines", [True, False])
def test_labels_of_other_tools_are_not_lost_in_silence(tmp_path, record, as_lines):
    content = json.dumps(record if as_lines else [record])
    key = next(
        key for key in ("label", "entities", "ents", "marks", "annotations") if key in record
    )
    told = message(tmp_path, content, name="lines.jsonl" if as_lines else "list.json")
    assert f"its labels under {key}" in told
    assert "would be lost" in told


def test_an_export_of_label_studio_is_called_by_its_name(tmp_path):
    task = {"id": 1, "annotations": [{"result": []}], "data": {"text": "Anna lived."}}
    told = message(tmp_path, json.dumps([task]))
    assert told.startswith("records.json: the file is an export of Label Studio (")


def test_keys_that_are_no_labels_are_kept():
    record = {"doc_id": "a", "text": "Anna", "annotations": {}, "label": "train", "years": [1, 2]}
    extra = document_from_json(record).layout.extra
    assert extra == {"label": "train", "years": [1, 2]}


def test_a_record_with_mentions_of_ours_keeps_other_labels_too():
    assert document_from_json(GOOD | {"entities": [[0, 3, "PER"]]}).layout.extra
