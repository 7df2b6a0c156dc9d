from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
import spacy

from research.masking.labelling import TaggerLabeller

TEXT = "Ada  Moss left"


class Taggers:
    """Return the given probabilities for the tokens "Ada", " ", "Moss", "left"."""

    def tag(self, _evidence):
        doc = spacy.blank("en")(TEXT)
        return SimpleNamespace(doc=doc, masked=np.array([0.5, 0.9, 1.0, 0.0]))


def test_class_weights_multiply_the_odds_of_a_mask():
    found = TaggerLabeller(Taggers(), 10.0, {TEXT: None}).probabilities(TEXT)
    assert found.probabilities == pytest.approx([10 / 11, 1.0, 0.0])


def test_white_space_is_no_token():
    found = TaggerLabeller(Taggers(), 1.0, {TEXT: None}).probabilities(TEXT)
    assert [TEXT[start:end] for start, end in found.offsets] == ["Ada", "Moss", "left"]
