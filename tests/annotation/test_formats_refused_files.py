"""Bad files: one clear message that names the file and the place in it."""

import json

import pytest

from annotation import formats
from annotation.errors import RecordError
from annotation.formats import Format, detect_format, read_documents
from annotation.formats.json_objects import MAX_NESTING
from tests.annotation.refusals import GOOD, message, refusal


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "the file is empty"),
        (" \r\n ", "the file is empty"),
        ("\ufeff", "the file is empty"),
        ("once upon a time", "not a JSON list of documents: it begins with 'o'"),
        ("null", "not a JSON list of documents: it begins with 'n'"),
        ('"text"', "not a JSON list of documents: it begins with '\"'"),
        (json.dumps(GOOD), "the file holds one object, not a list of documents"),
        ("[1, 2]", "expected an object at line 1, column 2, found '1'"),
        ("[null]", "expected an object at line 1, column 2, found 'n'"),
        ("[", "the file ends too early"),
        ("[{}]", "record at line 1, column 2: doc_id is missing"),
        ('[{"doc_id": 3}]', "record at line 1, column 2: doc_id: expected a string"),
        ('[{"doc_id": ""}]', "record at line 1, column 2: doc_id is empty"),
        ('[\n {"a" 1}]', "record at line 2, column 2: not JSON at line 2, column 7: Expecting ':'"),
        ('[{"a":\n 01}]', "record at line 1, column 2: not JSON at line 2, column 3"),
        ('[{"a": ]}', "record at line 1, column 2: not JSON at line 1, column 8"),
        ('[{"a": "\t"}]', "record at line 1, column 2: not JSON at line 1, column 9: Invalid con"),
        ('[{"a": ' + "9" * 5000 + "}]", "record at line 1, column 2: not JSON that can be read"),
        ('[{"a": "' + "\\u00e9" * 9, "record at line 1, column 2: the file ends in the middle"),
        (
            "[" + '{"a": [' * MAX_NESTING,
            f"record at line 1, column 2: nested more than {MAX_NESTING} levels deep",
        ),
        ('[{"a": ' + "[" * 200_000, "record at line 1, column 2: nested more than"),
    ],
)
def test_a_file_that_is_no_list_of_records_is_refused(tmp_path, content, problem):
    assert message(tmp_path, content).startswith(f"records.json: {problem}")


@pytest.mark.parametrize(
    ("end", "problem"),
    [
        ("", "the file ends too early (truncated?), at line 2"),
        (",", "the file ends too early (truncated?), at line 2, column 3"),
        (", ]", "expected an object at line 2, column 4, found ']'"),
        ("}", "not JSON at line 2, column 2: expected “,” or “]”, found '}'"),
        ("] []", "something follows the end of the list, at line 2, column 4"),
        (",{", "the file ends in the middle of it"),
    ],
)
def test_a_list_that_does_not_end_well_is_refused(tmp_path, end, problem):
    assert problem in message(tmp_path, f"[{json.dumps(GOOD)}\n {end}")


def test_a_truncated_file_is_refused_wherever_it_was_cut(tmp_path):
    text = json.dumps([GOOD])
    for end in range(1, len(text)):
        assert refusal(tmp_path, text[:end]).file == "records.json"


@pytest.mark.parametrize(
    ("text", "position"), [(b"caf\xe9 !", 3), (b"caf\xc3", 3), (b"\xed\xa0\x80", 0)]
)
@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b"x" * 300_000])
def test_broken_utf8_is_refused_with_its_byte(tmp_path, text, position, before):
    problem = message(tmp_path, before + b"{" + text, name="note.jsonl")
    assert f"broken UTF-8 at byte {len(before) + 1 + position} (" in problem


@pytest.mark.parametrize("before", ["Søren ", "é" + "x" * 300_000])
def test_a_text_that_is_utf8_but_for_a_byte_is_broken_and_not_guessed(tmp_path, before):
    problem = message(tmp_path, before.encode() + b"\xe9 !", name="note.txt")
    assert f"broken UTF-8 at byte {len(before.encode())} (" in problem


def test_the_same_document_twice_is_refused(tmp_path):
    text = message(tmp_path, json.dumps([GOOD, GOOD]))
    assert text == "records.json: document 'zoe': the same doc_id stands twice in the file"


@pytest.mark.parametrize("format_", list(Format))
def test_a_file_over_the_limit_is_refused_at_once(tmp_path, format_):
    path = tmp_path / "huge.json"
    with path.open("wb") as stream:
        stream.truncate(500 * 1024 * 1024)
    for refuse in (lambda: read_documents(path, format=format_), lambda: detect_format(path)):
        with pytest.raises(RecordError, match=r"^huge\.json: .* 500 MiB, the limit is 256 MiB"):
            refuse()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("records.json", json.dumps([GOOD])),
        ("note.txt", GOOD["text"]),
        ("lines.jsonl", json.dumps({"text": GOOD["text"]})),
    ],
)
def test_a_text_over_the_limit_is_refused(tmp_path, monkeypatch, name, content):
    monkeypatch.setattr("annotation.formats.record_shape.MAX_TEXT_CHARACTERS", 11)
    monkeypatch.setattr("annotation.formats.plain_text.MAX_TEXT_CHARACTERS", 11)
    problem = message(tmp_path, content, name=name)
    assert problem.endswith("the text has 12 characters, the limit is 11")


@pytest.mark.parametrize("content", ['[{"a": "xxxxx"}]', '{"a": "xxxxx"}', '{"a": "xxxxx'])
def test_a_record_over_the_limit_is_refused(tmp_path, monkeypatch, content):
    monkeypatch.setattr("annotation.formats.json_stream.MAX_OBJECT_CHARACTERS", 8)
    monkeypatch.setattr("annotation.formats.source._CHUNK_BYTES", 2)
    assert "longer than 8 characters" in message(tmp_path, content)


def test_too_many_documents_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(formats, "MAX_DOCUMENTS", 1)
    problem = message(tmp_path, '{"text": "a"}\n{"text": "b"}', name="lines.jsonl")
    assert problem == "lines.jsonl: the file has more than 1 documents"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("once", "line 2 is not a JSON object"),
        ("[1]", "line 2 is not a JSON object"),
        (
            '{"text": "b"',
            "record at line 2, column 1: the line does not hold one whole JSON object",
        ),
        ('{"text": "b"} {}', "record at line 2, column 1: not JSON at line 2, column 15: Extra"),
        ('{"doc_id": "b"}', "document 'b': text is missing"),
        ('{"text": ["b"]}', "document 'lines-2': text: expected a string, found a list"),
        ('{"text": "b", "doc_id": "lines-1"}', "document 'lines-1': the same doc_id stands twice"),
        (
            '{"text": "b", "x": ' + "[" * 99_999 + "]" * 99_999 + "}",
            "record at line 2, column 1: n",
        ),
    ],
)
def test_a_bad_line_is_refused_with_its_number(tmp_path, line, problem):
    text = message(tmp_path, '{"text": "a"}\n' + line, name="lines.jsonl")
    assert text.startswith(f"lines.jsonl: {problem}")


def test_plain_text_with_a_nul_character_is_refused(tmp_path):
    problem = message(tmp_path, "ab\0", name="note.txt")
    assert problem == "note.txt: the text holds a NUL character at position 2"
