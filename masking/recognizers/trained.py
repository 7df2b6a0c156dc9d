"""A recognizer that is trained on corrected documents.

Three taggers give the probability of each token that it must be masked: a conditional random field
over words, shapes, tags and what is recognized without training, and two linear models over states
of a frozen encoder and of the spaCy pipeline. Their mean is compared with a threshold fitted on
documents of inner folds. Layers of several annotators are examples of their own (Pilán et al.
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

from annotation.reading.text import read_document
from annotation.records import Document
from learning.encoding import Encoder
from learning.errors import TrainingError, VersionError
from learning.folds import split
from learning.progress import OnProgress, silent
from masking.evaluation.scoring import MaskScore, score_document
from masking.operating_points import FittedPoint, OperatingPoint
from masking.pipelines import Pipeline
from masking.recognizers import Recognizer
from masking.spans import RecognizedSpan
from masking.tagging.ensemble import Ensemble, TaggerInput, TrainingExample
from masking.tagging.identity import features_identity
from masking.tagging.tagged import TaggedTokens
from masking.tagging.thresholds import fit_thresholds
from masking.tagging.tokens import TokenizedText, is_masked

if TYPE_CHECKING:
    from spacy.tokens import Doc

FOLDS = 5
"""Folds for fitting thresholds: each is tagged by models that are trained on the others."""
LEAST_DOCUMENTS = 2
CACHE_SIZE = 1024
"""The number of texts whose tagger input is cached."""
_SETTINGS = "settings.json"


@dataclass(frozen=True)
class Resources:
    """The resources that a trained recognizer needs, and does not train."""

    pipeline: Pipeline
    encoder: Encoder
    zero_shot: Recognizer
    """Recognizes without training; of what it finds, types and reasons count, not scores."""

    @property
    def identities(self) -> dict[str, str]:
        """The identities of what must be the same when a saved recognizer is opened."""
        return {
            "encoder": self.encoder.identity,
            "pipeline": self.pipeline.identity,
            "set of features": features_identity(),
        }

    def tagger_input(self, doc: Doc) -> TaggerInput:
        """Return the input of the taggers for a parsed text."""
        return TaggerInput.of(TokenizedText.of(doc, self.zero_shot.recognize(doc)), self.encoder)


class TaggerInputCache:
    """The tagger inputs of the last texts, computed once; they hold nothing of any annotator."""

    def __init__(self, resources: Resources) -> None:
        self.resources = resources
        self._tagger_input = lru_cache(CACHE_SIZE)(
            lambda text: resources.tagger_input(resources.pipeline.parse(text))
        )

    def __getitem__(self, text: str) -> TaggerInput:
        return self._tagger_input(text)


class TrainedRecognizer:
    """Masks what the taggers give a probability of at least `threshold`."""

    name = "trained"

    def __init__(
        self,
        resources: Resources,
        ensemble: Ensemble,
        points: Sequence[FittedPoint],
    ) -> None:
        self.resources = resources
        self.ensemble = ensemble
        self.points = tuple(points)
        """From privacy to utility."""
        self.thresholds = {OperatingPoint(each.name): each.threshold for each in points}

    @classmethod
    def fit(
        cls,
        documents: Sequence[Document],
        resources: Resources,
        *,
        seed: int = 0,
        inputs: TaggerInputCache | None = None,
        on_progress: OnProgress = silent,
    ) -> TrainedRecognizer:
        """Train on the layers of documents; raises TrainingError, which says what lacks.

        `inputs` caches the tagger inputs of documents that come again, as in folds.
        """
        known = inputs or TaggerInputCache(resources)
        annotated = [read_document(document) for document in documents if document.layers]
        _check(annotated)
        examples = {}
        for number, document in enumerate(annotated):
            doing = f"reading document {number + 1} of {len(annotated)}"
            on_progress(number / len(annotated) / 2, doing)
            seen = known[document.text]
            examples[document.doc_id] = [
                TrainingExample.of(seen, layer) for layer in document.layers
            ]
        points = _fit_points(annotated, examples, seed, on_progress)
        ensemble = Ensemble.fit([example for each in examples.values() for example in each])
        on_progress(1.0, "trained")
        return cls(resources, ensemble, points)

    def tag(self, doc: Doc) -> TaggedTokens:
        """Return the probabilities of the tokens of a parsed text of any length."""
        return self.ensemble.tag(self.resources.tagger_input(doc))

    def recognize(
        self, doc: Doc, point: OperatingPoint = OperatingPoint.BALANCED
    ) -> Iterator[RecognizedSpan]:
        """Yield what must be masked, in text order; a score is the mean probability of tokens."""
        return self.tag(doc).spans(self.thresholds[point])

    def save(self, folder: Path) -> None:
        """Write the models, the operating points, and the identities of what they need."""
        self.ensemble.save(folder)
        settings = {**self.resources.identities, "points": [each.as_json() for each in self.points]}
        (folder / _SETTINGS).write_text(json.dumps(settings, indent=1), encoding="utf-8")

    @classmethod
    def open(cls, folder: Path, resources: Resources) -> TrainedRecognizer:
        """Open what `save` wrote; raises VersionError, also for other resources or features."""
        try:
            settings: dict[str, Any] = json.loads((folder / _SETTINGS).read_text(encoding="utf-8"))
            points = [FittedPoint(**point) for point in settings["points"]]
            identities = {name: settings.get(name, "unknown") for name in resources.identities}
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
    """Refuse too few documents, and such as have no mask; raises TrainingError."""
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
    examples: Mapping[str, Sequence[TrainingExample]],
    seed: int,
    on_progress: OnProgress,
) -> list[FittedPoint]:
    """Fit thresholds on documents of inner folds, each tagged by models trained on the others.

    The expected metrics are counted on the same documents.
    """
    folds = min(FOLDS, len({document.text for document in documents}))
    tagged: list[tuple[Document, TaggedTokens]] = []
    probabilities, masked = [], []
    for number, fold in enumerate(split(documents, folds, seed)):
        doing = f"learning without part {number + 1} of {folds}"
        on_progress(0.5 + number / (folds + 1) / 2, doing)
        ensemble = Ensemble.fit([each for one in fold.train for each in examples[one.doc_id]])
        for document in fold.test:
            tokens = ensemble.tag(examples[document.doc_id][0].inputs)
            tagged.append((document, tokens))
            is_word = np.array([not (token.is_punct or token.is_space) for token in tokens.doc])
            for example in examples[document.doc_id]:
                probabilities.append(tokens.masked[is_word])
                masked.append(is_masked(example.labels)[is_word])
    thresholds = fit_thresholds(np.concatenate(probabilities), np.concatenate(masked))
    return [_expected(point, threshold, tagged) for point, threshold in thresholds.items()]


def _expected(
    point: OperatingPoint, threshold: float, tagged: Iterable[tuple[Document, TaggedTokens]]
) -> FittedPoint:
    score = MaskScore()
    for document, tokens in tagged:
        spans = [(each.start, each.end) for each in tokens.spans(threshold)]
        score.add(score_document(document, spans))
    return FittedPoint(
        point,
        threshold,
        recall=score.recall.value,
        precision=score.precision.value,
        er_di=score.er_di.value,
        er_qi=score.er_qi.value,
    )
