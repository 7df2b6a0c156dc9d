"""Files made from the sample, to be imported: one annotated throughout, one that is refused."""

from __future__ import annotations

import json
from pathlib import Path

SAMPLE = Path(__file__).resolve().parents[2] / "webapp" / "data" / "sample.json"
CHOICES = SAMPLE.with_name("sample-choices.json")
ANNOTATOR = "sample-dora"


def annotated(path: Path) -> Path:
    """Write the sample with the choices of its authors, under one name beside the others."""
    records = json.loads(SAMPLE.read_text(encoding="utf-8"))
    chosen = json.loads(CHOICES.read_text(encoding="utf-8"))
    for record in records:
        for layer in record["annotations"].values():
            for mention in layer["entity_mentions"]:
                text = chosen[record["doc_id"]].get(mention["entity_mention_id"])
                if text is not None:
                    selection = mention["replacement"]["generalization_selection"]
                    selection.setdefault(text, []).append(ANNOTATOR)
    path.write_text(json.dumps(records, ensure_ascii=False), encoding="utf-8")
    return path


def damaged(path: Path) -> Path:
    """Write a copy of the sample in which one span does not hold its text."""
    records = json.loads(SAMPLE.read_text(encoding="utf-8"))
    for record in records:
        record["doc_id"] += "-2"
    mentions = next(iter(records[4]["annotations"].values()))["entity_mentions"]
    mentions[2]["start_offset"] -= 1
    path.write_text(json.dumps(records), encoding="utf-8")
    return path
