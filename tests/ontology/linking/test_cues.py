from __future__ import annotations

import pytest

from annotation.types import SemanticType
from ontology.linking import lists
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


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("the novels [[Oban]] in 1980, [[Skye]] in 1981 and [[Mull]]", "novel"),
        ("the novels [[Oban]] (1980; revised 1990), [[Skye]] (1981) and [[Mull]]", "novel"),
        ("universities like [[Oban]] (Norway), [[Skye]] (Chile) and [[Mull]]", "university"),
        ("films like [[Oban]] or [[Skye]], as well as [[Mull]]", "film"),
        ("clubs such as [[Oban]], [[Skye]], and later [[Mull]]", "club"),
        ("the films [[Oban]] by [[PERSON:Lie]], [[Skye]] by [[PERSON:Berg]] and [[Mull]]", "film"),
        ("towns in Norway such as [[LOC:Oban]], [[LOC:Skye]] and [[LOC:Mull]]", "town"),
        ("Songs by him, for example [[Oban]], [[Skye]] and [[Mull]], sold.", "Song"),
        ("He wrote several novels, e.g. [[Oban]], [[Skye]] and [[Mull]].", "novel"),
        ("He wrote several novels, among them [[Oban]], [[Skye]] and [[Mull]].", "novel"),
        ("novels: [[Oban]], [[Skye]] and [[Mull]].", "novel"),
        ("[[Oban]], [[Skye]] and [[Mull]], all films by Lie, won.", "film"),
        ("“[[Oban]]” (1980), “[[Skye]]” and “[[Mull]]” are films by Lie.", "film"),
        ("[[Oban]], [[Skye]] and [[Mull]] are among her songs.", "song"),
        ("[[Oban]], [[Skye]] and [[Mull]], two of them novels, sold.", "novel"),
        ("[[Oban]], [[Skye]], [[Mull]], and other sports clubs paid.", "sports club"),
    ],
)
def test_every_item_of_a_list_has_the_noun_before_or_behind_it(text, noun):
    spans = [span for span in spans_of(text) if span.type is not SemanticType.PERSON]
    assert [noun in [cue.noun for cue in cues_beside(span)] for span in spans] == [True] * 3


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("He was in clubs such as Oban, [[Skye]].", "He was in clubs"),
        ("films such as Oban (1987), The Isle of Skye (1988) and [[Mull]]", "film"),
        ("films such as The Good, the Bad and the Ugly, Heat and [[Mull]]", "film"),
        ("the towns of Oban, Skye and [[Mull]]", "town"),
        ("the songs Oban, “Skye” and [[Mull]]", "song"),
        ("drugs such as [[warfarin]], aspirin or [[heparin]]", "drug"),
        ("[[Oban]], Skye and other films", "film"),
    ],
)
def test_items_of_a_list_may_stand_in_clear(text, noun):
    assert noun in [cue.noun for cue in cues_beside(spans_of(text)[-1])]


def test_a_list_without_end_costs_no_more_for_each_item():
    text = "films such as " + ", ".join(f"[[Oban{number}]]" for number in range(2000))
    spans = spans_of(text)
    assert [cue.noun for cue in cues_beside(spans[50])] == ["film"]
    assert list(cues_beside(spans[-1])) == []


def test_two_plurals_behind_a_list_leave_it_open_which_one_it_is():
    (cue, *_) = cues_beside(span_of("[[Oban]], [[Skye]] and other films and plays"))
    assert (cue.noun, cue.others) == ("play", ("film",))


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("In [[Skye]] and [[Oban]], all towns burnt.", "town"),
        ("In [[Skye]] and [[Oban]], many towns burnt.", "town"),
        ("[[Skye]] and [[Oban]], fans say, are bad.", "fan"),
        ("[[Skye]], Oban and the band left films.", "film"),
        ("the city of Skye and [[Oban]]", "city"),
        ("the city of [[Skye]] and [[Oban]]", "city"),
        ("the films [[Skye]] by [[ORG:Studio Lie]] and [[ORG:Studio Berg]]", "film"),
        ("a [[DEM:Norwegian]] and other films", "film"),
        ("She lived in towns, Oban said, [[Skye]] too.", "town"),
        ("the film Skye, Mull and [[Oban]]", "film"),
    ],
)
def test_what_only_looks_like_a_list_shares_no_noun(text, noun):
    assert noun not in [cue.noun for cue in cues_beside(spans_of(text)[-1])]


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


def test_a_list_of_twice_as_many_items_is_twice_the_work(monkeypatch):
    counts = []
    done = lists._item_before
    for size in (100, 200):
        calls = []
        monkeypatch.setattr(lists, "_item_before", lambda *a, c=calls: c.append(a) or done(*a))
        for span in spans_of("They saw " + ", ".join(["[[LOC:Oslo]]"] * size)):
            lists.before_list(span)
        counts.append(len(calls))
    assert 0 < counts[1] <= 2.5 * counts[0]
