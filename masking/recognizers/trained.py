"""A recognizer that learns from corrected documents what must be masked.

Three taggers tell of each token how likely it must be masked: a conditional random field over
words, shapes, tags and what is recognized without training, and two linear models over states of a
frozen encoder and of the spaCy pipeline. Their mean decides, against a threshold that was fitted on
documents of inner folds. Layers of several annotators are lessons of their own (Pilán et al.
2022, section 7.2).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from annotation.composing import composed
from annotation.records import Document
from learning.encoding import Encoder
from learning.errors import TrainingError, VersionError
from learning.folds import split
from learning.progress import OnProgress, silent
from masking.evaluation.scoring import MaskScore, score_document
from masking.operating import ExpectedPoint, OperatingPoint
from masking.pipelines import Pipeline
from masking.recognizers import Recognizer
from masking.spans import RecognizedSpan
from masking.tagging.ensemble import Ensemble, Evidence, Lesson
from masking.tagging.tagged import TaggedTokens
from masking.tagging.thresholds import fit_thresholds
from masking.tagging.tokens import TokenizedText, is_masked

if TYPE_CHECKING:
    from spacy.tokens import Doc

FOLDS = 5
"""Thresholds are fitted on documents in so many folds, each tagged by what the others taught."""
LEAST_DOCUMENTS = 2
KEPT = 1024
"""Texts of which it is remembered what taggers see."""
_SETTINGS = "settings.json"


@dataclass(frozen=True)
class Resources:
    """What a trained recognizer stands on, and does not change."""

    pipeline: Pipeline
    encoder: Encoder
    zero_shot: Recognizer
    """Recognizes without training; of what it finds, types and reasons count, not scores."""

    @property
    def identities(self) -> dict[str, str]:
        """What must be the same when a saved recognizer is opened."""
        return {"encoder": self.encoder.identity, "pipeline": self.pipeline.identity}

    def look_over(self, doc: Doc) -> Evidence:
        """Return what taggers see of a parsed text."""
        return Evidence.of(TokenizedText.of(doc, self.zero_shot.recognize(doc)), self.encoder)


class EvidenceCache:
    """What taggers see of the last texts, looked over once; it holds nothing of any annotator."""

    def __init__(self, resources: Resources) -> None:
        self.resources = resources
        self._look_over = lru_cache(KEPT)(
            lambda text: resources.look_over(resources.pipeline.parse(text))
        )

    def __getitem__(self, text: str) -> Evidence:
        return self._look_over(text)


class TrainedRecognizer:
    """Masks what taggers have learnt to mask, from `threshold` on."""

    name = "trained"

    def __init__(
        self,
        resources: Resources,
        ensemble: Ensemble,
        points: Sequence[ExpectedPoint],
    ) -> None:
        self.resources = resources
        self.ensemble = ensemble
        self.points = tuple(points)
        """From privacy to utility, each with what to expect of it."""
        self.thresholds = {OperatingPoint(each.name): each.threshold for each in points}

    @classmethod
    def fit(
        cls,
        documents: Sequence[Document],
        resources: Resources,
        *,
        seed: int = 0,
        evidence: EvidenceCache | None = None,
        on_progress: OnProgress = silent,
    ) -> TrainedRecognizer:
        """Learn from the layers of documents; raises TrainingError, which says what lacks.

        `evidence` saves looking the same documents over again, in folds.
        """
        known = evidence or EvidenceCache(resources)
        annotated = [composed(document) for document in documents if document.layers]
        _check(annotated)
        lessons = {}
        for number, document in enumerate(annotated):
            doing = f"reading document {number + 1} of {len(annotated)}"
            on_progress(number / len(annotated) / 2, doing)
            seen = known[document.text]
            lessons[document.doc_id] = [Lesson.of(seen, layer) for layer in document.layers]
        points = _fit_points(annotated, lessons, seed, on_progress)
        ensemble = Ensemble.fit([lesson for each in lessons.values() for lesson in each])
        on_progress(1.0, "trained")
        return cls(resources, ensemble, points)

    def tag(self, doc: Doc) -> TaggedTokens:
        """Return the probabilities of the tokens of a parsed text of any length."""
        return self.ensemble.tag(self.resources.look_over(doc))

    def recognize(
        self, doc: Doc, point: OperatingPoint = OperatingPoint.BALANCED
    ) -> Iterator[RecognizedSpan]:
        """Yield what must be masked, in text order; a score is the mean probability of tokens."""
        return self.tag(doc).spans(self.thresholds[point])

    def save(self, folder: Path) -> None:
        """Write the models, the operating points, and what they stand on."""
        self.ensemble.save(folder)
        settings = {**self.resources.identities, "points": [each.as_json() for each in self.points]}
        (folder / _SETTINGS).write_text(json.dumps(settings, indent=1), encoding="utf-8")

    @classmethod
    def open(cls, folder: Path, resources: Resources) -> TrainedRecognizer:
        """Open what `save` wrote; raises VersionError, also for another encoder or pipeline."""
        try:
            settings: dict[str, Any] = json.loads((folder / _SETTINGS).read_text(encoding="utf-8"))
            points = [ExpectedPoint(**point) for point in settings["points"]]
            identities = {name: settings[name] for name in resources.identities}
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise VersionError(f"{folder} holds no trained recognizer: {error!r}.") from error
        for name, identity in resources.identities.items():
            if identities[name] != identity:
                raise VersionError(
                    f"The recognizer in {folder} was trained with another {name} "
                    f"({identities[name]}, this one is {identity}). Train it again."
                )
        return cls(resources, Ensemble.open(folder), points)


def _check(documents: Sequence[Document]) -> None:
    """Refuse too few documents, and such as have nothing to learn from; raises TrainingError."""
    if len({document.text for document in documents}) < LEAST_DOCUMENTS:
        raise TrainingError(
            f"Masks are learnt from at least {LEAST_DOCUMENTS} corrected documents, and there "
            f"{'is' if len(documents) == 1 else 'are'} {len(documents)}."
        )
    if not any(mention.is_masked for each in documents for mention in each.iter_mentions()):
        raise TrainingError(
            "There is nothing to learn from: no mention in these documents must be masked."
        )


def _fit_points(
    documents: Sequence[Document],
    lessons: Mapping[str, Sequence[Lesson]],
    seed: int,
    on_progress: OnProgress,
) -> list[ExpectedPoint]:
    """Fit thresholds on documents of inner folds, each tagged by what the others taught.

    What to expect of them is counted on the same documents.
    """
    folds = min(FOLDS, len({document.text for document in documents}))
    tagged: list[tuple[Document, TaggedTokens]] = []
    probabilities, masked = [], []
    for number, fold in enumerate(split(documents, folds, seed)):
        doing = f"learning without part {number + 1} of {folds}"
        on_progress(0.5 + number / (folds + 1) / 2, doing)
        ensemble = Ensemble.fit([each for one in fold.train for each in lessons[one.doc_id]])
        for document in fold.test:
            tokens = ensemble.tag(lessons[document.doc_id][0].evidence)
            tagged.append((document, tokens))
            is_word = np.array([not (token.is_punct or token.is_space) for token in tokens.doc])
            for lesson in lessons[document.doc_id]:
                probabilities.append(tokens.masked[is_word])
                masked.append(is_masked(lesson.labels)[is_word])
    thresholds = fit_thresholds(np.concatenate(probabilities), np.concatenate(masked))
    return [_expected(point, threshold, tagged) for point, threshold in thresholds.items()]


def _expected(
    point: OperatingPoint, threshold: float, tagged: Iterable[tuple[Document, TaggedTokens]]
) -> ExpectedPoint:
    score = MaskScore()
    for document, tokens in tagged:
        spans = [(each.start, each.end) for each in tokens.spans(threshold)]
        score.add(score_document(document, spans))
    return ExpectedPoint(
        point,
        threshold,
        recall=score.recall.value,
        precision=score.precision.value,
        er_di=score.er_di.value,
        er_qi=score.er_qi.value,
    )
