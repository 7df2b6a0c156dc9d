"""JSON lines and CSV, read back by what reads them everywhere."""

import csv
import json

from annotation.formats.exchange.csv_tables import CsvWriter
from annotation.formats.exchange.entries import Entry, Span
from annotation.formats.exchange.jsonl import JsonlWriter
from annotation.types import IdentifierType, SemanticType

TEXT = '=1+1\r\n"Ada", née Lovelace 🚢\u2028moved to Oslo.\n'
SPAN = Span(
    mention_id="em1",
    start=TEXT.index("Oslo"),
    end=TEXT.index("Oslo") + 4,
    text="Oslo",
    entity_type=SemanticType.LOC,
    identifier_type=IdentifierType.QUASI,
    entity_id="e1",
    replacement="city",
)
ENTRIES = [
    Entry(doc_id="one", text=TEXT, annotator="Kim", spans=(SPAN,), split="train"),
    Entry(doc_id="one", text=TEXT, annotator="Lou", spans=(), split="train", is_gold=True),
]


def test_json_lines_hold_an_entry_each_and_offsets_hold(tmp_path):
    writer = JsonlWriter(tmp_path)
    writer.add(ENTRIES)
    writer.close("")
    [path] = tmp_path.iterdir()
    kim, lou = map(json.loads, path.read_bytes().decode().rstrip("\n").split("\n"))
    [span] = kim["spans"]
    assert kim["text"][span["start"] : span["end"]] == span["text"] == "Oslo"
    assert (lou["spans"], lou["is_gold"]) == ([], True)
    assert kim.keys() == lou.keys()


def test_tables_hold_a_text_once_and_join(tmp_path):
    writer = CsvWriter(tmp_path)
    writer.add(ENTRIES)
    writer.close("")
    tables = {}
    for path in tmp_path.iterdir():
        with path.open(encoding="utf-8", newline="") as stream:
            tables[path.stem] = list(csv.DictReader(stream))
    [document], [span] = tables["documents"], tables["spans"]
    assert document["text"] == TEXT
    assert document["text"][int(span["start"]) : int(span["end"])] == "Oslo"
    assert [(row["annotator"], row["is_gold"]) for row in tables["entries"]] == [
        ("Kim", "False"),
        ("Lou", "True"),
    ]
    assert (span["doc_id"], span["annotator"], span["entity_type"]) == ("one", "Kim", "LOC")
