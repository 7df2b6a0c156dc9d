"""Perturbation: a span is a risk if it makes the protected person's name easier to guess.

The name is hidden, and a masked language model gives its probability with the span in clear and
with the span hidden too. The gain, in mean log-probability of the name's sub-words, is compared
with a threshold fitted on the training documents (Papadopoulou et al. 2023, section 5.3).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from annotation.records import Document, Mention
from learning.errors import TrainingError, VersionError
from learning.language_model import LanguageModel
from research.masking.indicators import (
    Assessment,
    Floats,
    Indicator,
    IndicatorKind,
    Resources,
    sigmoid,
)
from research.masking.indicators.decisions import decided_layers, protected_mentions, require_both
from research.masking.indicators.lm_probability import (
    check_identity,
    language_model_of,
    save_identity,
)

_FILE = "perturbation.json"
_NOBODY = "the document names nobody to protect"
_ITSELF = "it names the protected person"


@dataclass(frozen=True, slots=True)
class Threshold:
    """The gain from which on a span is a risk, and how fast it becomes one."""

    gain: float
    slope: float
    """Of the logit over the gain, 0 or above."""


class Perturbation:
    """A language model and the threshold for it."""

    def __init__(self, threshold: Threshold, model: LanguageModel) -> None:
        self.threshold = threshold
        self.model = model

    def assess(self, document: Document, mentions: Sequence[Mention]) -> list[Assessment]:
        """Return the probability of each mention; None where nobody to protect is named."""
        found = gains(self.model, document, mentions)
        return [self._assessment(gain) for gain in found]

    def save(self, folder: Path) -> None:
        """Write the threshold and the identity of the language model."""
        settings = {"gain": self.threshold.gain, "slope": self.threshold.slope}
        (folder / _FILE).write_text(json.dumps(settings), encoding="utf-8")
        save_identity(folder, self.model)

    def _assessment(self, gain: float | None) -> Assessment:
        if gain is None:
            return Assessment(None, _NOBODY)
        if np.isinf(gain):
            return Assessment(1.0, _ITSELF)
        logit = np.array((gain - self.threshold.gain) * self.threshold.slope)
        factor = np.exp(gain)
        return Assessment(
            float(sigmoid(logit)), f"with it the name is {factor:.2f} times as probable"
        )


class PerturbationKind:
    """Fits a threshold, with a masked language model."""

    name = "perturbation"

    def lacking(self, resources: Resources) -> str | None:
        """Return one sentence where there is no masked language model."""
        model = resources.language_model
        if model is None:
            return "Perturbation needs a masked language model (PALIMPSEST_LANGUAGE_MODEL)."
        if not model.is_masked:
            return (
                f"Perturbation needs a masked language model, and {model.folder} holds a causal "
                "one, which can't look around a hidden name."
            )
        return None

    def fit(self, documents: Sequence[Document], resources: Resources) -> Indicator:
        """Fit the threshold; raises TrainingError, IndicatorError, LanguageModelError."""
        model = language_model_of(self, resources)
        layers = list(decided_layers(documents))
        require_both(layers)
        known = [
            (gain, mention.is_masked)
            for layer in layers
            for gain, mention in zip(
                gains(model, layer.document, layer.mentions), layer.mentions, strict=True
            )
            if gain is not None and np.isfinite(gain)
        ]
        if len({is_masked for _, is_masked in known}) == 1 or not known:
            raise TrainingError(
                "There is no threshold to be learnt: name in the documents' tasks who is to be "
                "protected, or take more documents."
            )
        values, decisions = (np.array(column) for column in zip(*known, strict=True))
        return Perturbation(fit_threshold(values, decisions), model)

    def load(self, folder: Path, resources: Resources) -> Indicator:
        """Open what `save` wrote; raises VersionError for another language model."""
        model = language_model_of(self, resources)
        check_identity(folder, model)
        try:
            settings = json.loads((folder / _FILE).read_text(encoding="utf-8"))
            threshold = Threshold(float(settings["gain"]), float(settings["slope"]))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise VersionError(f"{folder} holds no threshold: {error!r}") from error
        return Perturbation(threshold, model)


def gains(
    model: LanguageModel, document: Document, mentions: Sequence[Mention]
) -> list[float | None]:
    """Return the gain of each mention: what it adds to the mean log-probability of the next name.

    Infinity for mentions that name the protected person; None where none does.
    """
    names = protected_mentions(document, mentions)
    return [_gain(model, document.text, mention, names) for mention in mentions]


def _gain(
    model: LanguageModel, text: str, mention: Mention, names: Sequence[Mention]
) -> float | None:
    apart = [name for name in names if name.end <= mention.start or mention.end <= name.start]
    if mention in names or len(apart) < len(names):
        return float("inf")
    if not apart:
        return None
    nearest = min(apart, key=lambda name: abs(name.start - mention.start))
    name, span = (nearest.start, nearest.end), (mention.start, mention.end)
    (clear,) = model.masked_log_probabilities(text, [name])
    hidden, _ = model.masked_log_probabilities(text, [name, span])
    return float(clear.mean() - hidden.mean()) if len(clear) else None


def fit_threshold(values: Floats, decisions: NDArray[np.bool_]) -> Threshold:
    """Return the gain that divides best by macro-F1, and the slope that fits the decisions.

    Both kinds of decision must occur. The slope is that of a logistic regression that is even at
    the threshold.
    """
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - heavy

    order = np.argsort(values, kind="stable")
    ordered, masked = values[order], decisions[order]
    scores = _macro_f1_above(masked)
    places = np.flatnonzero(np.diff(ordered) > 0) + 1
    best = places[scores[places].argmax()] if len(places) else 0
    gain = float((ordered[best - 1] + ordered[best]) / 2 if best else ordered[0])
    centred = (values - gain)[:, None]
    regression = LogisticRegression(fit_intercept=False).fit(centred, decisions)
    return Threshold(gain, max(0.0, float(regression.coef_[0, 0])))


def _macro_f1_above(masked: NDArray[np.bool_]) -> Floats:
    """Return, for each place in the order, the macro-F1 of masking what stands there or after."""
    masked_before = np.concatenate([[0], np.cumsum(masked)])[:-1]
    before = np.arange(len(masked))
    clear_before = before - masked_before
    masked_total, total = masked.sum(), len(masked)
    clear_total = total - masked_total
    of_masked = 2 * (masked_total - masked_before) / (total - before + masked_total)
    of_clear = 2 * clear_before / np.maximum(before + clear_total, 1)
    found: Floats = (of_masked + of_clear) / 2
    return found


KINDS: dict[str, IndicatorKind] = {"perturbation": PerturbationKind()}
