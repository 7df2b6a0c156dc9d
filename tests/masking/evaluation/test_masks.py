"""A system's masks are read from two kinds of files, and faults are named with their place."""

from __future__ import annotations

import io
import json

import pytest

from annotation.errors import RecordError
from annotation.formats import Format, write_documents
from masking.evaluation import read_masks
from tests.marked_layers import annotated

LETTER = annotated("letter", one="[Ada|a|DIRECT] met [Bo|b|QUASI] in [Oslo|c|NO_MASK|LOC].")
NOTE = annotated("note", one="[Cy|a|DIRECT] left.")
DOCUMENTS = {document.doc_id: document for document in (LETTER, NOTE)}


def read(tmp_path, content, name="system.json"):
    path = tmp_path / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return read_masks(path, DOCUMENTS)


def test_an_object_gives_spans_by_document(tmp_path):
    given = {"letter": [[8, 10], [0, 3], [0, 3]], "note": []}
    assert read(tmp_path, given) == {"letter": [(8, 10), (0, 3), (0, 3)], "note": []}
    assert read(tmp_path, {}) == {}


@pytest.mark.parametrize("written_as", [Format.WIKIREPLACE, Format.TAB])
def test_documents_give_the_mentions_that_must_be_masked(tmp_path, written_as):
    stream = io.StringIO()
    write_documents([NOTE, LETTER], stream, written_as)
    assert read(tmp_path, stream.getvalue()) == {"letter": [(0, 3), (8, 10)], "note": [(0, 2)]}


def test_documents_of_another_text_are_refused(tmp_path):
    stream = io.StringIO()
    write_documents([annotated("letter", one="[Ada|a] met  Bo in Oslo.")], stream)
    with pytest.raises(RecordError, match=r"system.json: document 'letter': the text is another"):
        read(tmp_path, stream.getvalue())


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ({"stranger": []}, "document 'stranger'"),
        ({"letter": [], "stranger": [], "other": []}, "nor are 1 more"),
        ({"letter": [[0, 3], [5, 99]]}, "document 'letter': the mask 5–99"),
        ({"letter": [[-1, 3]]}, "the mask -1–3"),
        ({"letter": [[3, 3]]}, "the mask 3–3"),
        ({"letter": [[0, 3], [4]]}, r"document 'letter': masks\[1\]"),
        ({"letter": [[0, 3, 5]]}, r"masks\[0\]"),
        ({"letter": [[0, 3.0]]}, r"masks\[0\]"),
        ({"letter": [[False, True]]}, r"masks\[0\]"),
        ({"letter": [["0", "3"]]}, r"masks\[0\]"),
        ({"letter": [0, 3]}, r"masks\[0\]: expected a list, found a whole number"),
        ({"letter": {"spans": []}}, "document 'letter': masks: expected a list, found an object"),
        ({"letter": None}, "found null"),
        ({"letter": [[[[3]]]]}, r"masks\[0\]"),
        ('{"letter": [[0, 3]', "line 1"),
        ('{"letter": [], "letter": [[0, 3]]}', "stands twice"),
        ('{"letter": []}\n{"note": []}', "line 2"),
        ('{"letter": ' + "[" * 100_000, "nested"),
        ("[[0, 3]]", "system.json"),
        ("", "empty"),
        ("Ada met Bo.", "system.json"),
    ],
)
def test_what_can_not_be_masks_is_refused_with_its_place(tmp_path, content, place):
    with pytest.raises(RecordError, match=place) as caught:
        read(tmp_path, content)
    assert str(caught.value).startswith("system.json")


def test_a_text_is_no_answer(tmp_path):
    with pytest.raises(RecordError, match=r"letter.txt: neither an object of masks nor"):
        read(tmp_path, "Ada met Bo.", name="letter.txt")
