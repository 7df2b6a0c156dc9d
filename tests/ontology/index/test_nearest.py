"""The near terms are exactly those that brute force finds."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from names.folding import fold
from ontology.entries import Entry, Kind
from ontology.index.reading import Index
from ontology.index.writing import write_index

ALPHABETS = ("ab", "aa b-'", "абвг", "ไทยก", "漢字仮名", "😀🎉a", string.ascii_lowercase)
WORDS = st.sampled_from(ALPHABETS).flatmap(
    lambda letters: st.text(letters, min_size=1, max_size=45)
)


def index_of(folder, names):
    write_index(folder, {"names": [Entry((name,), ("thing",), Kind.CONCEPT) for name in names]}, {})
    return Index(folder)


def brute_force(name, terms):
    """What the thesis does: compare with every term."""
    key = fold(name)
    measured = [(term, Levenshtein.distance(key, term)) for term in terms]
    near = [
        (term, far) for term, far in measured if far * 100 <= 15 * max(len(key), len(term)) and key
    ]
    return sorted(near, key=lambda each: (each[1], each[0]))


def edited(draw, name):
    """A few edits of a name, so that there is something near."""
    for _ in range(draw(st.integers(0, 6))):
        place = draw(st.integers(0, len(name)))
        cut = draw(st.integers(0, 1))
        name = name[:place] + draw(st.sampled_from(["", "a", "б", "字"])) + name[place + cut :]
    return name


@st.composite
def names_and_queries(draw):
    names = draw(st.lists(WORDS, min_size=1, max_size=12))
    return names, [edited(draw, draw(st.sampled_from(names))) for _ in range(4)]


@given(names_and_queries())
def test_near_terms_equal_brute_force(tmp_path_factory, drawn):
    names, queries = drawn
    index = index_of(tmp_path_factory.mktemp("index"), names)
    terms = {fold(name) for name in names} - {""}
    for query in queries:
        assert index.near(query) == brute_force(query, terms)


@pytest.mark.parametrize(
    ("query", "is_near"),
    [
        ("stavanger", True),
        ("Stavangr", True),
        ("stafanger", True),
        ("stafangar", False),
        ("tavange", False),
    ],
)
def test_one_character_in_nine_may_differ(tmp_path, query, is_near):
    assert bool(index_of(tmp_path, ["Stavanger"]).near(query)) is is_near


def test_three_characters_in_twenty_are_still_near(tmp_path):
    index = index_of(tmp_path, ["abcdefghijklmnopqrst"])
    assert index.near("abcdefghijklmnopqXYZ") == [("abcdefghijklmnopqrst", 3)]
    assert index.near("abcdefghijklmnopWXYZ") == []


def test_the_nearest_come_first_and_lead_to_their_senses(tmp_path):
    index = index_of(tmp_path, ["Tromsdalen", "Tromsdal", "Trømsdalen"])
    assert index.near("Tromsdalens") == [("tromsdalen", 1)]
    assert {sense.term for sense in index.lookup_key("tromsdalen")} == {"Tromsdalen", "Trømsdalen"}


def test_near_terms_of_the_real_index_equal_brute_force(embedded):
    draw = random.Random(7)  # noqa: S311 - a sample, no secret
    terms = [embedded.files.terms.restore_key(number) for number in range(len(embedded))]
    for term in draw.sample([term for term in terms if len(term) > 5], 12):
        place = draw.randrange(len(term))
        query = term[:place] + draw.choice("aeб") + term[place + 1 :]
        assert embedded.near(query) == brute_force(query, terms)
