import json
import subprocess
import sys

import numpy as np
import pytest

from annotation.options import Option
from annotation.records import MASK
from annotation.types import IdentifierType, SemanticType
from selection.examples import Example, ExampleDocument
from selection.payload import SuggestionPayload
from selection.precomputing import payload_of
from selection.suggesting import Suggester, Suggestion


class Fixed:
    """A model with one answer."""

    def __init__(self, *probabilities):
        self.probabilities = [np.array(each) for each in probabilities]

    def rank(self, document):  # noqa: ARG002 - the interface of all models
        return self.probabilities

    def save(self, folder):
        pass


def document(*lists):
    examples = tuple(
        Example(
            doc_id="one",
            mention_id=f"m{number}",
            start=10 * number,
            end=10 * number + 4,
            span_text="Lund",
            entity_type=SemanticType.LOC,
            identifier_type=IdentifierType.QUASI,
            entity_id=f"e{number}",
            options=tuple(Option(text, i, i, None) for i, text in enumerate(texts, start=1)),
        )
        for number, texts in enumerate(lists)
    )
    return ExampleDocument("one", "Lund " * 50, examples)


LISTS = (("city", "place", MASK), ("year", MASK), (MASK,))


@pytest.fixture
def suggester(tmp_path):
    return Suggester.open(tmp_path)


def stored(model, *lists):
    """A payload as a web process reads it from the database."""
    payload = payload_of(model, document(*lists), None, [])
    return SuggestionPayload.from_json(json.loads(json.dumps(payload.to_json())))


def test_the_likeliest_candidate_is_suggested_with_its_probability(suggester):
    payload = stored(Fixed([0.2, 0.7, 0.1], [0.123456, 0.876544], [1.0]), *LISTS)
    assert suggester.suggest(payload, {}) == {
        "m0": Suggestion("place", 0.7),
        "m1": Suggestion(MASK, 0.8765),
        "m2": Suggestion(MASK, 1.0),
    }


def test_only_open_mentions_get_a_suggestion(suggester):
    payload = stored(Fixed([0.2, 0.7, 0.1], [0.9, 0.1], [1.0]), *LISTS)
    chosen = {"m0": "a text of one's own", "m2": MASK, "gone": "city"}
    assert suggester.suggest(payload, chosen) == {"m1": Suggestion("year", 0.9)}


def test_a_mention_without_an_answer_has_no_suggestion(suggester):
    payload = stored(Fixed([0.0, 0.0, 0.0], [0.9, 0.1], [1.0]), *LISTS)
    assert set(suggester.suggest(payload, {})) == {"m1", "m2"}


def test_a_document_without_mentions_has_no_suggestions(suggester):
    assert suggester.suggest(stored(Fixed()), {}) == {}


def test_a_web_process_loads_nothing_heavy_for_it():
    program = "import sys, selection.suggesting; print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = {name.partition(".")[0] for name in ran.stdout.split()}
    assert not {"torch", "transformers", "lightgbm", "scipy", "sklearn", "pandas"} & loaded
