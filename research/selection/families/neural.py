"""What the three neural families share: vectors of texts, one training loop, files.

The encoder is kept frozen and each text is encoded once: with two processor cores and some dozens
of documents, tuning its last layer as well brought no better probabilities at five times the cost.
What is learnt is the small network on top.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np
import safetensors.torch
import torch
from safetensors import SafetensorError
from torch import Tensor, nn

from annotation.types import SemanticType
from learning.encoding import Encoder
from learning.errors import TrainingError, VersionError
from selection.calibration import fit_temperature
from selection.examples import Example, ExampleDocument, Floats
from selection.families import Training

TYPES = tuple(SemanticType)
_SHARE_ASIDE = 0.15
"""Share of the training documents that decide when to stop."""
_WEIGHTS, _SETTINGS = "weights.safetensors", "settings.json"
_LEAST = 1e-9

Placed = tuple[ExampleDocument, Example]
"""An example with the document that it stands in."""
Rank = Callable[[Sequence[Placed]], list[Floats]]


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long and how fast to learn."""

    learning_rate: float
    epochs: int
    batch: int
    weight_decay: float
    patience: int = 10


class VectorTable:
    """The vectors of some texts, each once, on the device that learns: looked up by number."""

    def __init__(self, encoder: Encoder, texts: Iterable[str]) -> None:
        distinct = list(dict.fromkeys(texts))
        self._numbers = {text: number for number, text in enumerate(distinct)}
        self.device = encoder.device
        self.vectors = torch.from_numpy(encoder.encode(distinct)).to(self.device)

    def numbers(self, texts: Iterable[str]) -> Tensor:
        """Return the rows of texts, shape (texts,)."""
        return torch.tensor([self._numbers[text] for text in texts], device=self.device)


class LateFusion(nn.Module):
    """Vectors through one linear layer, categories through an MLP, both fused by another (5.2.2).

    Hidden sizes, leaky ReLU and dropout are the published ones.
    """

    def __init__(self, vector: int, categories: int, outputs: int) -> None:
        super().__init__()
        self.vector = nn.Linear(vector, 128)
        self.categories = nn.Sequential(
            nn.Linear(categories, 64), nn.LeakyReLU(), nn.Dropout(0.1), nn.Linear(64, 128)
        )
        self.fusion = nn.Sequential(
            nn.Linear(256, 128), nn.LeakyReLU(), nn.Dropout(0.1), nn.Linear(128, outputs)
        )

    def forward(self, vectors: Tensor, categories: Tensor) -> Tensor:
        """Return probabilities, shape (rows, outputs)."""
        both = torch.cat([self.vector(vectors), self.categories(categories)], dim=1)
        fused: Tensor = self.fusion(both)
        return fused


def one_hot(number: int, size: int) -> list[float]:
    """Return a row of zeros with a one; beyond the last place the last counts."""
    row = [0.0] * size
    row[min(number, size - 1)] = 1.0
    return row


def shares_of(example: Example) -> Floats:
    """Return the share of the votes of each candidate; all zeros where none is among them."""
    votes = example.votes
    shares: Floats = votes / max(votes.sum(), 1.0)
    return shares


def placed(documents: Iterable[ExampleDocument]) -> list[Placed]:
    """Return the examples from which something can be learnt: with a choice among the candidates.

    Raises TrainingError where there is none.
    """
    found = [
        (document, example)
        for document in documents
        for example in document.examples
        if example.votes.sum() > 0
    ]
    if not found:
        raise TrainingError(
            "There is nothing to learn from: nobody has chosen a replacement in these documents."
        )
    return found


def set_aside(examples: Sequence[Placed], seed: int) -> tuple[list[Placed], list[Placed]]:
    """Split examples by document: to learn from, and to decide by when to stop.

    With a single document nothing is set aside.
    """
    names = sorted({document.doc_id for document, _ in examples})
    if len(names) == 1:
        return list(examples), []
    count = max(1, round(len(names) * _SHARE_ASIDE))
    aside = set(np.random.default_rng(seed).permutation(names)[:count].tolist())
    training_set = [each for each in examples if each[0].doc_id not in aside]
    return training_set, [each for each in examples if each[0].doc_id in aside]


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Draw from a seed, and leave the state of everybody else's draws as it was."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        yield


