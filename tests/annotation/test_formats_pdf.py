"""PDFs: their text layer, and the message where there is none."""

import io

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, TextStringObject

from annotation.formats import Format
from tests.annotation.people_files import pdf
from tests.annotation.reading import Read, text_of
from tests.annotation.refusals import message


def encrypted(password, algorithm="RC4-128"):
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf(["Anna Berg"]))))
    writer.encrypt(user_password=password, owner_password="owner", algorithm=algorithm)
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def test_lines_and_pages_are_lines(tmp_path):
    content = pdf(["Anna Berg", "lived in Tromsø."], ["She wrote."])
    expected = "Anna Berg\nlived in Tromsø.\nShe wrote."
    assert text_of(tmp_path, content, "anna.pdf") == expected


@pytest.mark.parametrize("name", ["anna.txt", "anna.json", "anna"])
def test_a_pdf_is_one_whatever_its_name_says(tmp_path, name):
    assert Read(tmp_path, pdf(["Anna"]), name).texts == {"anna": "Anna"}


def test_a_pdf_is_no_plain_text_and_plain_text_no_pdf(tmp_path):
    problem = message(tmp_path, pdf(["Anna"]), name="a.pdf", format_=Format.TEXT)
    assert problem == "a.pdf: the file is a PDF, not text"
    problem = message(tmp_path, "Anna", name="a.pdf", format_=Format.PDF)
    assert problem == "a.pdf: the file is a text, not a PDF"


def test_a_scan_is_called_so(tmp_path):
    problem = message(tmp_path, pdf([], []), name="scan.pdf")
    assert problem == (
        "scan.pdf: the PDF has no text in 2 pages: it seems to be scanned; run text recognition "
        "(OCR) on it first"
    )


def test_pages_without_text_are_named(tmp_path):
    found = Read(tmp_path, pdf(["Anna"], [], ["lived"]), "a.pdf")
    assert found.texts == {"a": "Anna\n\nlived"}
    assert found.notes == [
        "a.pdf: not read, and not in its text: what is on page 2 without text (scanned?)"
    ]


def test_a_pdf_with_a_password_is_refused_and_one_that_only_forbids_changes_is_read(tmp_path):
    problem = message(tmp_path, encrypted("secret"), name="a.pdf")
    assert "the PDF is encrypted: open it with its password" in problem
    assert text_of(tmp_path, encrypted(""), "a.pdf") == "Anna Berg"


def test_a_pdf_in_a_newer_encryption_that_only_forbids_changes_says_the_way(tmp_path):
    older = encrypted("")
    assert older.count(b"/V 2") == 1
    newer = b"/V 4 /CF << /StdCF << /CFM /AESV2 >> >> /StmF /StdCF /StrF /StdCF"
    problem = message(tmp_path, older.replace(b"/V 2", newer), name="a.pdf")
    assert "encrypted, if only against changes: open it and print it into a new PDF" in problem


@pytest.mark.parametrize("part", [0.02, 0.2, 0.4])
def test_a_pdf_that_is_cut_off_says_so(tmp_path, part):
    whole = pdf(["Anna"])
    problem = message(tmp_path, whole[: int(part * len(whole))], name="a.pdf")
    assert problem.startswith("a.pdf: the PDF ")


def test_what_was_filled_in_is_noted(tmp_path):
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf(["Name:"]))))
    field = DictionaryObject(
        {
            NameObject("/FT"): NameObject("/Tx"),
            NameObject("/T"): TextStringObject("name"),
            NameObject("/V"): TextStringObject("Anna"),
        }
    )
    form = DictionaryObject({NameObject("/Fields"): ArrayObject([field])})
    writer.root_object[NameObject("/AcroForm")] = form
    stream = io.BytesIO()
    writer.write(stream)
    [note] = Read(tmp_path, stream.getvalue(), "a.pdf").notes
    assert "the fields of its form (print it into a new PDF to have them)" in note
