"""Common words and names, told apart by the compiled sources."""

import pytest

from ontology.layers import Ontology


@pytest.fixture(scope="module")
def lexicon(embedded):
    return Ontology([embedded]).lexicon


@pytest.mark.parametrize("word", "The University of United Courts met us Brown American".split())
def test_words_that_a_dictionary_writes_in_lower_case_are_common(lexicon, word):
    assert lexicon.is_common(word) is (word != "American")


@pytest.mark.parametrize("word", "Oslo Taiwanese Sony Zlatan Texas Canadian".split())
def test_names_are_not(lexicon, word):
    assert not lexicon.is_common(word)


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("General Billy", "Billy"),
        ("Dr. Martin Luther King Jr.", "Martin Luther King"),
        ("John Major", "John Major"),
        ("King", "King"),
        ("Queen Elizabeth II", "Elizabeth"),
    ],
)
def test_titles_and_suffixes_are_no_part_of_a_name(lexicon, name, bare):
    assert lexicon.bare_name(name) == bare
