"""However a file is damaged, it is read or refused with its name: nothing else comes of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.errors import RecordError
from annotation.formats import Format, read_documents
from tests.annotation.people_files import docx, odt, packed, paragraphs, pdf

CELLS = f"<w:tbl><w:tr><w:tc>{paragraphs('Anna')}</w:tc></w:tr></w:tbl>"
SAMPLES = {
    "a.docx": docx(paragraphs("Anna") + CELLS, footnotes=f"<w:footnote>{CELLS}</w:footnote>"),
    "a.odt": odt('<text:h>Anna<text:s text:c="2"/></text:h>'),
    "a.zip": packed({"a.txt": "Anna", "b.csv": "id,text\n1,Bo\n"}),
    "a.html": b"<html><meta charset=latin-1><table><tr><td>Anna<td><p>Bo</table><pre>x",
    "a.eml": b"From: =?utf-8?q?=C3=85se?= <a@example.org>\nMIME-Version: 1.0\nContent-Type: "
    b"multipart/mixed; boundary=x\n\n--x\nContent-Type: text/html; charset=latin-1\n\nAnna\n--x\n"
    b"Content-Disposition: attachment; filename*=utf-8''%C3%A5\n\ny\n--x--\n",
    "a.csv": b'id;text\n1;"Anna"\n2;Bo\n',
    "a.txt": "Anna lived in Tromsø.".encode("utf-16"),
}
WORDS = [b"\0", b"\xff", b"<", b'"', b"\n", b"w:", b"PK\x03\x04", b"=?x?q?", b"65535", b"-1", b"&"]
changes = st.tuples(st.floats(0, 1), st.integers(0, 30), st.sampled_from([b"", *WORDS]))


def changed(content, edits):
    """The content with stretches of it replaced; each place is a share of its length."""
    for share, length, put in edits:
        at = int(share * len(content))
        content = content[:at] + put + content[at + length :]
    return content


PDF = pdf(["Anna"], ["lived"])


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("is_given", [True, False])
@given(edits=st.lists(changes, min_size=1, max_size=4))
def test_a_damaged_file_is_read_or_refused_with_its_name(tmp_path_factory, name, is_given, edits):
    check(tmp_path_factory.getbasetemp(), name, changed(SAMPLES[name], edits), is_given=is_given)


@pytest.mark.parametrize("is_given", [True, False])
@settings(max_examples=15)  # each starts a process
@given(edits=st.lists(changes, min_size=1, max_size=4))
def test_a_damaged_pdf_is_read_or_refused_with_its_name(tmp_path_factory, is_given, edits):
    check(tmp_path_factory.getbasetemp(), "a.pdf", changed(PDF, edits), is_given=is_given)


def check(folder, name, content, *, is_given):
    """Read a file; what it is refused for begins with its name."""
    path = folder / f"damaged-{name}"
    path.write_bytes(content)
    format_ = Format(name[2:].replace("txt", "text")) if is_given else None
    try:
        list(read_documents(path, name=name, format=format_, on_fault=[].append))
    except RecordError as error:
        assert str(error).startswith(name)  # noqa: PT017 - other errors are what fails
