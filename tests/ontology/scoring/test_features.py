from __future__ import annotations

import pytest

from ontology.entries import Kind, Sense
from ontology.layers import Ontology
from ontology.linking.offering import Offering
from ontology.scoring.features import SpanContext, extract_features
from tests.ontology.marking import FakeLayer, span_of


def sense(source, kind, where, weight):
    return Sense(
        "Harbin", source, kind, (where, kind.value), where, weight, is_exact=True, has_capital=True
    )


STATE = sense("subdivisions", Kind.SUBDIVISION, "state of Freedonia", 6.8)
CITY = sense("cities", Kind.SETTLEMENT, "city in Upland, Sylvania", 5.2)
HAMLET = sense("cities", Kind.SETTLEMENT, "town in Lowland, Freedonia", 4.4)
SYLVANIA = Sense(
    "Sylvania", "countries", Kind.COUNTRY, ("country",), "", 8.0, is_exact=True, has_capital=True
)


def features(text, *senses):
    """Return the features of each sense's reading, by what it is."""
    ontology = Ontology([FakeLayer({"Harbin": senses, "Sylvania": [SYLVANIA]})])
    span = span_of(text)
    readings = Offering(span.surroundings, ontology).readings_of(span)
    context = SpanContext(span, ontology, readings)
    return {
        each.sense.sense: extract_features(each, context)
        for each in readings
        if each.sense in senses
    }


@pytest.mark.parametrize(
    ("text", "behind"),
    [
        pytest.param("They live in [[LOC:Harbin]].", (0, 1.6, 2.4), id="over all sources"),
        pytest.param("They live in [[LOC:Harbin]], Sylvania.", (0, 0, 0.8), id="of what is told"),
    ],
)
def test_a_place_is_held_against_the_best_known_that_may_be_meant(text, behind):
    found = features(text, STATE, CITY, HAMLET)
    names = [each.sense for each in (STATE, CITY, HAMLET)]
    assert [found[name]["behind all places"] for name in names] == pytest.approx(behind)
    assert found[CITY.sense]["namesake kind=settlement"] == (behind[1] >= 1)


def test_a_place_that_the_thesaurus_knows_elsewhere_differs():
    known = sense("wordnet", Kind.PLACE, "a state in eastern Freedonia", 0.1)
    found = features("They live in [[LOC:Harbin]].", STATE, CITY, known)
    assert "thesaurus=agrees kind=subdivision" in found[STATE.sense]
    assert "thesaurus=differs kind=settlement" in found[CITY.sense]
