"""The probabilities of words by a language model in a local folder; nothing is fetched.

A masked language model predicts the sub-words of a span from both sides, all of them hidden at once
(BERT and its kin); a causal one (GPT and its kin) stands in with what stands to their left. Which
of the two a folder holds is read from the `architectures` of its config.json. torch and
transformers are loaded with the first text, so that opening a model is cheap.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from learning.errors import LanguageModelError
from learning.local_transformer import LocalTransformer, positions

if TYPE_CHECKING:
    import torch
    import transformers

Span = tuple[int, int]
"""Start and end in code points, half-open."""
LogProbabilities = NDArray[np.float64]
"""Natural logarithms, shape (sub-words of the span,); empty where a span holds no sub-word."""

MAX_TOKENS = 512
"""The widest window that is read around a span, as BERT reads it."""
BATCH_TOKENS = 2048
"""Sub-words that are computed at once, padding included."""
_MASKED = "ForMaskedLM"
_CAUSAL = ("ForCausalLM", "LMHeadModel")


@dataclass(frozen=True, slots=True)
class _Window:
    """A stretch of sub-words as the model reads it, and those whose probability is asked for."""

    ids: tuple[int, ...]
    """Special tokens included; hidden sub-words are the mask token."""
    places: tuple[int, ...]
    """The positions of `ids` whose output predicts the asked sub-words."""
    asked: tuple[int, ...]
    """The true sub-words."""
    numbers: tuple[int, ...]
    """The places of the asked sub-words in the text."""

    @property
    def key(self) -> bytes:
        """A checksum of all that the answer depends on."""
        parts = (self.ids, self.places, self.asked)
        digest = hashlib.blake2b(digest_size=16)
        for part in parts:
            digest.update(np.array([len(part), *part], dtype=np.int64).tobytes())
        return digest.digest()


class LanguageModel(LocalTransformer):
    """A masked or causal language model in a folder, as Hugging Face writes them."""

    noun = "language model"
    error = LanguageModelError

    def __init__(
        self, folder: Path, *, device: str | None = None, window: int = MAX_TOKENS
    ) -> None:
        """Look the folder over without loading it.

        `device` as torch names it, by default a GPU where there is one; `window` limits the
        sub-words read around a span, below what the model itself has places for. Raises
        LanguageModelError, which says what the folder lacks.
        """
        super().__init__(folder, device=device)
        self._widest = window
        self.is_masked = _is_masked(folder)
        """Whether words are predicted from both sides; otherwise from their left alone."""
        self._known: dict[bytes, LogProbabilities] = {}

    @property
    def auto_class(self) -> str:
        """The class of the library that opens the network."""
        return "AutoModelForMaskedLM" if self.is_masked else "AutoModelForCausalLM"

    def log_probabilities(self, text: str, spans: Sequence[Span]) -> list[LogProbabilities]:
        """Return for each span the log-probabilities of its true sub-words.

        The sub-words of one span are hidden at once, the rest of the text is in clear (Papadopoulou
        et al. 2023, section 5.1). A causal model reads what stands left of each sub-word.
        """
        text_ids, owned = self._sub_words(text, spans)
        if not self.is_masked:
            return self._answer(text_ids, owned)
        windows = [
            [self._window(text_ids, part, part, hidden=numbers) for part in self._parts(numbers)]
            for numbers in owned
        ]
        self._compute(window for several in windows for window in several)
        return [self._joined(several) for several in windows]

    def masked_log_probabilities(self, text: str, spans: Sequence[Span]) -> list[LogProbabilities]:
        """Return the same with the sub-words of all spans hidden at once.

        What a reader of the masked text can guess (Pilán et al. 2022, section 6.3). A causal model
        can't read around masks: it reads the clear text to the left.
        """
        text_ids, owned = self._sub_words(text, spans)
        return self._answer(text_ids, owned)

    def forget(self) -> None:
        """Clear the cache of probabilities, as between documents of a long run."""
        self._known.clear()

    def _answer(self, text_ids: Sequence[int], owned: Sequence[range]) -> list[LogProbabilities]:
        """Read the text from end to end, all spans hidden, and give each its sub-words."""
        asked = {number for numbers in owned for number in numbers}
        windows = [
            self._window(text_ids, part, wanted, hidden=asked)
            for part in self._parts(range(len(text_ids)))
            if (wanted := [number for number in part if number in asked])
        ]
        self._compute(windows)
        found: dict[int, float] = {}
        for window in windows:
            found.update(zip(window.numbers, self._known[window.key], strict=True))
        return [np.array([found[number] for number in numbers]) for numbers in owned]

    def _joined(self, windows: Sequence[_Window]) -> LogProbabilities:
        return np.concatenate([np.empty(0), *(self._known[window.key] for window in windows)])

    def _sub_words(self, text: str, spans: Sequence[Span]) -> tuple[list[int], list[range]]:
        """Return the sub-words of the text, and which of them each span touches."""
        tokenizer, _ = self.network
        read = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
        offsets = np.array(read["offset_mapping"], dtype=np.int64).reshape(-1, 2)
        starts, ends = offsets[:, 0], offsets[:, 1]
        owned = [
            range(
                int(np.searchsorted(ends, start, side="right")),
                int(np.searchsorted(starts, end, side="left")),
            )
            for start, end in spans
        ]
        return list(read["input_ids"]), owned

    def _parts(self, numbers: range) -> Iterator[range]:
        """Cut sub-words into parts that leave as much of a window for what stands around them."""
        most = max(1, self._room // 2)
        for start in range(numbers.start, numbers.stop, most):
            yield range(start, min(start + most, numbers.stop))

    def _window(
        self,
        text_ids: Sequence[int],
        part: range,
        asked: Sequence[int],
        *,
        hidden: Container[int],
    ) -> _Window:
        """Put context around a part of a text: on both sides, or for a causal model to the left."""
        read = self._around(text_ids, part) if self.is_masked else self._before(part)
        tokenizer, _ = self.network
        if self.is_masked:
            body = [
                tokenizer.mask_token_id if number in hidden else text_ids[number] for number in read
            ]
            before = [] if tokenizer.cls_token_id is None else [tokenizer.cls_token_id]
            after = [] if tokenizer.sep_token_id is None else [tokenizer.sep_token_id]
            shift = len(before)
        else:
            body = [text_ids[number] for number in read]
            before, after = [self._first_id], []
            shift = 0  # the output at a place predicts the sub-word after it
        return _Window(
            ids=(*before, *body, *after),
            places=tuple(number - read.start + shift for number in asked),
            asked=tuple(text_ids[number] for number in asked),
            numbers=tuple(asked),
        )

    def _around(self, text_ids: Sequence[int], part: range) -> range:
        start = part.start - (self._room - len(part)) // 2
        start = max(0, min(start, len(text_ids) - self._room))
        return range(start, min(start + self._room, len(text_ids)))

    def _before(self, part: range) -> range:
        return range(max(0, part.stop - self._room), part.stop)

    @cached_property
    def _room(self) -> int:
        """How many sub-words of a text fit beside the special tokens."""
        _, network = self.network
        return max(1, min(self._widest, positions(network.config, default=MAX_TOKENS)) - 2)

    @cached_property
    def _first_id(self) -> int:
        """What a causal model reads before a text."""
        tokenizer, _ = self.network
        for number in (tokenizer.bos_token_id, tokenizer.eos_token_id):
            if number is not None:
                return int(number)
        raise LanguageModelError(
            f"The tokenizer in {self.folder} has no token to begin texts with."
        )

    def check(
        self, tokenizer: transformers.PreTrainedTokenizerBase, missing: frozenset[str]
    ) -> None:
        """Refuse weights without a last layer and tokenizers that don't serve."""
        if missing:
            raise LanguageModelError(
                f"The weights in {self.folder} lack {', '.join(sorted(missing)[:3])}: they are not "
                "those of a language model."
            )
        if not tokenizer.is_fast:
            raise LanguageModelError(
                f"The tokenizer in {self.folder} does not say where its sub-words stand in a text: "
                "save it as tokenizer.json."
            )
        if self.is_masked and tokenizer.mask_token_id is None:
            raise LanguageModelError(f"The tokenizer in {self.folder} has no mask token.")

    def _compute(self, windows: Iterable[_Window]) -> None:
        """Fill what is known with the windows that are new."""
        fresh = {window.key: window for window in windows}
        for key in self._known.keys() & fresh.keys():
            del fresh[key]
        for batch in _batches(sorted(fresh.items(), key=lambda item: len(item[1].ids))):
            answers = self._predict([window for _, window in batch])
            self._known.update(zip((key for key, _ in batch), answers, strict=True))

    def _predict(self, windows: Sequence[_Window]) -> list[LogProbabilities]:
        import torch  # noqa: PLC0415 - loaded with the first text

        tokenizer, network = self.network
        width = max(len(window.ids) for window in windows)
        ids = torch.full((len(windows), width), tokenizer.pad_token_id or 0)
        attended = torch.zeros_like(ids)
        for row, window in enumerate(windows):
            ids[row, : len(window.ids)] = torch.tensor(window.ids)
            attended[row, : len(window.ids)] = 1
        rows = [row for row, window in enumerate(windows) for _ in window.places]
        places = [place for window in windows for place in window.places]
        asked = torch.tensor([number for window in windows for number in window.asked])
        with torch.inference_mode():
            logits = _logits_at(
                network, rows, places, ids.to(self.device), attended.to(self.device)
            )
            scores = torch.log_softmax(logits.float(), dim=-1)
            chosen = scores.gather(1, asked.to(self.device).unsqueeze(1)).squeeze(1)
        found = chosen.double().cpu().numpy()
        return np.split(found, np.cumsum([len(window.asked) for window in windows])[:-1])


