"""Counting what had to be masked, and comparing recognizers, on documents made here."""

from __future__ import annotations

import json
import re
import sys
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest

from annotation.records import Document, Layer, Mention
from annotation.types import IdentifierType, SemanticType
from benchmarks.masking.comparing import Cost, f1, masks_of, measure_costs, score_part
from benchmarks.masking.rates import count_rates, higher, measure_steps, split, to_json
from benchmarks.masking.recognizers import (
    Presidio,
    PresidioError,
    started_presidio,
    suggested_masks,
)
from benchmarks.masking.tables import cost_table, score_table
from masking.detecting import Detector
from masking.operating_points import STEPS, ExpectedMetrics, MetricsByStep, OperatingPoint
from masking.rates import MaskRates
from masking.spans import RecognizedSpan

TEXT = "Ida Berg left Oslo. Ida Berg rests."


class Words:
    """Finds whatever has the form asked for."""

    def __init__(self, form, entity_type, reason):
        self.name = reason
        self._form = re.compile(form)
        self._type = entity_type

    def recognize(self, doc):
        for match in self._form.finditer(doc.text):
            yield RecognizedSpan(*match.span(), self._type, 0.5, self.name)


def make_detector(rates):
    pipeline = SimpleNamespace(parse=lambda text: SimpleNamespace(text=text))
    recognizers = [
        Words("Ida Berg", SemanticType.PERSON, "names"),
        Words("left|Oslo", SemanticType.MISC, "others"),
    ]
    return Detector(pipeline, recognizers, rates)


def make_document(doc_id="one", *spans, annotators=("ann",)):
    layers = []
    for annotator in annotators:
        mentions = [
            Mention(
                mention_id=f"{annotator}{number}",
                entity_type=SemanticType.MISC,
                start=TEXT.index(span),
                end=TEXT.index(span) + len(span),
                span_text=span,
                identifier_type=IdentifierType.QUASI,
                entity_id=span,
            )
            for number, span in enumerate(spans)
        ]
        layers.append(Layer(annotator, tuple(mentions)))
    return Document(doc_id=doc_id, text=TEXT, layers=tuple(layers), task="Protect Ida Berg.")


def test_words_are_counted_by_reason_and_a_repeated_name_by_that_of_its_first_place():
    document = make_document("one", "Ida Berg", "Oslo")
    rates = count_rates(make_detector(MaskRates({}, {})), [document])
    assert rates.found == {"names": 4, "others": 2}
    assert rates.masked == {"names": 2, "others": 1}


def test_a_word_counts_once_for_each_annotator():
    document = make_document("one", "Oslo", annotators=("ann", "bo"))
    rates = count_rates(make_detector(MaskRates({}, {})), [document])
    assert (rates.masked["others"], rates.found["others"]) == (2, 4)


def test_the_documents_of_both_halves_stand_in_turn_whatever_order_they_come_in():
    documents = [make_document(doc_id) for doc_id in "dbeac"]
    counted, others = split(documents)
    assert [each.doc_id for each in counted] == ["a", "c", "e"]
    assert [each.doc_id for each in others] == ["b", "d"]


def test_each_reason_is_counted_where_it_is_masked_more_often():
    first = MaskRates.count([("rare", True), ("often", True), ("often", False), ("never", False)])
    second = MaskRates.count([("often", True), ("never", False), ("other", False)])
    counted = higher(first, second)
    assert {each: (counted.masked[each], counted.found[each]) for each in counted.found} == {
        "rare": (1, 1),
        "often": (1, 1),
        "never": (0, 1),
        "other": (0, 1),
    }


def test_rates_are_written_as_they_are_shipped():
    expected = MetricsByStep("no text", [ExpectedMetrics(2 / 3, None)])
    value = to_json(MaskRates.count([("b", True), ("a", False)]), "two words", expected)
    assert json.loads(value) == {
        "counted_on": "two words",
        "counts": {"a": [0, 1], "b": [1, 1]},
        "expected": {"counted_on": "no text", "steps": [[0.6667, None]]},
    }
    assert value.index('"a"') < value.index('"b"')
    assert value.endswith("}\n")


