"""A replacement reads as if it had always stood there; what the place does not tell stays bare."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.records import Mention
from annotation.rendering import render_generalized
from annotation.types import IdentifierType, SemanticType
from ontology.rules.grammar import fit


def read(sentence: str, replacement: str, entity_type: SemanticType = SemanticType.MISC) -> str:
    """Put a replacement in the place of what stands between bars."""
    before, span, after = sentence.split("|")
    fitted = fit(before + span + after, mention(before, span, entity_type), replacement)
    return render_generalized(before + span + after, [fitted])


def mention(before: str, span: str, entity_type: SemanticType) -> Mention:
    """A masked mention after some text."""
    start, end = len(before), len(before) + len(span)
    return Mention("m1", entity_type, start, end, span, IdentifierType.QUASI, "e1")


@pytest.mark.parametrize(
    ("sentence", "replacement", "expected"),
    [
        ("She was born in |Tromsø| in 1980.", "big city", "She was born in [a big city] in 1980."),
        ("He moved to |Tromsø|, then on.", "island", "He moved to [an island], then on."),
        ("He was an |architect|.", "person", "He was a [person]."),
        ("He was a |painter|.", "artist", "He was an [artist]."),
        ("An |usher| came.", "person", "A [person] came."),
        ("a |unicycle|", "instrument", "an [instrument]"),
        ("The |Guardian| wrote", "newspaper", "The [newspaper] wrote"),
        ("|Tromsø| grew fast.", "city in Norway", "[A city in Norway] grew fast."),
        ("It ended. |Tromsø| was", "city", "It ended. [A city] was"),
        ("worked in |Tromsø|'s port", "city", "worked in [a city]'s port"),
        ("worked in |Tromsø’s| port", "city", "worked in [a city’s] port"),
        ("|Anna's| dog", "PERSON 1", "[PERSON 1's] dog"),
        ("the |workers'| union", "person", "the [people's] union"),
        ("the |Tromsø| mayor", "city", "the [city] mayor"),
        ("and speaks |Xhosa|.", "Bantoid language", "and speaks [a Bantoid language]."),
        ("They learn |Xhosa|.", "Bantoid language", "They learn [a Bantoid language]."),
        ("speaks no |Xhosa|.", "Bantoid language", "speaks no [Bantoid language]."),
        ("near |Tromsø|.", "Norwegian town", "near [a Norwegian town]."),
        ("She has |dementia| now.", "brain disease", "She has [brain disease] now."),
        ("She has |dementia|.", "brain disease", "She has [a brain disease]."),
        ("She has |dementia|.", "morbidity", "She has [morbidity]."),
        ("former |Tromsø| police chief", "city", "former [city] police chief"),
        ("in |Tromsø| harbour", "city", "in [city] harbour"),
        ("wrote three |operas|.", "musical composition", "wrote three [musical compositions]."),
        ("born in |1986|.", "1980s", "born in [the 1980s]."),
        ("in |the University of Tromsø|.", "university", "in [a university]."),
        ("on |12 May 1986| he", "date in the 1980s", "on [a date in the 1980s] he"),
        ("for |$5 million|.", "amount of money", "for [an amount of money]."),
        ("for |three weeks|.", "several weeks", "for [several weeks]."),
        ("to |Norway and Chile|.", "countries", "to [countries]."),
        ("studied |law|.", "subject", "studied [subject]."),
        ("suffers from |asthma|.", "disease", "suffers from [a disease]."),
        ("went in |winter| clothes", "season", "went in [season] clothes"),
        ("she was |blind|.", "attribute", "she was [attribute]."),
        ("with |asthma|", "medical conditions", "with [medical conditions]"),
        ("in |Tromsø|", "***", "in ***"),
    ],
)
def test_the_place_decides(sentence: str, replacement: str, expected: str):
    assert read(sentence, replacement) == expected


@pytest.mark.parametrize(
    ("sentence", "replacement", "expected"),
    [
        ("died on |6 March 1994|.", "1994", "died in [1994]."),
        ("recorded on |2023-07-06|; it", "July 2023", "recorded in [July 2023]; it"),
        ("On |15 June 1921| she", "1920s", "In [the 1920s] she"),
        ("On |15 June 1921| she", "June", "In [June] she"),
        ("was shot in |1960| by", "date in the 1960s", "was shot on [a date in the 1960s] by"),
        ("In |2019| the team", "date", "On [a date] the team"),
        ("on |3 May|, at noon", "date", "on [a date], at noon"),
        ("in |1986|,", "1980s", "in [the 1980s],"),
        ("in |May 1986|,", "period in the 1980s", "in [a period in the 1980s],"),
        ("a |34-year-old| nurse", "in their 80s", "an [eighty-something] nurse"),
        ("Nora, |103|, a cook,", "centenarian", "Nora, [a centenarian], a cook,"),
        ("left at |21:40| and", "evening", "left in [the evening] and"),
        ("left at |21:40| and", "time of day", "left at [a time of day] and"),
        ("on |Monday|,", "day of the week", "on [a day of the week],"),
        ("in |1986|,", "***", "in ***,"),
        (
            "was dismissed |two weeks| after",
            "period of time",
            "was dismissed [a period of time] after",
        ),
        ("the added |two weeks| of", "period of time", "the added [period of time] of"),
    ],
)
def test_a_date_takes_its_preposition(sentence: str, replacement: str, expected: str):
    assert read(sentence, replacement, SemanticType.DATETIME) == expected


MILLENNIUM = "period in the second millennium"


@pytest.mark.parametrize(
    ("sentence", "replacement", "expected"),
    [
        ("in the |19th century|, he", MILLENNIUM, "in the [second millennium], he"),
        ("in the late |19th century|,", MILLENNIUM, f"in the late [part of a {MILLENNIUM}],"),
        ("a |19th-century| house", MILLENNIUM, "a [second-millennium] house"),
        ("an |18th century| house", MILLENNIUM, "a [second-millennium] house"),
        ("|19th-century| Norway", MILLENNIUM, "[second-millennium] Norway"),
        ("during |the 1980s|, they", MILLENNIUM, f"during [a {MILLENNIUM}], they"),
        ("In |mid-2014|, he", "period in the 2010s", "In [a period in the 2010s], he"),
        ("the |1936| Olympics", "date in the 1930s", "the [1930s] Olympics"),
        (
            "his |2008| album",
            "date in the twenty-first century",
            "his [twenty-first-century] album",
        ),
        ("in the |summer of 1986| he", "1986", "in the [year 1986] he"),
        ("a |2008| because of", "date in the 2000s", "a [date in the 2000s] because of"),
        ("In the |1936| under her", "date in the 1930s", "In the [1930s] under her"),
        ("of the |summer of 1986| whose", "1986", "of the [year 1986] whose"),
        ("after |two years| in", "more than a year", "after [more than a year] in"),
        ("for |three years| he", "period of time", "for [a period of time] he"),
    ],
)
def test_a_period_reads_as_its_slot_has_it(sentence: str, replacement: str, expected: str):
    assert read(sentence, replacement, SemanticType.DATETIME) == expected


@pytest.mark.parametrize(
    ("sentence", "replacement", "expected"),
    [
        ("in the village of |Nes|.", "village in Norway", "in [a village in Norway]."),
        ("in the old village of |Nes|.", "village", "in [an old village]."),
        ("in the village of |Nes|.", "coastal village", "in [a coastal village]."),
        ("The village of |Nes| lies", "village", "[A village] lies"),
        ("for the paper mill |Follum|'s", "mill", "for [a paper mill]'s"),
        ("the paper mill |Follum’s|", "paper mill", "[a paper mill’s]"),
        ("in the village of |Nes|.", "***", "in the village of ***."),
        ("in the village of |Nes|.", "place", "in the village of [a place]."),
        ("at the end of the village |Nes|.", "village", "at the end of [a village]."),
        ("and the villages of |Nes|", "village", "and the villages of [a village]"),
        ("the north of |Nes|.", "1980", "the north of [1980]."),
    ],
)
def test_a_noun_before_a_name_is_not_said_twice(sentence: str, replacement: str, expected: str):
    assert read(sentence, replacement, SemanticType.LOC) == expected


@pytest.mark.parametrize(
    ("sentence", "replacement", "expected"),
    [
        ("came with a |Dr Bakke|.", "PERSON 2", "came with [PERSON 2]."),
        ("The |Bakkes| moved.", "PERSON 2", "[PERSON 2] moved."),
        ("the |Bakke| family", "PERSON 2", "the [PERSON 2] family"),
        ("an |Aas| painting", "PERSON 2", "a [PERSON 2] painting"),
        ("came with a |Dr Bakke|.", "engineer", "came with an [engineer]."),
    ],
)
def test_a_person_with_a_name_has_no_article(sentence: str, replacement: str, expected: str):
    assert read(sentence, replacement, SemanticType.PERSON) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("has |five| children", "has [a number of] children"),
        ("|Three| of them", "[A number] of them"),
        ("the |two| brothers", "the [number] brothers"),
        ("a team of |twelve| men.", "a team of [a number of] men."),
    ],
)
def test_a_number_counts_what_follows_it(sentence: str, expected: str):
    assert read(sentence, "number", SemanticType.QUANTITY) == expected


@pytest.mark.parametrize(
    ("sentence", "replacement", "expected"),
    [
        ("the team finished |Iditarod|.", "sled dog race", "the team finished [a sled dog race]."),
        ("she completed |Iditarod|.", "sled dog race", "she completed [a sled dog race]."),
        ("and launched |Ariane|, then", "rocket", "and launched [a rocket], then"),
        ("Nora ran |Bislett| for", "arena", "Nora ran [an arena] for"),
        ("the renowned |Sorbonne|.", "university", "the renowned [university]."),
        ("in occupied |Norway|.", "country", "in occupied [country]."),
        ("the newly formed |NATO|.", "alliance", "the newly formed [alliance]."),
        ("of United |Artists|.", "company", "of United [company]."),
        ("he studied |Latin|.", "literature", "he studied [literature]."),
        ("they painted |Oslo| blue", "city", "they painted [city] blue"),
        ("went on |Ariane|.", "rocket", "went on [a rocket]."),
        ("she lifted |118 kg| at", "more than 100 kg", "she lifted [more than 100 kg] at"),
    ],
)
def test_a_bare_noun_gets_its_article_after_a_verb_and_none_after_an_adjective(
    sentence: str, replacement: str, expected: str
):
    assert read(sentence, replacement) == expected


def test_a_quantity_counts_as_a_number_does():
    counted = read("has |5 to 6| children", "quantity", SemanticType.QUANTITY)
    assert counted == "has [a quantity of] children"


def test_a_capitalised_plural_counts_among_people_only():
    norwegians, naples = "He met |Norwegians|.", "He saw |Naples|."
    assert read(norwegians, "European", SemanticType.DEM) == "He met [European]."
    assert read(norwegians, "inhabitant of Europe", SemanticType.DEM) == (
        "He met [inhabitants of Europe]."
    )
    assert read(naples, "city in Italy", SemanticType.LOC) == "He saw [a city in Italy]."


@given(
    before=st.text(max_size=30),
    span=st.text(min_size=1, max_size=15),
    after=st.text(max_size=20),
    replacement=st.one_of(st.sampled_from(["city", "hour", "X", "***"]), st.text(max_size=20)),
    entity_type=st.sampled_from(SemanticType),
)
def test_any_text_is_read_and_what_surrounds_the_span_keeps_its_words(
    before: str, span: str, after: str, replacement: str, entity_type: SemanticType
):
    fitted = fit(before + span + after, mention(before, span, entity_type), replacement)
    assert fitted.start <= len(before)
    kept = before[: fitted.start] + fitted.lead
    dropped = before[fitted.start :]
    assert (
        kept == before
        or fitted.lead.lower().rstrip() in {"a", "an", "in", "on"}
        or dropped.lower().startswith(("a", "the"))
    )
    assert replacement != "***" or fitted.replacement == "***"
