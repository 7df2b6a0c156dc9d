"""Reading in pieces: the same objects however the text is cut, in bounded memory."""

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.formats.json_objects import find_end, parse_object
from annotation.formats.json_stream import first_object, iter_array, iter_lines, opening
from annotation.formats.source import Source
from tests.annotation.strategies import json_values, names, storable_text

objects = st.dictionaries(names, json_values, max_size=4)


def cut(text: str, sizes: list[int]):
    """The text in pieces of the given sizes, the last size again and again."""
    position = 0
    while position < len(text):
        size = sizes.pop(0) if len(sizes) > 1 else sizes[0]
        yield text[position : position + size]
        position += size


@given(
    st.lists(objects, max_size=5),
    st.lists(st.integers(1, 40), min_size=1),
    st.sampled_from([None, 0, 2]),
    st.sampled_from(["", "\n", "\r\n \t"]),
)
def test_a_list_cut_anywhere_gives_the_same_objects(values, sizes, indent, blank):
    text = blank + json.dumps(values, ensure_ascii=False, indent=indent) + blank
    assert [parse_object(raw) for raw in iter_array(cut(text, sizes))] == values


@given(st.lists(objects, max_size=5), st.lists(st.integers(1, 40), min_size=1))
def test_lines_cut_anywhere_give_the_same_objects(values, sizes):
    text = "\r\n\n".join(json.dumps(value, ensure_ascii=False) for value in values)
    assert [parse_object(raw) for raw in iter_lines(cut(text, sizes))] == values


@given(objects, storable_text)
def test_an_object_ends_where_its_brackets_close(value, rest):
    text = json.dumps(value, ensure_ascii=False)
    assert find_end(text + rest) == len(text)
    assert find_end(text[:-1]) is None


@given(st.lists(objects, min_size=1, max_size=4), st.integers(1, 9), st.sampled_from([None, 1]))
def test_an_object_knows_its_line_and_column(values, size, indent):
    text = json.dumps(values, ensure_ascii=False, indent=indent)
    for raw in iter_array(cut(text, [size])):
        line = text.split("\n")[raw.line - 1]
        assert line[raw.column - 1 :].startswith(raw.text.split("\n")[0])


@pytest.mark.parametrize("text", ['[{"a": 1}, ', '{"a": 1}\n{', ' {"a": 1}'])
def test_the_first_object_is_found_in_lists_and_lines(text):
    assert parse_object(first_object(cut(text, [1]))) == {"a": 1}


@pytest.mark.parametrize(("text", "expected"), [("", ""), (" [", "["), (" \n[ {", "[{")])
def test_the_opening_is_two_characters_without_blanks(text, expected):
    assert opening(cut(text, [1])) == expected


def test_characters_cut_between_chunks_come_whole(tmp_path, monkeypatch):
    monkeypatch.setattr("annotation.formats.source._CHUNK_BYTES", 1)
    path = tmp_path / "note.txt"
    path.write_bytes("\ufeff\ufeffé🙂𝒳".encode())
    assert "".join(Source(path, path.name).chunks()) == "\ufeff\ufeffé🙂𝒳"


@pytest.mark.slow
def test_a_large_file_is_read_in_little_memory(tmp_path):
    path = tmp_path / "large.json"
    sentence = "She sails to the island 🙂 and back. "
    mention = {
        "entity_type": "PERSON",
        "start_offset": 0,
        "end_offset": 3,
        "span_text": "She",
        "identifier_type": "DIRECT",
        "entity_id": "e",
        "replacement": {"generalizations": {"P31": ["sailor", "***"]}},
    }
    with path.open("w", encoding="utf-8") as stream:
        for index in range(3_000):
            mentions = [mention | {"entity_mention_id": f"em{number}"} for number in range(30)]
            record = {
                "doc_id": f"d{index}",
                "text": sentence * 60,
                "annotations": {"a1": {"entity_mentions": mentions}},
            }
            stream.write("[" if index == 0 else ",")
            json.dump(record, stream, ensure_ascii=False)
        stream.write("]")
    assert path.stat().st_size > 25_000_000
    assert _growth_in_mebibytes(path) < 40


def _growth_in_mebibytes(path) -> float:
    """How much the peak memory of a fresh Python process grows by reading the file."""
    program = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from annotation.formats import read_documents\n"
        "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "before = peak()\n"
        "assert sum(1 for _ in read_documents(Path(sys.argv[1]))) == 3_000\n"
        "print(peak() - before)\n"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program, str(path)], check=True, capture_output=True, text=True
    )
    unit = 1024 if sys.platform != "darwin" else 1024**2
    return int(finished.stdout) / unit
