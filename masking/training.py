"""From corrected documents to a version: divide, fit, try on the documents held out, write.

The trainer sees a snapshot and folders, never a database, and leaves a whole version or none. What
is tried is what people would see: everything that is found without training, corrected by the
trained recognizer, at each operating point.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from annotation.records import Document
from learning.encoding import Encoder
from learning.errors import TrainingError
from learning.plans import Plan as BasePlan
from learning.progress import OnProgress, part
from learning.promotion import Split, Terms, fingerprints, split
from learning.record_files import checksum_of
from learning.summaries import Scores, Verdict
from learning.versions import Manifest, libraries, write_version
from masking.detecting import Detector
from masking.evaluation.metrics import Metrics
from masking.measuring import metrics_at
from masking.operating_points import ALL_STEPS, OperatingPoint
from masking.pipelines import Pipeline
from masking.recognizers.trained import Resources, TrainedRecognizer
from masking.snapshots import read_documents
from masking.versions import FAMILY, open_version
from ontology.layers import Ontology

TERMS = Terms("F1 of {share} over {count}", "held-out word", "without training")
_FITTED = 0.9
"""Share of the time: looking documents over and fitting takes nearly all of it."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Plan(BasePlan):
    """A training of what suggests masks; `ontology` is the folder of the compiled ontology.

    `pipeline` names a spaCy pipeline or its folder, the one that comes along without.
    """

    pipeline: str | None = None
    ontology: Path | None = None


@dataclass(frozen=True, slots=True)
class _Trial:
    """The results of a version on the documents held out."""

    measures: dict[str, Any]
    scores: Scores
    verdict: Verdict


def train(plan: Plan, on_progress: OnProgress) -> Manifest:
    """Train a version as planned and return its manifest; raises LearningError, OntologyError."""
    on_progress(0.0, "reading the documents")
    checksum = checksum_of(plan.snapshot)
    documents = [each for each in read_documents(plan.snapshot) if each.layers]
    if not documents:
        raise TrainingError(
            "There is no document that people marked. Layers of suggestions count once they are "
            "corrected and bear another name: import documents with such layers."
        )
    divided = split(documents, plan.seen_by_current())
    encoder = Encoder.open(plan.encoder)
    ontology = Ontology.open(plan.ontology) if plan.ontology else None
    zero_shot = Detector.zero_shot(Pipeline.open(plan.pipeline), ontology)
    started = time.process_time()
    trained = TrainedRecognizer.fit(
        divided.training,
        Resources(zero_shot.pipeline, encoder, zero_shot),
        seed=plan.seed,
        on_progress=part(on_progress, 0.0, _FITTED),
    )
    seconds = time.process_time() - started
    on_progress(_FITTED, "trying it on documents that it has not seen")
    trial = _tried(plan, replace(zero_shot, trained=trained), zero_shot, encoder, divided)
    manifest = Manifest(
        family=FAMILY,
        seed=plan.seed,
        encoder=encoder.identity,
        created_at=plan.created_at,
        data_checksum=checksum,
        trained_on=fingerprints(divided.training),
        held_out=fingerprints(divided.held_out),
        training_choices=_count_words(divided.training),
        scores=trial.scores,
        measures=trial.measures,
        verdict=trial.verdict,
        training_seconds=round(seconds, 2),
        libraries=libraries(),
    )
    return write_version(plan.out, trained, manifest)


def _tried(
    plan: Plan,
    trained: Detector,
    zero_shot: Detector,
    encoder: Encoder,
    divided: Split[Document],
) -> _Trial:
    """Measure the trained detector, the zero-shot one and the version in use on held-out layers.

    Metrics are by operating point, those of the trained one by step as well.
    """
    held_out = divided.held_out
    new = metrics_at(trained, held_out, [*OperatingPoint, *ALL_STEPS])
    measures: dict[str, Any] = {
        "points": _named(new),
        "steps": new[len(OperatingPoint) :],
        "untrained": _by_point(zero_shot, held_out),
    }

    def score_of(folder: Path) -> float:
        measures["current"] = _by_point(open_version(folder, zero_shot, encoder).whole, held_out)
        return _balanced_f1(measures["current"])

    current = plan.try_current(divided, score_of)
    scores = Scores(
        choices=_count_words(held_out),
        new=_balanced_f1(measures["points"]),
        baseline=_balanced_f1(measures["untrained"]),
        current=current.score,
    )
    return _Trial(measures, scores, plan.judge(scores, TERMS, divided, current.remark))


def _by_point(detector: Detector, documents: Sequence[Document]) -> dict[str, Metrics]:
    return _named(metrics_at(detector, documents, list(OperatingPoint)))


def _named(metrics: Sequence[Metrics]) -> dict[str, Metrics]:
    return {point.value: metrics[place] for place, point in enumerate(OperatingPoint)}


def _balanced_f1(metrics: Mapping[str, Metrics]) -> float:
    """Return F1, 1 where nothing was to be masked and nothing is."""
    f1 = metrics[OperatingPoint.BALANCED]["f1"]
    return 1.0 if f1 is None else f1


def _count_words(documents: Sequence[Document]) -> int:
    """Count the words of documents, once for each annotator who decided on them."""
    return sum(len(_WORD.findall(each.text)) * len(each.layers) for each in documents)
