"""What is proven keeps its borders; the rest of what runs into it is left."""

from __future__ import annotations

from dataclasses import replace

from annotation.types import SemanticType
from masking.proving import around_proofs
from masking.reasons import ENTITY, SPEAKER, TITLED
from masking.spans import CERTAIN, LIKELY, RecognizedSpan, is_proven

TEXT = "Then Mr Marsh Brook 1990"
PROOF = RecognizedSpan(5, 13, SemanticType.PERSON, CERTAIN, TITLED)


def _left(type_: SemanticType, start: int, end: int) -> list[str]:
    other = RecognizedSpan(start, end, type_, LIKELY, "x")
    spans = around_proofs(TEXT, [PROOF, other])
    return [TEXT[span.start : span.end] for span in spans if not is_proven(span)]


def test_another_name_leaves_what_is_proven():
    assert _left(SemanticType.LOC, 8, 19) == ["Brook"]
    assert _left(SemanticType.LOC, 8, 13) == []


def test_a_wider_name_of_a_person_stays():
    assert _left(SemanticType.PERSON, 5, 19) == ["Mr Marsh Brook"]


def test_a_month_alone_is_part_of_a_name_and_one_with_figures_is_none():
    text = "Dear April Marsh"
    name = RecognizedSpan(5, 16, SemanticType.PERSON, CERTAIN, TITLED)
    month = RecognizedSpan(5, 10, SemanticType.DATETIME, LIKELY, "x")
    assert [*around_proofs(text, [name, month])] == [name]
    dated = "Dear 4/2022 Marsh"
    parts = around_proofs(dated, [replace(name, end=17), replace(month, end=11)])
    assert sorted(dated[span.start : span.end] for span in parts) == ["4/2022", "Marsh"]


def test_what_a_pipeline_takes_for_a_time_leaves_who_speaks():
    text = "10:32 MARSH: yes"
    name = RecognizedSpan(6, 11, SemanticType.PERSON, CERTAIN, SPEAKER)
    time = RecognizedSpan(0, 11, SemanticType.DATETIME, LIKELY, f"{ENTITY}TIME")
    parts = around_proofs(text, [name, time])
    assert sorted(text[span.start : span.end] for span in parts) == ["10:32", "MARSH"]


def test_what_no_words_prove_is_not_proven():
    assert not is_proven(RecognizedSpan(5, 13, SemanticType.PERSON, LIKELY, TITLED))
    assert not is_proven(RecognizedSpan(5, 13, SemanticType.PERSON, CERTAIN, "x"))
