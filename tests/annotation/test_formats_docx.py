"""Word documents: what a reader of the page, or of the file, finds in them."""

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.formats import Format, detect_format
from annotation.formats.docx import pieces, text_parts
from annotation.formats.xml_trees import local_name
from tests.annotation.people_files import docx, packed, paragraphs
from tests.annotation.reading import Read, text_of
from tests.annotation.refusals import message


def run(text):
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def cell(*texts):
    return f"<w:tc><w:tcPr/>{paragraphs(*texts)}</w:tc>"


def test_a_paragraph_is_a_line_however_its_text_is_cut(tmp_path):
    body = (
        f"<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr>{run('An')}{run('na ')}{run('Berg')}</w:p>"
    )
    body += "<w:p/>" + paragraphs("She &amp; I &#x1F642;")
    assert text_of(tmp_path, docx(body), "anna.docx") == "Anna Berg\n\nShe & I 🙂"


def test_a_document_is_known_by_what_it_is_and_named_by_its_file(tmp_path):
    found = Read(tmp_path, docx(paragraphs("Anna")), "anna.txt")
    assert found.texts == {"anna": "Anna"}
    assert detect_format(tmp_path / "upload", name="anna.csv") is Format.DOCX


def test_breaks_tabs_and_hyphens_are_characters(tmp_path):
    inner = "<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t>"
    assert text_of(tmp_path, docx(f"<w:p><w:r>{inner}</w:r></w:p>"), "a.docx") == "a\tb\nc\u2011d"


def test_blanks_around_a_text_are_kept_if_the_file_says_so(tmp_path):
    body = f"<w:p><w:r><w:t> a </w:t></w:r>{run(' b ')}</w:p>"
    assert text_of(tmp_path, docx(body), "a.docx") == "a b "


def test_cells_are_separated_by_tabs_and_rows_by_newlines(tmp_path):
    inner = f"<w:tbl><w:tr>{cell('x')}{cell('y')}</w:tr></w:tbl>"
    rows = f"<w:tr>{cell('Name')}{cell('')}{cell('Born', 'Died')}</w:tr>"
    rows += f"<w:tr>{cell('Anna')}<w:tc>{inner}{paragraphs('z')}</w:tc>{cell('1986')}</w:tr>"
    body = paragraphs("before") + f"<w:tbl>{rows}</w:tbl>" + paragraphs("after")
    expected = "before\nName\t\tBorn\nDied\nAnna\tx\ty\nz\t1986\nafter"
    assert text_of(tmp_path, docx(body), "a.docx") == expected


def test_of_tracked_changes_the_new_text_is_read_and_the_old_is_noted(tmp_path):
    body = f"<w:p>{run('She lived in ')}<w:ins>{run('Oslo')}</w:ins>"
    body += "<w:del><w:r><w:delText>Bergen</w:delText></w:r></w:del>"
    body += f"<w:moveFrom>{run(' long')}</w:moveFrom><w:moveTo>{run('.')}</w:moveTo></w:p>"
    found = Read(tmp_path, docx(body), "a.docx")
    assert found.texts == {"a": "She lived in Oslo."}
    assert found.notes == ["a.docx: not read, and not in its text: deleted text (tracked changes)"]


def test_hidden_text_links_fields_and_controls_are_text_and_field_codes_are_not(tmp_path):
    body = "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>"
    body += f"<w:hyperlink>{run(' link')}</w:hyperlink><w:sdt><w:sdtContent>{run(' box')}"
    body += "</w:sdtContent></w:sdt><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>"
    assert text_of(tmp_path, docx(body), "a.docx") == "hidden link box"


def test_a_text_box_follows_its_paragraph_once(tmp_path):
    box = f"<w:txbxContent>{paragraphs('in a box', 'of two')}</w:txbxContent>"
    both = f"<mc:AlternateContent><mc:Choice>{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback>"
    body = f"<w:p>{run('be')}<w:r>{both}</mc:AlternateContent></w:r>{run('fore')}</w:p>"
    expected = "before\nin a box\nof two\nafter"
    assert text_of(tmp_path, docx(body + paragraphs("after")), "a.docx") == expected


def test_notes_headers_and_footers_follow_the_body(tmp_path):
    notes = '<w:footnote w:type="separator"><w:p/></w:footnote>'
    notes += f'<w:footnote w:id="1">{paragraphs("note")}</w:footnote>'
    content = docx(
        paragraphs("body"),
        footer="<w:p/>",
        header=paragraphs("head"),
        footnotes=notes,
        endnotes=f"<w:endnote>{paragraphs('end')}</w:endnote>",
    )
    assert text_of(tmp_path, content, "a.docx") == "body\nnote\nend\nhead"


def test_what_is_not_read_is_named(tmp_path):
    content = docx(paragraphs("body"), comments=paragraphs("Anna?"), chart="<w:t>1986</w:t>")
    found = Read(tmp_path, content, "a.docx")
    assert found.texts == {"a": "body"}
    assert found.notes == ["a.docx: not read, and not in its text: charts, comments"]


letters = st.text(st.characters(codec="utf-8", exclude_characters="<&>\r", min_codepoint=32))


@given(st.lists(st.lists(letters, max_size=4), min_size=1, max_size=4))
def test_every_letter_has_the_element_that_holds_it(words):
    body = "".join(f"<w:p>{''.join(map(run, texts))}</w:p>" for texts in words)
    with zipfile.ZipFile(io.BytesIO(docx(body + paragraphs("end")))) as archive:
        found = list(pieces(list(text_parts(archive))))
    held = [(text, node.text) for text, node in found if local_name(node) == "t"]
    assert held == [(word, word) for texts in words for word in texts if word] + [("end", "end")]
    expected = "\n".join(["".join(texts) for texts in words] + ["end"])
    assert "".join(text for text, _ in found) == expected


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (docx("<w:p/>"), "there is no text in it"),
        (docx("<w:p>"), "the file is broken: word/main.xml is no XML"),
        (packed({"[Content_Types].xml": "x", "word/a": ""}), "it has no word/document.xml"),
    ],
)
def test_a_document_that_cannot_be_read_says_why(tmp_path, content, problem):
    assert problem in message(tmp_path, content, name="a.docx")


def test_entities_are_not_unfolded(tmp_path):
    bomb = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><a>&b;</a>'
    content = packed({"[Content_Types].xml": "<Types/>", "word/document.xml": bomb})
    problem = message(tmp_path, content, name="a.docx")
    assert "word/document.xml declares entities" in problem


@pytest.mark.parametrize("length", [600_000, 2_000_000])
def test_parts_that_unpack_to_too_much_are_refused(tmp_path, monkeypatch, length):
    monkeypatch.setattr("annotation.formats.docx.MAX_XML_BYTES", 1024 * 1024)
    long = paragraphs("a" * length)
    problem = message(tmp_path, docx(long, header=long), name="a.docx")
    assert "unpacked, its text has more than 1 MiB" in problem


def test_what_a_part_says_of_its_length_is_not_believed(tmp_path, monkeypatch):
    monkeypatch.setattr("annotation.formats.docx.MAX_XML_BYTES", 1024 * 1024)
    content = docx(paragraphs("a" * 2_000_000))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        length = archive.getinfo("word/main.xml").file_size
    forged = content.replace(length.to_bytes(4, "little"), (99).to_bytes(4, "little"))
    problem = message(tmp_path, forged, name="a.docx")
    assert "it is broken in the archive" in problem or "it has more than 1 MiB" in problem
