"""What stands above an item, in words of the table of kinds."""

from __future__ import annotations

import pytest

from ontology.entries import Kind
from ontology.sources.territories import SUBREGIONS, load_territories
from ontology.taxonomy import TAXONOMY
from ontology.wikidata.concepts import Chains, Concept
from ontology.wikidata.translation import generalize, translate
from ontology.wikidata.vocabulary import rows

ENDS = {
    *("former country", "continent", "member of an ethnic group", "country"),
    *("profession", "position", "title", "academic title", "organism", "chemical substance"),
    *("natural disaster", "dialect", "symptom", "dish", "holiday", "religious holiday"),
}
"""What the table has no row for, and is still said."""

UPPER = ("organization", "group of humans", "social system", "system", "entity")


def lists(*chains: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [each.texts for each in generalize(chains)]


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("association football club", "football club"),
        ("public company", "company"),
        ("enterprise", "business"),
        ("big city", "city"),
        ("city with millions of inhabitants", "city"),
        ("capital city", "city"),
        ("human settlement", "settlement"),
        ("first-level administrative division", "administrative region"),
        ("work", "creative work"),
        ("ministry", "government department"),
        ("business", "business"),
        ("film", "film"),
        ("physician", "doctor"),
        ("institute of technology", "institute of technology"),
    ],
)
def test_a_class_is_called_by_its_kind(label, kind):
    assert (translate(label).own, translate(label).kind) == ((), kind)


@pytest.mark.parametrize(
    "label",
    [
        *("juridical person", "economic branch", "economic entity", "group of humans", "employer"),
        *("artificial object", "tourist attraction", "aspect of history", "capital of Norway"),
        *("largest city in Norway", "monarchy", "seat of Innlandet"),
    ],
)
def test_what_says_nothing_or_fits_one_thing_is_stepped_over(label):
    assert translate(label).own == ()
    assert translate(label).kind == ""


@pytest.mark.parametrize(
    ("label", "own", "kind"),
    [
        ("tennis tournament", ("tennis tournament",), "tournament"),
        ("luxury hotel", ("luxury hotel",), "hotel"),
        ("private members' club", ("private members' club",), "club"),
        ("museum located in a castle", ("museum located in a castle",), "museum"),
        ("developmental disorder", ("developmental disorder",), "disorder"),
        ("political party in Norway", ("political party in Norway",), "political party"),
        ("borough of New York City", (), "borough"),
        (
            "commune of France",
            ("municipality in France", "municipality in Western Europe", "municipality in Europe"),
            "municipality",
        ),
        (
            "U.S. state",
            ("state of the United States", "state in North America", "state in the Americas"),
            "state",
        ),
        (
            "county of Norway",
            ("county of Norway", "county in Northern Europe", "county in Europe"),
            "county",
        ),
        (
            "island of Norway",
            ("island in Norway", "island in Northern Europe", "island in Europe"),
            "island",
        ),
    ],
)
def test_what_is_more_specific_stays_below_its_kind(label, own, kind):
    assert (translate(label).own, translate(label).kind) == (own, kind)


@pytest.mark.parametrize(
    "label",
    [
        "state of matter",
        "kind of tree",
        "part of a city wall",
        "magnetic field",
        "Unicode character",
    ],
)
def test_a_noun_that_is_no_kind_here_names_none(label):
    assert (translate(label).own, translate(label).kind) == ((label,), "")


def test_nothing_of_wikidata_stands_above_the_first_kind():
    assert lists(("airline", "air carrier", "business", "enterprise", *UPPER)) == [
        ("airline", "company", "business", "organization")
    ]
    assert lists(("regional orchestra of youths", "orchestra", "musical ensemble", *UPPER)) == [
        (
            "regional orchestra of youths",
            "orchestra",
            "musical group",
            "musical act",
            "organization",
        )
    ]


@pytest.mark.parametrize(
    ("classes", "expected"),
    [
        (["business", "enterprise", "employer"], [("business", "organization")]),
        (
            ["business", "enterprise", "public company", "airline"],
            [("airline", "company", "business", "organization")],
        ),
        (["city", "big city", "capital city"], [("city", "populated place", "place")]),
        (
            ["former municipality", "city"],
            [
                ("municipality", "administrative region", "area", "place"),
                ("city", "populated place", "place"),
            ],
        ),
        (
            ["hospital", "nonprofit organization"],
            [
                ("hospital", "health care provider", "organization"),
                ("hospital", "medical facility", "facility", "place"),
            ],
        ),
        (
            ["daily newspaper", "newspaper"],
            [
                ("daily newspaper", "newspaper", "publication"),
                ("daily newspaper", "newspaper", "media organization", "organization"),
            ],
        ),
        (["sovereign state", "country", "monarchy"], [("country", "place")]),
        (["employer", "tourist attraction"], []),
        (["brand", "gizmo"], [("brand", "product"), ("gizmo",)]),
    ],
)
def test_what_is_several_things_has_a_list_for_each_that_no_other_covers(classes, expected):
    assert lists(*((each,) for each in classes)) == expected


def test_kinds_of_person_stay_since_the_table_is_flat_there():
    assert lists(("geologist", "scientist", "researcher", "person", "individual")) == [
        ("geologist", "scientist", "person")
    ]


def test_a_chain_without_a_kind_stays_for_three_steps_if_its_first_says_something():
    assert lists(("gizmo", "widget", "doohickey", "whatsit")) == [("gizmo", "widget", "doohickey")]
    assert lists(("employer", "doer")) == []


def test_the_longest_chain_is_asked_where_no_other_comes_to_a_kind():
    assert [each.texts for each in generalize((("gizmo",),), ("gizmo", "film", "work"))] == [
        ("gizmo", "film", "audiovisual work", "creative work"),
        ("gizmo",),
    ]


@pytest.mark.parametrize(
    ("classes", "sorts"),
    [
        (["geographic region"], [Kind.REGION]),
        (["university"], [Kind.SCHOOL, Kind.PLACE]),
        (["upper house"], [Kind.ORGANIZATION]),
        (["brewery"], [Kind.PLACE, Kind.ORGANIZATION]),
        (["ethnic group"], [Kind.PEOPLE]),
    ],
)
def test_each_list_says_what_sort_of_thing_it_is_of(classes, sorts):
    found = generalize(tuple((each,) for each in classes))
    assert [each.sort for each in found] == sorts


def test_wholes_are_no_classes_and_stay():
    chains = {"P361": Chains(("Nordic countries", "Europe"), ("Nordic countries", "Europe"))}
    ((name, entry),) = Concept("Q1", ("Norway",), chains).entries()
    assert (name, entry.generalizations) == ("P361", ("Nordic countries", "Europe"))


def test_every_row_leads_to_the_table_or_ends_on_purpose():
    labels = [label for label, *_ in rows("translations.tsv")]
    assert len(labels) == len(set(labels))
    for label in labels:
        found = translate(label)
        assert found.kind in TAXONOMY or not found.own or not ENDS.isdisjoint(found.own), label


def test_parts_of_the_world_are_those_of_the_index():
    known = {country: tuple(parts) for country, *parts in rows("countries.tsv")}
    for territory in load_territories().values():
        if territory.subregion in SUBREGIONS:
            assert known[territory.within] == SUBREGIONS[territory.subregion]
