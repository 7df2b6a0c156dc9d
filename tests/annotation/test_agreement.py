"""Agreement: from ratings to metrics, words and disputes."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.agreement import Rating, measure_agreement, ratings_from_documents
from annotation.errors import RecordError
from annotation.formats import read_documents
from annotation.records import Document, Layer, Mention, Replacement
from annotation.types import IdentifierType, SemanticType

WIKIREPLACE = Path(__file__).parents[3] / "shared" / "data" / "wikireplace.json"


def rate(item, annotator, level, kind=SemanticType.LOC):
    return Rating(("d", f"em{item}"), annotator, level, f"text {level}", kind)


def rate_all(table, kind=SemanticType.LOC):
    """Make ratings of {annotator: levels}, item by item; None is no rating."""
    return [
        rate(item, annotator, level, kind)
        for annotator, levels in table.items()
        for item, level in enumerate(levels, start=1)
        if level is not None
    ]


def metrics_are_missing(metrics):
    alphas = metrics["krippendorff_alpha"]
    return (metrics["light_kappa"], metrics["fleiss_kappa"], *alphas.values()) == (None,) * 4


def kind_of(item):
    return SemanticType.LOC if item % 2 else SemanticType.DEM


ratings_of_anybody = st.dictionaries(
    st.tuples(st.integers(1, 12), st.sampled_from(["Ann", "Bo", "Cy", "Åse"])),
    st.integers(1, 4),
    max_size=40,
).map(
    lambda cells: [
        rate(item, annotator, level, kind_of(item)) for (item, annotator), level in cells.items()
    ]
)


@given(ratings_of_anybody, st.randoms())
def test_the_order_of_storage_does_not_matter(ratings, random):
    before = json.dumps(measure_agreement(ratings).to_json())
    random.shuffle(ratings)
    assert json.dumps(measure_agreement(ratings).to_json()) == before


@given(ratings_of_anybody)
def test_other_names_of_the_annotators_change_nothing_else(ratings):
    names = {"Ann": "z", "Bo": "y", "Cy": "x", "Åse": "w"}
    renamed = [Rating(r.item, names[r.annotator], r.level, r.text, r.entity_type) for r in ratings]
    before, after = measure_agreement(ratings), measure_agreement(renamed)
    assert after.annotators == tuple(sorted(names[name] for name in before.annotators))
    for old, new in ((before.levels, after.levels), (before.texts, after.texts)):
        old_figures, new_figures = old.overall.to_json(), new.overall.to_json()
        del old_figures["notes"], new_figures["notes"]  # they name pairs
        assert new_figures == old_figures
        assert {frozenset((pair.a, pair.b)): (pair.kappa, pair.items) for pair in new.pairs} == {
            frozenset((names[pair.a], names[pair.b])): (pair.kappa, pair.items)
            for pair in old.pairs
        }
    assert [d.mention_id for d in after.disputed] == [d.mention_id for d in before.disputed]


@given(ratings_of_anybody)
def test_every_missing_figure_has_a_reason_and_none_is_nan(ratings):
    answer = measure_agreement(ratings).to_json()
    json.dumps(answer, allow_nan=False)
    for metrics in (answer, answer["text"], *answer["by_type"].values()):
        if metrics_are_missing(metrics) or any(
            pair["kappa"] is None for pair in metrics.get("pairs", [])
        ):
            assert metrics["notes"]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({}, "Nobody has submitted choices"),
        ({"Ann": [1, 2]}, "Only one annotator"),
        ({"Ann": [1, None], "Bo": [None, 2]}, "No mention has choices of two annotators"),
    ],
)
def test_nothing_to_compare_is_said_in_words(table, words):
    answer = measure_agreement(rate_all(table)).to_json()
    for metrics in (answer, answer["text"]):
        assert metrics["items"] == 0
        assert metrics_are_missing(metrics)
        assert metrics["raw_agreement"] is None
        assert [words in note for note in metrics["notes"]] == [True]
    assert answer["disputed"] == []


@pytest.mark.parametrize("levels", [[2], [2, 2, 2], [1, 2, 3]])
def test_unanimity_is_said_in_words(levels):
    report = measure_agreement(rate_all({"Ann": levels, "Bo": levels, "Cy": levels}))
    answer = report.to_json()
    for metrics in (answer, answer["text"], answer["by_type"]["LOC"]):
        assert metrics_are_missing(metrics)
        assert metrics["raw_agreement"] == 1
        assert "All annotators chose the same" in metrics["notes"][0]
    assert {pair["kappa"] for pair in answer["pairs"]} == {None}
    assert answer["disputed"] == []


def test_a_pair_of_one_constant_choice_is_left_out_of_lights_kappa_and_said_so():
    report = measure_agreement(rate_all({"Ann": [1, 1, 1], "Bo": [1, 1, 1], "Cy": [1, 2, 1]}))
    assert {(pair.a, pair.b): pair.kappa for pair in report.levels.pairs} == {
        ("Ann", "Bo"): None,
        ("Ann", "Cy"): 0,
        ("Bo", "Cy"): 0,
    }
    assert report.levels.overall.light_kappa == 0
    assert report.levels.overall.notes == (
        "No κ for Ann – Bo: both made one and the same choice throughout.",
        "Light's κ is the mean over 2 of 3 pairs.",
    )


def test_a_note_names_few_pairs_and_counts_the_others():
    table = {"Ann": [1, 2, None], "Bo": [2, 1, None], "Cy": [None, None, 1], "Di": [None, None, 1]}
    notes = measure_agreement(rate_all(table)).levels.overall.notes
    assert notes == (
        "No κ for Ann – Cy, Ann – Di, Bo – Cy, and 1 more: no mention has choices of both.",
        "No κ for Cy – Di: both made one and the same choice throughout.",
        "Light's κ is the mean over 1 of 6 pairs.",
    )


def test_the_matrix_of_the_pairs_is_symmetric_and_empty_where_nothing_is_shared():
    table = {"Ann": [1, 2, 1, None], "Bo": [1, 1, 1, 2], "Cy": [None, None, None, 2]}
    report = measure_agreement(rate_all(table))
    assert report.annotators == ("Ann", "Bo", "Cy")
    assert report.levels.kappa_matrix() == [[None, 0, None], [0, None, None], [None, None, None]]


def test_a_mention_of_one_annotator_counts_for_nothing():
    shared = rate_all({"Ann": [1, 2], "Bo": [2, 2]})
    more = [*shared, rate(9, "Ann", 4, SemanticType.CODE)]
    assert measure_agreement(more) == measure_agreement(shared)


def test_semantic_types_are_measured_apart():
    places = rate_all({"Ann": [1, 2, 2], "Bo": [1, 2, 1]}, SemanticType.LOC)
    people = [rate(item, name, 1, SemanticType.PERSON) for item in (7, 8) for name in ("Ann", "Bo")]
    by_type = measure_agreement(people + places).levels.by_type
    assert list(by_type) == [SemanticType.PERSON, SemanticType.LOC]
    assert by_type[SemanticType.LOC] == measure_agreement(places).levels.overall
    assert by_type[SemanticType.PERSON].items == 2


def test_the_most_disputed_mentions_come_first_then_document_order():
    table = {"Ann": [1] * 30, "Bo": [1, 2, *[2] * 28], "Cy": [1, 3, *[2] * 28]}
    disputed = measure_agreement(reversed(rate_all(table))).disputed
    assert [dispute.mention_id for dispute in disputed] == [f"em{n}" for n in range(2, 22)]
    assert disputed[0].disagreement == 1
    assert disputed[1].to_json() == {
        "doc_id": "d",
        "mention_id": "em3",
        "entity_type": "LOC",
        "votes": {"text 2": ["Bo", "Cy"], "text 1": ["Ann"]},
        "disagreement": pytest.approx(2 / 3),
    }
    assert list(disputed[1].votes) == ["text 2", "text 1"]


def test_two_choices_of_one_annotator_for_one_mention_are_refused():
    with pytest.raises(RecordError, match=r"mention 'em1': annotator 'Ann' has more than"):
        measure_agreement([rate(1, "Ann", 1), rate(1, "Ann", 2)])


def test_numbers_of_any_length_are_ordered():
    ids = ["em1", "em2", "em10", "em" + "9" * 5_000]
    ratings = [Rating(("d", i), n, len(n), n, SemanticType.LOC) for i in ids for n in ("A", "Bo")]
    assert [dispute.mention_id for dispute in measure_agreement(ratings).disputed] == ids


def test_ratings_of_a_document_have_the_level_of_the_first_occurrence_in_the_lists_as_stored():
    lists = {"exact": ["Oslo area", "Norway", "***"], "contained": {"Oslo": ["Norway", "Europe"]}}
    selection = {"Europe": ("Bo",), "Norway": ("Ann", "Cy"), "***": ("Dee",)}
    mention = Mention(
        mention_id="em1",
        entity_type=SemanticType.LOC,
        start=0,
        end=4,
        span_text="Oslo",
        identifier_type=IdentifierType.QUASI,
        entity_id="e1",
        replacement=Replacement(lists, selection),
    )
    document = Document("d", "Oslo.", (Layer("a", (mention,)),))
    assert [(r.item, r.annotator, r.level, r.text) for r in ratings_from_documents([document])] == [
        (("d", "em1"), "Bo", 5, "Europe"),
        (("d", "em1"), "Ann", 2, "Norway"),
        (("d", "em1"), "Cy", 2, "Norway"),
        (("d", "em1"), "Dee", 3, "***"),
    ]


@pytest.mark.skipif(not WIKIREPLACE.exists(), reason="../shared/data/wikireplace.json is absent")
def test_the_published_choices_have_the_published_figures():
    answer = measure_agreement(ratings_from_documents(read_documents(WIKIREPLACE))).to_json()
    kappas = [pair["kappa"] for pair in answer["pairs"]]
    assert (len(answer["annotators"]), answer["items"], len(kappas)) == (9, 222, 36)
    assert answer["light_kappa"] == pytest.approx(0.6256, abs=5e-5)
    assert (min(kappas), max(kappas)) == pytest.approx((0.497, 0.844), abs=5e-4)
    assert answer["fleiss_kappa"] == pytest.approx(0.6229, abs=5e-5)
    assert answer["krippendorff_alpha"]["nominal"] == pytest.approx(0.6231, abs=5e-5)
    assert answer["krippendorff_alpha"]["ordinal"] == pytest.approx(0.7385, abs=5e-5)
    assert answer["raw_agreement"] == pytest.approx(0.759, abs=5e-4)
    assert answer["text"]["light_kappa"] == pytest.approx(0.7093, abs=5e-5)
    assert answer["text"]["krippendorff_alpha"]["ordinal"] is None
    assert sum(metrics["items"] for metrics in answer["by_type"].values()) == 222
