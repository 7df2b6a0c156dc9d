"""Texts without words' tags, for recognizers that read characters only, and hostile ones."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

import spacy
from hypothesis import strategies as st

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from masking.recognizers import Recognizer

LONG = 100_000
"""Characters: what takes quadratic time takes hours, not seconds."""
HOSTILE = {
    "dots": ".",
    "digits": "1",
    "a letter and a digit": "A1",
    "capitals": "A-",
    "initials": "A.",
    "labels of domains": "a.",
    "mail without an end": "a@",
    "colons": "a:",
    "brackets": "(1",
    "apostrophes": "A'",
    "blanks": "1    ",
    "stars": "*",
    "paths": "/1",
    "marks": "_",
}
"""What is repeated again and again, by name."""
TEXTS = st.text(st.sampled_from("aAbZé19 0.,:;-/@()+'’_*\t\n\r\u00a0µЖ李😀\x00\u202e"), max_size=60)


@cache
def _blank() -> Language:
    return spacy.blank("en")


def untagged(text: str) -> Doc:
    """Return a Doc of words without tags; a long one is a single word, for speed."""
    from spacy.tokens import Doc  # noqa: PLC0415 - as in the code

    if len(text) > 1000:  # cutting such words takes longer than what is tested
        return Doc(_blank().vocab, words=[text], spaces=[False])
    return _blank().make_doc(text)


def found_in(recognizer: Recognizer, text: str) -> list[str]:
    """Return the texts of what a recognizer finds in characters, in text order."""
    spans = sorted(recognizer.recognize(untagged(text)), key=lambda span: span.start)
    return [text[span.start : span.end] for span in spans]


def hostile_texts() -> Iterable[str]:
    """Return long texts on which careless patterns hang, each with an end that fits nothing."""
    return [(unit * LONG)[:LONG] + "x_" for unit in HOSTILE.values()]
