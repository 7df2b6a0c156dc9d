"""How much a candidate changes its sentence (Zhang & Qiu, III-C).

The sentence x, and x′ with "[candidate]" in the place of the span; h ← W ⊙ h + b with own W and b
for either; the logit of a candidate is the negative mean squared difference, padded places are
masked, the loss is cross-entropy over the candidates. The sentence is cut to some characters on
either side of the span: the vectors are means over all words, in which a candidate drowns, and
half as many words cost half the time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from learning.encoding import Encoder
from ontology.spans import Surroundings
from research.selection.families.neural import (
    Placed,
    Schedule,
    VectorTable,
    learn,
    load_network,
    placed,
    save_network,
    seeded,
    set_aside,
    shares_of,
)
from selection.calibration import apply_temperature
from selection.examples import Example, ExampleDocument, Floats
from selection.families import Family, Training

CANDIDATES = 7
"""At most so many are compared: of a longer list the first C − 1 and `***`; the rest gets 0."""
SCHEDULE = Schedule(learning_rate=3e-3, epochs=100, batch=32, weight_decay=1e-4)
"""Published for a fine-tuned encoder: 1e-6, 20 epochs, batches of 2."""
AROUND = 30
"""Characters of the sentence on either side of the span."""
_NEVER = -1e9
"""The logit of padding: finite, so that its product with a target of 0 is 0."""


class Distances(nn.Module):
    """The negative mean squared difference between x and each x′, both transformed."""

    def __init__(self, dimensions: int) -> None:
        super().__init__()
        self.original = nn.Parameter(torch.ones(dimensions))
        self.original_shift = nn.Parameter(torch.zeros(dimensions))
        self.replaced = nn.Parameter(torch.ones(dimensions))
        self.replaced_shift = nn.Parameter(torch.zeros(dimensions))

    def forward(self, sentences: Tensor, candidates: Tensor, offered: Tensor) -> Tensor:
        """Return logits (examples, C) for (examples, dimensions), (examples, C, dimensions).

        The sum over the dimensions is the mean of vectors scaled to a mean square of 1: those of
        the encoder have length 1.
        """
        before = self.original * sentences + self.original_shift
        after = self.replaced * candidates + self.replaced_shift
        differences = (before.unsqueeze(1) - after).square().sum(dim=-1)
        return (-differences).masked_fill(~offered, _NEVER)


@dataclass(frozen=True, slots=True)
class Sentences:
    """The sentences of some examples: vectors, numbers of vectors, which places are no padding."""

    vectors: Tensor
    originals: Tensor
    """Shape (examples,)."""
    candidates: Tensor
    """Shape (examples, C)."""
    offered: Tensor

    def inputs(self, rows: Tensor | slice) -> tuple[Tensor, Tensor, Tensor]:
        """Return what the network takes for some examples."""
        originals = self.vectors[self.originals[rows]]
        return originals, self.vectors[self.candidates[rows]], self.offered[rows]


class ContextAwareModel:
    """Two affine maps over the encoder's vectors, and how many candidates are compared."""

    def __init__(self, encoder: Encoder, network: nn.Module, most: int) -> None:
        self.encoder = encoder
        self.network = network
        self.most = most
        self.temperature = 1.0

    def sentences(self, examples: Sequence[Placed]) -> Sentences:
        """Encode the sentences of examples, the original and with each candidate."""
        originals, replaced = [], []
        known = {text: Surroundings(text, ()) for text in {each.text for each, _ in examples}}
        for document, example in examples:
            before, after = _around(known[document.text], example)
            texts = [f"{before}[{example.candidates[i]}]{after}" for i in kept(example, self.most)]
            originals.append(before + example.span_text + after)
            replaced.append(texts)
        padded = [texts + texts[:1] * (self.most - len(texts)) for texts in replaced]
        flat = [text for texts in padded for text in texts]
        table = VectorTable(self.encoder, [*originals, *flat])
        sizes = torch.tensor([len(texts) for texts in replaced], device=table.device)
        return Sentences(
            table.vectors,
            table.numbers(originals),
            table.numbers(flat).reshape(-1, self.most),
            torch.arange(self.most, device=table.device) < sizes.unsqueeze(1),
        )

    def rank(self, document: ExampleDocument) -> list[Floats]:
        """Give the candidates compared their probabilities, all others 0."""
        probabilities = self.raw([(document, example) for example in document.examples])
        calibrated = []
        for each in probabilities:
            compared = each > 0
            each[compared] = apply_temperature(each[compared], self.temperature)
            calibrated.append(each)
        return calibrated

    def raw(self, examples: Sequence[Placed]) -> list[Floats]:
        """Return the probabilities before calibration."""
        if not examples:
            return []
        with torch.inference_mode():
            logits = self.network(*self.sentences(examples).inputs(slice(None)))
            rows = torch.softmax(logits.double(), dim=1).cpu().numpy()
        probabilities = []
        for (_, example), row in zip(examples, rows, strict=True):
            places = kept(example, self.most)
            probabilities.append(np.zeros(len(example.options)))
            probabilities[-1][places] = row[: len(places)]
        return probabilities

    def save(self, folder: Path) -> None:
        """Write weights and settings."""
        settings = {"candidates": self.most, "temperature": self.temperature}
        save_network(folder, self.network, self.encoder, settings)


class ContextAwareFamily:
    """Learns which change of a sentence is chosen; it has one input, so no groups to drop."""

    groups: tuple[str, ...] = ()

    def __init__(self, most: int = CANDIDATES) -> None:
        self.most = most

    def fit(self, documents: Sequence[ExampleDocument], training: Training) -> ContextAwareModel:
        """Train until the documents set aside are predicted no better; raises TrainingError.

        A choice among the candidates left out of a long list teaches nothing.
        """
        training_set, aside = set_aside(placed(documents), training.seed)
        encoder = training.encoder
        with seeded(training.seed):
            network = Distances(encoder.dimensions).to(encoder.device)
            model = ContextAwareModel(encoder, network, self.most)
            sentences = model.sentences(training_set)
            targets = np.zeros((len(training_set), self.most), dtype=np.float32)
            for row, (_, example) in enumerate(training_set):
                shares = shares_of(example)[kept(example, self.most)]
                targets[row, : len(shares)] = shares
            wanted = torch.from_numpy(targets).to(encoder.device)

            def loss_of(rows: Tensor) -> Tensor:
                return functional.cross_entropy(network(*sentences.inputs(rows)), wanted[rows])

            model.temperature = learn(
                network, len(training_set), loss_of, model.raw, aside, SCHEDULE, training
            )
        return model

    def load(self, folder: Path, encoder: Encoder) -> ContextAwareModel:
        """Open a saved model; raises VersionError."""

        def build(settings: Mapping[str, Any]) -> ContextAwareModel:
            network = Distances(encoder.dimensions)
            return ContextAwareModel(encoder, network, int(settings["candidates"]))

        return load_network(folder, encoder, build)


def kept(example: Example, most: int) -> list[int]:
    """Return the places of the candidates that are compared; the last is always `***`."""
    count = len(example.options)
    return list(range(count)) if count <= most else [*range(most - 1), count - 1]


def _around(surroundings: Surroundings, example: Example) -> tuple[str, str]:
    text = surroundings.text
    first, last = surroundings.sentence_bounds(example.start, example.end)
    first, last = max(first, example.start - AROUND), min(last, example.end + AROUND)
    return text[first : example.start], text[example.end : last]


FAMILY: Family = ContextAwareFamily()
