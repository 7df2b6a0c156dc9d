"""The attack by meaning: with a tiny encoder of random weights, on made-up people."""

from __future__ import annotations

import numpy as np
import pytest

from learning.encoding import Encoder
from privacy.attacks import Target
from privacy.attacks.meaning import PIECE, Comparison, MeaningAttack, Sight, pieces_of
from privacy.background import Background, Person, build
from privacy.confidence import Confidence
from privacy.people import make_people
from research.privacy.meaning import Seen, fit_combination
from research.privacy.renderings import Rendering
from tests.encoders import write_bert

PEOPLE = list(make_people(30))
WORDS_ALONE = np.array([1, 0], np.float32)
CONFIDENCE = Confidence(0.0, (0.1, 0.0))


@pytest.fixture(scope="module")
def background(tmp_path_factory):
    folder = tmp_path_factory.mktemp("people") / "background"
    build((Person(each.key, each.page) for each in PEOPLE), folder, protected=[])
    return Background.open(folder)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    return Encoder.open(write_bert(tmp_path_factory.mktemp("encoder")))


def attack(background, encoder, **options):
    options = {"coefficients": WORDS_ALONE, "confidence": CONFIDENCE} | options
    return MeaningAttack(background, encoder, **options)


def test_whoever_says_the_rare_words_of_a_text_is_found(background, encoder):
    person = PEOPLE[3]
    found = attack(background, encoder).run(Target(person.document.text, person.key))
    assert (found.attack, found.people, found.rank) == ("meaning", 30, 1)
    assert found.first == person.key
    assert {word for word, _ in found.rests_on} & set(person.document.text.split())


def test_whoever_is_not_in_the_background_has_no_rank(background, encoder):
    assert attack(background, encoder).run(Target("A baker of bread.", "nobody")).rank is None


def test_the_same_page_has_the_likeliest_meaning(background, encoder):
    sight = Comparison(background, encoder).see(f"{PEOPLE[5].key}. {PEOPLE[5].page}")
    assert sight.features.shape == (30, 2)
    assert sight.features.argmax(axis=0).tolist() == [5, 5]
    assert sight.features.max() <= 1.001


def test_vectors_that_are_kept_are_not_made_anew(background, encoder, tmp_path):
    first = Comparison(background, encoder, kept_in=tmp_path).see("a baker in Oslo")
    (kept,) = tmp_path.iterdir()
    before = kept.stat().st_mtime_ns
    again = Comparison(background, encoder, kept_in=tmp_path).see("a baker in Oslo")
    assert kept.stat().st_mtime_ns == before
    assert again.features == pytest.approx(first.features, abs=1e-3)


@pytest.mark.parametrize("count", [0, 1, PIECE, PIECE + 1, 5 * PIECE - 1])
def test_pieces_hold_all_words_once(count):
    words = [f"w{number}" for number in range(count)]
    pieces = pieces_of(" ".join(words))
    assert " ".join(pieces).split() == words
    assert all(len(piece.split()) <= PIECE for piece in pieces)


def test_the_feature_that_tells_people_apart_weighs_most():
    draw = np.random.default_rng(0)
    seen = []
    for number in range(40):
        features = draw.normal(size=(20, 2)).astype(np.float32)
        features[number % 20, 1] += 4
        seen.append(Seen(f"d{number}", Rendering.CHOSEN, Sight(features), number % 20))
    weights = fit_combination(seen)
    assert weights[1] > 1
    assert weights[1] > 3 * abs(weights[0])
