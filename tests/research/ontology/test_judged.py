from __future__ import annotations

import json

import pytest

from research.ontology.judged import judged_of, read_judged, read_verdicts
from tests.ontology.marking import marked

TEXT = {
    "id": "letter",
    "domain": "letter",
    "text": "[[Ada|PERSON]] left [[Voll|LOC]] for the [[Skye Bank|ORG]].",
    "spans": [
        {"text": "Voll", "right": ["town in Norway", "town"], "wrong": ["river"]},
        {"text": "Skye Bank", "right": ["commercial bank in Norway"]},
    ],
}


def written(tmp_path, *records):
    path = tmp_path / "texts.jsonl"
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    return path


def test_marks_become_spans_of_their_text(tmp_path):
    town, bank = read_judged(written(tmp_path, TEXT), {})
    assert town.span.surroundings.text == "Ada left Voll for the Skye Bank."
    assert (town.span.text, bank.span.text) == ("Voll", "Skye Bank")
    assert len(town.span.surroundings.spans) == 3


def test_what_a_reader_wrote_down_is_right_and_what_is_wider_by_its_words(tmp_path):
    town, bank = read_judged(written(tmp_path, TEXT), {})
    assert town.verdict("a town") is True
    assert town.verdict("River") is False
    assert town.verdict("castle") is None
    assert bank.verdict("bank") is True
    assert bank.verdict("company") is True  # the table has it above a bank
    assert bank.verdict("bank in Sweden") is None


def test_a_verdict_goes_before_what_the_words_say(tmp_path):
    verdicts = {("letter", "Skye Bank", "company"): False, ("another", "Voll", "town"): False}
    town, bank = read_judged(written(tmp_path, TEXT), verdicts)
    assert bank.verdict("company") is False
    assert town.verdict("town") is True


def test_spans_that_are_not_those_marked_are_reported_with_their_line(tmp_path):
    path = written(tmp_path, TEXT, TEXT | {"id": "faulty", "spans": []})
    with pytest.raises(ValueError, match="line 2: the spans of faulty are not those marked"):
        read_judged(path, {})


def test_strings_of_a_document_come_once():
    documents = [marked("[[LOC:Voll]], [[LOC:Voll]] and [[PERSON:Ada]]")]
    (town,) = judged_of(documents, {("d", "Voll", "town"): True}, with_choices=True)
    assert town.verdict("town") is True
    assert town.verdict("river") is None


def test_verdicts_are_read_from_a_table(tmp_path):
    path = tmp_path / "verdicts.csv"
    path.write_text("document,string,candidate,verdict\nd,Voll,town,right\nd,Voll,river,wrong\n")
    assert read_verdicts(path) == {("d", "Voll", "town"): True, ("d", "Voll", "river"): False}
