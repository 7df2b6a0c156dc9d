"""The process that reads PDFs: its limits, and what is said where it ends before its time."""

import pytest

from annotation.errors import RecordError
from annotation.pdf import process
from annotation.pdf.process import pages_of
from tests.annotation.people_files import drawn_pdf, pdf, placed_pdf

SCATTERED = [(index * 7 % 599, index * 13 % 787, "ab") for index in range(200_000)]


def test_pages_come_in_their_order():
    pages = list(pages_of(pdf(["Anna"], ["Berg"], [])))
    assert [(page.text, page.count) for page in pages] == [("Anna", 3), ("Berg", 3), ("", 3)]


def test_a_reader_that_stops_leaves_no_process():
    pages = pages_of(pdf(*[["Anna"]] * 50))
    assert next(pages).text == "Anna"
    pages.close()


def test_a_page_that_takes_too_long_is_named(monkeypatch):
    monkeypatch.setattr(process, "MAX_PAGE_SECONDS", 1)
    pages = pages_of(placed_pdf([(72, 700, "Anna")], SCATTERED))
    assert next(pages).text == "Anna"
    with pytest.raises(RecordError, match="more than 1 seconds to read on page 2: "):
        next(pages)


def test_a_file_that_takes_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(process, "MAX_FILE_SECONDS", 0)
    with pytest.raises(RecordError, match="more than 0 seconds to read, up to page 1; "):
        next(pages_of(pdf(["Anna"])))


def test_a_page_that_takes_too_much_memory_is_named(monkeypatch):
    monkeypatch.setattr(process, "MAX_MEMORY_BYTES", 384 * 1024 * 1024)
    pages = pages_of(drawn_pdf("", " ".join(["0 0 m 9 9 l S"] * 2_000_000)))
    assert next(pages).text == ""
    with pytest.raises(RecordError, match=r"can't be read on page 2: .* 384 MiB"):
        next(pages)


def test_many_pages_are_read():
    assert sum(page.text == "Anna" for page in pages_of(pdf(*[["Anna"]] * 2_000))) == 2_000


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7", b"%PDF-1.7\n" + b"<<" * 100_000])
def test_what_is_no_pdf_is_called_broken(content):
    with pytest.raises(RecordError, match="the PDF is broken and can't be read"):
        next(pages_of(content))
