"""Organizations: what their words, their neighbours and their sentence say of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontology.entries import Kind, Sense
from ontology.layers import Ontology
from ontology.linking.organizations.kinds import HEADS, KINDS, ladder
from ontology.linking.organizations.names import read_name
from ontology.linking.organizations.steps import STEPS
from tests.ontology.marking import Told, spans_of


def known(
    name: str, kind: Kind, *rungs: str, source: str = "cities", weight: float = 5.0
) -> list[Sense]:
    capital = name != name.lower()
    return [Sense(name, source, kind, rungs, rungs[0], weight, is_exact=True, has_capital=capital)]


SOCIETY = "organization"
KNOWN = Ontology(
    [
        Told(
            {
                "Vik": known("Vik", Kind.SETTLEMENT, "city in Norway", "city"),
                "Norway": known("Norway", Kind.COUNTRY, "country in Europe", "country"),
                "Fjordane": known("Fjordane", Kind.SUBDIVISION, "county of Norway", "county"),
                "Equality": known("Equality", Kind.SETTLEMENT, "town in the United States")
                + known("equality", Kind.STATE, "sameness", source="wordnet"),
                "Brattli Teachers": known(
                    "Brattli Teachers", Kind.BRAND, "bank in Norway", "bank", source="brands"
                ),
                "Brixo": known("Brixo", Kind.BRAND, "retailer", "company", source="brands"),
                "Zorn": known("Zorn", Kind.TEAM, "football club", SOCIETY, source="P31"),
                "Rugby": known("Rugby", Kind.SETTLEMENT, "town in the United Kingdom"),
                "Next": known("Next", Kind.BRAND, "retailer", source="brands")
                + known("next", Kind.CONCEPT, "thing", source="wordnet"),
                "Zark": known(
                    "Zark", Kind.ORGANIZATION, "spy agency", "unit", SOCIETY, source="wordnet"
                ),
                "squadra": known(
                    "squadra", Kind.ORGANIZATION, "crew", SOCIETY, "group", source="wordnet"
                ),
            }
        )
    ]
)


def first_rungs(text: str, number: int = 0) -> tuple[str, ...]:
    span = spans_of(text)[number]
    readings = (step(span, KNOWN) for step in STEPS)
    return next((reading.rungs for reading in readings if reading), ())


@pytest.mark.parametrize(
    ("name", "rung"),
    [
        ("Brattli University", "university"),
        ("Universität Brattli", "university"),
        ("Freie Universität Brattli", "university"),
        ("Université de Brattli", "university"),
        ("Brattli School of Music", "music school"),
        ("St. Erik's Hospital", "hospital"),
        ("Ministry of Fisheries", "government department"),
        ("Court of Appeal of Brattli", "court of appeal"),
        ("4th Brattli Rifles", "infantry regiment"),
        ("Brattli Socialist Party", "socialist party"),
        ("Partido Liberal", "political party"),
        ("Brattli Records", "record label"),
        ("Brattli Records Norway", "record label"),
        ("Brattli Symphony Orchestra", "symphony orchestra"),
        ("FC Brattli", "football club"),
        ("Brattli FC", "football club"),
        ("Brattli Herald", "newspaper"),
        ("Brattlispor", "sports club"),
        ("Brattli Shipping Ltd.", "shipping company"),
        ("Brattli & Sons Ltd", "company"),
        ("Brattli Widgets GmbH", "company"),
        ("Brattligymnasium", "secondary school"),
        ("University of Brattli Press", "academic publisher"),
        ("the Society of Friends of Brattli (SFB)", "society"),
        ("its veterans' association", "veterans' group"),
    ],
)
def test_a_name_tells_what_it_names(name: str, rung: str) -> None:
    assert first_rungs(f"It was [[ORG:{name}]].")[0] == rung


@pytest.mark.parametrize(
    "name", ["Brattli", "Rockets Over Brattli", "RFC", "Sons of Brattli", "the Grumbling Nine"]
)
def test_a_name_without_such_words_is_left_alone(name: str) -> None:
    assert first_rungs(f"It was [[ORG:{name}]].") == ()


@pytest.mark.parametrize(
    ("name", "rungs"),
    [
        ("Vik District Court", ("district court in Norway", "district court")),
        ("Government of Fjordane", ("regional government in Norway", "regional government")),
        ("Government of Norway", ("national government", "government")),
        ("University of Vik", ("university in Norway", "university")),
        ("Equality Tribunal", ("tribunal", "court")),
        ("Vik Harald School", ("school", "educational institution")),
    ],
)
def test_the_place_in_a_name_tells_the_country_where_it_is_sure(
    name: str, rungs: tuple[str, ...]
) -> None:
    assert first_rungs(f"It was the [[ORG:{name}]].")[:2] == rungs


@pytest.mark.parametrize(
    ("text", "rung"),
    [
        ("She sang in the band [[ORG:Grumbling Nine]] for years.", "band"),
        ("[[ORG:Soppex]], an Israeli software company, grew.", "software company"),
        ("He ran the news website [[ORG:odap]] alone.", "news website"),
        ("He wrote for his [[ORG:garage rock band]], [[ORG:Mirk]].", "rock band"),
        ("He led the [[ORG:New Home]] party in Norway.", "political party"),
        ("He was the drummer for [[ORG:Mirk]] in 1990.", "band"),
        ("His debut album was released on [[ORG:Mirk]] in 1990.", "record label"),
        ("She studied law at [[ORG:Brattli]] and left.", "educational institution"),
        ("He played for [[ORG:Odder]] in the league.", "sports team"),
        ("He played for [[ORG:Vik]] in the league.", "sports team"),
        ("He represented [[ORG:Norway]] at the World Cup.", "national sports team"),
        ("The talks with [[ORG:Norway]] failed.", "country"),
        ("He was CEO of [[ORG:Soppex]] until 2001.", "company"),
        ("He worked for [[ORG:Soppex]] until 2001.", "employer"),
        ("A DJ of the radio station spoke on [[ORG:WQZX]] then.", "broadcaster"),
        ("He wrote for the [[ORG:Vik Post]] then.", "newspaper"),
        ("Fans of the [[ORG:Vik Vultures]] sang after the match.", "sports team"),
        ("It was broadcast on [[ORG:Mirk]] daily.", "broadcaster"),
        ("It was about [[ORG:Zorn]] only.", "football club"),
        ("She spied for [[ORG:Zark]] then.", "spy agency"),
        ("He left the [[ORG:Brattli Squadra]] then.", "squadra"),
        ("He banked with [[ORG:Brixo]] then.", "retailer"),
    ],
)
def test_the_sentence_tells_what_a_name_does_not(text: str, rung: str) -> None:
    last = text.count("[[") - 1
    assert first_rungs(text, last)[0] == rung


def test_the_one_sport_of_a_document_is_told() -> None:
    text = "He was a Norwegian rugby player. He played for [[ORG:Odder]] for a season."
    assert first_rungs(text)[:2] == ("rugby team", "sports team")


def test_what_is_said_of_a_list_is_said_of_each_in_it() -> None:
    text = "He played for [[ORG:Odder]], [[ORG:Mirk]] and [[ORG:Brixo]] in the league."
    assert [first_rungs(text, number)[0] for number in range(3)] == ["sports team"] * 3


@pytest.mark.parametrize(
    ("text", "rung"),
    [
        ("The footballer moved to [[ORG:Vik]].", "football team"),
        ("The footballer lived in Oslo. He studied at [[ORG:Vik]].", "educational institution"),
        ("He was a footballer. He ended his career at [[ORG:Holm]].", "football team"),
        ("Football it was. He played for [[LOC:Vik]] and [[ORG:Holm]].", "football team"),
        ("The cyclist rode for [[ORG:Brattli Teachers]].", "cycling team"),
        ("He was educated at [[ORG:Rugby]].", "educational institution"),
        ("She joined the [[ORG:Vik Film Academy]].", "academy"),
        ("She won the [[ORG:Copa Vik]].", "sports competition"),
        ("She won [[ORG:Vikprisen]].", "award"),
        ("She won the [[ORG:Vik Marathon]].", "sports competition"),
        ("The clerk worked for [[ORG:Brattli Teachers]].", "bank in Norway"),
    ],
)
def test_what_an_athlete_is_with_is_a_team(text: str, rung: str) -> None:
    assert first_rungs(text, -1)[0] == rung


def test_a_short_name_is_read_as_its_longer_one() -> None:
    text = "He left the [[ORG:Vik Brass Band]] in May. [[ORG:VBB]] went on."
    assert first_rungs(text, 1) == first_rungs(text, 0) == ladder("brass band")


@pytest.mark.parametrize(
    "text",
    [
        "[[ORG:Next]] was asked.",
        "The band sang; [[ORG:Brixo]]'s guitarist played on the album.",
        "The [[ORG:WHO]] said so.",
        "It was about [[ORG:Vik]].",
    ],
)
def test_no_brand_station_or_town_is_guessed(text: str) -> None:
    assert not {"retailer", "broadcaster", "city in Norway"} & set(first_rungs(text))


def test_every_kind_climbs_without_a_circle() -> None:
    for kind in KINDS:
        rungs = ladder(kind)
        assert len(set(rungs)) == len(rungs) < 8
    assert set(HEADS.values()) <= KINDS


@given(st.text(max_size=60))
def test_any_name_is_read_without_a_fault(name: str) -> None:
    found = read_name(name)
    assert found is None or found.kind in KINDS


@given(st.text(max_size=40), st.text(min_size=1, max_size=30), st.text(max_size=40))
def test_any_span_in_any_sentence_is_read_without_a_fault(
    before: str, name: str, after: str
) -> None:
    if "[" in before + name + after or "]" in before + name + after:
        return
    for step in STEPS:
        reading = step(spans_of(f"{before}[[ORG:{name}]]{after}")[0], KNOWN)
        assert reading is None or all(reading.rungs)
