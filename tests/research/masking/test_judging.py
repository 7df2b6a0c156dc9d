"""The judge learns types and masks from marked documents."""

from __future__ import annotations

from annotation.records import Document, Layer
from annotation.types import SemanticType
from research.masking.judging import Example, Source, fit, gather_examples
from tests.masking.marks import mentions_of

HOME = Source("home", 1.0, is_complete=True, is_home=True)
OTHER = Source("other", 1.0, is_complete=True)
TYPES_ALONE = Source("types", 1.0, is_complete=False)
PERSON, LOC, CODE = SemanticType.PERSON, SemanticType.LOC, SemanticType.CODE


def example(source: Source, features: str, type_: SemanticType | None, masked: float) -> Example:
    types = {type_: 1.0} if type_ else {}
    return Example(source, frozenset(features.split()), types, masked)


def examples(source: Source, **counts: tuple[SemanticType | None, float]) -> list[Example]:
    return [example(source, name, *of) for name, of in counts.items() for _ in range(9)]


AT_HOME = examples(
    HOME, place=(LOC, 1.0), name=(PERSON, 1.0), number=(CODE, 1.0), noise=(None, 0.0)
)


def test_types_and_masks_are_learnt_from_examples():
    judge = fit(AT_HOME)
    assert judge.judge({"place"}).likeliest()[0] is LOC
    assert judge.judge({"name"}).likeliest()[0] is PERSON
    unknown = judge.judge({"never seen"}).masked
    assert judge.judge({"noise"}).masked < unknown < judge.judge({"name"}).masked


def test_what_another_source_marks_otherwise_counts_less_than_what_the_home_marks():
    home = [*AT_HOME, *examples(HOME, bare=(PERSON, 1.0))]
    more = [*home, *examples(OTHER, bare=(LOC, 0.0))]
    judge = fit([*more, *more[-3:]])
    assert judge.judge({"bare"}).likeliest()[0] is PERSON


def test_where_not_all_is_marked_only_types_are_learnt():
    bare = examples(TYPES_ALONE, unmarked=(None, 0.0), marked=(LOC, 1.0))
    judge = fit([*AT_HOME, *bare])
    assert judge.judge({"unmarked"}).masked == judge.judge({"never seen"}).masked
    assert judge.judge({"marked"}).likeliest()[0] is LOC


def test_what_is_rare_teaches_nothing():
    weights = fit([*AT_HOME, example(HOME, "once", LOC, 1.0)]).weights
    assert weights.keys() == {"place", "name", "number", "noise"}


def test_a_found_span_is_an_example_of_what_annotators_made_of_it(detector):
    text, mentions = mentions_of("[Selma Ruud|PERSON] moved from [Bergen|LOC] to Oslo.")
    layers = (Layer("ann", tuple(mentions)), Layer("bo", tuple(mentions[:1])))
    document = Document(doc_id="d", text=text, layers=layers)
    found = {}
    for each in gather_examples([document], HOME, detector):
        [words] = [feature for feature in each.features if feature.startswith("last=")]
        found[words] = (dict(each.types), each.masked)
    assert found == {"last=bergen": ({LOC: 0.5}, 0.5), "last=oslo": ({}, 0.0)}