def _is_masked(folder: Path) -> bool:
    """Return whether a folder's model predicts from both sides; raises LanguageModelError."""
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        architectures = [str(name) for name in config.get("architectures") or ()]
    except (ValueError, AttributeError, TypeError) as error:
        raise LanguageModelError(f"{folder / 'config.json'} can't be read: {error}") from error
    if any(name.endswith(_MASKED) for name in architectures):
        return True
    if any(name.endswith(_CAUSAL) for name in architectures):
        return False
    raise LanguageModelError(
        f"{folder} holds no language model: the architectures in its config.json are "
        f"{', '.join(architectures) or 'not named'}, and that of a masked language model ends in "
        f"{_MASKED}, that of a causal one in {' or '.join(_CAUSAL)}."
    )


def _batches(
    windows: Sequence[tuple[bytes, _Window]],
) -> Iterator[Sequence[tuple[bytes, _Window]]]:
    """Cut windows, sorted by length, into batches of at most BATCH_TOKENS once they are padded."""
    batch: list[tuple[bytes, _Window]] = []
    for item in windows:
        if batch and (len(batch) + 1) * len(item[1].ids) > BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(item)
    if batch:
        yield batch


def _logits_at(
    network: Any,  # noqa: ANN401 - what AutoModel opens has no common type that says its outputs
    rows: Sequence[int],
    places: Sequence[int],
    ids: torch.Tensor,
    attended: torch.Tensor,
) -> torch.Tensor:
    """Return the logits at the given places alone, shape (places, vocabulary).

    The last layer is as wide as the vocabulary: computing it for every place would cost as much as
    the rest of a small network, and gigabytes.
    """

    def choose(_: object, inputs: tuple[torch.Tensor, ...]) -> tuple[torch.Tensor, ...]:
        states, *rest = inputs
        return (states[rows, places], *rest)

    last = network.get_output_embeddings()
    hook = None if last is None else last.register_forward_pre_hook(choose)
    try:
        logits: torch.Tensor = network(input_ids=ids, attention_mask=attended).logits
    finally:
        if hook is not None:
            hook.remove()
    is_whole = logits.dim() == ids.dim() + 1
    return logits[rows, places] if is_whole else logits
