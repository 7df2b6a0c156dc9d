"""What people do: offices, games, occupations, each told by its sentence."""

from __future__ import annotations

import pytest

from ontology.layers import Ontology
from tests.ontology.linking.callings import rungs_of


@pytest.mark.parametrize(
    ("text", "rungs"),
    [
        (
            "He was the [[DEM:minister]] of the village church.",
            ("clergyman", "spiritual leader", "profession"),
        ),
        (
            "He was [[DEM:minister of state]] for two years.",
            ("government minister", "politician", "public official", "public office"),
        ),
        (
            "The party made her [[DEM:minister]] in the second government.",
            ("government minister", "politician", "public official", "public office"),
        ),
        ("She was elected [[DEM:Member of Parliament]].", ("legislator", "politician")),
        (
            "The Norwegian [[DEM:President]] spoke.",
            ("politician", "public official", "public office"),
        ),
        ("He went there as [[DEM:minister plenipotentiary]].", ("diplomat", "public official")),
        ("He was [[DEM:rector]] of the university.", ("academic administrator",)),
        ("The [[DEM:Speaker of the House]] spoke.", ("speaker of a legislature", "legislator")),
        (
            "She was [[DEM:President]] of Norway.",
            ("politician", "public official", "public office"),
        ),
        ("He was [[DEM:Chief of the Army Staff]].", ("military commander", "military officer")),
        ("They made him [[DEM:mayor]].", ("local politician", "politician")),
        (
            "He was [[DEM:assistant secretary of the treasury]].",
            ("government official", "public official"),
        ),
        ("He became [[DEM:lieutenant general]].", ("military officer",)),
        ("The Norwegian [[DEM:presidents]] met.", ("politician", "public official")),
        ("He was commissioned as an [[DEM:officer]].", ("military officer",)),
        ("As a [[DEM:captain]] he led the battalion.", ("military officer",)),
        ("A [[DEM:fighter ace]] of the war.", ("fighter pilot", "military aviator")),
    ],
)
def test_an_office_is_told_from_other_callings(
    text: str, rungs: tuple[str, ...], people: Ontology
) -> None:
    assert rungs_of(text, people)[: len(rungs)] == rungs


@pytest.mark.parametrize(
    ("text", "rungs"),
    [
        ("He played as a [[DEM:center]] in the NBA.", ("basketball player", "athlete")),
        ("He played hockey as a [[DEM:left winger]].", ("ice hockey player", "athlete")),
        (
            "A [[DEM:defensive midfielder]] of the club.",
            ("midfielder", "football player", "athlete"),
        ),
        ("The [[DEM:forward]] scored two goals.", ("athlete", "profession")),
        ("The team's [[DEM:defensive coordinator]] left.", ("coach", "trainer", "profession")),
        ("A [[DEM:track and field athlete]].", ("athlete", "profession")),
        ("She was a [[DEM:heptathlete]].", ("athlete", "profession")),
        ("He is a [[DEM:judo practitioner]].", ("athlete", "profession")),
        ("He is a [[DEM:wrestling promoter]].", ("sports professional", "profession")),
    ],
)
def test_a_player_is_told_by_the_game(text: str, rungs: tuple[str, ...], people: Ontology) -> None:
    assert rungs_of(text, people)[: len(rungs)] == rungs


@pytest.mark.parametrize(
    ("text", "rungs"),
    [
        (
            "A [[DEM:retired jazz pianist]] here.",
            ("jazz pianist", "pianist", "musician", "profession"),
        ),
        ("She was his [[DEM:widow]].", ("woman", "person")),
        ("A [[DEM:singer-songwriter]] here.", ("musician", "profession")),
        ("An [[DEM:actor and singer]] here.", ("performer", "entertainer", "profession")),
        ("A [[DEM:singer/gardener]] here.", ("profession",)),
        ("He was [[DEM:vice chairman]] there.", ("presiding officer", "person")),
        ("She was a [[DEM:co-founder]] there.", ("founder", "person")),
        ("She was the [[DEM:party leader]].", ("leader", "person")),
        ("A [[DEM:Sunnite]] from there.", ("Muslim", "religious person", "person")),
        ("She was a [[DEM:vibraphonist]].", ("person",)),
        ("She was a [[DEM:myrmecologist]].", ("scientist", "profession")),
        ("She is its [[DEM:founder/singer]].", ("person",)),
        (
            "He was a [[DEM:guslar (singer)]].",
            ("singer", "musician", "performer", "entertainer", "profession"),
        ),
        (
            "He was a [[DEM:guslar]] (singer).",
            ("singer", "musician", "performer", "entertainer", "profession"),
        ),
        ("He was a [[DEM:pawnbroker]].", ("person",)),
        ("He was a [[DEM:banker]].", ("financial professional", "profession")),
        ("She has [[DEM:dual citizenship]].", ("legal status", "status")),
    ],
)
def test_a_role_is_what_its_noun_is(text: str, rungs: tuple[str, ...], people: Ontology) -> None:
    assert rungs_of(text, people) == rungs


def test_a_president_of_nothing_that_is_told_is_a_leader(people: Ontology) -> None:
    assert rungs_of("They met two [[DEM:presidents]].", people) == ("leader", "person")
    assert rungs_of("The bank's [[DEM:president]] left.", people)[0] == "presiding officer"
