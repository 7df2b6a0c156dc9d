"""Whether a candidate is chosen, for each on its own (thesis, 5.3).

"span ⟨SEP⟩ candidate", semantic type, level and whether it is `***` → chosen or not; the
probabilities are normalised over the list. The published encoder reads both sides of ⟨SEP⟩ as one
text and is tuned; ours is frozen and has never learnt to compare within a text, so each side is
encoded apart, and the network is given both vectors, their product and their difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from annotation.options import Option
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

SCHEDULE = Schedule(learning_rate=1e-3, epochs=60, batch=128, weight_decay=1e-2)
"""Published for a fine-tuned encoder: 1e-4 and 10 epochs; the batch is of pairs."""
_PAIRS_AT_ONCE = 4096


class Pairs:
    """The pairs of some examples in a row: numbers of their vectors, and their categories."""

    def __init__(
        self, encoder: Encoder, examples: Sequence[Example], levels: int, ablated: frozenset[str]
    ) -> None:
        pairs = [(example, option) for example in examples for option in example.options]
        texts = [text for example, option in pairs for text in (example.span_text, option.text)]
        self._table = VectorTable(encoder, texts)
        self._numbers = self._table.numbers(texts).reshape(-1, 2)
        self._text = "text" not in ablated
        self.categories = torch.tensor(
            [_categories(*pair, levels, ablated) for pair in pairs], device=encoder.device
        )

    def __len__(self) -> int:
        return len(self._numbers)

    def inputs(self, rows: Tensor | slice) -> tuple[Tensor, Tensor]:
        """Return vectors (rows, 4 × dimensions) and categories of some pairs."""
        spans, candidates = self._table.vectors[self._numbers[rows]].unbind(dim=1)
        parts = [spans, candidates, spans * candidates, (spans - candidates).abs()]
        return torch.cat(parts, dim=1) * self._text, self.categories[rows]


class BinaryModel:
    """A network that knows levels 1…L, all beyond as L; `ablated` are groups not seen."""

    def __init__(
        self, encoder: Encoder, network: nn.Module, levels: int, ablated: Iterable[str]
    ) -> None:
        self.encoder = encoder
        self.network = network
        self.levels = levels
        self.ablated = frozenset(ablated)
        self.temperature = 1.0

    def pairs(self, examples: Sequence[Example]) -> Pairs:
        """Make the pairs of examples as this model sees them."""
        return Pairs(self.encoder, examples, self.levels, self.ablated)

    def rank(self, document: ExampleDocument) -> list[Floats]:
        """Return how likely each pair is chosen, normalised over the list."""
        probabilities = self.raw([(document, example) for example in document.examples])
        return [apply_temperature(each, self.temperature) for each in probabilities]

    def raw(self, examples: Sequence[Placed]) -> list[Floats]:
        """Return the probabilities before calibration."""
        chosen = [example for _, example in examples]
        if not chosen:
            return []
        pairs = self.pairs(chosen)
        parts = []
        with torch.inference_mode():
            for start in range(0, len(pairs), _PAIRS_AT_ONCE):
                inputs = pairs.inputs(slice(start, start + _PAIRS_AT_ONCE))
                parts.append(torch.sigmoid(self.network(*inputs).double()[:, 0]))
        probabilities = torch.cat(parts).cpu().numpy()
        ends = np.cumsum([len(example.options) for example in chosen])
        return [each / each.sum() for each in np.split(probabilities, ends[:-1])]

    def save(self, folder: Path) -> None:
        """Write weights and settings."""
        settings = {"levels": self.levels, "without": sorted(self.ablated)}
        settings |= {"temperature": self.temperature}
        save_network(folder, self.network, self.encoder, settings)


class BinaryFamily:
    """Learns pairs of span and candidate; votes shared by several candidates are soft targets."""

    groups: tuple[str, ...] = ("text", "type", "level", "star")

    def fit(self, documents: Sequence[ExampleDocument], training: Training) -> BinaryModel:
        """Train until the documents set aside are predicted no better; raises TrainingError."""
        examples = placed(documents)
        training_set, aside = set_aside(examples, training.seed)
        levels = max(option.level for _, example in examples for option in example.options)
        with seeded(training.seed):
            network = _network(training.encoder, levels)
            model = BinaryModel(training.encoder, network, levels, training.ablated)
            pairs = model.pairs([example for _, example in training_set])
            shares = np.concatenate([shares_of(example) for _, example in training_set])
            targets = torch.from_numpy(shares).float().to(training.encoder.device)

            def loss_of(rows: Tensor) -> Tensor:
                logits = network(*pairs.inputs(rows))[:, 0]
                return functional.binary_cross_entropy_with_logits(logits, targets[rows])

            model.temperature = learn(
                network, len(pairs), loss_of, model.raw, aside, SCHEDULE, training
            )
        return model

    def load(self, folder: Path, encoder: Encoder) -> BinaryModel:
        """Open a saved model; raises VersionError."""

        def build(settings: Mapping[str, Any]) -> BinaryModel:
            levels = settings["levels"]
            network = _network(encoder, levels)
            return BinaryModel(encoder, network, levels, settings["without"])

        return load_network(folder, encoder, build)


def _categories(
    example: Example, option: Option, levels: int, ablated: frozenset[str]
) -> list[float]:
    kinds = one_hot(TYPES.index(example.entity_type), len(TYPES))
    level = one_hot(option.level - 1, levels)
    groups = (("type", kinds), ("level", level), ("star", [float(option.is_mask)]))
    return [probability * (group not in ablated) for group, row in groups for probability in row]


def _network(encoder: Encoder, levels: int) -> nn.Module:
    network = LateFusion(4 * encoder.dimensions, len(TYPES) + levels + 1, 1)
    return network.to(encoder.device).eval()


FAMILY: Family = BinaryFamily()
