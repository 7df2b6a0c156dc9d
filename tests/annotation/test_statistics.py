"""What annotators chose and marked, counted; on the real file as by hand."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import date

import pytest

from annotation.formats import read_documents
from annotation.records import Document, Layer, Mention, Replacement
from annotation.statistics import ChoiceCounts, EditCounts, MarkCounts, SpanAgreement, TextAgreement
from annotation.types import EditType, IdentifierType, SemanticType

MONDAY, NEXT_MONDAY = date(2026, 3, 2), date(2026, 3, 9)
TEXT = "Ada met Ben in Oslo."
LISTS = {"P31": ["city in Norway", "city", "***"], "annotators": ["harbour", "Oslo", "***"]}


def oslo(**chosen):
    selection = {text.replace("_", " "): tuple(names) for text, names in chosen.items()}
    return Mention(
        mention_id="m1",
        entity_type=SemanticType.LOC,
        start=15,
        end=19,
        span_text="Oslo",
        identifier_type=IdentifierType.QUASI,
        entity_id="e1",
        edit_type=EditType.CHECK,
        replacement=Replacement(LISTS, selection),
    )


def document(*mentions, doc_id="d1", name="spans"):
    return Document(doc_id, TEXT, (Layer(name, mentions),))


def counted(*documents):
    counts = ChoiceCounts()
    for each in documents:
        counts.add(each)
    return counts


@pytest.fixture(scope="module")
def by_hand(shared_data):
    """Count choices in the JSON itself: (what, type, level or text) → annotators."""
    counts = Counter()
    for record in json.loads((shared_data / "wikireplace.json").read_text(encoding="utf-8")):
        for layer in record["annotations"].values():
            for mention in layer["entity_mentions"]:
                counts["edit", mention["entity_type"], mention["edit_type"]] += 1
                replacement = mention.get("replacement", {})
                lists = list(texts_in(replacement.get("generalizations", {})))
                for text, names in replacement.get("generalization_selection", {}).items():
                    level = [*lists, "***"].index(text) + 1
                    counts["level", mention["entity_type"], level] += len(names)
                    counts["identifier", mention["identifier_type"], level] += len(names)
                    if text == "***":
                        counts["masked", mention["entity_type"]] += len(names)
    return +counts


def texts_in(lists):
    for value in lists.values():
        yield from value if isinstance(value, list) else texts_in(value)


def test_the_counts_of_the_published_file_are_those_by_hand(by_hand, shared_data):
    choices, edits = ChoiceCounts(), EditCounts()
    for each in read_documents(shared_data / "wikireplace.json"):
        choices.add(each)
        edits.add(each.layers)
    found = Counter()
    for kind, counts in choices.by_type.items():
        found["masked", kind.value] = counts.masked
        for level, number in counts.levels.items():
            found["level", kind.value, level] = number
    for kind, counts in choices.by_identifier.items():
        for level, number in counts.levels.items():
            found["identifier", kind.value, level] = number
    for kind, counts in edits.by_type.items():
        for edit, number in counts.items():
            found["edit", kind.value, edit.value] = number
    assert by_hand.total() > 0
    assert +found == by_hand


def test_a_choice_counts_at_its_level_and_one_of_nothing_as_such_too():
    total = counted(document(oslo(city=["Ada"], **{"***": ["Ben", "Cleo"]}))).total
    assert total.levels == {2: 1, 3: 2}
    assert (total.choices, total.masked, total.above_2) == (3, 2, 2)


def test_own_words_and_a_span_left_as_it_is_have_no_level():
    total = counted(document(oslo(harbour=["Ada"], Oslo=["Ben"], city=["Cleo"]))).total
    assert (total.written, total.left, total.offered) == (1, 1, 1)
    assert total.choices == 3


def test_candidates_are_what_is_offered_without_what_annotators_wrote():
    counts = counted(document(oslo(city=["Ada"])), document(oslo(harbour=["Ada"])))
    assert counts.candidates == {SemanticType.LOC: {3: 2}}


def test_a_span_that_a_longer_one_stands_for_does_not_count():
    longer = replace(oslo(city=["Ada"]), mention_id="m2", start=12, span_text="in Oslo")
    assert counted(document(oslo(city=["Ben"]), longer)).total.choices == 1


def test_the_most_disputed_come_first_and_what_nobody_disputes_not_at_all():
    split = document(oslo(city=["Ada"], **{"***": ["Ben"]}), doc_id="split")
    partly = document(oslo(city=["Ada", "Ben"], **{"***": ["Cleo"]}), doc_id="partly")
    agreed = document(oslo(city=["Ada", "Ben"]), doc_id="agreed")
    alone = document(oslo(city=["Ada"]), doc_id="alone")
    counts = counted(partly, agreed, split, alone)
    assert [span.doc_id for span in counts.disputed] == ["split", "partly"]
    assert counts.disputed[1].votes == {"city": 2, "***": 1}
    [(term, kind, disputes)] = counts.disputed_terms()
    assert (term, kind, disputes.mentions) == ("Oslo", SemanticType.LOC, 3)
    assert disputes.disagreement == pytest.approx(1 + 2 / 3)


def test_agreement_counts_in_the_week_of_its_document_and_for_its_pair():
    counts = TextAgreement()
    counts.add(document(oslo(city=["Ada", "Ben"], **{"***": ["Cleo"]})), MONDAY)
    counts.add(document(oslo(city=["Ada", "Ben"])), NEXT_MONDAY)
    counts.add(document(oslo(city=["Ada"])), NEXT_MONDAY)
    first, second = counts.by_week[MONDAY], counts.by_week[NEXT_MONDAY]
    assert (first.documents, first.mentions, first.same_text) == (1, 1, pytest.approx(1 / 3))
    assert (second.documents, second.mentions, second.same_level) == (1, 1, 1.0)
    pair = counts.by_pair["Ada", "Ben"]
    assert (pair.mentions, pair.same_level, pair.same_text) == (2, 2, 2)
    assert counts.by_pair["Ben", "Cleo"].same_text == 0


def hides(name, *borders, kind=IdentifierType.QUASI):
    spans = [
        replace(
            oslo(),
            mention_id=str(start),
            start=start,
            end=end,
            span_text=TEXT[start:end],
            identifier_type=kind,
            replacement=None,
        )
        for start, end in borders
    ]
    return Layer(name, tuple(spans))


def test_agreement_on_spans_is_the_f1_of_one_against_the_other():
    counts = SpanAgreement()
    layers = [hides("Ada", (0, 3), (15, 19)), hides("Ben", (0, 3)), hides("Cleo")]
    counts.add(layers, MONDAY)
    assert counts.by_pair["Ada", "Ben"].f1 == pytest.approx(2 / 3)
    assert counts.by_pair["Ada", "Cleo"].f1 == 0
    assert counts.by_week[MONDAY].documents == 3
    nothing = SpanAgreement()
    nothing.add([hides("Ada"), hides("Ben", (0, 3), kind=IdentifierType.NO_MASK)], MONDAY)
    assert nothing.by_pair["Ada", "Ben"].f1 is None


def test_changes_and_marks_are_counted_for_each_annotator():
    edits, marks = EditCounts(), MarkCounts()
    layers = [hides("Ada", (0, 3), (15, 19)), hides("Ben", (0, 3), kind=IdentifierType.NO_MASK)]
    edits.add(layers)
    marks.add([*layers, hides("Cleo")])
    assert edits.by_annotator == {"Ada": {EditType.CHECK: 2}, "Ben": {EditType.CHECK: 1}}
    assert edits.by_type == {SemanticType.LOC: {EditType.CHECK: 3}}
    assert marks.documents == {"Ada": 1, "Ben": 1, "Cleo": 1}
    assert marks.spans["Ben"] == {IdentifierType.NO_MASK: 1}
