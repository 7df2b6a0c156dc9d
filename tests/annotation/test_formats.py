"""Documents in and out of files: nothing lost, the format detected by the content."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.formats import (
    Format,
    detect_format,
    document_from_json,
    document_to_json,
    read_documents,
    write_documents,
)
from annotation.records import Document
from tests.annotation.strategies import document_records, storable_text

BIOGRAPHY = {
    "doc_id": "zoe",
    "text": "Zoë 🙂 sails.",
    "annotations": {
        "a1": {
            "entity_mentions": [
                {
                    "entity_type": "PERSON",
                    "entity_mention_id": "zoe_em1",
                    "start_offset": 0,
                    "end_offset": 3,
                    "span_text": "Zoë",
                    "identifier_type": "DIRECT",
                    "entity_id": "zoe_e1",
                    "replacement": {"generalizations": {"heuristics": ["PERSON 1", "***"]}},
                }
            ]
        }
    },
}


def as_ordered_json(value) -> str:
    """JSON text: unlike ==, it tells orders of keys, true and 1, 1 and 1.0 apart."""
    return json.dumps(value)


def written(documents, format_=Format.WIKIREPLACE):
    stream = io.StringIO()
    write_documents(documents, stream, format_)
    return json.loads(stream.getvalue())


def test_a_record_is_the_same_json_value_after_a_round_trip_in_memory():
    @given(document_records())
    def check(record):
        document = document_from_json(record)
        assert as_ordered_json(document_to_json(document)) == as_ordered_json(record)

    check()


def test_a_file_is_the_same_json_value_after_a_round_trip(tmp_path):
    path = tmp_path / "records.json"
    unique_records = st.lists(document_records(), max_size=3, unique_by=lambda r: r["doc_id"])

    @given(unique_records, st.booleans(), st.sampled_from([None, 1]))
    def check(records, ensure_ascii, indent):
        text = json.dumps(records, ensure_ascii=ensure_ascii, indent=indent)
        path.write_bytes(text.encode())
        documents = read_documents(path, format=Format.WIKIREPLACE)
        assert as_ordered_json(written(documents)) == as_ordered_json(records)

    check()


@pytest.mark.parametrize("format_", [Format.WIKIREPLACE, Format.TAB])
def test_every_published_document_is_the_same_after_a_round_trip(shared_data: Path, format_):
    path = shared_data / f"{format_}.json"
    assert detect_format(path) is format_
    records = json.loads(path.read_bytes())
    assert as_ordered_json(written(read_documents(path), format_)) == as_ordered_json(records)


def test_numbers_that_other_parsers_bend_come_back_exactly(tmp_path):
    path = tmp_path / "numbers.json"
    meta = '{"big": 123456789012345678901234567890, "float": 0.1, "whole": 1.0, "tiny": 5e-324}'
    path.write_text(f'[{{"doc_id": "a", "text": "t", "annotations": {{}}, "meta": {meta}}}]')
    (record,) = written(read_documents(path))
    assert as_ordered_json(record["meta"]) == as_ordered_json(json.loads(meta))


def test_new_values_follow_at_the_end_in_standard_order():
    document = document_from_json(BIOGRAPHY)
    completed = replace(document, generalized_text="[PERSON 1] 🙂 sails.", task="Hide Zoë.")
    assert list(document_to_json(completed)) == [*BIOGRAPHY, "task", "generalized_text"]


def test_a_new_record_has_the_keys_of_the_published_ones():
    assert list(document_to_json(Document("a", "text"))) == ["annotations", "text", "doc_id"]


def test_tab_leaves_out_what_it_has_no_place_for():
    record = BIOGRAPHY | {"generalized_text": "***"}
    (bare,) = written([document_from_json(record)], Format.TAB)
    assert "generalized_text" not in bare
    assert "replacement" not in bare["annotations"]["a1"]["entity_mentions"][0]


def test_no_documents_are_an_empty_list():
    assert written([]) == []


def test_formats_that_only_come_in_are_not_written():
    with pytest.raises(KeyError):
        written([], Format.TEXT)


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("records", [BIOGRAPHY], Format.WIKIREPLACE),
        ("records.txt", [BIOGRAPHY], Format.WIKIREPLACE),
        ("cases", [BIOGRAPHY | {"annotations": {}, "quality_checked": []}], Format.TAB),
        ("bare", [BIOGRAPHY | {"annotations": {}}], Format.WIKIREPLACE),
        ("empty", [], Format.WIKIREPLACE),
        ("lines", {"text": "one"}, Format.JSONL),
        ("lines.json", {"text": "one"}, Format.JSONL),
        ("one record", BIOGRAPHY, Format.WIKIREPLACE),
        ("note", "She sails.", Format.TEXT),
        ("note.txt", "[1] She sails.", Format.TEXT),
        ("note.txt", "{sic} She sails.", Format.TEXT),
        ("note.json", "She sails.", Format.WIKIREPLACE),
        ("note.jsonl", "She sails.", Format.JSONL),
    ],
)
@pytest.mark.parametrize("mark", ["", "\ufeff", "\r\n  "])
def test_the_format_is_told_by_what_the_file_begins_with(tmp_path, name, content, expected, mark):
    path = tmp_path / "upload"
    text = content if isinstance(content, str) else json.dumps(content, indent=1)
    path.write_bytes((mark + text).encode())
    assert detect_format(path, name=name) is expected


def test_a_mention_with_a_confidential_status_tells_tab(tmp_path):
    record = json.loads(json.dumps(BIOGRAPHY))
    (mention,) = record["annotations"]["a1"]["entity_mentions"]
    del mention["replacement"]
    mention["confidential_status"] = "NOT_CONFIDENTIAL"
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([record]))
    assert detect_format(path) is Format.TAB


def test_a_byte_order_mark_and_carriage_returns_around_json_do_no_harm(tmp_path):
    path = tmp_path / "windows.json"
    text = json.dumps([BIOGRAPHY], indent=1).replace("\n", "\r\n")
    path.write_bytes(("\ufeff" + text).encode())
    assert as_ordered_json(written(read_documents(path))) == as_ordered_json([BIOGRAPHY])


def test_plain_text_is_kept_exactly_but_for_the_byte_order_mark(tmp_path):
    path = tmp_path / "letter.v2.txt"

    @given(storable_text.map(lambda text: f"é{text}\r\n"))
    def check(text):
        path.write_bytes(("\ufeff" + text).encode())
        assert list(read_documents(path, format=Format.TEXT)) == [Document("letter.v2", text)]

    check()


def test_json_lines_are_named_by_file_and_line_and_keep_what_is_unknown(tmp_path):
    path = tmp_path / "notes.jsonl"
    path.write_bytes(
        b'{"text": "one\\u0000"}'.replace(b"\\u0000", "\u2028\u0085".encode())
        + b'\r\n\r\n{"doc_id": "b", "text": "two", "meta": {"n": 1}, "mood": ["calm"]}'
    )
    first, second = read_documents(path)
    assert first == replace(first, doc_id="notes-1", text="one\u2028\u0085")
    assert (second.doc_id, second.text, second.meta) == ("b", "two", {"n": 1})
    assert second.layout.extra == {"mood": ["calm"]}


def test_progress_is_told_in_bytes_up_to_the_size_of_the_file(tmp_path):
    path = tmp_path / "records.json"
    records = [BIOGRAPHY | {"doc_id": f"zoe-{index}"} for index in range(2_000)]
    path.write_text(json.dumps(records))
    progress: list[int] = []
    assert sum(1 for _ in read_documents(path, on_progress=progress.append)) == len(records)
    assert progress == sorted(set(progress))
    assert len(progress) > 1
    assert progress[-1] == path.stat().st_size
