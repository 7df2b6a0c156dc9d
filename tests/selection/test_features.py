"""What the ranker sees: every probability at its place, none that holds the answer."""

import dataclasses

import numpy as np
import pytest

from annotation.options import Option
from annotation.types import IdentifierType, SemanticType
from learning.encoding import Encoder
from selection.examples import Example, ExampleDocument
from selection.features.context import context_rows
from selection.features.describing import GROUPS, Describer
from selection.features.meaning import Components
from selection.features.rates import Rates
from selection.features.surface import surface_rows

TEXT = "Ada Vik (born 1950) sang. Her sister, Liv Vik, lived in Hamar. Ada left Hamar."


def _mention(doc_id: str, start: int, span: str, kind: SemanticType, chosen: str) -> Example:
    options = (
        Option("first", 1, 1, "P31"),
        Option("second", 2, 2, "floor"),
        Option("***", 3, 3, None),
    )
    return Example(
        doc_id=doc_id,
        mention_id=f"{doc_id}-{start}",
        start=start,
        end=start + len(span),
        span_text=span,
        entity_type=kind,
        identifier_type=IdentifierType.QUASI,
        entity_id=span.partition(" ")[0],
        options=options,
        choices={"ada": chosen},
    )


def _document(doc_id: str, chosen: str = "first") -> ExampleDocument:
    found = [
        (TEXT.index("Ada Vik"), "Ada Vik", SemanticType.PERSON),
        (TEXT.index("1950"), "1950", SemanticType.DATETIME),
        (TEXT.index("Liv Vik"), "Liv Vik", SemanticType.PERSON),
        (TEXT.index("Hamar"), "Hamar", SemanticType.LOC),
        (TEXT.rindex("Ada"), "Ada", SemanticType.PERSON),
    ]
    return ExampleDocument(doc_id, TEXT, tuple(_mention(doc_id, *each, chosen) for each in found))


def test_the_subject_is_the_first_person_and_mentions_are_counted():
    rows = [mention[0] for mention in context_rows(_document("d"))]
    assert [row["context/is subject"] for row in rows] == [1, 0, 0, 0, 1]
    assert [row["context/mentions of entity"] for row in rows] == [2, 1, 1, 1, 2]
    assert [row["context/earlier mentions of entity"] for row in rows] == [0, 0, 0, 0, 1]
    assert [row["context/after comma"] for row in rows] == [0, 0, 1, 0, 0]


def test_each_candidate_has_its_place_and_source():
    first, second, mask = surface_rows(_document("d").examples[0])
    assert [row["level/from end"] for row in (first, second, mask)] == [2, 1, 0]
    assert [row["level/is mask"] for row in (first, second, mask)] == [0, 0, 1]
    assert [row["source/P31"] for row in (first, second, mask)] == [1, 0, 0]
    assert [row["source/other"] for row in (first, second, mask)] == [0, 1, 0]


@pytest.mark.parametrize(("source", "feature"), [("cities", "P31"), ("wordnet", "P279")])
def test_a_list_of_ours_looks_like_the_lists_that_models_learn_from(source, feature):
    example = _document("d").examples[0]
    option = dataclasses.replace(example.options[0], source=source)
    given = dataclasses.replace(example, options=(option, *example.options[1:]))
    learnt = dataclasses.replace(option, source=feature)
    model = dataclasses.replace(example, options=(learnt, *example.options[1:]))
    assert surface_rows(given) == surface_rows(model)


def test_a_list_is_held_against_what_the_ontology_offers(tiny_encoder: Encoder):
    agreed, unknown, *rest = _document("d").examples
    agreed = dataclasses.replace(agreed, proposed=("second", "third"))
    table = _described(
        dataclasses.replace(_document("d"), examples=(agreed, unknown, *rest)), tiny_encoder
    )
    candidates = table["agreement/candidate"][:3]
    assert candidates[1] == pytest.approx(1)
    assert candidates[0] < 1
    assert candidates[2] == 0
    assert table["agreement/list"][:3] == pytest.approx([1, 1, 1])
    assert not table["agreement/candidate"][3:].any()
    assert not table["agreement/list"][3:].any()


def _described(document: ExampleDocument, encoder: Encoder) -> dict[str, np.ndarray]:
    table = Describer.of([document], encoder).describe(document)
    return dict(zip(table.names, table.values.T, strict=True))


def test_a_training_document_is_described_by_the_others_alone():
    rest = [_document("a"), _document("b", "***")]
    for choice in ("first", "***"):
        described = Rates.of([*rest, _document("c", choice)]).rows(
            _document("c", choice), leave_out=True
        )
        unseen = Rates.of(rest).rows(_document("c"), leave_out=False)
        for one, other in zip(described, unseen, strict=True):
            assert one == pytest.approx(other)


def test_documents_under_one_name_are_left_out_together():
    twins = [_document("twin"), _document("twin", "***"), _document("other")]
    alone = Rates.of(twins[2:]).rows(twins[0], leave_out=False)
    for one, other in zip(Rates.of(twins).rows(twins[0], leave_out=True), alone, strict=True):
        assert one == pytest.approx(other)


def test_the_choices_of_a_document_that_is_described_are_not_looked_at(tiny_encoder: Encoder):
    describer = Describer.of([_document("a"), _document("b", "***")], tiny_encoder)
    one, other = describer.describe(_document("c")), describer.describe(_document("c", "***"))
    assert one.names == other.names
    assert (one.values == other.values).all()
    assert one.values.shape == (15, len(one.names))


def test_every_feature_has_its_group_and_every_group_its_features(tiny_encoder: Encoder):
    describer = Describer.of([_document("a")], tiny_encoder)
    table = describer.describe(_document("a"))
    assert {name.split("/")[0] for name in table.names} == set(GROUPS)
    assert len(set(table.names)) == len(table.names)
    kept = table.without(frozenset({"target", "embedding"}))
    assert {name.split("/")[0] for name in kept.names} == set(GROUPS) - {"target", "embedding"}
    assert kept.values.shape == (15, len(kept.names))


def test_all_that_was_learnt_is_saved(tiny_encoder: Encoder, tmp_path):
    describer = Describer.of([_document("a"), _document("b", "***")], tiny_encoder)
    describer.save(tmp_path)
    loaded = Describer.load(tmp_path, tiny_encoder)
    unseen = dataclasses.replace(_document("c"), doc_id="c")
    assert (loaded.describe(unseen).values == describer.describe(unseen).values).all()


def test_components_lie_along_the_widest_spread_and_lack_of_vectors_is_filled_with_zeros():
    vectors = np.array([[-3, 0, 1], [3, 0, 1], [0, 1, 1], [0, -1, 1]], dtype=np.float32)
    components = Components.of(vectors, 5)
    projected = components.project(vectors)
    assert projected[:, 0] == pytest.approx([-3, 3, 0, 0])
    assert np.abs(projected[:, 1]) == pytest.approx([0, 0, 1, 1])
    assert components.directions.shape == (3, 5)
    assert Components.of(vectors[:1], 5).project(vectors[:1]) == pytest.approx(np.zeros((1, 5)))
