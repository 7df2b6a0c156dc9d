"""Fitting how likely an original is guessed: by what the attack by reading guesses.

Each candidate of each list is put in the place of its mention, all others having what was chosen
for them, and it is read what the people whom the text is likeliest about would fill in. Documents
are left out in turn for what is measured.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotation.correcting import as_corrected
from annotation.records import MASK, Document
from annotation.rendering import chosen_text, rendered_mentions
from annotation.types import SemanticType
from ontology.layers import Ontology
from privacy.attacks.reading import ReadingAttack, hidden_spans, is_guessed
from privacy.background import Background
from privacy.figures import Figures
from privacy.guessing import FEATURES, Clue, GuessModel, features_along
from research.privacy.renderings import candidates_of
from research.privacy.words import calibration_error

_FOLDS = 10
_PENALTY = 1.0
_SIGNS = {
    "kept": (0, None),
    "log_share": (0, None),
    "level": (None, 0),
    "is_mask": (None, 0),
    "log_words": (None, 0),
}
_UNFITTED = GuessModel(0.0, [0.0] * len(FEATURES))


@dataclass(frozen=True, slots=True)
class Guessed:
    """A list of candidates, what each tells, and from which of them the original is guessed."""

    doc_id: str
    span_text: str
    type: SemanticType
    clues: tuple[Clue, ...]
    is_guessed: tuple[bool, ...]


def guess_all(
    documents: Sequence[Document], background: Background, ontology: Ontology
) -> Iterator[Guessed]:
    """Yield what is guessed from each candidate of the documents whose people are known."""
    reading, figures = ReadingAttack(background, ontology), Figures(ontology, _UNFITTED)
    for document in documents:
        if background.number_of(document.doc_id) is None:
            continue
        mentions = {each.mention_id: each for each in rendered_mentions(as_corrected(document))}
        chosen = {key: chosen_text(each) or MASK for key, each in mentions.items()}
        text, spans = hidden_spans(document, chosen)
        for span in spans:
            mention = mentions[span.mention_id]
            texts = candidates_of(mention)
            fills = reading.read_each(text, spans, span, texts)
            known = figures.of(mention.span_text, mention.entity_type, texts)
            yield Guessed(
                document.doc_id,
                mention.span_text,
                mention.entity_type,
                tuple(Clue(each.kept, each.by_size, each.text == MASK) for each in known),
                tuple(is_guessed(fill, mention.span_text, mention.entity_type) for fill in fills),
            )


def fit_guessing(guessed: Sequence[Guessed]) -> dict[str, Any]:
    """Return the weights of the model, and how good it is on documents left out."""
    from sklearn.metrics import roc_auc_score  # noqa: PLC0415 - heavy

    some = [each for each in guessed if each.type is not SemanticType.CODE]
    outcomes = np.array([is_right for each in some for is_right in each.is_guessed])
    guesses = cross_validated(some)
    model = fit_model(some)
    return {
        "documents": len({each.doc_id for each in some}),
        "candidates": len(outcomes),
        "guessed": int(outcomes.sum()),
        "intercept": model.intercept,
        "coefficients": dict(zip(FEATURES, model.coefficients, strict=True)),
        "cross_validated": {
            "auc": round(float(roc_auc_score(outcomes, guesses)), 4),
            "ece": round(calibration_error(guesses, outcomes), 4),
        },
    }


def fit_model(guessed: Sequence[Guessed]) -> GuessModel:
    """Return the logistic model that fits some guesses best.

    What keeps more and has a larger share is not harder to guess, nor a longer original or a text
    further up its list easier, whatever chance says in some documents.
    """
    from scipy.optimize import minimize  # noqa: PLC0415 - heavy

    features = np.array(
        [row for each in guessed for row in features_along(each.span_text, each.type, each.clues)]
    )
    outcomes = np.array([is_right for each in guessed for is_right in each.is_guessed])
    scale = features.std(axis=0) + 1e-9
    scaled = np.column_stack([features / scale, np.ones(len(features))])

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        scores = scaled @ weights
        gaps = 1 / (1 + np.exp(-scores)) - outcomes
        penalties = _PENALTY * np.append(weights[:-1], 0)
        lost = np.logaddexp(0, scores).sum() - scores[outcomes].sum()
        return lost + penalties @ weights / 2, gaps @ scaled + penalties

    bounds = [_SIGNS.get(name, (None, None)) for name in (*FEATURES, "")]
    start = np.zeros(len(bounds))
    *weights, intercept = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x
    return GuessModel(float(intercept), tuple((np.array(weights) / scale).tolist()))


def cross_validated(guessed: Sequence[Guessed]) -> NDArray[np.float64]:
    """Return the guess for each candidate by a model that saw nothing of its document."""
    from sklearn.model_selection import GroupKFold  # noqa: PLC0415 - heavy

    groups = [each.doc_id for each in guessed]
    found: dict[int, list[float]] = {}
    for train, test in GroupKFold(min(_FOLDS, len(set(groups)))).split(groups, groups=groups):
        model = fit_model([guessed[place] for place in train])
        for place in test:
            each = guessed[place]
            found[place] = model.along(each.span_text, each.type, each.clues)
    return np.array([guess for place in sorted(found) for guess in found[place]])
