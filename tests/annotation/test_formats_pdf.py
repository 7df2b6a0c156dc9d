"""PDFs: their text layer, and the message where there is none."""

import base64
import io
import zlib

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, FloatObject, NameObject, TextStringObject

from annotation.formats import Format
from tests.annotation.people_files import pdf, placed_pdf
from tests.annotation.reading import Read, text_of
from tests.annotation.refusals import message

AES_256 = (
    "eNqNVEuLHUUUxixrEcGtQgrJLLXr/YDLwGTmXgwx3GGuRlDGUI/Tk5aZ7qG77yQjZOFKAm7c+RPU35CFO5cicScS"
    "UFe6dRHd6Ome18Xrwr4Nt+qrU9936juna2N3Z/YGf1OSjZ9/+e4Z4ZTRJn5EJhNSvHN6DLTYDn04bA5IsRsOoKMC"
    "A/bI5iaBOg+BYm3DGEeKO1Xu6AdUDvF0nxTbzbLuKV/ZKv9z6yDUAoaeKRV3IVfhVvMIuRj+DBfUejEw7kHXLNuE"
    "SQ0Mswb3jANO1UWS+KJw3SNfR/W/Uldr+gMHKRbL2I/TAeSkuBU6GNmLt+DwBPoqBVJM69Tkqj6gxXtVvVV31QWw"
    "IqBXBN6G+qB/QI0a1ru+hXBE9vb/mH/21yvkxelXL9+/+e1r958/fvHh9Sddvnat/fXp36///v3Jw5s/3th+6Ztn"
    "X3z65Y1X3+f9558s/3z+0+3HT7/+jf4w6JxTnSuaFcV7VKNH1FxqC43jXaqEV95Y4QV6VR320NJi0Yc6hzaTYk4n"
    "XCnOhI4icc6cCM6A55J78AhAUFFwb6UJPiVnpCpjFN4kwKUohZORlSpr5YKMSnuvbAZtRChFDFLJlBjW5F06sUhb"
    "OomMyZU+6lLJYFFChizAG+FizCoDRBW4DymYpIcEPI+cMSd1cNKVuEuoFCKTLmeRg1GBQQZhwA2Vn40Nsejz+Whr"
    "2T+YngzNVew0aX4M9RB0lxZb08U9eWmUFBe9s+iPZvSMYJi0V5P5lE7QB5XRjsxlNsE5niFg6hE9yAyPb002Imsr"
    "BWc8WqdTNM6FFJlNNoIZjEAa0J7j8bJ0xuK5JNZHlMxYXZoMpQcDwGLWQqH1ukxWxpC1MZ4DV14ZiTS70B7hZ5AE"
    "8gsssMfMSmMj/ueSG4mDHCzbXGnORy2UhFFL2OVDjdZS05JeYhxbeFyprzCj1jAu5BomNF/DpHJrmDLiCuvbUB1C"
    "O/bvovoYML1ir2nw3ji7DG7v4DUwCWHop5xNtlYpSEFZmXWMDP3lXtrN/xOyP37D7elxT83FxdD1oe1HY7Bglmxs"
    "TOcz8g/n/WwZ"
)
"""The PDF of one line, "Anna Berg", that opens without a password; packed, and in Base64."""


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


def test_a_pdf_in_a_newer_encryption_that_only_forbids_changes_is_read(tmp_path):
    assert text_of(tmp_path, zlib.decompress(base64.b64decode(AES_256)), "a.pdf") == "Anna Berg"


@pytest.mark.parametrize("part", [0.02, 0.2, 0.4])
def test_a_pdf_that_is_cut_off_says_so(tmp_path, part):
    whole = pdf(["Anna"])
    problem = message(tmp_path, whole[: int(part * len(whole))], name="a.pdf")
    assert problem.startswith("a.pdf: the PDF ")


FILLED_IN = "the fields of its form (print it into a new PDF to have them)"


@pytest.mark.parametrize(("value", "is_noted"), [("Anna", True), ("a" * 99, True), (" ", False)])
def test_what_was_filled_in_is_noted(tmp_path, value, is_noted):
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf(["Name:"]))))
    field = {
        "/Type": NameObject("/Annot"),
        "/Subtype": NameObject("/Widget"),
        "/Rect": ArrayObject([FloatObject(side) for side in (120, 710, 300, 730)]),
        "/FT": NameObject("/Tx"),
        "/T": TextStringObject("name"),
        "/V": TextStringObject(value),
    }
    added = writer._add_object(DictionaryObject({NameObject(k): v for k, v in field.items()}))
    writer.pages[0][NameObject("/Annots")] = ArrayObject([added])
    form = DictionaryObject({NameObject("/Fields"): ArrayObject([added])})
    writer.root_object[NameObject("/AcroForm")] = form
    stream = io.BytesIO()
    writer.write(stream)
    notes = Read(tmp_path, stream.getvalue(), "a.pdf").notes
    assert [note.endswith(FILLED_IN) for note in notes] == [True] * is_noted


def test_columns_are_read_one_after_the_other_and_cells_are_set_apart(tmp_path):
    above = [(72, 700, "She lived in the"), (300, 700, "He stayed behind and")]
    below = [(72, 686, "old house by the"), (300, 686, "mended barrels for")]
    rows = placed_pdf([*above, *below, (72, 672, "quay."), (300, 672, "the fleet.")])
    assert text_of(tmp_path, rows, "a.pdf") == (
        "She lived in the\nold house by the\nquay.\nHe stayed behind and\nmended barrels for\n"
        "the fleet."
    )
    cells = placed_pdf([(72, 700, "Anna"), (200, 700, "Berg"), (72, 680, "Bo"), (200, 680, "Ek")])
    assert text_of(tmp_path, cells, "b.pdf") == "Anna\tBerg\nBo\tEk"
