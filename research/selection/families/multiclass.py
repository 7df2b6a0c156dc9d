"""Which level is chosen, from the span alone (thesis, 5.2).

Span text, semantic type and number of candidates → level. The candidates' texts are not seen. The
levels that a list does not have are masked, in training and in ranking.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from learning.encoding import Encoder
from research.selection.families.neural import (
    TYPES,
    LateFusion,
    Placed,
    Schedule,
    VectorTable,
    learn,
    load_network,
    one_hot,
    placed,
    save_network,
    seeded,
    set_aside,
    shares_of,
)
from selection.calibration import apply_temperature
from selection.examples import Example, ExampleDocument, Floats
from selection.families import Family, Training

SCHEDULE = Schedule(learning_rate=3e-4, epochs=100, batch=128, weight_decay=1e-2)
"""Published for a fine-tuned encoder: 1e-4 and 10 epochs."""
_NEVER = -1e9


class MulticlassModel:
    """A network that knows levels 1…L; `ablated` are the groups that it does not see."""

    def __init__(
        self, encoder: Encoder, network: nn.Module, levels: int, ablated: Iterable[str]
    ) -> None:
        self.encoder = encoder
        self.network = network
        self.levels = levels
        self.ablated = frozenset(ablated)
        self.temperature = 1.0

    def inputs(self, examples: Sequence[Example]) -> tuple[Tensor, Tensor]:
        """Return vectors (examples, dimensions) and categories (examples, types + levels)."""
        table = VectorTable(self.encoder, [example.span_text for example in examples])
        vectors = table.vectors[table.numbers(example.span_text for example in examples)]
        kinds = [one_hot(TYPES.index(each.entity_type), len(TYPES)) for each in examples]
        lengths = [one_hot(len(each.options) - 1, self.levels) for each in examples]
        shown = [
            torch.tensor(rows, device=table.device) * (group not in self.ablated)
            for group, rows in (("type", kinds), ("length", lengths))
        ]
        return vectors * ("text" not in self.ablated), torch.cat(shown, dim=1)

    def targets(self, examples: Sequence[Example]) -> tuple[Tensor, Tensor]:
        """Return what is added to mask levels not offered, and vote shares, (examples, levels)."""
        masks = np.full((len(examples), self.levels), _NEVER, dtype=np.float32)
        shares = np.zeros((len(examples), self.levels), dtype=np.float32)
        for row, example in enumerate(examples):
            for option, share in zip(example.options, shares_of(example), strict=True):
                if option.level <= self.levels:
                    masks[row, option.level - 1] = 0
                    shares[row, option.level - 1] = share
        device = self.encoder.device
        return torch.from_numpy(masks).to(device), torch.from_numpy(shares).to(device)

    def rank(self, document: ExampleDocument) -> list[Floats]:
        """Give each candidate the probability of its level, 0 to one never seen in training."""
        probabilities = self.raw([(document, example) for example in document.examples])
        return [apply_temperature(each, self.temperature) for each in probabilities]

    def raw(self, examples: Sequence[Placed]) -> list[Floats]:
        """Return the probabilities before calibration."""
        if not examples:
            return []
        chosen = [example for _, example in examples]
        masks, _ = self.targets(chosen)
        with torch.inference_mode():
            logits = self.network(*self.inputs(chosen)) + masks
            rows = torch.softmax(logits, dim=1).double().cpu().numpy()
        return [self._spread(example, row) for example, row in zip(chosen, rows, strict=True)]

    def save(self, folder: Path) -> None:
        """Write weights and settings."""
        settings = {"levels": self.levels, "without": sorted(self.ablated)}
        settings |= {"temperature": self.temperature}
        save_network(folder, self.network, self.encoder, settings)

    def _spread(self, example: Example, row: Floats) -> Floats:
        levels = np.array([option.level for option in example.options])
        probabilities: Floats = np.where(
            levels <= self.levels, row[np.minimum(levels, self.levels) - 1], 0
        )
        total = probabilities.sum()
        return probabilities / total if total > 0 else np.full(len(levels), 1 / len(levels))


class MulticlassFamily:
    """Learns levels from the spans they were chosen for."""

    groups: tuple[str, ...] = ("text", "type", "length")

    def fit(self, documents: Sequence[ExampleDocument], training: Training) -> MulticlassModel:
        """Train until the documents set aside are predicted no better; raises TrainingError."""
        examples = placed(documents)
        training_set, aside = set_aside(examples, training.seed)
        levels = max(option.level for _, example in examples for option in example.options)
        with seeded(training.seed):
            network = _network(training.encoder, levels)
            model = MulticlassModel(training.encoder, network, levels, training.ablated)
            vectors, categories = model.inputs([example for _, example in training_set])
            masks, shares = model.targets([example for _, example in training_set])

            def loss_of(rows: Tensor) -> Tensor:
                logits = network(vectors[rows], categories[rows]) + masks[rows]
                return functional.cross_entropy(logits, shares[rows])

            model.temperature = learn(
                network, len(training_set), loss_of, model.raw, aside, SCHEDULE, training
            )
        return model

    def load(self, folder: Path, encoder: Encoder) -> MulticlassModel:
        """Open a saved model; raises VersionError."""

        def build(settings: Mapping[str, Any]) -> MulticlassModel:
            levels = settings["levels"]
            network = _network(encoder, levels)
            return MulticlassModel(encoder, network, levels, settings["without"])

        return load_network(folder, encoder, build)


def _network(encoder: Encoder, levels: int) -> nn.Module:
    network = LateFusion(encoder.dimensions, len(TYPES) + levels, levels)
    return network.to(encoder.device).eval()


FAMILY: Family = MulticlassFamily()
