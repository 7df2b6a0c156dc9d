"""Nationality, belief, health: the sentence decides, and every rung is true."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontology.layers import Ontology
from tests.ontology.linking.callings import ENTRIES, NORTH, read, rungs_of


@pytest.mark.parametrize(
    ("text", "rungs"),
    [
        ("She is [[DEM:Norwegian]].", (*NORTH, "nationality")),
        ("A [[DEM:Norwegian]] painter came.", (*NORTH, "nationality")),
        ("She married a [[DEM:Norwegian]].", (*NORTH, "person")),
        ("The [[DEM:Norwegians]] won.", (*NORTH, "person")),
        ("She speaks [[DEM:Norwegian]] fluently.", ("Scandinavian language", "language")),
        ("Her [[DEM:Parisian]] accent stayed.", ("French", "European", "geographic origin")),
        ("She kept her [[DEM:US]] passport.", ("North American", "nationality")),
        (
            "An [[DEM:Italian-American]] chef.",
            ("European American", "American", "North American", "nationality"),
        ),
        ("She is [[DEM:African American]].", ("American", "North American", "nationality")),
        (
            "The [[DEM:Italian-born]] singer.",
            ("Southern European-born", "European-born", "geographic origin"),
        ),
        (
            "She is of [[DEM:Italian descent]].",
            ("Southern European descent", "European descent", "ethnic origin"),
        ),
        (
            "Two [[DEM:Italian nationals]].",
            ("Southern European national", "European national", "person"),
        ),
        ("A [[DEM:Norwegian-speaking]] village.", ("language community",)),
        ("The [[DEM:Tamil]] poet.", ("Dravidian", "Indian", "ethnic group")),
        ("An [[DEM:East Asian]] family.", ("Asian", "geographic origin")),
    ],
)
def test_a_people_is_told_by_where_it_lives(
    text: str, rungs: tuple[str, ...], people: Ontology
) -> None:
    assert rungs_of(text, people) == rungs


@pytest.mark.parametrize(
    ("text", "rungs"),
    [
        ("He suffered a [[DEM:stroke]].", ("brain disease", "medical condition")),
        ("The [[DEM:measles]] spread.", ("virus disease", "medical condition")),
        ("He is [[DEM:blind]].", ("disabled", "health status")),
        ("She is [[DEM:divorced]].", ("marital status",)),
        ("He was raised [[DEM:Catholic]].", ("Christian", "religion")),
        ("They are [[DEM:Jewish]].", ("ethnic or religious group",)),
        ("A [[DEM:23-year-old]] man.", ("adult", "age")),
        (
            "He is a [[DEM:Sephardic Jew]].",
            ("member of an ethnic or religious group", "person"),
        ),
        ("She presented with [[DEM:joint pain]].", ("musculoskeletal pain", "medical condition")),
        ("She is [[DEM:divorced with two children]].", ("marital status",)),
        ("[[DEM:Sir]] John came.", ("form of address",)),
        ("He was raised [[DEM:bilingual]].", ("language skill",)),
        ("She was [[DEM:aged 12]].", ("child", "age")),
        ("She has a [[DEM:PhD in physics]].", ("academic degree", "education")),
        ("He is a [[DEM:doctoral candidate]].", ("student", "person")),
        ("She studied [[DEM:law]] there.", ("academic discipline", "field of study")),
    ],
)
def test_a_trait_is_told_by_its_kind(text: str, rungs: tuple[str, ...], people: Ontology) -> None:
    assert rungs_of(text, people) == rungs


def test_the_same_word_is_an_oarsman_in_a_boat(people: Ontology) -> None:
    assert rungs_of("She rowed as [[DEM:stroke]] at the regatta.", people)[0] == "oarsman"


def test_nonsense_is_not_read(people: Ontology) -> None:
    assert read("She said [[DEM:xyzzy]].", people) is None


def test_the_reason_names_what_the_span_was_taken_for(people: Ontology) -> None:
    reading = read("She was his [[DEM:widow]].", people)
    assert reading is not None
    assert reading.source == "wordnet"
    assert reading.sense.startswith("widow")


_WORDS = [word for entries in ENTRIES.values() for entry in entries for word in entry.names]


@given(
    before=st.lists(st.sampled_from(["a", "the", "speaks", "studied", "of", "was"]), max_size=3),
    words=st.lists(
        st.sampled_from([*_WORDS, "vice", "-", "of", "and", "Minister", "21", "born"]),
        min_size=1,
        max_size=5,
    ),
)
def test_no_list_repeats_a_rung_or_gives_the_span_back(
    before: list[str], words: list[str], people: Ontology
) -> None:
    span = " ".join(words)
    rungs = rungs_of(f"She {' '.join(before)} [[DEM:{span}]] there.", people)
    assert len(rungs) == len(set(rungs))
    assert span not in rungs
    assert all(rungs)


@pytest.mark.parametrize(
    ("text", "rungs"),
    [
        ("He spoke no [[DEM:Norwegian]].", ("Scandinavian language", "language")),
        ("She speaks [[DEM:some Norwegian]].", ("Scandinavian language", "language")),
        ("Kari ([[DEM:Norwegian]]: Kåri) sings.", ("Scandinavian language", "language")),
        ("They studied [[DEM:Norwegian]].", ("Scandinavian language", "language")),
        ("Of [[DEM:Roma]] origin.", ("ethnic minority", "ethnic")),
        ("The [[DEM:Whig]] nomination.", ("political",)),
        ("I am a [[DEM:Unionist]].", ("political supporter", "person")),
        ("She is [[DEM:an atheist]].", ("person",)),
        ("He is [[DEM:undocumented]].", ("legal status",)),
        ("Two [[DEM:Norway]] nationals.", ("Europe",)),
        ("She is a [[DEM:Buddhist]].", ("religious person", "person")),
        ("She is [[DEM:Buddhist]].", ("religion",)),
        ("The [[DEM:Buddhist]] temple.", ("religious",)),
        ("A [[DEM:girl]] came.", ("child", "person")),
    ],
)
def test_languages_minorities_and_states_are_told_apart(
    people: Ontology, text: str, rungs: tuple[str, ...]
) -> None:
    assert rungs_of(text, people) == rungs


def test_the_end_of_a_name_is_no_common_noun(people: Ontology) -> None:
    assert rungs_of("Her [[DEM:Oban Citizenship]].", people) == ()
