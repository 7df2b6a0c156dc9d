"""A transformer in a local folder, as Hugging Face writes them; nothing is fetched from anywhere.

torch and transformers are loaded with the first text, so that opening a folder is cheap.
"""

from __future__ import annotations

import hashlib
import os
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from learning.errors import LearningError
from learning.requirements import EXTRA

if TYPE_CHECKING:
    import torch
    import transformers

_WEIGHTS = "*.safetensors"
"""One file or several; pickled weights run whatever code they hold, and are never read."""
_TOKENIZERS = ("tokenizer.json", "vocab.txt", "vocab.json", "*.model")
"""One of them splits texts; the library makes do without, with a tokenizer that knows no word."""


class LocalTransformer:
    """A folder that is looked over when it is opened and loaded when it is needed.

    A subclass names the class of the library that loads it, its own name in messages, and the error
    that it raises.
    """

    noun: ClassVar[str]
    """What messages call it."""
    error: ClassVar[type[LearningError]]
    setting: ClassVar[str | None] = None
    """The environment variable that names the folder."""

    def __init__(self, folder: Path, *, device: str | None = None) -> None:
        """Look the folder over without loading it; raises `error`, which says what lacks.

        `device` as torch names it; by default a GPU where there is one.
        """
        self.folder = folder
        self._device = device
        if not find_spec("torch"):
            raise self.error(
                f"A {self.noun} needs torch, which is not installed: pip install '{EXTRA}'."
            )
        if not folder.is_dir():
            setting = f" ({self.setting})" if self.setting else ""
            raise self.error(f"There is no {self.noun} folder {folder}{setting}.")
        if not (folder / "config.json").is_file():
            raise self.error(f"{folder} holds no {self.noun}: it has no config.json.")
        if not any(folder.glob(_WEIGHTS)):
            raise self.error(
                f"{folder} holds no weights that are read here: model.safetensors. Weights as "
                "pytorch_model.bin are pickle, which can run code: save them as safetensors."
            )

    @property
    def auto_class(self) -> str:
        """The class of the library that opens the network."""
        return "AutoModel"

    @cached_property
    def identity(self) -> str:
        """A checksum of configuration and weights, to tell one model from another."""
        digest = hashlib.sha256()
        for path in [self.folder / "config.json", *sorted(self.folder.glob(_WEIGHTS))]:
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
        return digest.hexdigest()[:16]

    @property
    def device(self) -> torch.device:
        """Where the network computes: as asked for, else a GPU where there is one."""
        import torch  # noqa: PLC0415 - loaded with the first text

        return torch.device(self._device or ("cuda" if torch.cuda.is_available() else "cpu"))

    @cached_property
    def network(self) -> tuple[Any, Any]:
        """The tokenizer and the network in evaluation mode; raises `error`."""
        if not any(any(self.folder.glob(name)) for name in _TOKENIZERS):
            raise self.error(f"{self.folder} holds no tokenizer: {' or '.join(_TOKENIZERS)}.")
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        import transformers  # noqa: PLC0415 - loaded with the first text

        transformers.logging.set_verbosity_error()  # type: ignore[no-untyped-call] # has no types
        transformers.logging.disable_progress_bar()  # type: ignore[no-untyped-call] # has no types
        try:
            tokenizer = transformers.AutoTokenizer.from_pretrained(
                self.folder, local_files_only=True
            )
            network, loading = getattr(transformers, self.auto_class).from_pretrained(
                self.folder, local_files_only=True, use_safetensors=True, output_loading_info=True
            )
        except Exception as error:
            # Whatever someone's folder breaks in the library, the message names that folder.
            raise self.error(
                f"The {self.noun} in {self.folder} can't be loaded: {error}"
            ) from error
        self.check(tokenizer, frozenset(loading["missing_keys"]))
        return tokenizer, network.to(self.device).eval()

    def check(
        self, tokenizer: transformers.PreTrainedTokenizerBase, missing: frozenset[str]
    ) -> None:
        """Refuse what was loaded if it is of no use; raises `error`.

        `missing` names the weights that the folder lacks: the library makes them up.
        """


def positions(config: transformers.PretrainedConfig, *, default: int) -> int:
    """Return how many tokens a network has positions for; `default` if its config has no number.

    RoBERTa and its kin count from after padding.
    """
    number = int(getattr(config, "max_position_embeddings", None) or default)
    is_offset = "roberta" in config.model_type or config.model_type == "camembert"
    return number - int(config.pad_token_id) - 1 if is_offset else number
