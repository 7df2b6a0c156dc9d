"""Lists for spans that no rule and no weight was made from: they must not get worse unnoticed.

How good they are is measured by `python -m benchmarks.ontology judged`; the bounds stand a few
points below its figures.
"""

from __future__ import annotations

import pytest

from benchmarks.ontology import plain
from benchmarks.ontology.judged import answers, own_spans
from ontology.index.reading import Index
from ontology.layers import Ontology
from ontology.proposing import Proposer, propose_for
from tests.ontology.marking import span_of

FEWEST_RIGHT = 0.42
FEWEST_FIRST = 0.76
MOST_WRONG = 0.14
FEWEST_PLACES = 0.88
MOST_NAMESAKES = 0.02
MOST_VAGUE = 0.1


@pytest.fixture(scope="module")
def found(embedded: Index):
    return [*answers(own_spans(), Ontology([embedded]))]


def test_a_right_candidate_is_found_as_often_as_ever(found):
    assert sum(any(answer.verdicts) for answer in found) / len(found) > FEWEST_RIGHT


def test_the_first_candidate_is_right_as_often_as_ever(found):
    answered = [answer for answer in found if answer.candidates]
    assert sum(answer.verdicts[0] is True for answer in answered) / len(answered) > FEWEST_FIRST


def test_wrong_candidates_are_as_rare_as_ever(found):
    assert sum(False in answer.verdicts for answer in found) / len(found) < MOST_WRONG


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She works as a [[MISC:nurse]].", "health professional"),
        ("She speaks [[DEM:Norwegian]].", "language"),
        ("He votes for the [[DEM:Labour Party]].", "political party"),
        ("the [[LOC:European Court of Human Rights]] held", "court"),
    ],
)
def test_a_type_that_others_would_not_give_is_no_wall(text, expected, embedded: Index):
    replacement = propose_for(span_of(text), Ontology([embedded]))
    assert expected in [each for _, texts in replacement.iter_lists() for each in texts]


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("She [[MISC:takes warfarin]] daily.", "warfarin"),
        ("She was [[MISC:taking warfarin]] then.", "warfarin"),
        ("He [[MISC:has malaria]] again.", "malaria"),
        ("He [[MISC:drinks vodka]] then.", "vodka"),
        ("She [[MISC:plays the zither]] well.", "zither"),
    ],
)
def test_no_list_says_what_its_span_hides(text, hidden, embedded: Index):
    lists = propose_for(span_of(text), Ontology([embedded])).iter_lists()
    assert hidden not in [each for _, texts in lists for each in texts]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("He is [[DEM:a Catholic priest]] in town.", "priest"),
        ("They met on [[LOC:the Bergen bridge]] at noon.", "bridge"),
        ("He has [[MISC:acute bronchitis]] and a limp.", "bronchitis"),
        ("She runs [[ORG:the Internal Security Organisation]] now.", "organisation"),
    ],
)
def test_a_list_may_say_in_words_of_its_span_what_kind_it_is(text, kind, embedded: Index):
    lists = propose_for(span_of(text), Ontology([embedded])).iter_lists()
    assert kind in [each for _, texts in lists for each in texts]


def test_a_type_that_an_annotator_gave_goes_before_another_one(embedded: Index):
    span = span_of("[[ORG:Norway]] beat [[ORG:Sweden]] twice.")
    suggested, settled = (
        Proposer(span.surroundings, Ontology([embedded]), by_annotator=by_annotator).propose(span)
        for by_annotator in (False, True)
    )
    assert "country in Northern Europe" in [
        each for _, some in suggested.iter_lists() for each in some
    ]
    texts = [each for _, texts in settled.iter_lists() for each in texts]
    assert texts[0].endswith("sports team")
    assert "country" not in texts


def test_a_type_that_an_annotator_gave_is_no_wall_where_nothing_is_of_it(embedded: Index):
    span = span_of("She joined [[LOC:UNESCO]] that year.")
    settled = Proposer(span.surroundings, Ontology([embedded]), by_annotator=True).propose(span)
    texts = [each for _, texts in settled.iter_lists() for each in texts]
    assert "United Nations agency" in texts


@pytest.fixture(scope="module")
def plain_counts(embedded: Index):
    names = ("states", "regions", "cities", "countries", "occupations", "organizations")
    terms = plain.draw(
        embedded, seed=7, sizes={**dict.fromkeys(plain.FRAMES, 0), **dict.fromkeys(names, 25)}
    )
    return plain.measure([*terms], Ontology([embedded]))


@pytest.mark.parametrize("group", ["states", "regions", "cities", "countries"])
def test_a_place_in_a_plain_sentence_is_the_best_known_of_its_name(plain_counts, group):
    counts = plain_counts[group]
    assert counts.right / counts.sentences > FEWEST_PLACES
    assert counts.namesakes / counts.sentences <= MOST_NAMESAKES


@pytest.mark.parametrize("group", ["occupations", "organizations"])
def test_a_plain_sentence_rarely_leaves_a_list_vague(plain_counts, group):
    counts = plain_counts[group]
    assert (counts.vague + counts.empty) / counts.sentences < MOST_VAGUE
