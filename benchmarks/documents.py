"""The documents that are measured with: real ones where they are at hand, or the sample's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from webapp.platform.resources import ROOT

PUBLISHED = ROOT.parent / "shared" / "data" / "wikireplace.json"
SAMPLE = ROOT / "webapp" / "data" / "sample.json"

LARGE_CHARACTERS = 60_000
LARGE_MENTIONS = 300

Record = dict[str, Any]
"""A document in WikiReplace format."""


def usual_file() -> Path:
    """Return the published documents where they lie beside the checkout, else the sample."""
    return PUBLISHED if PUBLISHED.exists() else SAMPLE


def iter_copies(path: Path) -> Iterator[Record]:
    """Yield the documents of a file over and over, each copy a new document without work."""
    originals = json.loads(path.read_text(encoding="utf-8"))
    for number in count():
        original = originals[number % len(originals)]
        yield _without_work(original) | {"doc_id": f"{original['doc_id']} copy {number}"}


def count_spans(record: Record) -> int:
    """Count the spans of a document that annotators choose for."""
    return sum(mention["identifier_type"] != "NO_MASK" for mention in _mentions(record))


def make_large() -> Record:
    """Make a document of 60,000 characters with 300 mentions of 50 entities."""
    sentence = "Nobody of that name was at the meeting, and the minutes say why at length. "
    spacing = LARGE_CHARACTERS // LARGE_MENTIONS
    text, mentions = "", []
    for number in range(LARGE_MENTIONS):
        span = f"Person {number % 50}"
        mentions.append(_mention(number, span, start=len(text)))
        text += span + " "
        text += (sentence * spacing)[: spacing * (number + 1) - len(text)]
    return {
        "annotations": {"spans": {"entity_mentions": mentions}},
        "text": text,
        "task": "Hide who this is about",
        "doc_id": "large",
        "dataset_type": "test",
    }


def cut(record: Record) -> Record:
    """Cut a document for the floor: {"pieces": [number, text before, span, options], "rest"}."""
    pieces: list[tuple[int, str, str, list[str]]] = []
    end = 0
    for mention in sorted(_mentions(record), key=lambda each: each["start_offset"]):
        if mention["identifier_type"] != "NO_MASK" and mention["start_offset"] >= end:
            before = record["text"][end : mention["start_offset"]]
            lists = mention.get("replacement", {}).get("generalizations", {}).values()
            options = list(dict.fromkeys(option for each in lists for option in each))
            pieces.append((len(pieces), before, mention["span_text"], options or ["***"]))
            end = mention["end_offset"]
    return {"pieces": pieces, "rest": record["text"][end:]}


def _mention(number: int, span: str, *, start: int) -> Record:
    levels = [f"{span}, described in {words} words" for words in range(12, 2, -1)]
    return {
        "entity_type": "PERSON",
        "entity_mention_id": f"large_{number}",
        "start_offset": start,
        "end_offset": start + len(span),
        "span_text": span,
        "identifier_type": "QUASI",
        "entity_id": span,
        "replacement": {"generalizations": {"made": [*levels, "***"]}},
    }


def _mentions(record: Record) -> Iterator[Record]:
    for layer in record["annotations"].values():
        yield from layer["entity_mentions"]


def _without_work(record: Record) -> Record:
    layers = {
        name: layer | {"entity_mentions": [_open(each) for each in layer["entity_mentions"]]}
        for name, layer in record["annotations"].items()
    }
    return {key: value for key, value in record.items() if key != "generalized_text"} | {
        "annotations": layers
    }


def _open(mention: Record) -> Record:
    replacement = mention.get("replacement")
    if not replacement:
        return mention
    lists = {key: value for key, value in replacement.items() if key != "generalization_selection"}
    return mention | {"replacement": lists}
