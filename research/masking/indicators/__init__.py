"""Risk indicators: the probability that each mention must be masked, by five kinds of evidence.

    lm_probability.py       how hard the span is to guess from its context
    span_classification.py  what the span is, says and stands in
    perturbation.py         whether the span makes the protected person's name easier to guess
    sequence_labelling.py   whether its words are labelled MASK
    web_search.py           whether a search for name and span finds the person

Source: Papadopoulou, Lison, Anderson, Øvrelid and Pilán (2023), "Neural text sanitization with
privacy risk indicators", section 5. An indicator whose resources are missing returns a sentence on
what it lacks (`lacking`), and the others work without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from annotation.records import Document, Mention
from research.errors import IndicatorError

if TYPE_CHECKING:
    from learning.encoding import Encoder
    from learning.language_model import LanguageModel
    from ontology.layers import Ontology
    from research.masking.indicators.sequence_labelling import TokenClassifier
    from research.masking.indicators.token_states import StateReader
    from research.masking.search import SearchClient

Floats = NDArray[np.float64]
_SUREST = 30.0
"""Logits beyond are 0 and 1 in double precision."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """The output of an indicator for a mention.

    `probability`, 0…1, that the mention must be masked, None where the indicator has none;
    `evidence` is a phrase for people on what the probability rests on.
    """

    probability: float | None
    evidence: str


@dataclass(frozen=True)
class Resources:
    """The resources that indicators need; None where one is not available."""

    encoder: Encoder | None = None
    ontology: Ontology | None = None
    language_model: LanguageModel | None = None
    token_classifier: TokenClassifier | None = None
    search_client: SearchClient | None = None
    seed: int = 0

    @cached_property
    def states(self) -> StateReader:
        """A reader of spans in their texts, cached over folds; needs the encoder."""
        from research.masking.indicators.token_states import StateReader  # noqa: PLC0415 - only with one

        if self.encoder is None:
            raise IndicatorError("There is no text encoder (PALIMPSEST_ENCODER).")
        return StateReader(self.encoder)

    def forget(self) -> None:
        """Clear the caches of texts, as between documents of a long run."""
        self.__dict__.pop("states", None)
        for each in (self.encoder, self.language_model):
            if each is not None:
                each.forget()


class Assessor(Protocol):
    """Assesses the probability that mentions must be masked."""

    def assess(self, document: Document, mentions: Sequence[Mention]) -> list[Assessment]:
        """Return one assessment a mention, in the order given.

        The mentions lie in `document.text`; its layers and their identifier types are not read.
        """
        ...


class Indicator(Assessor, Protocol):
    """A trained assessor, from `fit` or `load`."""

    def save(self, folder: Path) -> None:
        """Write the trained parameters into an existing folder, without pickle."""
        ...


class IndicatorKind(Protocol):
    """A kind of indicator, which trains and loads indicators where its resources suffice."""

    name: str

    def lacking(self, resources: Resources) -> str | None:
        """Return one sentence on what is missing to work at all; None where nothing is."""
        ...

    def fit(self, documents: Sequence[Document], resources: Resources) -> Indicator:
        """Train on documents in whose layers people decided.

        Raises TrainingError where they do not suffice, IndicatorError where something is lacking.
        """
        ...

    def load(self, folder: Path, resources: Resources) -> Indicator:
        """Open what `save` wrote; raises VersionError, IndicatorError."""
        ...


def sigmoid(logits: Floats) -> Floats:
    """Return the probabilities of logits, of any shape."""
    found: Floats = 1 / (1 + np.exp(-np.clip(logits, -_SUREST, _SUREST)))
    return found


NAMES = (
    "lm_probability",
    "lm_probability_trees",
    "span_classification",
    "perturbation",
    "sequence_labelling_full",
    "sequence_labelling_partial",
    "web_search",
)
"""All kinds, in the order of the paper; two of them come in two variants."""
_MODULES = {
    "lm_probability_trees": "lm_probability",
    "sequence_labelling_full": "sequence_labelling",
    "sequence_labelling_partial": "sequence_labelling",
}


def indicator_kind(name: str) -> IndicatorKind:
    """Return a kind by its name; KeyError for one that does not exist.

    Its module is imported now, so that nobody pays for the libraries of the others.
    """
    if name not in NAMES:
        raise KeyError(name)
    module = import_module(f"research.masking.indicators.{_MODULES.get(name, name)}")
    kind: IndicatorKind = module.KINDS[name]
    return kind
