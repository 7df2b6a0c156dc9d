"""Computing what a version suggests for many documents, one payload for each request.

The payloads come in files of a few, each whole as soon as it is there, in the order of the
requests: what is asked for first can be shown long before the last is made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Protocol, runtime_checkable

from learning.opened_versions import OpenedVersion
from learning.progress import OnProgress
from selection import exchange
from selection.annotator_features import REMEMBERED
from selection.evaluation.protocols import without_choices
from selection.examples import ExampleDocument, Floats
from selection.exchange import Request
from selection.families import Model
from selection.opening import open_version
from selection.payload import AnnotatorNotes, SuggestionPayload
from selection.resources import Resources

BATCH = 20
"""How many payloads a file holds."""
_KEPT_TEXTS = 20_000
"""After about so many texts the encoder forgets their vectors: 30 MB at 384 dimensions."""


@runtime_checkable
class AnnotatorAware(Protocol):
    """A model that knows whose choices it predicts."""

    def notes(
        self, document: ExampleDocument, annotator: str | None, history: Sequence[ExampleDocument]
    ) -> AnnotatorNotes:
        """Return what a payload holds of the annotator, whose other documents are the history."""
        ...


def payload_of(
    model: Model,
    document: ExampleDocument,
    annotator: str | None,
    history: Sequence[ExampleDocument],
    *,
    base_probabilities: Sequence[Floats] | None = None,
) -> SuggestionPayload:
    """Return what `selection.suggesting` needs of a document.

    `history` are other documents with choices of the annotator. Choices in the document itself are
    not looked at. `base_probabilities` are those of the model's `rank`, where they are known.
    """
    known = model.rank(document) if base_probabilities is None else base_probabilities
    payload = SuggestionPayload.of(document, known)
    if isinstance(model, AnnotatorAware) and document.examples:
        return replace(payload, annotator=model.notes(document, annotator, history))
    return payload


def suggest(
    version: Path,
    requests: Path,
    history: Path,
    out: Path,
    *,
    resources: Resources,
    on_progress: OnProgress,
) -> int:
    """Write the payloads that are asked for and return their number; raises LearningError.

    `out` names the files, see `batch_path`. A document is looked at once, however many annotators
    it is asked for. `history` is a snapshot of documents that annotators are done with. The choices
    in a document itself are never looked at.
    """
    on_progress(0.0, "opening the model")
    ranking = _Ranking(resources)
    models = open_version(version, resources.encoder)
    done = _by_annotator(exchange.read_documents(history))
    total = sum(1 for _ in exchange.read_requests(requests))

    def payloads() -> Iterator[tuple[str, SuggestionPayload]]:
        for number, request in enumerate(exchange.read_requests(requests)):
            on_progress(number / total, f"document {number + 1} of {total}")
            document = without_choices(request.document)
            model = models.model_for(document)
            base = ranking.rank(model, document)
            earlier = [ranking.known(each) for each in _earlier(done, request)]
            payload = payload_of(
                model, document, request.annotator, earlier, base_probabilities=base
            )
            yield request.key, _from(models, document, payload)
            ranking.tidy()

    return _write_batches(out, payloads())


@dataclass(slots=True)
class _Ranking:
    """Reads and ranks each document once, however often it is asked for, and keeps few vectors."""

    resources: Resources
    _known: dict[str, ExampleDocument] = field(default_factory=dict)
    _ranked: dict[str, list[Floats]] = field(default_factory=dict)
    _texts: int = 0

    def known(self, document: ExampleDocument) -> ExampleDocument:
        """Return a document of the history with what the ontology offers for its spans."""
        if document.doc_id not in self._known:
            self._known[document.doc_id] = self.resources.known(document)
        return self._known[document.doc_id]

    def rank(self, model: Model, document: ExampleDocument) -> list[Floats]:
        if document.doc_id not in self._ranked:
            known = self.resources.known(document)
            self._ranked[document.doc_id] = model.rank(known)
            self._texts += sum(
                1 + len(each.options) + len(each.proposed) for each in known.examples
            )
        return self._ranked[document.doc_id]

    def tidy(self) -> None:
        if self._texts > _KEPT_TEXTS:
            self.resources.encoder.forget()
            self._texts = 0


def _from(
    models: OpenedVersion[Model], document: ExampleDocument, payload: SuggestionPayload
) -> SuggestionPayload:
    """Note in a payload which part of a version it comes from, and what that has seen."""
    return replace(payload, part=models.part_of(document), has_seen=models.has_seen(document))


def batch_path(out: Path, number: int) -> Path:
    """Return where the payloads of a batch are written, from number 0 on."""
    return out.with_name(f"{out.name}-{number}")


def _write_batches(out: Path, made: Iterator[tuple[str, SuggestionPayload]]) -> int:
    number = written = 0
    while batch := list(islice(made, BATCH)):
        written += exchange.write_payloads(batch_path(out, number), batch)
        number += 1
    return written


def _by_annotator(history: Iterable[ExampleDocument]) -> dict[str, list[ExampleDocument]]:
    found = defaultdict(list)
    for document in history:
        for annotator in document.annotators:
            found[annotator].append(document)
    return found


def _earlier(done: dict[str, list[ExampleDocument]], request: Request) -> list[ExampleDocument]:
    """Return the annotator's other documents that models look at, the last ones."""
    theirs = done.get(request.annotator, []) if request.annotator is not None else []
    others = [each for each in theirs if each.doc_id != request.document.doc_id and each.examples]
    return others[-REMEMBERED:]
