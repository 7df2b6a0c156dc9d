"""Training the judge of what zero-shot recognizers find, for `masking/judging/weights.json`.

And the metrics of masks that are decided by it, on documents that it did not learn from.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

import numpy as np
from sklearn.metrics import log_loss

from annotation.reading.text import read_document
from annotation.records import Document, Layer
from benchmarks.masking.texts import Part, read_texts
from masking.detecting import Detector
from masking.judging.model import Judge
from masking.measuring import metrics_at
from masking.operating_points import ALL_STEPS, MetricsByStep
from research.masking.judging import Example, Source, fit, gather_examples
from research.ontology.judged import read_marked

SPANS = Path(__file__).parents[2] / "ontology" / "scoring" / "spans"
"""Texts with marked spans, of which types can be learnt; not all that must be hidden is marked."""

INVENTED = Source("invented texts of other domains", 3.0, is_complete=True, is_home=True)
MARKED = Source("texts with marked spans", 1.0, is_complete=False)
PUBLISHED = Source("published biographies", 1.0, is_complete=True, is_home=True)

LEARNT = (Part.LEARNING, Part.TUNING)
_FOLDS = 4
_DIGITS = 4
"""Of a share: more than documents could tell apart."""

Taught = Sequence[Sequence[Example]]
"""The examples of each document."""


def split(documents: Iterable[Document]) -> tuple[list[Document], list[Document]]:
    """Return every second document, beginning with the first, to learn from, and the others."""
    every = list(documents)
    return every[::2], every[1::2]


def marked_documents(folder: Path = SPANS) -> Iterator[Document]:
    """Yield the texts with marked spans."""
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            marked = read_marked(record["text"], record["id"])
            layer = Layer(MARKED.name, tuple(marked.mentions))
            yield Document(doc_id=record["id"], text=marked.text, layers=(layer,))


def gather(detector: Detector, published: Iterable[Document]) -> dict[Source, Taught]:
    """Return the examples of all documents that the judge learns from."""
    invented = (text.document for part in LEARNT for text in read_texts(part))
    sources = {INVENTED: invented, MARKED: marked_documents(), PUBLISHED: published}
    return {
        source: [
            list(gather_examples([read_document(each)], source, detector)) for each in documents
        ]
        for source, documents in sources.items()
    }


@dataclass(frozen=True, slots=True)
class HeldOut:
    """How good the judge is on invented texts that it did not learn from."""

    examples: int
    right_types: float
    """The share of spans to mask whose likeliest type is right, 0…1."""
    loss: float
    """Mean negative log-likelihood of whether spans must be masked."""
    calibration: list[tuple[float, float, int]]
    """For each fifth of probability: its mean, the share that had to be masked, and how many."""


def hold_out(taught: dict[Source, Taught]) -> HeldOut:
    """Try the judge on the invented texts, a fold of them held out at a time."""
    told: list[tuple[float, float]] = []
    types: list[bool] = []
    home = taught[INVENTED]
    others = {source: some for source, some in taught.items() if source is not INVENTED}
    for number in range(_FOLDS):
        rest = [each for place, each in enumerate(home) if place % _FOLDS != number]
        judge = fit(list(_flat(others | {INVENTED: rest})))
        for example in chain.from_iterable(home[number::_FOLDS]):
            judgement = judge.judge(example.features)
            told.append((judgement.masked, example.masked))
            types += [judgement.likeliest()[0] is each for each in example.types]
    return HeldOut(len(told), float(np.mean(types)), *_loss(np.array(told)))


def _flat(taught: dict[Source, Taught]) -> Iterator[Example]:
    return chain.from_iterable(chain.from_iterable(taught.values()))


def _loss(told: np.ndarray) -> tuple[float, list[tuple[float, float, int]]]:
    probability, masked = told.T
    answers = np.repeat([True, False], len(told))
    weights = np.concatenate([masked, 1 - masked])
    loss = log_loss(answers, np.tile(probability, 2), sample_weight=weights)
    fifth = np.minimum((probability * 5).astype(int), 4)
    parts = [told[fifth == each] for each in sorted(set(fifth))]
    means = [part.mean(axis=0).round(_DIGITS).tolist() for part in parts]
    return float(loss), [
        (mean, share, len(part)) for (mean, share), part in zip(means, parts, strict=True)
    ]


def train(taught: dict[Source, Taught]) -> Judge:
    """Fit the judge to all examples."""
    return fit(list(_flat(taught)))


def to_json(judge: Judge, taught: dict[Source, Taught], held_out: HeldOut) -> str:
    """Return the weights as they are shipped: a feature a line."""
    head = {
        "made": datetime.now(UTC).date().isoformat(),
        "from": {
            source.name: {"documents": len(some), "spans": sum(map(len, some))}
            for source, some in taught.items()
        },
        "held_out": {
            "right_types": round(held_out.right_types, _DIGITS),
            "loss": round(held_out.loss, _DIGITS),
            "calibration": held_out.calibration,
        },
        "types": [each.value for each in judge.types],
        "bias": judge.bias,
    }
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    weights = ",\n".join(
        f"{json.dumps(feature, ensure_ascii=False)}: {json.dumps(each, separators=(',', ':'))}"
        for feature, each in sorted(judge.weights.items())
    )
    return "{\n" + ",\n".join([*lines, f'"weights": {{\n{weights}\n}}']) + "\n}\n"


def measure_steps(detector: Detector, documents: Sequence[Document], on: str) -> MetricsByStep:
    """Measure the masks of each step from privacy to utility."""
    return MetricsByStep.of(on, metrics_at(detector, documents, ALL_STEPS))


def expected_json(expected: MetricsByStep) -> str:
    """Return the metrics to be expected as they are shipped."""
    steps = [[_rounded(step.recall), _rounded(step.precision)] for step in expected.steps]
    return json.dumps({"counted_on": expected.counted_on, "steps": steps}, indent=1) + "\n"


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, _DIGITS)
