"""A background built and asked: scores as BM25 has them, and what is left out."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from names.words import stems_of, words_of
from privacy.background import Background, Person, build
from privacy.background.building import LENGTH, SATURATION
from privacy.errors import BackgroundError
from tests.privacy.people import PEOPLE, make_background


def test_scores_are_those_of_bm25_with_rareness_on_both_sides(tmp_path):
    background = make_background(tmp_path)
    stems = stems_of(words_of("ferry railway clocks unheard"))
    counts = [Counter(stems_of(words_of(f"{key} {text}"))) for key, text in PEOPLE.items()]
    mean = sum(each.total() for each in counts) / len(counts)
    expected = []
    for each in counts:
        score = 0.0
        for stem in stems:
            having = sum(stem in other for other in counts)
            idf = math.log(1 + (len(counts) - having + 0.5) / (having + 0.5))
            norm = SATURATION * (1 - LENGTH + LENGTH * each.total() / mean)
            score += idf**2 * each[stem] * (SATURATION + 1) / (each[stem] + norm)
        expected.append(score)
    assert background.scores(stems) == pytest.approx(expected, rel=1e-5)
    assert background.weights(stems, range(5)).sum(axis=0) == pytest.approx(expected, rel=1e-5)


def test_function_words_say_nothing(tmp_path):
    background = make_background(tmp_path)
    stems = stems_of(words_of("and the with a of"))
    assert not background.scores(stems).any()
    assert background.informativeness(stems) == {}


def test_people_keep_their_order_and_texts(tmp_path):
    background = make_background(tmp_path)
    assert background.keys == tuple(PEOPLE)
    assert len(background) == len(PEOPLE)
    assert background.number_of("cy-moss") == 2
    assert background.number_of("nobody") is None
    assert background.number_of(None) is None
    assert {key: background.text_of(key) for key in background.keys} == PEOPLE


def test_texts_of_one_key_are_put_together(tmp_path):
    people = [Person("a", "Keeps clocks."), Person("b", "Bakes."), Person("a", "Sails ferries.")]
    summary = build(people, tmp_path / "background", protected=[])
    background = Background.open(tmp_path / "background")
    assert (summary.people, summary.texts) == (2, 3)
    assert background.text_of("a") == "Keeps clocks.\n\nSails ferries."
    assert np.argmax(background.scores(["ferri", "clock"])) == 0


def test_empty_texts_are_left_out_and_counted(tmp_path):
    people = [Person("a", "Keeps clocks."), Person("b", " \n"), Person("c", "Bakes.")]
    summary = build(people, tmp_path / "background", protected=[])
    assert (summary.people, summary.empty) == (2, 1)


@pytest.mark.parametrize(
    ("people", "message"),
    [
        ([], "no texts that count"),
        ([Person("a", "")], "no texts that count: 1 text is empty"),
        ([Person("a", "Keeps clocks."), Person("a", "Bakes.")], "about one person only"),
    ],
)
def test_too_few_people_are_refused_and_leave_nothing_behind(tmp_path, people, message):
    with pytest.raises(BackgroundError, match=message):
        build(people, tmp_path / "background", protected=[])
    assert not list(tmp_path.iterdir())


def test_a_new_background_takes_the_place_of_the_old_one(tmp_path):
    make_background(tmp_path)
    background = make_background(tmp_path, {"x": "Keeps clocks.", "y": "Bakes."})
    assert background.keys == ("x", "y")
    assert [path.name for path in tmp_path.iterdir()] == ["background"]


def test_what_is_no_background_is_not_opened(tmp_path):
    with pytest.raises(BackgroundError, match="holds no background"):
        Background.open(tmp_path)
