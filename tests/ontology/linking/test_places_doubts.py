"""Which of several places of one name is meant, or that nobody can tell."""

from __future__ import annotations

import pytest

from ontology.entries import Kind, Sense
from ontology.layers import Ontology
from ontology.linking.places.named import read_name
from ontology.linking.places.steps import STEPS
from tests.ontology.marking import Told, spans_of


def place(name: str, told: str, kind: Kind, weight: float, *rungs: str) -> Sense:
    source = "cities" if kind is Kind.SETTLEMENT else "subdivisions"
    return Sense(name, source, kind, rungs, told, weight, is_exact=True, has_capital=True)


def town(name: str, noun: str, within: str, weight: float) -> Sense:
    country = within.rpartition(", ")[2]
    rungs = (f"{noun} in {within}", f"{noun} in {country}", noun, "populated place", "place")
    return place(name, rungs[0], Kind.SETTLEMENT, weight, *rungs)


def region(name: str, country: str, weight: float) -> Sense:
    rungs = (f"region of {country}", "region", "administrative region", "place")
    return place(name, rungs[0], Kind.SUBDIVISION, weight, *rungs)


ATLAS = Ontology(
    [
        Told(
            {
                "Elm": [
                    town("Elm", "city", "Westland, Ruritania", 5.8),
                    town("Elm", "town", "Eastland, Ruritania", 3.8),
                ],
                "Fir": [
                    town("Fir", "city", "Westland, Ruritania", 5.8),
                    town("Fir", "city", "Southland, Ruritania", 5.2),
                ],
                "Road": [town("Road", "town", "Westland, Ruritania", 4.1)],
                "Gorse": [
                    town("Gorse", "city", "Northland, Freedonia", 5.9),
                    town("Gorse", "town", "Hillshire, Sylvania", 5.5),
                ],
                "Holly": [
                    town("Holly", "city", "Northland, Freedonia", 5.9),
                    town("Holly", "village", "Southland, Ruritania", 3.2),
                ],
                "Ruritania": [
                    Sense(
                        "Ruritania",
                        "countries",
                        Kind.COUNTRY,
                        ("country", "place"),
                        "",
                        8.0,
                        is_exact=True,
                        has_capital=True,
                    )
                ],
                "Westland": [region("Westland", "Ruritania", 6.5)],
                "Eastland": [region("Eastland", "Ruritania", 6.5)],
                "Oak County": [
                    place(
                        "Oak County",
                        "county in Eastland, Ruritania",
                        Kind.SUBDIVISION,
                        5.5,
                        "county",
                    )
                ],
                "Ash": [
                    region("Ash", "Ruritania", 5.9),
                    town("Ash", "city", "Ash, Ruritania", 5.7),
                ],
                "Yew": [
                    region("Yew", "Ruritania", 6.9),
                    town("Yew", "city", "Yew, Ruritania", 5.0),
                ],
            }
        )
    ]
)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("In [[LOC:Westland]] he saw [[LOC:Elm]].", "city in Westland, Ruritania"),
        ("In [[LOC:Eastland]] he saw [[LOC:Elm]].", "populated place in Ruritania"),
        ("In [[LOC:Oak County]] he saw [[LOC:Elm]].", "city in Westland, Ruritania"),
        ("In [[LOC:Eastland]] he saw [[LOC:Fir]].", "city in Ruritania"),
        ("He saw [[LOC:Fir]].", "city in Westland, Ruritania"),
        ("Born in [[LOC:Gorse]].", "city in Northland, Freedonia"),
        ("Born in [[LOC:Ash]].", "place in Ruritania"),
        ("Born in the region of [[LOC:Ash]].", "region of Ruritania"),
        ("Born in the city of [[LOC:Ash]].", "city in Ash, Ruritania"),
        ("The governor of [[LOC:Ash]] fled.", "region of Ruritania"),
        ("The mayor of [[LOC:Yew]] fled.", "city in Yew, Ruritania"),
        ("Born in [[LOC:Yew]].", "region of Ruritania"),
    ],
)
def test_what_stands_around_a_name_tells_how_sure_it_is(text: str, first: str) -> None:
    reading = read_name(spans_of(text)[-1], ATLAS)
    assert reading is not None
    assert reading.rungs[0] == first


@pytest.mark.parametrize(
    "text", ["It ran on [[LOC:Road]] for a year.", "Her [[LOC:Road]] debut failed."]
)
def test_a_stage_is_no_small_town(text: str) -> None:
    assert all(step(spans_of(text)[0], ATLAS) is None for step in STEPS)


def test_a_city_abroad_outweighs_a_village_at_home() -> None:
    reading = read_name(spans_of("He left [[LOC:Ruritania]] for [[LOC:Holly]].")[1], ATLAS)
    assert reading is not None
    assert reading.rungs[0] == "city in Northland, Freedonia"


def test_of_two_cities_abroad_neither_is_meant_for_sure() -> None:
    assert read_name(spans_of("He left [[LOC:Ruritania]] for [[LOC:Gorse]].")[1], ATLAS) is None
