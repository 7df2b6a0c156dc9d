"""Read a PDF from the standard input; write a line of JSON for each page, or for what is wrong.

Arguments are the limits of a page and of the file in seconds, and of the process in bytes.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import math
import resource
import sys
from collections.abc import Iterator
from typing import Any

import pypdfium2_raw.bindings as pdfium

from annotation.pdf.characters import Handle, words_of
from annotation.pdf.layout import text_of

_FIELDS_OF_TEXT = frozenset({pdfium.FPDF_FORMFIELD_TEXTFIELD, pdfium.FPDF_FORMFIELD_COMBOBOX})
_MOST_FIELDS = 10_000
"""Fields of a page that are looked at."""
_VALUE_LETTERS = 64
"""Up to which a field is read; what is longer is not blank."""


def main() -> None:
    """Read the standard input under limits that end this process."""
    page_seconds, file_seconds, most_bytes = map(int, sys.argv[1:])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(ValueError):  # macOS takes no such limit
        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
    content = sys.stdin.buffer.read()
    for found in _pages(content, page_seconds, file_seconds):
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()


def _pages(content: bytes, page_seconds: int, file_seconds: int) -> Iterator[dict[str, Any]]:
    _allow(page_seconds)
    pdfium.FPDF_InitLibrary()
    document = pdfium.FPDF_LoadMemDocument64(content, len(content), None)
    error = pdfium.FPDF_GetLastError()
    count = pdfium.FPDF_GetPageCount(document) if document else 0
    if not count:
        yield {"needs_password": error in {pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY}}
        return
    form = _form(document)
    for index in range(count):
        is_late = _allow(page_seconds) >= file_seconds
        page = None if is_late else pdfium.FPDF_LoadPage(document, index)
        found = _found(page, form) if page else {}
        yield {"count": count, "is_late": is_late, "is_broken": not page and not is_late, **found}
        if is_late:
            return
        if page:
            pdfium.FPDF_ClosePage(page)


def _allow(seconds: int) -> float:
    """Have the process ended if it works for longer from now on; return how long it has so far."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    used = usage.ru_utime + usage.ru_stime
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    end = math.ceil(used) + seconds
    if most != resource.RLIM_INFINITY:
        end = min(end, most)
    resource.setrlimit(resource.RLIMIT_CPU, (end, most))
    return used


def _found(page: Handle, form: Handle) -> dict[str, Any]:
    parts = [text_of(words) for words in words_of(page)]
    return {"text": "\n".join(parts), "is_filled_in": _is_filled_in(page, form)}


def _form(document: Handle) -> Handle:
    """Return what PDFium knows the fields of a form by."""
    callbacks = pdfium.FPDF_FORMFILLINFO(version=2)
    form = pdfium.FPDFDOC_InitFormFillEnvironment(document, ctypes.byref(callbacks))
    return (form, callbacks)  # which must live as long


def _is_filled_in(page: Handle, form: Handle) -> bool:
    handle, _ = form
    fields = min(pdfium.FPDFPage_GetAnnotCount(page), _MOST_FIELDS)
    for index in range(fields):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        kind = pdfium.FPDFAnnot_GetFormFieldType(handle, annotation)
        value = (ctypes.c_ushort * _VALUE_LETTERS)()
        size = ctypes.sizeof(value)
        needed = pdfium.FPDFAnnot_GetFormFieldValue(handle, annotation, value, size)
        pdfium.FPDFPage_CloseAnnot(annotation)
        is_blank = needed <= size and not any(letter > ord(" ") for letter in value)
        if kind in _FIELDS_OF_TEXT and not is_blank:
            return True
    return False


if __name__ == "__main__":
    main()
