from __future__ import annotations

import pytest

from ontology.linking.cues import CuePosition, cues_beside
from tests.ontology.marking import span_of, spans_of


def first(text, place=0):
    cue = next(cues_beside(spans_of(text)[place]), None)
    return cue and cue.noun


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("She starred in the film [[Oban]].", "film"),
        ("He sang his song [[Oban]] twice.", "song"),
        ('Her third novel, "[[Oban]]", sold well.', "third novel"),
        ("They released an EP in 2004 titled [[Oban]].", "EP"),
        ("He worked for a company called [[Oban]].", "company"),
        ("She was born in the village of [[Oban]].", "village"),
        ("He faced the charge of [[arson]].", "crime"),
        ("She wrote three episodes of [[Oban]].", "television series"),
        ('Another song of his, "[[Oban]]", failed.', "song"),
        ("[[Oban]], a 1999 film directed by Bo Lie, won.", "1999 film"),
        ("[[Oban]] is his first opera.", "first opera"),
        ("[[Oban]] (film) was a success.", "film"),
        ("In 1986 the [[Oban]] album was sold.", "album"),
        ("He ran the [[Oban-9]]: the fast spacecraft of the fleet.", "fast spacecraft"),
    ],
)
def test_the_noun_beside_a_span_names_its_kind(text, noun):
    found = [cue.noun for cue in cues_beside(span_of(text))]
    assert noun in found


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_list_shares_its_noun(place):
    assert first('the films [[Oban]] (1987), "[[Skye]]" and [[Mull]]', place) == "film"
    assert first("such radio shows as [[Oban]], [[Skye]] and [[Mull]]", place) == "radio show"
    assert first("several ships including the [[Oban]], the [[Skye]] and the [[Mull]]", place) == (
        "ship"
    )


def test_a_second_title_in_brackets_shares_the_noun_of_the_first():
    assert first('His song "[[Himmel]]" ([[Heaven]]) won.', 1) == "song"


def test_several_nouns_leave_it_open_which_one_it_is():
    (cue, *_) = cues_beside(span_of("He wrote films and plays such as [[Oban]]"))
    assert cue.noun == "play"
    assert len(cue.others) == 1


@pytest.mark.parametrize(
    "text",
    [
        "She left, [[Oban]] said.",
        "[[Oban]] ended.",
        "the band's [[Oban]]",
        "A film about one. [[Oban]]",
    ],
)
def test_no_noun_is_read_where_none_names_the_span(text):
    assert not {"film", "band", "song"} & {cue.noun for cue in cues_beside(span_of(text))}


def test_a_gerund_alone_is_a_verb_and_names_nothing():
    assert not list(cues_beside(span_of("He moved to Oslo, winning [[Oban]].")))
    assert first("He bought the painting [[Oban]].") == "painting"


def test_one_of_a_list_needs_a_plural():
    assert first("the film [[Oban]] and the band [[Skye]]", 1) == "band"
    assert first("He left the film [[Oban]], [[Skye]] and [[Mull]]", 2) != "film"


def test_a_cue_tells_where_it_stands():
    assert {each.position for each in cues_beside(span_of("the [[Oban]] album"))} >= {
        CuePosition.FOLLOWING
    }


def test_what_is_joined_by_and_is_another_thing():
    spans = spans_of("[[Banda]], banks and a [[Rotary]] club pay for it.")
    assert "bank" not in [cue.noun for cue in cues_beside(spans[1])]
