"""The confidence fitted anew: on made-up people, in and out of the background."""

from __future__ import annotations

import json

import numpy as np
import pytest

from annotation.formats import document_to_json
from annotation.records import Document
from privacy.confidence import Confidence, Scores, weights_file
from research.privacy.__main__ import main
from research.privacy.renderings import Rendering
from research.privacy.words import (
    FEATURES,
    Case,
    calibration_error,
    cross_validated,
    fit_confidence,
)
from tests.privacy.people import PEOPLE, make_document


def cases(count: int) -> list[Case]:
    """Cases whose margin tells whether they are right, eight a document."""
    draw = np.random.default_rng(0)
    made = []
    for number in range(count):
        margin = float(draw.uniform(0, 10))
        scores = Scores(20 + margin, 20, 100, 50)
        is_right = bool(draw.random() < margin / 10)
        made.append(Case(f"d{number // 8}", Rendering.CHOSEN, 1, scores, is_right, is_right))
    return made


def test_a_larger_margin_makes_surer():
    model = fit_confidence(cases(200))
    confidences = [model(Scores(20 + margin, 20, 100, 50)) for margin in range(10)]
    assert confidences == sorted(confidences)
    assert confidences[0] < 0.3
    assert confidences[-1] > 0.7


def test_the_same_scores_mean_less_where_a_word_says_more():
    model = fit_confidence(cases(200))
    assert model(Scores(30, 20, 100, 20_000)) < model(Scores(30, 20, 100, 20))


def test_confidences_of_other_documents_are_calibrated():
    made = cases(400)
    outcomes = np.array([case.is_right for case in made])
    assert calibration_error(cross_validated(made), outcomes) < 0.08


def test_the_calibration_error_is_the_gap_between_said_and_seen():
    said, seen = np.array([0.9, 0.9, 0.1, 0.1]), np.array([True, False, False, False])
    assert calibration_error(said, seen) == pytest.approx((0.8 + 0.2) / 4)


def test_the_weights_that_come_along_name_their_sources_and_how_good_they_are():
    weights = json.loads(weights_file("words").read_bytes())
    assert {"date", "sources", "documents", "cases"} <= set(weights)
    assert tuple(weights["coefficients"]) == FEATURES
    assert all(each["ece"] < 0.1 for each in weights["cross_validated"].values())
    assert 0 < Confidence.of_attack("words")(Scores(30, 20, 100, 50)) < 1


def test_the_command_says_what_is_wrong_with_a_file(tmp_path, capsys):
    documents = [document_to_json(make_document())]
    (tmp_path / "documents.json").write_text(json.dumps(documents))
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "others.json").write_text(json.dumps({"x": "Bakes bread.", "y": "Sails."}))
    options = ["--documents", str(tmp_path / "documents.json"), "--out", str(tmp_path)]
    options += ["--only", "words"]
    assert main([*options, "--background", str(tmp_path / "broken.json")]) == 1
    assert "broken.json, line 1" in capsys.readouterr().err
    assert main([*options, "--background", str(tmp_path / "others.json")]) == 1
    assert "finds 0 of the people of the documents" in capsys.readouterr().err
    assert not (tmp_path / "confidence_words.json").exists()


def test_the_command_writes_weights(tmp_path):
    documents = [Document(key, " ".join(sorted(text.split()))) for key, text in PEOPLE.items()]
    written = json.dumps([document_to_json(each) for each in documents])
    (tmp_path / "documents.json").write_text(written)
    (tmp_path / "background.json").write_text(json.dumps(PEOPLE))
    sources = {"documents": "documents.json", "background": "background.json"}
    options = [
        part for name, file in sources.items() for part in (f"--{name}", f"{tmp_path}/{file}")
    ]
    assert main([*options, "--only", "words", "--out", str(tmp_path)]) == 0
    weights = json.loads((tmp_path / "confidence_words.json").read_text())
    assert weights["sources"] == sources
    assert weights["documents"] == len(PEOPLE)
