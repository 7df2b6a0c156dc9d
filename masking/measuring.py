"""The metrics of suggested masks at several points, every document analyzed once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from annotation.records import Document
from masking.detecting import Detector
from masking.evaluation.coverage import Span
from masking.evaluation.metrics import Metrics, mask_metrics
from masking.operating_points import Point


def metrics_at(
    detector: Detector, documents: Iterable[Document], points: Sequence[Point]
) -> list[Metrics]:
    """Return the metrics at each point, for documents of which the detector sees the text alone."""
    masked: list[list[tuple[Document, list[Span]]]] = [[] for _ in points]
    for document in documents:
        bare = replace(document, layers=())
        judged_spans = detector.analyze(detector.pipeline.parse(document.text))
        for point, decided in zip(points, masked, strict=True):
            marked = detector.decide(bare, judged_spans, point)
            spans = [(each.start, each.end) for each in marked.iter_mentions() if each.is_masked]
            decided.append((document, spans))
    return list(map(mask_metrics, masked))
