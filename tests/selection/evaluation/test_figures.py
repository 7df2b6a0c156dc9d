"""Figures are SVG that a strict page shows: real text, no style sheets, the same every time."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from selection.evaluation.figures import (
    draw_all,
    draw_confusion,
    draw_importance,
    draw_learning_curve,
    fold_levels,
)
from selection.evaluation.learning import CurvePoint
from selection.evaluation.measures import Confusion, score
from selection.evaluation.protocols import Answer
from selection.evaluation.svg import as_svg, axes_of_size, styled
from tests.selection.evaluation.documents import varied

SVG = "{http://www.w3.org/2000/svg}"
CURVE = [CurvePoint(5, 0.6, 0.02), CurvePoint(20, 0.7)]
GAINS = {"share of $5 & <b>": 3.0, "never used": 0.0, "level": 1.0}


@pytest.fixture(scope="module")
def scores():
    rng = np.random.default_rng(0)
    return score(
        Answer(each, rng.dirichlet(np.ones(len(each.options))))
        for number in range(6)
        for each in varied(number, "ada").examples
    )


@pytest.fixture(scope="module")
def figures(scores):
    return draw_all(scores, importance=GAINS, curve=CURVE)


def parsed(svg):
    return ElementTree.fromstring(svg)  # noqa: S314 - we have just written it


def words(svg):
    return [element.text for element in parsed(svg).iter(f"{SVG}text")]


def test_there_is_a_figure_for_all_there_is_to_show(figures, scores):
    assert set(figures) == {"confusion", "reliability", "learning", "importance"}
    bare = draw_all(scores, importance={"level": 0.0}, curve=CURVE[:1])
    assert set(bare) == {"confusion", "reliability"}


def test_a_figure_says_in_words_what_it_shows(figures):
    for svg in figures.values():
        root = parsed(svg)
        title, description = root[0], root[1]
        assert (title.tag, description.tag) == (f"{SVG}title", f"{SVG}desc")
        assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
        assert title.text in words(svg)
    assert "from 60.0 % with 5 documents to 70.0 % with 20" in figures["learning"]


def test_a_strict_content_security_policy_has_nothing_to_refuse(figures):
    for svg in figures.values():
        elements = list(parsed(svg).iter())
        assert not {f"{SVG}style", f"{SVG}script", f"{SVG}image"} & {each.tag for each in elements}
        assert not any("style" in each.attrib for each in elements)
        assert "url(http" not in svg


def test_the_same_figures_give_the_same_file(figures, scores):
    assert draw_all(scores, importance=GAINS, curve=CURVE) == figures


def test_the_confusion_matrix_shows_every_count_and_folds_the_high_levels():
    levels = (1, 2, 7, 8, 13)
    counts = np.zeros((5, 5))
    counts[0, 0], counts[1, 0], counts[2, 3], counts[4, 4] = 30, 4, 2, 5
    confusion = Confusion(levels, tuple(map(tuple, counts)))
    names, folded = fold_levels(confusion)
    assert names == ["1", "2", "3", "4", "5", "6", "7+"]
    assert (folded[0][0], folded[1][0], folded[6][6]) == (30, 4, 7)
    assert sum(map(sum, folded)) == counts.sum()
    assert {"30", "4", "7"} <= set(words(draw_confusion(confusion)))


def test_no_answer_has_a_row_and_a_column_of_its_own():
    names, folded = fold_levels(Confusion((0, 1), ((0.0, 2.0), (3.0, 0.0))))
    assert names == ["none", "1"]
    assert folded == [[0.0, 2.0], [3.0, 0.0]]


def test_features_are_shown_by_weight_and_as_they_are_called():
    shown = words(draw_importance(GAINS))
    assert shown.index("share of $5 & <b>") < shown.index("level")
    assert "75.0 %" in shown
    assert "never used" not in shown


def test_a_curve_begins_and_ends_with_its_accuracy():
    shown = words(draw_learning_curve(CURVE))
    assert {"60.0 %", "70.0 %"} <= set(shown)


def test_figures_of_one_page_share_no_id_and_refer_to_their_own():
    of = [draw_line("first"), draw_line("second")]
    ids = [{each.get("id") for each in parsed(svg).iter() if "id" in each.attrib} for svg in of]
    assert ids[0]
    assert not ids[0] & ids[1]
    for svg, own in zip(of, ids, strict=True):
        assert set(re.findall(r'(?:href="|url\()#([\w-]+)', svg)) <= own


@styled
def draw_line(name):
    figure, axes = axes_of_size(4, 3)
    axes.plot([0, 1], [0, 1], marker="o")
    return as_svg(figure, title="Line", description="It rises.", name=name)
