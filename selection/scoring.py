"""What a version suggests for many documents, one sheet for each request."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from selection import snapshots
from selection.encoding import Encoder
from selection.evaluation.protocols import without_choices
from selection.examples import ExampleDocument
from selection.families import OnProgress
from selection.snapshots import Request
from selection.suggesting import sheet_of
from selection.versions import open_model

_KEPT_TEXTS = 20_000
"""After about so many texts the encoder forgets their vectors: 30 MB at 384 dimensions."""


def suggest(
    version: Path,
    requests: Path,
    history: Path,
    out: Path,
    *,
    encoder: Path | None,
    on_progress: OnProgress,
) -> int:
    """Write the sheets that are asked for and return their number; raises SelectionError.

    `history` is a snapshot of documents that annotators are done with. The choices in a document
    itself are never looked at.
    """
    on_progress(0.0, "opening the model")
    opened = Encoder.open(encoder)
    model = open_model(version, opened)
    done = _by_annotator(history)
    total = sum(1 for _ in snapshots.read_requests(requests))

    def sheets() -> Iterator[tuple[str, dict[str, Any]]]:
        texts = 0
        for number, request in enumerate(snapshots.read_requests(requests)):
            on_progress(number / total, f"document {number + 1} of {total}")
            earlier = _earlier(done, request)
            document = without_choices(request.document)
            yield request.key, sheet_of(model, document, request.annotator, earlier)
            texts += sum(2 + len(example.options) for example in document.examples)
            if texts > _KEPT_TEXTS:
                opened.forget()
                texts = 0

    return snapshots.write_sheets(out, sheets())


def _by_annotator(history: Path) -> dict[str, list[ExampleDocument]]:
    found = defaultdict(list)
    for document in snapshots.read_documents(history):
        for annotator in document.annotators:
            found[annotator].append(document)
    return found


def _earlier(done: dict[str, list[ExampleDocument]], request: Request) -> list[ExampleDocument]:
    theirs = done.get(request.annotator, []) if request.annotator is not None else []
    return [each for each in theirs if each.doc_id != request.document.doc_id]
