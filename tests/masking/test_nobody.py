"""Answers, eponyms and forms of address name nobody."""

from __future__ import annotations

import pytest

from annotation.types import SemanticType
from masking.nobody import Nobody
from masking.spans import LIKELY, RecognizedSpan


@pytest.mark.parametrize(
    ("text", "name", "is_left"),
    [
        ("Perfect, go on.", "Perfect", False),
        ("Dear Madam, go on.", "Madam", False),
        ("Dear Tuva, go on.", "Dear", False),
        ("The Foley catheter was changed.", "Foley", False),
        ("Given Zoltraxan 20 mg today.", "Zoltraxan", False),
        ("We met Tuva in the shop.", "Tuva", True),
        ("Given Rose 20 mg today.", "Rose", True),
        ("They call him Duke.", "Duke", True),
    ],
)
def test_what_names_nobody_is_left_out(parse, text: str, name: str, *, is_left: bool):
    start = text.index(name)
    span = RecognizedSpan(start, start + len(name), SemanticType.PERSON, LIKELY, "x")
    assert bool(list(Nobody(parse(text), None).without([span]))) is is_left
