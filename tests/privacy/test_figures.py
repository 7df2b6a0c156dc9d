"""The figures of candidates: counted by the index, reckoned for dates, honest about the rest."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.records import MASK
from annotation.types import SemanticType
from ontology.entries import Entry, Kind
from ontology.index.writing import write_index
from ontology.layers import Ontology
from privacy.figures import Figures
from privacy.plausibility import Plausibility

LOC, ORG, DATETIME = SemanticType.LOC, SemanticType.ORG, SemanticType.DATETIME

CITIES = {"Oslo": (6.0, 700_000), "Bergen": (5.5, 290_000), "Moss": (4.5, 50_000)}


@pytest.fixture(scope="module")
def ontology(tmp_path_factory):
    folder = tmp_path_factory.mktemp("index")
    cities = [
        Entry((name,), ("city in Norway", "city", "place"), Kind.SETTLEMENT, *size[:1], "", size[1])
        for name, size in CITIES.items()
    ]
    lund = Entry(("Lund",), ("city in Sweden", "city", "place"), Kind.SETTLEMENT, 5.0, "", 90_000)
    courts = [Entry((f"Court {n}",), ("court",), Kind.ORGANIZATION) for n in range(6)]
    write_index(folder, {"places": [*cities, lund], "courts": courts}, {})
    return Ontology.open(folder)


def figures(ontology, span, semantic_type, *texts):
    return Figures(ontology).of(span, semantic_type, texts)


def test_a_place_fits_the_places_that_its_text_covers(ontology):
    texts = ("city in Norway", "city", "place", MASK)
    found = figures(ontology, "Oslo", LOC, *texts)
    assert [each.text for each in found] == list(texts)
    assert [each.fits for each in found] == [3, 4, 4, 4]
    assert {each.noun for each in found} == {"places"}
    assert [each.inhabitants for each in found] == [1_040_000, 1_130_000, 1_130_000, 1_130_000]


def test_a_guess_by_size_goes_by_the_share_of_the_original(ontology):
    first, second, *_ = figures(ontology, "Oslo", LOC, "city in Norway", "city")
    total = sum(10**weight for weight, _ in CITIES.values())
    assert first.by_size == pytest.approx(1e6 / total, rel=1e-6)
    assert second.by_size == pytest.approx(1e6 / (total + 1e5), rel=1e-6)
    assert figures(ontology, "Nowhere", LOC, "city")[0].by_size is None


def test_a_more_general_text_is_never_easier_to_guess_from(ontology):
    found = figures(ontology, "Oslo", LOC, "city in Norway", "city", "place", MASK)
    guesses = [each.guess for each in found]
    assert guesses == sorted(guesses, reverse=True)
    assert 0 < guesses[-1] < guesses[0] < 1


def test_a_text_that_no_index_knows_has_no_count_and_keeps_what_its_place_says(ontology):
    quaint, city, _ = figures(ontology, "Oslo", LOC, "quaint city", "city", MASK)
    assert quaint.fits is None
    assert quaint.kept == city.kept
    _, unknown, organization = figures(ontology, "it", ORG, "court", "zzyzx", "organization")
    assert (unknown.fits, organization.fits) == (None, 6)


def test_an_estimate_lies_between_the_counts_around_it(ontology):
    first, estimate, last = Plausibility(ontology).of_list(
        ["city in Norway", "sunny place", "city"], LOC, "Oslo"
    )
    assert (estimate.count, estimate.size) == (first.count, last.size)


@pytest.mark.parametrize(
    ("span", "text", "fits", "noun"),
    [
        ("31 July 1974", "July 1974", 31, "dates"),
        ("3 February 1970", "February 1970", 28, "dates"),
        ("3 February 1970", "summer 1970", 91, "dates"),
        ("3 February 1970", "1973 to 1975", 1095, "dates"),
        ("July 1974", "1974", 12, "months"),
        ("1987", "date in the 1980s", 10, "years"),
        ("1987", "date in the twentieth century", 100, "years"),
        ("1980s", "period in the twentieth century", 10, "decades"),
        ("37 years old", "in their 30s", 10, "years"),
        ("1987", "date", 200, "years"),
        ("1987", MASK, 200, "years"),
    ],
)
def test_a_date_fits_so_many_of_the_parts_that_the_original_names(ontology, span, text, fits, noun):
    (found,) = figures(ontology, span, DATETIME, text)
    assert (found.fits, found.noun) == (fits, noun)


def test_a_quantity_fits_fewer_the_more_it_says():
    texts = ["$X million", "$X", "amount of money", MASK]
    found = figures(Ontology([]), "$145 million", SemanticType.QUANTITY, *texts)
    assert [each.fits for each in found] == [1_000, 4_000, 40_000, 100_000]
    assert [round(each.kept, 2) for each in found] == [0.4, 0.28, 0.08, 0.0]


@pytest.mark.parametrize(
    ("semantic_type", "text"),
    [(SemanticType.PERSON, "PERSON 1"), (SemanticType.CODE, "phone number")],
)
def test_the_number_of_a_person_and_the_kind_of_a_code_keep_nothing(ontology, semantic_type, text):
    number, mask = figures(ontology, "it", semantic_type, text, MASK)
    assert number.kept == mask.kept == 0.0
    assert number.fits == mask.fits


TEXTS = st.lists(
    st.one_of(
        st.sampled_from(
            ["city in Norway", "city", "place", "court", "quaint city", "1987", "X", ""]
        ),
        st.sampled_from(
            ["date in the 1980s", "in their 30s", "several years", "PERSON 2", "zzyzx"]
        ),
    ),
    max_size=5,
)


@settings(max_examples=200)
@given(TEXTS, st.sampled_from(SemanticType), st.sampled_from(["Oslo", "1987", "", "3 May 1987"]))
def test_along_any_list_counts_never_fall_and_meaning_never_rises(ontology, texts, kind, span):
    found = figures(ontology, span, kind, *texts, MASK)
    counts = [each.fits for each in found if each.fits is not None]
    assert all(before <= after for before, after in pairwise(counts))
    assert all(before.kept >= after.kept for before, after in pairwise(found))
    assert found[-1].kept == 0.0
    shares = [each.by_size for each in found if each.by_size is not None]
    assert all(before >= after for before, after in pairwise(shares))
