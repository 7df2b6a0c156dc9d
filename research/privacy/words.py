"""Fitting how sure the attack by words can be, and measuring how right that is.

Each document is attacked as it is and in all its renderings, with its person in the background and
taken out of it ("none of them" is right then). What is measured is measured on documents that the
model was not fitted on, among all people and among fewer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotation.formats import read_documents
from annotation.records import Document
from privacy.attacks import FAIRLY_SURE
from privacy.attacks.words import best_two, first_words, most_said
from privacy.background import Background, build, read_people
from privacy.confidence import Confidence, Scores
from privacy.errors import BackgroundError
from privacy.rareness import inverse_frequencies
from research.privacy.renderings import Rendering, render

Doubles = NDArray[np.float64]
Integers = NDArray[np.int64]

FEATURES = ("root_lead", "log_reach_of_second")
SMALLER = (1, 4, 16, 64)
"""One in so many people is attacked among: the model is fitted on all and tried on fewer, too."""
BINS = 10
_SEED = 0
_PENALTY = 1.0
_CONSTANT = 1e-9
_FEWEST_DOCUMENTS = 2
_FEWEST_PEOPLE = 2


@dataclass(frozen=True, slots=True)
class Case:
    """One attack: on whose document, in which rendering, among one in how many, how it went."""

    doc_id: str
    rendering: Rendering
    fewer: int
    scores: Scores
    is_in_background: bool
    is_right: bool


@contextmanager
def opened(documents: Path, source: Path) -> Iterator[tuple[list[Document], Background, Path]]:
    """Yield documents with a background built for the while, and its folder."""
    protected = list(read_documents(documents))
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "background"
        build(read_people(source), folder, protected=[each.text for each in protected])
        yield protected, Background.open(folder), folder


def fit_words(documents: Sequence[Document], background: Background) -> dict[str, Any]:
    """Return the weights of how sure the attack by words can be, and how right they are."""
    return confidence_weights(list(attack_all(documents, background)))


def confidence_weights(cases: Sequence[Case]) -> dict[str, Any]:
    """Return the weights that fit some attacks, and how right they are of others.

    Raises BackgroundError where too few people are found to fit on.
    """
    found = len({case.doc_id for case in cases if case.is_right})
    if found < _FEWEST_DOCUMENTS:
        raise BackgroundError(
            f"The attack finds {found} of the people of the documents in the background, too few "
            "to fit on. Are the ids of the people those of the documents?"
        )
    among_all = [case for case in cases if case.fewer == 1]
    model = fit_confidence(among_all)
    return {
        "cases": len(among_all),
        "documents": len({case.doc_id for case in cases}),
        "intercept": model.intercept,
        "coefficients": dict(zip(FEATURES, model.coefficients, strict=True)),
        "cross_validated": validate_sizes(cases),
    }


def write(weights: Mapping[str, Any], out: Path, **sources: Path) -> None:
    """Write weights with their date and what they were fitted on."""
    stored = {
        "date": date.today().isoformat(),  # noqa: DTZ011 - the day where it is fitted
        "sources": {kind: source.name for kind, source in sources.items()},
        **weights,
    }
    out.write_text(json.dumps(stored, indent=2) + "\n", encoding="utf-8")


def attack_all(documents: Sequence[Document], background: Background) -> Iterator[Case]:
    """Yield the attacks on all renderings of the documents whose people are in a background."""
    for document in documents:
        person = background.number_of(document.doc_id)
        if person is None:
            continue
        for rendering in Rendering:
            text = render(document, rendering)
            if text is not None:
                yield from _attack(document.doc_id, rendering, text, person, background)


def _attack(
    doc_id: str, rendering: Rendering, text: str, person: int, background: Background
) -> Iterator[Case]:
    spoken = _Spoken(text, background)
    for fewer, people, is_in in fewer_people(len(background), person):
        scores, likeliest = spoken.attack(people)
        yield Case(doc_id, rendering, fewer, scores, is_in, likeliest == person)


def fewer_people(count: int, person: int) -> Iterator[tuple[int, Integers, bool]]:
    """Yield whom to attack among: one in how many, the numbers, whether the person is there."""
    draw = np.random.default_rng(_SEED)
    others = draw.permutation(np.delete(np.arange(count), person))
    for fewer in SMALLER:
        some = others[: max(_FEWEST_PEOPLE, len(others) // fewer)]
        yield fewer, np.append(some, person), True
        yield fewer, some, False


class _Spoken:
    """What the words of a text say for everybody, but for how rare they are among those asked."""

    def __init__(self, text: str, background: Background) -> None:
        stems = list(background.find_stems(first_words(text)))
        said = np.array(list(background.informativeness(stems).values()))[:, None]
        self._counts = background.weights(stems, range(len(background))) / said**2

    def attack(self, people: Integers) -> tuple[Scores, int]:
        """Return the scores among some people, and the number of the likeliest of them."""
        counts = self._counts[:, people]
        having = (counts > 0).sum(axis=1)
        said = inverse_frequencies(len(people), having)
        said[having == 0] = 0
        scores = said**2 @ counts
        first, second = best_two(scores)
        best, next_best = float(scores[first]), float(scores[second])
        return Scores(best, next_best, most_said(said), len(people)), int(people[first])


def fit_confidence(cases: Sequence[Case]) -> Confidence:
    """Return the logistic model that fits some attacks best."""
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - heavy

    features = np.array([case.scores.features for case in cases])
    spread = features.std(axis=0)
    scale = np.where(spread > _CONSTANT, spread, 1)
    model = LogisticRegression(C=_PENALTY, max_iter=1000)
    model.fit(features / scale, [case.is_right for case in cases])
    return Confidence(float(model.intercept_[0]), tuple((model.coef_[0] / scale).tolist()))


def cross_validated(cases: Sequence[Case]) -> Doubles:
    """Return the confidence of each case by a model that saw nothing of its document.

    Like the one that is kept, it is fitted on the attacks among all people.
    """
    from sklearn.model_selection import LeaveOneGroupOut  # noqa: PLC0415 - heavy

    confidences = np.zeros(len(cases))
    groups = [case.doc_id for case in cases]
    for train, test in LeaveOneGroupOut().split(cases, groups=groups):
        model = fit_confidence([cases[place] for place in train if cases[place].fewer == 1])
        confidences[test] = [model(cases[place].scores) for place in test]
    return confidences


def validate_sizes(cases: Sequence[Case]) -> dict[str, Mapping[str, float]]:
    """Return how right the confidence is among all people and among one in so many of them."""
    confidences = cross_validated(cases)
    validated = {}
    for fewer in SMALLER:
        places = [place for place, case in enumerate(cases) if case.fewer == fewer]
        some = [cases[place] for place in places]
        people = max(case.scores.people for case in some)
        validated[f"{people} people"] = validate(some, confidences[places])
    return validated


def validate(cases: Sequence[Case], confidences: Doubles) -> Mapping[str, float]:
    """Return how right some confidences are: AUC, ECE, and how often they are sure and right."""
    from sklearn.metrics import roc_auc_score  # noqa: PLC0415 - heavy

    is_right = np.array([case.is_right for case in cases])
    is_sure = confidences >= FAIRLY_SURE
    return {
        "auc": round(float(roc_auc_score(is_right, confidences)), 4),
        "ece": round(calibration_error(confidences, is_right), 4),
        "sure_and_right": round(float(is_right[is_sure].mean()), 4),
        "found_and_sure": round(float(is_sure[is_right].mean()), 4),
    }


def calibration_error(probabilities: Doubles, outcomes: NDArray[np.bool_]) -> float:
    """Return the expected calibration error over bins of equal width, 0…1."""
    bins = np.minimum((probabilities * BINS).astype(int), BINS - 1)
    gaps = [
        abs(probabilities[bins == each].sum() - outcomes[bins == each].sum()) for each in set(bins)
    ]
    return float(sum(gaps) / len(probabilities))
