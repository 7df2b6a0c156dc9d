"""OpenDocument texts: read as Word documents are."""

import pytest

from annotation.formats import Format, detect_format
from tests.annotation.people_files import odt, packed
from tests.annotation.reading import Read, text_of
from tests.annotation.refusals import message


def test_a_paragraph_is_a_line_and_its_blanks_are_those_that_are_seen(tmp_path):
    body = "<text:h>Anna\n  <text:span>Berg</text:span></text:h>\n<text:p/>"
    body += '<text:p> a<text:s text:c="2"/>b<text:tab/>c<text:line-break/>d </text:p>'
    assert text_of(tmp_path, odt(body), "anna.odt") == "Anna Berg\n\na  b\tc\nd "
    assert detect_format(tmp_path / "upload", name="anna.txt") is Format.ODT


def test_cells_are_separated_by_tabs_and_rows_by_newlines(tmp_path):
    row = "<table:table-row>{}</table:table-row>"
    full = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    body = "<text:p>before</text:p><table:table>"
    body += row.format(full.format("Name") + "<table:table-cell/>" + full.format("Born"))
    body += row.format("<table:table-cell/>" + full.format("Anna"))
    expected = "before\nName\t\tBorn\n\tAnna\nafter"
    content = odt(body + "</table:table><text:p>after</text:p>")
    assert text_of(tmp_path, content, "a.odt") == expected


def test_boxes_follow_their_paragraph_and_notes_and_headers_the_body(tmp_path):
    note = "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>note"
    note += "</text:p></text:note-body></text:note>"
    box = "<draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame>"
    header = "<style:master-page><style:header><text:p>head</text:p></style:header>"
    content = odt(
        f"<text:p>one{note}{box} line</text:p><text:p>two</text:p>",
        styles=header + "</style:master-page>",
    )
    assert text_of(tmp_path, content, "a.odt") == "one line\nbox\ntwo\nnote\nhead"


def test_deleted_text_and_comments_are_noted(tmp_path):
    body = "<text:tracked-changes><text:p>Bergen</text:p></text:tracked-changes>"
    body += "<text:p>Oslo<office:annotation><text:p>sure?</text:p></office:annotation>.</text:p>"
    found = Read(tmp_path, odt(body), "a.odt")
    assert found.texts == {"a": "Oslo."}
    note = "a.odt: not read, and not in its text: comments, deleted text (tracked changes)"
    assert found.notes == [note]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (odt("<text:p/>"), "there is no text in it"),
        (
            odt("", manifest="<encryption-data/>"),
            "the file is an encrypted OpenDocument file: open",
        ),
        (
            packed({}, mimetype="application/vnd.oasis.opendocument.spreadsheet"),
            "the file is an OpenDocument table (ODS): save the sheet with the texts as CSV",
        ),
        (packed({}, mimetype="application/vnd.oasis.opendocument.text"), "it has no content.xml"),
    ],
)
def test_a_document_that_cannot_be_read_says_why(tmp_path, content, problem):
    assert problem in message(tmp_path, content, name="a.odt")
