"""Tiny transformers with random weights, written as Hugging Face writes them; no downloads."""

from __future__ import annotations

import string
from pathlib import Path

import torch
import transformers
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

DIMENSIONS = 16
LONGEST = 64
SIZES = {"hidden_size": DIMENSIONS, "num_hidden_layers": 1, "num_attention_heads": 2}
SIZES |= {"intermediate_size": 32, "max_position_embeddings": LONGEST}
_CHARACTERS = string.ascii_lowercase + string.digits + string.punctuation


def write_bert(folder: Path) -> Path:
    """Write a BERT of one layer that reads letter by letter; return the folder."""
    tokenizer = word_pieces()
    config = transformers.BertConfig(vocab_size=len(tokenizer), **SIZES)
    return write(folder, transformers.BertModel, config, tokenizer)


def write_electra(folder: Path) -> Path:
    """Write an ELECTRA whose embeddings are narrower than its states; return the folder."""
    tokenizer = word_pieces()
    config = transformers.ElectraConfig(vocab_size=len(tokenizer), embedding_size=8, **SIZES)
    return write(folder, transformers.ElectraModel, config, tokenizer)


def write_xlm_roberta(folder: Path) -> Path:
    """Write an XLM-R that reads the bytes of any language; its positions start after padding."""
    vocabulary = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", *pre_tokenizers.ByteLevel.alphabet()]
    numbered = {token: number for number, token in enumerate(vocabulary)}
    core = Tokenizer(models.BPE(vocab=numbered, merges=[], unk_token="<unk>"))
    core.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    core.decoder = decoders.ByteLevel()
    core.post_processor = processors.RobertaProcessing(
        ("</s>", numbered["</s>"]), ("<s>", numbered["<s>"])
    )
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=core,
        bos_token="<s>",
        eos_token="</s>",
        cls_token="<s>",
        sep_token="</s>",
        unk_token="<unk>",
        pad_token="<pad>",
        mask_token="<mask>",
    )
    config = transformers.XLMRobertaConfig(
        vocab_size=len(vocabulary), pad_token_id=1, type_vocab_size=1, **SIZES
    )
    return write(folder, transformers.XLMRobertaModel, config, tokenizer)


def word_pieces() -> transformers.PreTrainedTokenizerFast:
    """Return a tokenizer whose words are letters, digits and punctuation, as BERT's."""
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    vocabulary = special + [*_CHARACTERS] + [f"##{character}" for character in _CHARACTERS]
    numbered = {token: number for number, token in enumerate(vocabulary)}
    core = Tokenizer(models.WordPiece(vocab=numbered, unk_token="[UNK]"))
    core.normalizer = normalizers.BertNormalizer(lowercase=True)
    core.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    core.post_processor = processors.BertProcessing(
        ("[SEP]", numbered["[SEP]"]), ("[CLS]", numbered["[CLS]"])
    )
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=core,
        unk_token="[UNK]",
        sep_token="[SEP]",
        pad_token="[PAD]",
        cls_token="[CLS]",
        mask_token="[MASK]",
    )


def write(
    folder: Path,
    kind: type[transformers.PreTrainedModel],
    config: transformers.PreTrainedConfig,
    tokenizer: transformers.PreTrainedTokenizerFast,
) -> Path:
    """Write a network with random weights, the same each time, and its tokenizer."""
    transformers.logging.disable_progress_bar()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        kind(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
