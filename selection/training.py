"""From a snapshot to a version: divide, fit, try on the documents held out, draw, write.

The trainer sees a snapshot and folders, never a database, and leaves a whole version or none.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from learning.encoding import Encoder
from learning.errors import TrainingError
from learning.plans import Plan as BasePlan
from learning.progress import OnProgress, part
from learning.promotion import UNTRIED, Split, Terms, fingerprint, fingerprints, split
from learning.record_files import checksum_of
from learning.summaries import Scores, Verdict
from learning.versions import Manifest, libraries, write_version
from selection import exchange
from selection.catalogue import DEFAULT
from selection.evaluation import figures
from selection.evaluation.learning import CurvePoint, learning_curve
from selection.evaluation.measures import Scores as Measures
from selection.evaluation.measures import score
from selection.evaluation.protocols import answers_by_next_choice
from selection.evaluation.svg import can_draw
from selection.examples import ExampleDocument, annotated
from selection.families import Model, Training, family_named
from selection.opening import open_version
from selection.resources import Resources

_FITTED, _TRIED, _DRAWN = 0.5, 0.6, 0.95
"""Shares of the time: fitting takes about half of it, the learning curve about as long again."""
GENERATION = 3
"""Of the files of models: raised where this program can't read what was trained before."""
PARTS = 2
"""Of a first model's documents, each served by a model that was trained on the others."""
CURVE_POINTS = 4
"""From 5 documents to all: with more points the curve would take longer than the model."""
PATIENCE_SECONDS = 120.0
"""A model that takes longer to fit gets no learning curve, which would take about as long again."""


TERMS = Terms("Right for {share} of {count}", "held-out choice", "the first replacement")


@dataclass(frozen=True)
class Plan(BasePlan):
    """A training of what suggests replacements.

    `ontology` is the folder of the compiled ontology: what it offers says how far to trust lists of
    files, of which nothing is known without it. `on_everything` holds nothing out; for the
    documents themselves there are then models that each were trained without a part of them.
    """

    family: str = DEFAULT
    ontology: Path | None = None
    on_everything: bool = False


@dataclass(frozen=True, slots=True)
class _Trial:
    """What came of a model on the documents held out."""

    measures: Measures
    scores: Scores
    verdict: Verdict


def train(plan: Plan, on_progress: OnProgress) -> Manifest:
    """Train a version as planned and return its manifest; raises LearningError, OntologyError."""
    resources = Resources.open(plan.encoder, plan.ontology)
    encoder = resources.encoder
    on_progress(0.0, "reading the documents")
    checksum = checksum_of(plan.snapshot)
    divided = _divided(plan, resources)
    started, cpu = time.monotonic(), time.process_time()
    model = _fitted(plan, divided.training, encoder, part(on_progress, 0.0, _FITTED))
    wall, cpu = time.monotonic() - started, time.process_time() - cpu
    trial, curve = None, []
    if divided.held_out:
        on_progress(_FITTED, "trying the model on documents it has not seen")
        trial = _tried(plan, model, divided, encoder, on_progress)
        if wall < PATIENCE_SECONDS:
            curve = _curve(plan, trial, divided, encoder, part(on_progress, _TRIED, _DRAWN))
    left_out = _dealt(divided.training) if plan.on_everything else {}
    parts = _parts(plan, divided, left_out, encoder, part(on_progress, _TRIED, _DRAWN))
    on_progress(_DRAWN, "drawing and writing")
    importance = _importance(model)
    manifest = Manifest(
        family=plan.family,
        seed=plan.seed,
        encoder=encoder.identity,
        created_at=plan.created_at,
        data_checksum=checksum,
        trained_on=fingerprints(divided.training),
        held_out=fingerprints(divided.held_out),
        training_choices=_count_choices(divided.training),
        scores=trial.scores if trial else None,
        measures=trial.measures.to_json() if trial else {},
        verdict=trial.verdict if trial else UNTRIED,
        training_seconds=round(cpu, 2),
        libraries=libraries(),
        curve=[asdict(point) for point in curve],
        importance=importance,
        left_out=left_out,
    )
    return write_version(plan.out, model, manifest, _drawn(importance, trial, curve), parts)


