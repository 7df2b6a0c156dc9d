"""What a version suggests for many documents, one sheet for each request.

The sheets come in files of a few, each whole as soon as it is there, in the order of the requests:
what is asked for first can be shown long before the last is made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from learning.encoding import Encoder
from learning.progress import OnProgress
from selection import snapshots
from selection.evaluation.protocols import without_choices
from selection.examples import ExampleDocument, Floats
from selection.opening import open_version
from selection.snapshots import Request
from selection.suggesting import sheet_of

BATCH = 20
"""How many sheets a file holds."""
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
    """Write the sheets that are asked for and return their number; raises LearningError.

    `out` names the files, see `batch_path`. A document is looked at once, however many annotators
    it is asked for. `history` is a snapshot of documents that annotators are done with. The choices
    in a document itself are never looked at.
    """
    on_progress(0.0, "opening the model")
    texts_to_vectors = Encoder.open(encoder)
    models = open_version(version, texts_to_vectors)
    done = _by_annotator(history)
    total = sum(1 for _ in snapshots.read_requests(requests))
    ranked: dict[str, list[Floats]] = {}

    def sheets() -> Iterator[tuple[str, dict[str, Any]]]:
        texts = 0
        for number, request in enumerate(snapshots.read_requests(requests)):
            on_progress(number / total, f"document {number + 1} of {total}")
            who, earlier = request.annotator, _earlier(done, request)
            document = without_choices(request.document)
            model = models.model_for(document)
            if document.doc_id not in ranked:
                ranked[document.doc_id] = model.rank(document)
                texts += sum(2 + len(example.options) for example in document.examples)
            sheet = sheet_of(model, document, who, earlier, likely=ranked[document.doc_id])
            origin = {"part": models.part_of(document), "has_seen": models.has_seen(document)}
            yield request.key, sheet | origin
            if texts > _KEPT_TEXTS:
                texts_to_vectors.forget()
                texts = 0

    return _write_batches(out, sheets())


def batch_path(out: Path, number: int) -> Path:
    """Return where the sheets of a batch are written, from number 0 on."""
    return out.with_name(f"{out.name}-{number}")


def _write_batches(out: Path, made: Iterator[tuple[str, dict[str, Any]]]) -> int:
    number = written = 0
    while batch := list(islice(made, BATCH)):
        written += snapshots.write_sheets(batch_path(out, number), batch)
        number += 1
    return written


def _by_annotator(history: Path) -> dict[str, list[ExampleDocument]]:
    found = defaultdict(list)
    for document in snapshots.read_documents(history):
        for annotator in document.annotators:
            found[annotator].append(document)
    return found


def _earlier(done: dict[str, list[ExampleDocument]], request: Request) -> list[ExampleDocument]:
    theirs = done.get(request.annotator, []) if request.annotator is not None else []
    return [each for each in theirs if each.doc_id != request.document.doc_id]
