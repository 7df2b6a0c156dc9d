r"""The metrics of masks as one row of figures.

Tokens are words (`\w+`): precision, recall and F1. Entities are counted as TAB does (ch. 6).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from annotation.records import Document
from masking.evaluation.coverage import Span, iter_tokens
from masking.evaluation.scoring import score_masks

Metrics = dict[str, float | None]
"""Values from 0 to 1 by name; None where nothing could be counted."""


def mask_metrics(masked: Sequence[tuple[Document, Sequence[Span]]]) -> Metrics:
    """Return how well spans hide what annotators masked: precision, recall, f1, er_di and er_qi."""
    masks = {document.doc_id: spans for document, spans in masked}
    scores = score_masks((document for document, _ in masked), masks)
    entities = {"er_di": scores.er_di.value, "er_qi": scores.er_qi.value}
    return word_metrics(masked) | entities


def word_metrics(masked: Iterable[tuple[Document, Iterable[Span]]]) -> Metrics:
    """Return precision, recall and F1 of masked words, over the layers of all annotators."""
    hits, found, wanted = 0, 0, 0
    for document, spans in masked:
        words = _words(document.text, spans)
        for layer in document.layers:
            gold = _words(document.text, ((m.start, m.end) for m in layer.mentions if m.is_masked))
            hits += len(gold & words)
            found += len(words)
            wanted += len(gold)
    return {
        "precision": hits / found if found else None,
        "recall": hits / wanted if wanted else None,
        "f1": 2 * hits / (found + wanted) if found + wanted else None,
    }


def _words(text: str, spans: Iterable[Span]) -> set[Span]:
    return {token for start, end in spans for token in iter_tokens(text, start, end)}