def _divided(plan: Plan, resources: Resources) -> Split[ExampleDocument]:
    known = annotated(map(resources.known, exchange.read_documents(plan.snapshot)))
    if not plan.on_everything:
        return split(known, plan.seen_by_current())
    if not known:
        raise TrainingError("No document is annotated; there is nothing to learn from.")
    return Split(tuple(known), (), is_comparable=False)


def _fitted(
    plan: Plan, documents: Sequence[ExampleDocument], encoder: Encoder, on_progress: OnProgress
) -> Model:
    training = Training(encoder, plan.seed, on_progress)
    return family_named(plan.family).fit(documents, training)


def _tried(
    plan: Plan,
    model: Model,
    divided: Split[ExampleDocument],
    encoder: Encoder,
    on_progress: OnProgress,
) -> _Trial:
    """Hold the new model, the baseline and the current version against the held-out choices.

    All have the same earlier documents of each annotator to go by.
    """

    def measured(model_for: Callable[[ExampleDocument], Model]) -> Measures:
        answers = (
            answers_by_next_choice(model_for(document), [document], divided.training)
            for document in divided.held_out
        )
        return score([answer for some in answers for answer in some])

    measures = measured(lambda _document: model)
    baseline = family_named("baseline").fit(divided.training, Training(encoder, plan.seed))
    first = measured(lambda _document: baseline).any_accuracy
    if plan.current:
        on_progress((_FITTED + _TRIED) / 2, f"trying {plan.current_name}")
    current = plan.try_current(
        divided, lambda folder: measured(open_version(folder, encoder).model_for).any_accuracy
    )
    scores = Scores(measures.examples, measures.any_accuracy, first, current.score)
    verdict = plan.judge(scores, TERMS, divided, current.remark)
    return _Trial(measures, scores, verdict)


def _dealt(documents: Sequence[ExampleDocument]) -> dict[str, int]:
    """Deal documents out over parts by their fingerprints; a single one can't be left out."""
    prints = sorted({fingerprint(document) for document in documents})
    return {each: n % PARTS for n, each in enumerate(prints)} if len(prints) >= PARTS else {}


def _parts(
    plan: Plan,
    divided: Split[ExampleDocument],
    left_out: Mapping[str, int],
    encoder: Encoder,
    on_progress: OnProgress,
) -> list[Model]:
    """Train a model for each part of the documents, without that part."""
    models = []
    for number in sorted(set(left_out.values())):
        rest = [each for each in divided.training if left_out[fingerprint(each)] != number]
        told = part(on_progress, number / PARTS, (number + 1) / PARTS)
        models.append(_fitted(plan, rest, encoder, told))
    return models


def _curve(
    plan: Plan,
    trial: _Trial,
    divided: Split[ExampleDocument],
    encoder: Encoder,
    on_progress: OnProgress,
) -> list[CurvePoint]:
    """Return what fewer documents would have brought, added in no order of topic or time."""
    documents = sorted(divided.training, key=fingerprint)

    def measure(some: Sequence[ExampleDocument]) -> float:
        if len(some) == len(documents):
            return trial.measures.any_accuracy
        doing = f"learning from {len(some)} documents only, for the learning curve"
        share = len(some) / len(documents)
        on_progress(share, doing)
        model = _fitted(plan, some, encoder, lambda _share, _doing: on_progress(share, doing))
        answers = answers_by_next_choice(model, divided.held_out, some)
        return score(answers).any_accuracy

    return learning_curve(measure, documents, CURVE_POINTS)


def _importance(model: Model) -> dict[str, float]:
    """Return the weight of each feature, where the family tells."""
    weigh: Callable[[], dict[str, float]] | None = getattr(model, "importance", None)
    return weigh() if weigh else {}


def _drawn(
    importance: Mapping[str, float], trial: _Trial | None, curve: Sequence[CurvePoint]
) -> dict[str, str]:
    if not can_draw():
        return {}
    if trial:
        return figures.draw_all(trial.measures, importance=importance, curve=curve)
    if sum(importance.values()) > 0:
        return {figures.IMPORTANCE: figures.draw_importance(importance)}
    return {}


def _count_choices(documents: Sequence[ExampleDocument]) -> int:
    return sum(len(example.choices) for each in documents for example in each.examples)