def test_what_to_expect_is_counted_at_each_step():
    rates = MaskRates({"names": 9, "others": 5}, {"names": 9, "others": 9})
    document = make_document("one", "Ida Berg")
    found = measure_steps(make_detector(rates), [document], "one text").steps
    assert len(found) == STEPS
    # Of six words two are said to be hidden; the other two that are found have a rate of 0.6.
    assert [(step.recall, step.precision) for step in (found[0], found[-1])] == [
        (1, 1 / 3),
        (1, 0.5),
    ]


def test_what_is_shipped_promises_less_recall_from_step_to_step():
    steps = MetricsByStep.shipped().steps
    assert len(steps) == STEPS
    recalls = [step.recall for step in steps]
    assert recalls == sorted(recalls, reverse=True)
    assert steps[0].precision < steps[-1].precision


def test_recognizers_see_no_marks_and_the_operating_point_decides_what_is_masked():
    rates = MaskRates({"names": 9, "others": 5}, {"names": 9, "others": 9})
    document = make_document("one", "Ida Berg", "Oslo")
    masks = {
        point: masks_of(suggested_masks(make_detector(rates), point), [document])
        for point in OperatingPoint
    }
    names = [(0, 8), (20, 28)]
    assert masks["utility"] == {"one": names}
    assert masks["balanced"] == {"one": [names[0], (9, 13), (14, 18), names[1]]}


def test_only_the_documents_asked_for_are_scored():
    documents = [make_document("one", "Oslo"), make_document("two", "Ida Berg")]
    masks = {"one": [(14, 18)], "two": []}
    assert score_part(documents[:1], masks).recall.value == 1
    assert score_part(documents, masks).recall.value == pytest.approx(1 / 3)
    table = score_table(documents[:1], {"all of it": masks})
    assert table.splitlines()[1].split() == ["all", "of", "it", *["100.0%"] * 3, "–", "100.0%"]


@pytest.mark.parametrize(
    ("precision", "recall", "mean"),
    [(1.0, 0.5, 2 / 3), (0.0, 0.0, 0.0), (None, 0.5, None), (0.5, None, None)],
)
def test_f1_is_the_harmonic_mean_where_both_could_be_counted(precision, recall, mean):
    assert f1(precision, recall) == (None if mean is None else pytest.approx(mean))


def test_documents_are_timed_after_others_warmed_up_a_fresh_recognizer():
    asked = []

    def open_recognizers():
        asked.append([])

        def measure(document):
            assert document.layers == ()
            asked[-1].append(document.doc_id)
            return 0.001 * len(asked) if document.doc_id in "bd" else 1.0

        return {"timed": measure}

    warming, timed = ([make_document(each, "Oslo") for each in part] for part in ("ac", "bd"))
    costs = measure_costs(warming, timed, open_recognizers, 3)
    assert asked == [["a", "c", "b", "d"]] * 3
    assert costs == {"timed": Cost((1.0, 2.0, 3.0))}
    assert cost_table(costs).splitlines()[1] == "timed       2.0 (1.0–3.0)"


def test_presidio_is_asked_a_text_a_line_and_its_organizations_can_be_left_out():
    answer = {"found": [[0, 8, "PERSON"], [14, 18, "ORGANIZATION"]], "cpu": 0.25}
    for has_organizations, masks in ((True, [(0, 8), (14, 18)]), (False, [(0, 8)])):
        requests = StringIO()
        presidio = Presidio(requests, StringIO(json.dumps(answer) + "\n"))
        recognize = presidio.recognizer(has_organizations=has_organizations)
        assert recognize(make_document(), ()) == masks
        assert json.loads(requests.getvalue()) == TEXT
    presidio = Presidio(StringIO(), StringIO(json.dumps(answer) + "\n"))
    assert presidio.cpu_seconds(make_document()) == 0.25


def test_an_interpreter_without_presidio_is_an_error_and_no_row_of_zeros(capfd):
    pipeline = SimpleNamespace(language=SimpleNamespace(path=Path("nowhere")))
    with (
        started_presidio(Path(sys.executable), pipeline) as presidio,
        pytest.raises(PresidioError, match="without an answer"),
    ):
        presidio.analyze(TEXT)
    assert "presidio_analyzer" in capfd.readouterr().err
