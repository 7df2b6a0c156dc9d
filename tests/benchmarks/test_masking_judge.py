"""Training the judge, and comparing recognizers, on documents made here."""

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
from benchmarks.masking.judge import (
    INVENTED,
    HeldOut,
    expected_json,
    hold_out,
    marked_documents,
    measure_steps,
    split,
    to_json,
    train,
)
from benchmarks.masking.recognizers import (
    Presidio,
    PresidioError,
    spacy_entities,
    started_presidio,
    suggested_masks,
)
from benchmarks.masking.tables import cost_table, score_table
from masking.detecting import Detector
from masking.judging.model import Judge
from masking.operating_points import STEPS, ExpectedMetrics, MetricsByStep, OperatingPoint
from masking.spans import RecognizedSpan
from research.masking.judging import Example
from tests.masking.texts import untagged

TEXT = "Ida Berg left Oslo. Ida Berg rests."
PERSON, MISC = SemanticType.PERSON, SemanticType.MISC
JUDGE = Judge(
    (PERSON, MISC),
    (0.0, 0.0, 0.0),
    {"reason=names": (3.0, 0.0, 3.0), "reason=others": (0.0, 3.0, -0.5)},
)
"""Names are masked at all points, others up to the balanced one."""


class Words:
    """Finds whatever has the form asked for."""

    def __init__(self, form, entity_type, reason):
        self.name = reason
        self._form = re.compile(form)
        self._type = entity_type

    def recognize(self, doc):
        for match in self._form.finditer(doc.text):
            yield RecognizedSpan(*match.span(), self._type, 0.5, self.name)


def make_detector(judge=JUDGE):
    pipeline = SimpleNamespace(parse=untagged)
    recognizers = [Words("Ida Berg", PERSON, "names"), Words("left|Oslo", MISC, "others")]
    return Detector(pipeline, recognizers, judge)


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


def test_every_second_document_is_learnt_from_beginning_with_the_first():
    documents = [make_document(doc_id) for doc_id in "dbeac"]
    learnt, others = split(documents)
    assert [each.doc_id for each in learnt] == ["d", "e", "c"]
    assert [each.doc_id for each in others] == ["b", "a"]


def test_texts_with_marked_spans_are_documents_with_a_layer(tmp_path):
    record = json.dumps({"id": "one", "text": "[[Ida|PERSON]] left [[Oslo|LOC]]."})
    (tmp_path / "some.jsonl").write_text(f"{record}\n", encoding="utf-8")
    [document] = marked_documents(tmp_path)
    assert document.text == "Ida left Oslo."
    assert [each.span_text for each in document.iter_mentions()] == ["Ida", "Oslo"]


def test_a_judge_is_written_as_it_is_shipped_and_opened(tmp_path):
    held_out = HeldOut(1, 2 / 3, 0.5, [(0.1, 0.0, 1)])
    value = to_json(JUDGE, {INVENTED: [[]]}, held_out)
    path = tmp_path / "weights.json"
    path.write_text(value, encoding="utf-8")
    opened = Judge.open(path)
    assert opened.judge({"reason=names"}) == JUDGE.judge({"reason=names"})
    stored = json.loads(value)
    assert stored["from"] == {INVENTED.name: {"documents": 1, "spans": 0}}
    assert stored["held_out"]["right_types"] == 0.6667
    assert len(value.splitlines()) < len(stored) + len(stored["weights"]) + 5


def test_the_judge_is_tried_on_texts_that_it_did_not_learn_from():
    types = dict(zip("abc", (PERSON, MISC, SemanticType.LOC), strict=True))
    texts = [
        [Example(INVENTED, frozenset([name]), {type_: 1.0}, 1.0) for name, type_ in types.items()]
        + [Example(INVENTED, frozenset(["d", f"of {number}"]), {}, 0.0)]
        for number in range(8)
    ]
    held_out = hold_out({INVENTED: texts})
    assert held_out.examples == 4 * 8
    assert held_out.right_types == 1
    assert sum(count for _, _, count in held_out.calibration) == held_out.examples
    assert train({INVENTED: texts}).weights.keys() == {"a", "b", "c", "d"}


def test_what_to_expect_is_written_as_it_is_shipped():
    value = expected_json(MetricsByStep("no text", [ExpectedMetrics(2 / 3, None)]))
    assert json.loads(value) == {"counted_on": "no text", "steps": [[0.6667, None]]}
    assert value.endswith("}\n")


def test_what_to_expect_is_measured_at_each_step():
    document = make_document("one", "Ida Berg")
    found = measure_steps(make_detector(), [document], "one text").steps
    assert len(found) == STEPS
    # Of six words two are said to be hidden; the two others that are found are masked less often.
    assert [(step.recall, step.precision) for step in (found[0], found[-1])] == [
        (1, pytest.approx(2 / 6)),
        (1, 0.5),
    ]


def test_what_is_shipped_promises_less_recall_from_step_to_step():
    steps = MetricsByStep.shipped().steps
    assert len(steps) == STEPS
    recalls = [step.recall for step in steps]
    assert recalls == sorted(recalls, reverse=True)
    assert steps[0].precision < steps[-1].precision


def test_recognizers_see_no_marks_and_the_operating_point_decides_what_is_masked():
    document = make_document("one", "Ida Berg", "Oslo")
    masks = {
        point: masks_of(suggested_masks(make_detector(), point), [document])
        for point in OperatingPoint
    }
    names = [(0, 8), (20, 28)]
    assert masks["utility"] == {"one": names}
    assert masks["balanced"] == {"one": [names[0], (9, 13), (14, 18), names[1]]}


def test_plain_spacy_reads_the_text_as_it_is_written():
    def language(text: str) -> SimpleNamespace:
        entity = SimpleNamespace(start_char=text.index("Ida"), end_char=len(text))
        return SimpleNamespace(ents=[entity])

    recognize = spacy_entities(SimpleNamespace(language=language))
    text = "<b>Leif</b> met Ida"
    assert recognize(Document(doc_id="d", text=text), ()) == [(16, len(text))]


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
