"""Payloads: packed and read again, small, and refused where they are none."""

from __future__ import annotations

import zlib

import numpy as np
import pytest

from privacy.errors import PayloadError
from privacy.live import look
from privacy.payload import RiskPayload, build_payload
from tests.privacy.people import TEXT, make_background, make_document

LARGEST = 40 * 1024


@pytest.fixture
def background(tmp_path):
    return make_background(tmp_path)


@pytest.mark.parametrize("has_background", [True, False])
def test_a_payload_is_read_as_it_was_written(background, has_background):
    known = background if has_background else None
    payload = build_payload(make_document(), known, person="ada-berg", k={"bits": "0f"})
    again = RiskPayload.from_bytes(payload.to_bytes())
    assert again.to_bytes() == payload.to_bytes()
    assert again.k == {"bits": "0f"}
    assert look(again, []) == look(payload, [])


def test_the_words_are_those_of_the_text(background):
    payload = build_payload(make_document(), background, person="ada-berg", k={})
    words = [TEXT[start:end] for start, end, _ in payload.words]
    assert {"lighthouse", "clocks", "ferry", "Bergen"} <= set(words)
    assert not {"by", "a", "in", "and", "her"} & set(words)
    assert [payload.shown[row] for row in payload.texts["railway company"]] == [
        "railway",
        "company",
    ]


def test_a_span_weighs_what_its_words_tell(background):
    payload = build_payload(make_document(), background, person="ada-berg", k={})
    told = background.informativeness(["ada", "berg"])
    assert payload.span_weights["m0"] == pytest.approx(sum(told.values()), abs=1e-3)


def test_a_long_document_stays_small(tmp_path):
    draw = np.random.default_rng(0)
    words = ["".join(chr(97 + each) for each in draw.integers(26, size=6)) for _ in range(3000)]
    people = {f"p{n}": " ".join(draw.choice(words, 600)) for n in range(100)}
    text = TEXT + " " + " ".join(draw.choice(words, 2000))
    payload = build_payload(
        make_document(text), make_background(tmp_path, people), person="p1", k={}
    )
    assert len(payload.to_bytes()) < LARGEST


@pytest.mark.parametrize("content", [b"", b"nothing", zlib.compress(b"\0\0\0\2{}")])
def test_what_is_no_payload_is_refused(content):
    with pytest.raises(PayloadError, match="compute them anew"):
        RiskPayload.from_bytes(content)