def learn(
    network: nn.Module,
    count: int,
    loss_of: Callable[[Tensor], Tensor],
    rank: Rank,
    aside: Sequence[Placed],
    schedule: Schedule,
    training: Training,
) -> float:
    """Train a network on `count` rows and return the temperature of its probabilities.

    `loss_of` tells the loss of some rows by their numbers, `rank` the probabilities of examples.
    After each epoch the mean log-likelihood of the choices set aside is taken; the best epoch is
    kept, and training ends when it has not improved for `patience` epochs. Without examples set
    aside only a quarter of the epochs is trained and the temperature is 1.
    """
    optimizer = torch.optim.AdamW(
        network.parameters(), lr=schedule.learning_rate, weight_decay=schedule.weight_decay
    )
    epochs = schedule.epochs if aside else math.ceil(schedule.epochs / 4)
    votes = [shares_of(example) for _, example in aside]
    best, best_epoch, kept = -math.inf, 0, deepcopy(network.state_dict())
    for epoch in range(epochs):
        training.on_progress(epoch / epochs, f"epoch {epoch + 1} of at most {epochs}")
        network.train()
        for rows in torch.split(torch.randperm(count), schedule.batch):
            optimizer.zero_grad()
            loss_of(rows).backward()  # type: ignore[no-untyped-call] # torch has no type here
            optimizer.step()
        network.eval()
        likelihood = _likelihood(rank(aside), votes) if aside else float(epoch)
        if likelihood > best:
            best, best_epoch, kept = likelihood, epoch, deepcopy(network.state_dict())
        elif epoch - best_epoch >= schedule.patience:
            break
    network.load_state_dict(kept)
    training.on_progress(1.0, "trained")
    return fit_temperature(rank(aside), votes)


def _likelihood(probabilities: Sequence[Floats], votes: Sequence[Floats]) -> float:
    pairs = zip(probabilities, votes, strict=True)
    return float(np.mean([(vote * np.log(np.maximum(p, _LEAST))).sum() for p, vote in pairs]))


def save_network(
    folder: Path, network: nn.Module, encoder: Encoder, settings: dict[str, Any]
) -> None:
    """Write weights and settings, and which encoder they belong to."""
    weights = {name: tensor.cpu().contiguous() for name, tensor in network.state_dict().items()}
    safetensors.torch.save_file(weights, folder / _WEIGHTS)
    described = settings | {"encoder": encoder.identity, "dimensions": encoder.dimensions}
    (folder / _SETTINGS).write_text(json.dumps(described, indent=1), encoding="utf-8")


class Network(Protocol):
    """A model around a network, whose probabilities a temperature makes true."""

    network: nn.Module
    temperature: float


_Network = TypeVar("_Network", bound=Network)


def load_network(
    folder: Path, encoder: Encoder, build: Callable[[Mapping[str, Any]], _Network]
) -> _Network:
    """Open what `save_network` wrote; `build` makes the model of its settings, not yet learnt.

    Raises VersionError.
    """
    settings = _settings(folder, encoder)
    try:
        model = build(settings)
        model.temperature = float(settings["temperature"])
    except (KeyError, TypeError, ValueError) as error:
        raise VersionError(f"The settings in {folder} are incomplete: {error!r}.") from error
    try:
        model.network.load_state_dict(safetensors.torch.load_file(folder / _WEIGHTS))
    except (OSError, SafetensorError, RuntimeError) as error:
        raise VersionError(f"{folder} holds no weights of this network: {error}") from error
    model.network.to(encoder.device).eval()
    return model


def _settings(folder: Path, encoder: Encoder) -> dict[str, Any]:
    try:
        settings: dict[str, Any] = json.loads((folder / _SETTINGS).read_text(encoding="utf-8"))
        identity = settings["encoder"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise VersionError(f"{folder} holds no trained network: {error!r}.") from error
    if identity != encoder.identity:
        raise VersionError(
            f"The model in {folder} was trained with another text encoder than {encoder.folder}. "
            "Let PALIMPSEST_ENCODER name that one, or train anew."
        )
    return settings
