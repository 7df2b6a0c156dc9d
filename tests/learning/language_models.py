"""Tiny language models with random weights, masked and causal; no downloads."""

from __future__ import annotations

from pathlib import Path

import transformers

from tests.encoders import LONGEST, SIZES, word_pieces, write


def write_masked(folder: Path) -> Path:
    """Write a BERT of one layer that guesses letters from both sides; return the folder."""
    tokenizer = word_pieces()
    config = transformers.BertConfig(vocab_size=len(tokenizer), initializer_range=0.5, **SIZES)
    return write(folder, transformers.BertForMaskedLM, config, tokenizer)


def write_causal(folder: Path) -> Path:
    """Write a GPT-2 of one layer that guesses letters from their left; return the folder."""
    tokenizer = word_pieces()
    tokenizer.bos_token = "[CLS]"
    config = transformers.GPT2Config(
        vocab_size=len(tokenizer),
        n_embd=16,
        n_layer=1,
        n_head=2,
        n_positions=LONGEST,
        initializer_range=0.5,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=None,
    )
    return write(folder, transformers.GPT2LMHeadModel, config, tokenizer)
